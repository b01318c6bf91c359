import os
import sys

first, second = open(sys.argv[1]).read().split()
place = sys.argv[3]
again = os.path.join(place, "again")
number = second if os.path.exists(again) else first
print(number, flush=True)
if sys.stdin.readline().strip() != number:
    sys.exit(43)
if number == first:
    open(again, "w").close()
    with open(os.path.join(place, "nextpass.in"), "w") as file:
        file.write(f"{first} {second}\n")
sys.exit(42)
