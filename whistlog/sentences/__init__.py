"""Everything that is said to a person, in the language that the person reads.

Two kinds of tables, both data that nobody needs Python to correct:

- ``en.toml``, ``pt.toml``, … beside this module hold the sentences of the commands and the
  renderers, one line each, under flat keys; `say` looks them up.
- A `Catalogue` is a folder of tables with a heading an entry (findings, notes): the English
  words with all other data, and in ``pt/``, ``es/``, … the same headings with the
  translated words alone.

The language is a setting of the run (`speak`), English unless something else is said. A fact
of a finding that is words itself is a `Phrase`, which becomes text only when it is shown, so
what is found is the same in every language.

Every start comes by here, so the parts are imported by name: `spoken` (which language),
`tables` (`say`), `phrases`, `catalogue`.
"""
