/* Row 13: uses more than the limit and ends by itself before anybody may have looked. */
#include "hostile.h"

int main(void) {
    burn(503);
}
