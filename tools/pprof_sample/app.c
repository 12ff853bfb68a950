/* Keeps every third of its lists, so that a heap profile has something to show. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  struct item *next;
  char name[40];
};

static struct item *make_item(struct item *next, int number) {
  struct item *item = malloc(sizeof *item);
  item->next = next;
  snprintf(item->name, sizeof item->name, "item %d", number);
  return item;
}

static struct item *make_list(int length) {
  struct item *list = NULL;
  for (int i = 0; i < length; i++) list = make_item(list, i);
  return list;
}

static void free_list(struct item *list) {
  while (list) {
    struct item *next = list->next;
    free(list);
    list = next;
  }
}

static struct item *kept[100];

int main(void) {
  for (int i = 0; i < 300; i++) {
    struct item *list = make_list(1 + i % 10);
    if (i % 3) free_list(list);
    else kept[i / 3] = list;
  }
  char *text = calloc(1, 5000);
  memset(text, 'x', 4999);
  return text[0] == 'x' ? 0 : 1;
}
