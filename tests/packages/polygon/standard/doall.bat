rem makes the tests
