guess = 0
told = ""
while told != "correct":
    guess += 1
    print(guess, flush=True)
    try:
        told = input()
    except EOFError:
        break
