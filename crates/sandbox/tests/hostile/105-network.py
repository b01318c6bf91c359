# Row 105: compiling wants the network.
import socket, urllib.request
try:
    urllib.request.urlopen("http://127.0.0.1:5432", timeout=3)
except Exception as error:
    print(error)
try:
    socket.getaddrinfo("debian.org", 80)
except Exception as error:
    print("no names")
