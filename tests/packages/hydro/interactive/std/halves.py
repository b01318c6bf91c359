import ask

low, high = 1, 100
while True:
    middle = (low + high) // 2
    said = ask.ask(middle)
    if said == "=":
        break
    if said == "<":
        low = middle + 1
    else:
        high = middle - 1
