/* Row 103: looks for what the environment brings along. */
#include "hostile.h"

extern char **environ;

int main(int argc, char **argv) {
    for (int i = 0; environ[i]; i++) puts(environ[i]);
}
