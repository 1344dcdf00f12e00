"""The round inspector: one round in slow motion, a reply replayed, examples and a guide."""
