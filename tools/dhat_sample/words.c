/* Counts the words of its input in a list that moves to the front, keeps what it should not, and has a thread. */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
  struct word *next;
  unsigned count;
  char text[];
};

static struct word *words;

static struct word *add_word(const char *text, size_t length) {
  struct word *word = malloc(sizeof *word + length + 1);
  memcpy(word->text, text, length);
  word->text[length] = 0;
  word->count = 1;
  word->next = words;
  return words = word;
}

static void count_word(const char *text, size_t length) {
  for (struct word **link = &words; *link; link = &(*link)->next) {
    struct word *word = *link;
    if (strlen(word->text) != length || memcmp(word->text, text, length)) continue;
    word->count++;
    *link = word->next;
    word->next = words;
    words = word;
    return;
  }
  add_word(text, length);
}

static char *read_all(FILE *file, size_t *length) {
  size_t room = 64;
  char *text = malloc(room);
  *length = 0;
  for (int c; (c = getc(file)) != EOF;) {
    if (*length == room) text = realloc(text, room *= 2);
    text[(*length)++] = tolower(c);
  }
  return text;
}

static void *scratch(void *unused) {
  (void)unused;
  for (int i = 0; i < 200; i++) {
    char *block = calloc(1, 300);
    block[0] = i;
    free(block);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, scratch, NULL);
  size_t length;
  char *text = read_all(stdin, &length);
  for (size_t at = 0; at < length;) {
    size_t end = at;
    while (end < length && isalpha(text[end])) end++;
    if (end > at) count_word(text + at, end - at);
    at = end + 1;
  }
  free(text);
  pthread_join(thread, NULL);
  unsigned distinct = 0;
  for (struct word *word = words; word; word = word->next) distinct++;
  printf("%u words\n", distinct);
  return 0;
}
