# The highest order that flows into each open stream so far; a half more if it came at least twice.
open_streams = [0]
for bracket in input():
    if bracket == "(":
        open_streams.append(0)
    else:
        own = int(open_streams.pop() + 0.5) or 1
        highest = open_streams[-1]
        if own > highest:
            open_streams[-1] = own
        elif own == highest:
            open_streams[-1] = own + 0.5
print(open_streams[0])
