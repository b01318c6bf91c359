open("files.out", "w").write(open("files.in").read().upper())
