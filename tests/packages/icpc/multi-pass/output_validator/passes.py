import os
import sys

answer = open(sys.argv[2]).read().strip()
place = sys.argv[3]
output = sys.stdin.read().strip()
if os.path.exists(place + "second"):
    sys.exit(42 if output == answer else 43)
if not output.isdigit():
    sys.exit(43)
open(place + "second", "w").close()
with open(place + "nextpass.in", "w") as file:
    file.write("read\n" + output + "\n")
sys.exit(42)
