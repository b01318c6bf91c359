print(int(input()) - 1, 2)
