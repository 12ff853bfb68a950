/* Events that a program counts itself: --mode=ad-hoc. */
#include <stdio.h>
#include <valgrind/dhat.h>

static void look_up(int depth) {
  DHAT_AD_HOC_EVENT(depth);
  if (depth > 1) look_up(depth - 1);
}

int main(void) {
  for (int each = 0; each < 25; each++) look_up(each % 5 + 1);
  DHAT_AD_HOC_EVENT(500);
  puts("done");
  return 0;
}
