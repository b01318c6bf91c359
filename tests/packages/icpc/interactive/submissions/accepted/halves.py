low, high = 1, 1000
told = ""
while told != "correct":
    guess = (low + high) // 2
    print(guess, flush=True)
    told = input()
    if told == "lower":
        high = guess - 1
    else:
        low = guess + 1
