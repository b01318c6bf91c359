# Row 53: programs that would have rights of their own: one of the host's, and one made here.
ls -l /usr/bin/su | cut -c 1-10
LD_SHOW_AUXV=1 /usr/bin/su --version | grep -E '^AT_SECURE' | tr -s ' '
cp /usr/bin/id own && chmod 6755 own && [ "$(./own)" = "$(id)" ] && echo same
