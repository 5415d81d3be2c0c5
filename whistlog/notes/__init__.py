"""What a teacher would say of the play: the player's view, observations, lead tables."""
