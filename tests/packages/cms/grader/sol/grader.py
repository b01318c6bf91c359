from middle_of_three import middle

print(middle(*map(int, input().split())))
