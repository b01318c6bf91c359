from solution import twice

print(twice(int(input())))
