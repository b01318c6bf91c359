// testlib has it
