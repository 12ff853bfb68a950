/**
 * Synonyms for columns that mean the same in every table.
 * @module
 */

import type { ColumnSynonyms } from "../events/question_phrases.ts";

/** Words for columns that mean the same in every table. */
export const COLUMN_SYNONYMS: Readonly<Record<string, ColumnSynonyms>> = {
  func: { also: ["function", "routine", "method", "procedure", "caller", "func name", "function name"] },
  file: { also: ["source file", "filename", "file name", "source", "path"] },
  line: { also: ["line number", "lineno", "source line", "code line"] },
  thread: { also: ["tid", "thread id"] },
  addr: { also: ["address", "ptr", "pointer"] },
  size: {
    amount: true,
    also: ["byte", "block size", "allocation size", "alloc size", "length", "amount"],
    most: ["largest", "biggest", "large", "big", "huge", "heaviest"],
    least: ["smallest", "tiniest", "small", "tiny"],
  },
  bytes: {
    amount: true,
    also: ["size", "memory", "total", "total size", "sum size", "sum of size", "total byte", "sum"],
  },
  count: { amount: true, also: ["n", "number", "cnt", "frequency", "total count"] },
  kind: { also: ["event kind", "event type", "operation"] },
  module: { also: ["library", "shared object"] },
  name: { also: ["api function"] },
  time: { also: ["timestamp"] },
  life: {
    amount: true,
    also: ["lifetime", "life time", "lifespan", "lived", "life span"],
    most: ["longest", "longest lived", "longest living", "oldest", "long lived"],
    least: ["shortest", "shortest lived", "shortest living"],
  },
  freed: { also: ["free time", "freed at"] },
  resizes: { amount: true, also: ["resize", "number of resize"], most: ["most resized", "most reallocated"] },
  moves: { amount: true, also: ["move"], most: ["most moved"] },
  live_bytes: {
    amount: true,
    also: ["live byte", "memory in use", "heap size", "live memory", "memory usage", "heap usage"],
  },
  live_blocks: { amount: true, also: ["live block", "block in use"] },
  stack: { also: ["backtrace", "callstack", "call stack", "stack trace"] },
  trace: { also: ["run"] },
  seq: { also: ["record", "sequence number"] },
};
