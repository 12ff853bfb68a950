/* Sorts, hashes and branches: the costs of line counters. */
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static int values[3000];

static unsigned shuffle(unsigned random) {
  for (int at = 0; at < 3000; at++) {
    random = random * 1664525 + 1013904223;
    values[at] = random >> 4;
  }
  return random;
}

static void sort(int from, int to) {
  if (to - from < 2) return;
  int middle = values[(from + to) / 2], low = from, high = to - 1;
  while (low <= high) {
    while (values[low] < middle) low++;
    while (values[high] > middle) high--;
    if (low <= high) {
      int value = values[low];
      values[low++] = values[high];
      values[high--] = value;
    }
  }
  sort(from, high + 1);
  sort(low, to);
}

int main(void) {
  double begun = now();
  unsigned random = 1;
  for (int each = 0; each < 1500; each++) {
    random = shuffle(random);
    sort(0, 3000);
    random += values[each];
  }
  printf("took %.6f\n", now() - begun);
  return random == 7;
}
