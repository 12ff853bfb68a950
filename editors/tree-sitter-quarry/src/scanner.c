/* Finds the ends of statements, which are line breaks: a blank line, or a line that goes on with neither a blank nor a pipe. */
#include "tree_sitter/parser.h"

enum TokenType { END_OF_STATEMENT };

void *tree_sitter_quarry_external_scanner_create(void) { return NULL; }
void tree_sitter_quarry_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_quarry_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_quarry_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_quarry_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  if (!valid[END_OF_STATEMENT]) return false;
  unsigned breaks = 0;
  bool indented = false;
  for (;;) {
    switch (lexer->lookahead) {
      case '\n':
        breaks++;
        indented = false;
        lexer->advance(lexer, true);
        continue;
      case ' ':
      case '\t':
      case '\r':
        indented = true;
        lexer->advance(lexer, true);
        continue;
    }
    break;
  }
  if (breaks == 0 || lexer->eof(lexer)) return false;
  /* A pipe goes on with the statement before it, even after a blank line: there is none to begin with it. */
  if (lexer->lookahead == '|' || (breaks == 1 && indented)) return false;
  lexer->mark_end(lexer);
  lexer->result_symbol = END_OF_STATEMENT;
  return true;
}
