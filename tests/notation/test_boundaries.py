from __future__ import annotations

import pytest

from whistlog.notation.languages import LANGUAGES, _boundary_names, language


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_words_that_start_games_and_deals_are_those_of_the_tables(code: str) -> None:
    keys = language(code).keys
    assert dict(_boundary_names(code)) == {"game": keys["game"], "deal": keys["deal"]}
