/**
 * The words of the language by kind, from the registries of the program itself: grammars for editors are generated from
 * them.
 * @module
 */

import { POINTS, SOURCES } from "../../src/language/registry.ts";
import { AGGREGATES } from "../../src/query/aggregates/registry.ts";
import { LIVE_SOURCES } from "../../src/query/analysis/live_sources.ts";
import { FUNCTIONS } from "../../src/query/functions/registry.ts";
import { STAGES } from "../../src/query/stages/registry.ts";
import { STATEMENT_DOCS } from "../../src/query/syntax/operators.ts";
import { OPERATOR_WORDS, RESERVED_WORDS } from "../../src/query/syntax/token.ts";
import { WINDOW_FUNCTIONS } from "../../src/query/windows/registry.ts";

const CONSTANTS = new Set(["true", "false", "null"]);

/** Words by kind, in order, each once. */
export interface Words {
  /** Words at the beginning of a stage. */
  readonly stages: readonly string[];
  /** Words within stages, such as `bins` and `per`. */
  readonly parts: readonly string[];
  /** Words at the beginning of a statement. */
  readonly statements: readonly string[];
  /** Sources besides tables. */
  readonly sources: readonly string[];
  readonly functions: readonly string[];
  readonly operators: readonly string[];
  readonly constants: readonly string[];
  /** Words after `@`. */
  readonly points: readonly string[];
}

/** The words of the language as it is now. */
export function languageWords(): Words {
  const stages = STAGES.map(({ keyword }) => keyword);
  return {
    stages: sorted(stages),
    parts: sorted(
      STAGES.flatMap(({ keyword, words = [], usage }) =>
        [
          ...words.map(({ word }) => word),
          // In the usage, literal words are in lower case.
          ...usage.match(/(?<![\w.])[a-z]{2,}(?![\w(])/g) ?? [],
        ].filter((word) => /^[a-z]+$/.test(word) && word !== keyword)
      ),
    ),
    statements: sorted(STATEMENT_DOCS.map(({ name }) => name)),
    sources: sorted([...LIVE_SOURCES.map(({ name }) => name), ...SOURCES.map(({ keyword }) => keyword)]),
    functions: sorted([...FUNCTIONS, ...AGGREGATES, ...WINDOW_FUNCTIONS].map(({ name }) => name)),
    operators: sorted([...OPERATOR_WORDS, ...RESERVED_WORDS].filter((word) => !CONSTANTS.has(word))),
    constants: sorted([...CONSTANTS]),
    points: sorted(POINTS.forms.flatMap(({ example }) => /^[a-z]+/.exec(example) ?? [])),
  };
}

function sorted(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => /^\w+$/.test(word)))].sort();
}
