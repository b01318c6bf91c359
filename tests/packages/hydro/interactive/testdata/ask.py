def ask(number):
    print(number, flush=True)
    return input()
