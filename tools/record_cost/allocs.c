/* A million allocations, most of them freed soon; prints how long that took. MTRACE: calls mtrace(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef MTRACE
#include <mcheck.h>
#endif

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(void) {
#ifdef MTRACE
  mtrace();
#endif
  static char *kept[1000];
  double begun = now();
  unsigned random = 1;
  for (int each = 0; each < 1000000; each++) {
    random = random * 1664525 + 1013904223;
    int at = random >> 16 & 511;
    free(kept[at]);
    int size = 16 + (random >> 8 & 255);
    kept[at] = memset(malloc(size), each, size);
    for (int byte = 0; byte < 12; byte++) random += kept[at][byte % size] * byte;
  }
  printf("took %.6f\n", now() - begun);
  return random == 7;
}
