/* Copies: what --mode=copy counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char page[4096];

static void keep_line(char *into, const char *line) {
  strcpy(into, line);
}

static void shift(size_t by) {
  memmove(page, page + by, sizeof page - by);
}

int main(void) {
  char line[64];
  for (int number = 0; number < 30; number++) {
    snprintf(line, sizeof line, "line %d of thirty", number);
    keep_line(page + number * 64, line);
  }
  for (int step = 0; step < 8; step++) shift(64);
  char *second = malloc(sizeof page);
  memcpy(second, page, sizeof page);
  printf("%s\n", second);
  free(second);
  return 0;
}
