// A copy.
