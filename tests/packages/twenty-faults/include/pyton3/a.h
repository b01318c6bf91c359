#include <a>
