"""What is true: the value and the remoteness of every position."""
