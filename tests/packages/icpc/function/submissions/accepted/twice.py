def twice(number):
    return number + number
