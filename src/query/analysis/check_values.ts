/**
 * Warnings about the data: a comparison that is false for all rows of the loaded traces is probably an error.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { didYouMean } from "../../base/did_you_mean.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { timeText } from "../../base/time_text.ts";
import { hex } from "../../base/u64.ts";
import { hasFunctionNames } from "../../names/function_columns.ts";
import { shortName } from "../../names/short_name.ts";
import { globPattern } from "../../patterns/text_pattern.ts";
import { matchTest } from "../execution/match_test.ts";
import { WorkLimitError, type WorkMeter } from "../../patterns/work_meter.ts";
import type { CompareExpr, Expr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import type { Expression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import type { ValueCount } from "./catalog.ts";
import type { DefinitionUse, Scope, StoredColumnFact } from "./scope.ts";
import { quote } from "./message_words.ts";

/**
 * If a column has more distinct values than this, messages list no values and no similar value is searched.
 */
const MAX_DISTINCT = QUERY_LIMITS.warningValues.most;
/** Columns whose numbers span a wider range have too many distinct values to count. */
const MAX_SPREAD = 4096n;
/** Maximum number of values listed in a message. */
const MAX_NAMED = 8;

/** Ends of a range; null for an open end. */
export interface Bounds {
  readonly low: Expr | null;
  readonly high: Expr | null;
  /** The high end is included. */
  readonly closed: boolean;
}

/** Returns the stored column that an expression reads unchanged; null if it reads none. */
function factOf(operand: Expr, scope: Scope): StoredColumnFact | null {
  return operand.op === "column" && !scope.quiet ? scope.facts[operand.index] ?? null : null;
}

/** A stored column that is tested, and where to report problems. */
interface Tested {
  readonly binder: Binder;
  readonly fact: StoredColumnFact;
  readonly at: { readonly span: Span };
  readonly scope: Pick<Scope, "frame">;
}

/** Reports a column that is null in every row; returns true if it is. */
function checkNull({ binder, fact, at, scope }: Tested, outcome = "the filter can never match"): boolean {
  if (fact.column.allNull !== true) return false;
  const { name } = fact.column;
  // Report a null column only once per statement.
  if (!binder.isFirstWarning(`null ${fact.table} ${name}`)) return true;
  const message = `Column ${quote(name)} is null in every row of ${fact.table}: ${outcome}`;
  const suggestion = binder.catalog.missingColumn?.(fact.table, name, fact.trace) ??
    "no record of the trace has one";
  binder.report("Q301", message, at, scope, suggestion);
  return true;
}

/** Checks a key column of a join or sequence for being null in every row: null equals nothing. */
export function checkKey(
  binder: Binder,
  fact: StoredColumnFact | null | undefined,
  at: { readonly span: Span },
  frame: DefinitionUse | null,
  outcome: string,
): void {
  if (fact) checkNull({ binder, fact, at, scope: { frame } }, outcome);
}

/** Checks an operand that is compared with something unknown before the run. */
export function checkColumn(binder: Binder, operand: Expr, at: Expression, scope: Scope): void {
  const fact = factOf(operand, scope);
  if (fact !== null) checkNull({ binder, fact, at, scope });
}

/** Checks `operand fn constant`. */
export function checkComparison(
  binder: Binder,
  fn: CompareExpr["fn"],
  operand: Expr,
  value: Expr,
  at: Expression,
  scope: Scope,
): void {
  const fact = factOf(operand, scope);
  if (fact === null || value.op !== "constant" || value.value === null) return;
  const of = { binder, fact, at, scope };
  if (checkNull(of)) return;
  if (typeof value.value === "string") {
    if (fn !== "==" && fn !== "!=") return;
    const isPattern = /[*?]/.test(value.value) && at.kind === "string";
    const present = isPattern && distinctOf(binder, fact);
    if (isPattern && !(present && valuesIn(present).has(value.value))) {
      reportWildcards(binder, value.value, at, scope);
    } else checkText(binder, operand, value.value, fn, at, scope);
    return;
  }
  const number = value.value;
  if (typeof number !== "bigint" || fn === "!=" || (fn === "==" && checkPresent(of, number, at))) return;
  const low = fn === "<" || fn === "<=" ? null : fn === ">" ? number + 1n : number;
  const high = fn === ">" || fn === ">=" ? null : fn === "<" ? number - 1n : number;
  checkInside(of, low, high, at);
}

function reportWildcards(binder: Binder, text: string, at: Expression, scope: Scope): void {
  const message = "Quoted text is compared literally: wildcards have no meaning in it";
  const suggestion = `for a glob write ~ "${text}"${
    /^[\w.*?/]+$/.test(text) ? `, or in a list {${text}}` : ""
  }`;
  binder.report("Q307", message, at, scope, suggestion);
}

/** Checks a text test: equality, a pattern, or a substring. */
export function checkText(
  binder: Binder,
  operand: Expr,
  test: string | Expr,
  fn: "==" | "!=",
  at: Expression,
  scope: Scope,
  word?: string,
): void {
  const fact = factOf(operand, scope);
  if (fact === null || checkNull({ binder, fact, at, scope })) return;
  const present = distinctOf(binder, fact);
  if (present === undefined) return;
  const some = within(() => someText(present, test, binder.warningWork));
  if (some !== false) return;
  const wanted = typeof test === "string" ? test : wantedText(test);
  if (typeof test === "string" && isShortName(test, fact, present)) return;
  const isCounted = binder.hasEnough("Q302");
  const meant = isCounted ? undefined : within(() => nearText(test, wanted, present, binder.warningWork));
  const written = word !== undefined
    ? `with the word ${quote(word)}`
    : wanted === null
    ? patternWords(test)
    : quote(wanted);
  const isPart = word !== undefined && present.some(({ value }) => String(value).includes(word));
  // With "!=", a mistyped value is different from all rows.
  const effect = fn === "==" ? "" : ", so every row passes";
  binder.report("Q302", `No row has ${fact.column.name} ${written}${effect}`, at, scope, {
    suggestion: isCounted
      ? undefined
      : isPart
      ? `for a part of a word write contains ${quote(word)}`
      : meant === undefined
      ? presentValues(fact, present)
      : `did you mean ${quote(meant)}?`,
    fix: meant === undefined ? undefined : at.kind === "string" ? JSON.stringify(meant) : plainWord(meant),
  });
}

/** Whether this text is the short form in which screens show a function, not its full name. */
function isShortName(text: string, { column }: StoredColumnFact, present: readonly ValueCount[]): boolean {
  const { name, display = "plain" } = column;
  return hasFunctionNames({ name, type: "text", display }) &&
    present.some(({ value }) => shortName(String(value)) === text);
}

/** Runs a search with a work limit; undefined if the limit is reached. */
function within<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof WorkLimitError) return undefined;
    throw error;
  }
}

/** Whether any value satisfies the test; undefined if the test is too complex to evaluate here. */
function someText(
  present: readonly ValueCount[],
  test: string | Expr,
  work: WorkMeter,
): boolean | undefined {
  if (typeof test === "string") return valuesIn(present).has(test);
  const passes = textPredicate(test, work);
  return passes === null ? undefined : present.some(({ value }) => passes(String(value)));
}

/** Returns the existing text most similar to one that no row has. */
function nearText(
  test: string | Expr,
  wanted: string | null,
  present: readonly ValueCount[],
  work: WorkMeter,
): string | undefined {
  if (wanted === null) return deeperGlob(test, present, work);
  const texts = present.map(({ value }) => String(value));
  // The search compares at most as many characters of a text as `wanted` has.
  for (const text of texts) work.spend(Math.min(text.length, wanted.length) + 1);
  return didYouMean(wanted, texts);
}

/** Describes the pattern: `like "*.c"`, `that contains "x"`. */
function patternWords(test: string | Expr): string {
  const match = typeof test === "string" ? undefined : test.op === "or" ? test.operands[0] : test;
  if (match?.op !== "match") return "like that";
  if (match.how === "equal") return quote(match.pattern);
  if (match.how === "regex") return `like /${match.pattern}/${match.flags}`;
  if (match.how === "glob") return `like ${quote(match.pattern)}`;
  return `that ${match.how.replace("with", " with")} ${quote(match.pattern)}`;
}

/** Returns the glob with any folders in front (a leading `**`), if that matches something. */
function deeperGlob(
  test: string | Expr,
  present: readonly ValueCount[],
  work: WorkMeter,
): string | undefined {
  if (typeof test === "string" || test.op !== "match" || test.how !== "glob") return undefined;
  if (test.pattern.startsWith("**")) return undefined;
  const glob = `**/${test.pattern}`;
  const pattern = globPattern(glob);
  return present.some(({ value }) => pattern.test(String(value), work)) ? glob : undefined;
}

function plainWord(word: string): string | undefined {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(word) ? word : undefined;
}

/** Returns the text of an equality test; null for patterns. */
function wantedText(test: Expr): string | null {
  const exact = test.op === "or" ? test.operands[0]! : test;
  if (exact.op === "compare" && exact.right.op === "constant") return String(exact.right.value);
  if (exact.op === "match" && exact.how === "equal") return exact.pattern;
  return null;
}

/** Returns a function that tests one text; null if the test is too complex to evaluate here. */
function textPredicate(test: Expr, work: WorkMeter): ((value: string) => boolean) | null {
  switch (test.op) {
    case "compare": {
      const wanted = test.right.op === "constant" ? test.right.value : null;
      return (value) => {
        work.spend(1);
        return value === wanted;
      };
    }
    case "or": {
      const parts = test.operands.map((operand) => textPredicate(operand, work));
      return parts.includes(null) ? null : (value) => parts.some((part) => part!(value));
    }
    case "match": {
      const passes = matchTest(test, work);
      return (value) => {
        work.spend(1);
        return passes(value);
      };
    }
    default:
      return null;
  }
}

function distinctOf(binder: Binder, fact: StoredColumnFact): readonly ValueCount[] | undefined {
  const present = binder.catalog.distinct(fact.table, fact.column.name, MAX_DISTINCT, fact.trace);
  return present === undefined || present.length === 0 ? undefined : present;
}

const values = new WeakMap<readonly ValueCount[], ReadonlySet<string | bigint>>();

/** Returns the values as a set. Cached, because a query may list a hundred thousand values. */
function valuesIn(present: readonly ValueCount[]): ReadonlySet<string | bigint> {
  let set = values.get(present);
  if (set === undefined) values.set(present, set = new Set(present.map(({ value }) => value)));
  return set;
}

/** Reports a number that no row has, if all values are known. */
function checkPresent({ binder, fact, scope }: Tested, value: bigint, at: Expression): boolean {
  const bounds = binder.bounds(fact);
  // Counting the values of a column with a wide range takes long and finds too many.
  if (bounds !== undefined && bounds.max - bounds.min > MAX_SPREAD) return false;
  const present = distinctOf(binder, fact);
  if (present === undefined || valuesIn(present).has(value)) return false;
  const message = `No row has ${fact.column.name} ${shown(value, fact)}`;
  const suggestion = binder.hasEnough("Q302") ? undefined : presentValues(fact, present);
  binder.report("Q302", message, at, scope, suggestion);
  return true;
}

/** Checks a range: returns true if it is empty, and warns if it overlaps no existing value. */
export function checkBounds(
  binder: Binder,
  operand: Expr | null,
  bounds: Bounds,
  at: Expression,
  scope: Scope,
): boolean {
  const low = constantOf(bounds.low);
  const high = constantOf(bounds.high);
  if (low !== null && high !== null && (bounds.closed ? low > high : low >= high)) {
    const message = "Range is empty: its end is not above its start";
    const suggestion = low === high
      ? "to include the end write a..=b"
      : "an address and a length are written a..+n";
    binder.report("Q304", message, at, scope, suggestion);
    return true;
  }
  const fact = operand === null ? null : factOf(operand, scope);
  const of = fact && { binder, fact, at, scope };
  if (of === null || checkNull(of)) return false;
  const last = typeof high === "bigint" ? bounds.closed ? high : high - 1n : null;
  checkInside(of, typeof low === "bigint" ? low : null, last, at);
  return false;
}

function constantOf(bound: Expr | null): Exclude<Constant, null> | null {
  return bound?.op === "constant" ? bound.value : null;
}

/** Reports a range [low, high] that contains no existing value. */
function checkInside(of: Tested, low: bigint | null, high: bigint | null, at: Expression): void {
  const { binder, fact, scope } = of;
  const bounds = binder.bounds(fact);
  if (bounds === undefined) return;
  const { min, max } = bounds;
  const above = low !== null && low > max;
  const below = high !== null && high < min;
  if (!above && !below) return;
  // An assertion such as "nothing is larger than this" is expected to be false for all rows.
  if (binder.expectsNoRows && low !== high) return;
  const { name } = fact.column;
  const meant = low !== null && low === high ? hexMeant(at, min, max) : undefined;
  const side = above ? `at most ${shown(max, fact)}` : `at least ${shown(min, fact)}`;
  binder.report("Q303", `No row can match: ${name} is ${side} in every row`, at, scope, {
    suggestion: meant === undefined
      ? `the trace has ${shown(min, fact)} to ${shown(max, fact)}`
      : `did you mean ${meant}?`,
    fix: meant,
  });
}

/** Returns the number that a typed address means in hexadecimal if `0x` was forgotten. */
function hexMeant(at: Expression, min: bigint, max: bigint): string | undefined {
  if (at.kind !== "integer" || !/^\d+$/.test(at.text)) return undefined;
  const value = BigInt(`0x${at.text}`);
  return value >= min && value <= max ? `0x${at.text}` : undefined;
}

function shown(value: string | bigint, fact: StoredColumnFact): string {
  if (typeof value === "string") return quote(value);
  if (fact.column.display === "hex") return hex(value);
  return fact.column.type === "time" ? timeText(value) : String(value);
}

/** Lists values: `the trace has: 1, 2, 5`. */
function presentValues(fact: StoredColumnFact, present: readonly ValueCount[]): string {
  const named = present.slice(0, MAX_NAMED).map(({ value }) => value);
  if (typeof named[0] === "bigint") named.sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
  const rest = present.length - named.length;
  const names = named.map((value) => shown(value, fact)).join(", ");
  return `the trace has: ${names}${rest > 0 ? ` and ${rest} more` : ""}`;
}
