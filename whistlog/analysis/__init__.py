"""Analysis of play: double-dummy values of cards and positions."""
