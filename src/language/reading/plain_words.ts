/**
 * Reads questions in plain words: first those of certain forms, then sentences.
 * @module
 */

import { readAddress } from "./address_forms.ts";
import { readChange } from "./change_forms.ts";
import { readClauses, readRestricted } from "./clause_forms.ts";
import { readGroupQuestion } from "./group_forms.ts";
import { readQuestion } from "./question_forms.ts";
import type { ReadingContext } from "./reading_context.ts";
import { readSentence } from "./sentences.ts";
import { readShare } from "./share_forms.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { wordsOf } from "./sentence_tokens.ts";

/** Forms that sentences would misread or could not read. */
const FORMS = [readShare, readAddress, readChange, readGroupQuestion, readClauses];

/** Queries that a question may mean, best match first; none if a word of it is not understood. */
export function readPlainWords(text: string, world: ReadingContext): string[] {
  if (wordsOf(text).length > QUERY_LIMITS.readWords.most) return [];
  for (const read of FORMS) {
    const queries = read(text, world).filter((query) => world.rows(query) !== null);
    if (queries.length > 0) return [...new Set(queries)].slice(0, 1);
  }
  const sentences = [...new Set(readSentence(text, world))];
  if (sentences.length > 0) return sentences;
  const questions = readQuestion(text, world);
  return questions.length > 0 ? questions : readRestricted(text, world);
}
