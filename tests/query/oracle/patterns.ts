/** `column:pattern`, regular expressions and words in texts, as a query and as SQL. */

import type { Random } from "../../support/random.ts";
import { comparison, type Condition, pieceOf } from "./conditions.ts";
import type { Expressions } from "./expressions.ts";
import { constantTerm, inside, LEVEL, sqlString, type Term } from "./terms.ts";

/** Pieces with the same meaning in regular expressions of JavaScript and of RE2. */
const REGEX_PARTS = [
  "a",
  "main",
  "[a-m]",
  "[^a-z_]",
  "\\w+",
  "\\d",
  ".*",
  "_?",
  "(?:gl|read)",
  "(a|e|i)+",
  "\\.",
  "x{0,2}",
  "\\/",
];
const WORDS = ["a", "main", "read", "c", "GL_TRUE", "0", "net"];

/** A random `text ~ /regex/`. */
export function regex(random: Random, subject: Term): Condition {
  const piece = pieceOf(random, subject)?.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const parts = Array.from(
    { length: 1 + random.below(3) },
    () => piece !== undefined && random.oneIn(2) ? piece : random.pick(REGEX_PARTS),
  );
  // "//" would not be an expression.
  const source = `${random.oneIn(3) ? "^" : ""}${parts.join("") || "a"}${random.oneIn(3) ? "$" : ""}`;
  const flags = random.oneIn(4) ? "i" : "";
  const negated = random.oneIn(4);
  const found = `regexp_matches(${subject.sql}, ${sqlString(source)}, ${sqlString(flags || "c")})`;
  return {
    text: `${inside(subject, LEVEL.xor)} ${negated ? "!~" : "~"} /${source}/${flags}`,
    level: LEVEL.comparison,
    sql: `coalesce(${negated ? "NOT " : ""}${found}, false)`,
  };
}

/** A random `text has word`. */
export function word(random: Random, subject: Term): Condition {
  const words = subject.samples.flatMap((sample) =>
    typeof sample === "string" ? sample.match(/\w+/g) ?? [] : []
  );
  const wanted = random.pick(words.length > 0 && random.oneIn(2) ? words : WORDS);
  const negated = random.oneIn(4);
  // RE2 has no lookahead; letters around the word are matched instead.
  const letter = "[^\\p{L}\\p{N}_]";
  const found = `regexp_matches(${subject.sql}, ${sqlString(`(?:^|${letter})${wanted}(?:$|${letter})`)})`;
  return {
    ...comparison(subject, `${negated ? "not " : ""}has`, constantTerm("text", wanted)),
    sql: `coalesce(${negated ? "NOT " : ""}${found}, false)`,
  };
}

/** A random `column:pattern`; the subject is a column. */
export function pattern(random: Random, expressions: Expressions, subject: Term): Condition {
  const written = (text: string): { text: string; level: typeof LEVEL.comparison } => ({
    text: `${subject.text}:${text}`,
    level: LEVEL.comparison,
  });
  const [a, b] = [expressions.near(subject), expressions.near(subject)];
  const test = (sql: string): string => `coalesce(${sql}, false)`;
  if (random.oneIn(8)) return { ...written("null"), sql: `(${subject.sql} IS NULL)` };
  if (subject.type === "text") {
    // Between quotes a text is compared unchanged.
    return { ...written(a.text), sql: test(`${subject.sql} = ${a.sql}`) };
  }
  if (subject.type === "bool") return { ...written(a.text), sql: test(`${subject.sql} = ${a.sql}`) };
  // With signs or fractions they would be words.
  if ([a, b].some(({ text, type }) => type !== subject.type || !/^\w+$/.test(text))) {
    return { ...comparison(subject, "==", a), sql: test(`${subject.sql} = ${a.sql}`) };
  }
  switch (random.below(4)) {
    case 0:
      return { ...written(a.text), sql: test(`${subject.sql} = ${a.sql}`) };
    case 1:
      return { ...written(`{${a.text}, ${b.text}}`), sql: test(`${subject.sql} IN (${a.sql}, ${b.sql})`) };
    case 2:
      return {
        ...written(`${a.text}..${b.text}`),
        sql: test(`${subject.sql} >= ${a.sql} AND ${subject.sql} < ${b.sql}`),
      };
    default:
      return { ...written(`${a.text}..`), sql: test(`${subject.sql} >= ${a.sql}`) };
  }
}
