/**
 * Phrases about API calls that users type in place of a query.
 * @module
 */

import type { QuestionPhrase } from "../../events/question_phrases.ts";

/** Phrases that apply to every trace. */
export const CALL_QUESTIONS: readonly QuestionPhrase[] = [
  {
    words: [
      "most frequent call",
      "most called function",
      "which function is called most often",
      "which function is called most",
      "function called most often",
      "most used function",
      "hottest function",
      "hot function",
    ],
    queries: ["calls | by name | top 10 by count"],
  },
  {
    words: ["draw per frame", "draw by frame", "draw count per frame"],
    queries: ["frames | select frame, draws"],
  },
  { words: ["last frame"], queries: ["frames | tail 1"] },
  { words: ["first frame"], queries: ["frames | take 1"] },
  {
    words: [
      "same call twice in a row",
      "call twice in a row",
      "same call repeated",
      "call repeated in a row",
    ],
    queries: ["calls | where redundant"],
  },
  { words: ["shader", "shader object"], queries: ['objects | where type == "shader"'] },
  { words: ["texture", "texture object"], queries: ['objects | where type == "texture"'] },
  { words: ["buffer object"], queries: ['objects | where type == "buffer"'] },
  {
    words: ["leaked texture", "texture never deleted", "leaking texture"],
    queries: ['objects | where type == "texture" and deleted is null'],
  },
  {
    words: ["leaked buffer", "buffer never deleted", "leaking buffer"],
    queries: ['objects | where type == "buffer" and deleted is null'],
  },
  {
    words: [
      "total byte uploaded",
      "total uploaded byte",
      "byte uploaded",
      "uploaded byte",
      "how much is uploaded",
    ],
    queries: ["calls | summarize sum(blob_bytes)"],
    alone: true,
  },
  { words: ["upload", "call that upload"], queries: ["calls | where blob_bytes > 0"] },
  {
    words: ["byte uploaded by function", "upload by function", "upload per function", "data by function"],
    queries: ["calls | by name: bytes = sum(blob_bytes)"],
  },
  {
    words: ["what changed", "what has changed", "change", "difference", "what is different"],
    queries: ["diff (calls of $1), (calls of $2) by name"],
  },
];
