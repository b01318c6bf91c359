# Row 98: a compiler that leaves a server behind, for the next run to find.
[ -e /tmp/server ] && echo seen
nohup sh -c 'touch /tmp/server; while :; do sleep 1; done' > /dev/null 2>&1 &
until [ -e /tmp/server ]; do sleep 0.1; done
echo left
