print("1 ")
