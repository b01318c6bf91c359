/* Row 92: includes itself twice, again and again. */

#include __FILE__
#include __FILE__
