/* Lists that are kept, short-lived buffers, memory that is never read; threads. With any argument all is freed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  struct item *next;
  char *name;
};

static struct item *items;

static char *name_of(int number) {
  char text[32];
  snprintf(text, sizeof text, "item %d", number);
  char *name = malloc(strlen(text) + 1);
  strcpy(name, text);
  return name;
}

static void add_item(int number) {
  struct item *item = malloc(sizeof *item);
  item->name = name_of(number);
  item->next = items;
  items = item;
}

static long shout(const struct item *item) {
  size_t length = strlen(item->name);
  char *copy = calloc(1, length + 1);
  for (size_t at = 0; at < length; at++) copy[at] = item->name[at] ^ 32;
  long sum = copy[0];
  free(copy);
  return sum;
}

static void *fill_table(void *unused) {
  int *table = malloc(4000 * sizeof *table);
  for (int at = 0; at < 4000; at++) table[at] = at;
  free(table);
  return unused;
}

static void *grow(int steps) {
  char *text = NULL;
  for (int step = 1; step <= steps; step++) {
    text = realloc(text, step * 100);
    text[step * 100 - 1] = 'x';
  }
  return text;
}

int main(int count, char **arguments) {
  (void)arguments;
  pthread_t threads[2];
  for (int at = 0; at < 2; at++) pthread_create(&threads[at], NULL, fill_table, NULL);
  for (int number = 0; number < 200; number++) add_item(number);
  long sum = 0;
  for (struct item *item = items; item; item = item->next) sum += shout(item);
  void *text = grow(12);
  for (int at = 0; at < 2; at++) pthread_join(threads[at], NULL);
  while (count > 1 && items) {
    struct item *next = items->next;
    free(items->name);
    free(items);
    items = next;
  }
  free(text);
  printf("%ld\n", sum);
  return 0;
}
