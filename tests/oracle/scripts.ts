/**
 * A query as a script: complete, or split by a definition, a name for its rows in the middle, `_` or parentheses.
 * @module
 */

import type { Random } from "../support/random.ts";
import type { Relation } from "../query/oracle/relation.ts";

/** Names of results: they are reused, so that a long session keeps few rows. */
const KEPT = ["k1", "k2", "k3"];

/** The query written in one of several ways; the last statement gives the answer. */
export function scriptOf(random: Random, { text, cols }: Relation, main: string): string {
  const whole = text.join(" | ");
  if (text[0] === main && text[1]?.startsWith("where ") && random.oneIn(3)) {
    const [condition, ...rest] = [text[1].slice("where ".length), ...text.slice(2)];
    // A name alone is a table, and a call may be a definition.
    if (!/^[\w.]+(?:\(.*\))?$/.test(condition!)) return [condition, ...rest].join(" | ");
  }
  if (!random.oneIn(4)) return whole;
  const cut = 1 + random.below(text.length);
  const head = text.slice(0, cut).join(" | ");
  const tail = ["", ...text.slice(cut)].join(" | ");
  // Arguments of calls need the rows of a table, and a result has none.
  // The values of a result are not known before it runs, so that a pivot has to list them.
  const turns = text.slice(cut).some((each) => / pivot /.test(each) && !/ in \{/.test(each));
  const lazy = turns || cols.some((col) => col.lazy !== undefined) ||
    /\b(?:arg|text|number|u8|f32)\(/.test(whole);
  switch (lazy ? 2 + random.below(2) : random.below(4)) {
    case 0:
      return `${head}; _${tail}`;
    case 1: {
      const name = random.pick(KEPT);
      return `${head} | as ${name}; ${name}${tail}`;
    }
    case 2: {
      const name = `definition_${random.u32()}`;
      return `let ${name} = ${head}; ${name}${tail}`;
    }
    default:
      return `(${head})${tail}`;
  }
}
