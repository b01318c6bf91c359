"""Looks at what was submitted: `loops` forbids loops, `short N` gives a share of the points by the bytes of the source."""
import os
import re
import sys

language, entry, feedback, *args = sys.argv[1:]
if language not in ("python3", "cpp"):
    sys.exit(1)
with open(entry) as source:
    text = source.read()

if args[0] == "loops":
    found = re.search(r"\b(for|while|goto)\b", text)
    if found:
        with open(feedback + "teammessage.txt", "w") as message:
            message.write(f"{found.group()} is a loop")
    sys.exit(43 if found else 42)

if args[0] == "short":
    # Of a compiled language the program lies beside its source.
    if language == "cpp" and not os.path.exists("program"):
        sys.exit(1)
    size, most = len(text), int(args[1])
    if size > 2 * most:
        sys.exit(43)
    if size > most:
        with open(feedback + "score_multiplier.txt", "w") as score:
            score.write("0.5")
    sys.exit(42)

sys.exit(1)
