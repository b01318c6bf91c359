# Row 97: code that runs while compiling has no more than the compiler: no network, no answers, no way to stay.
touch /usr/bin/x /etc/x /x 2>/dev/null && echo wrote
ls /data /home /root /etc/shadow 2>/dev/null && echo saw
python3 -c 'import socket; socket.socket()' 2>&1 | tail -n 1
cp /bin/true own && ./own && echo "own programs run"
ls /etc
