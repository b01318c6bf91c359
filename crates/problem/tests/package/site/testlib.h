// The testlib.h of a site: what is included, not what is in it, is read here.
