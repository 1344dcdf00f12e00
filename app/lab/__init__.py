"""Experiments with pairs: comparisons, the best draft length, proofs. Without Qt."""
