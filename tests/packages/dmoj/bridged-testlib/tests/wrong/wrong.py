print(int(input()) - 1, 3)
