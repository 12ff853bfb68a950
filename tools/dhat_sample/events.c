/* Tells DHAT of events with weights. */
#include <valgrind/dhat.h>

static void look_up(unsigned cost) {
  DHAT_AD_HOC_EVENT(cost);
}

static void scan(void) {
  DHAT_AD_HOC_EVENT(1000);
}

int main(void) {
  for (unsigned i = 0; i < 30; i++) look_up(i % 7);
  for (unsigned i = 0; i < 4; i++) scan();
  return 0;
}
