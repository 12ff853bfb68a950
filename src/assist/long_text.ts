/**
 * Diagnoses a long text part by part: a key press rebinds only its own part and the parts that use its
 * definitions.
 *
 * An error in a definition is reported where the definition is, and where another part uses it.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { withAdvice } from "../language/advice.ts";
import { bindScript, parseScript } from "../language/script.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import { type Definition, type Environment, LAST_RESULT } from "../query/analysis/environment.ts";
import type { PlanColumn } from "../query/plan/values.ts";
import { stageOf } from "../query/stages/registry.ts";
import type { LetStatement } from "../query/syntax/ast.ts";
import { walk } from "../query/syntax/walk.ts";
import { mergeDiagnostics } from "./merge_diagnostics.ts";
import { cachedPerPart, RecentCache, splitIntoParts, type TextPart } from "./text_parts.ts";

/** Facts that the parser gives about a part, independent of other parts. */
interface PartFacts {
  /** Identity of the part for its definitions. */
  readonly script: object;
  readonly lets: readonly LetStatement[];
  /** Definition files that it uses. */
  readonly uses: readonly string[];
  /** Words that may be names of definitions. */
  readonly words: readonly string[];
  readonly namesResult: boolean;
  readonly usesLastResult: boolean;
}

/** The result of binding a part. */
interface BoundPart {
  /** Spans count from the beginning of the part. */
  readonly diagnostics: readonly Diagnostic[];
  readonly results: ReadonlyMap<string, readonly PlanColumn[]> | null;
  /** The definitions known at the time, if a name was undefined. */
  readonly among: number | null;
  readonly number: number;
}

/** Definitions of a text, and which of them are unchanged. */
interface Definitions {
  readonly lets: ReadonlyMap<string, Definition>;
  /** A number that identifies the meaning of a name, including everything it uses. */
  stamp(name: string): number | undefined;
  /** A number that identifies all definitions together. */
  readonly all: number;
}

/** Named results that are known so far. */
interface Results {
  readonly number: number;
  readonly columns: Environment["results"];
}

/** Progress on a text: the next request continues from this state. */
interface Begun {
  readonly text: string;
  readonly library: Environment["library"];
  readonly facts: readonly PartFacts[];
  readonly definitions: Definitions;
  readonly diagnostics: Diagnostic[];
  /** Index of the next part. */
  at: number;
  results: Results;
}

/** Cached results for one catalog and environment. */
interface LongTextCache {
  begun?: Begun;
  readonly environment: Pick<Environment, "lets" | "results">;
  readonly parts: RecentCache<BoundPart>;
  readonly numbers: Map<string, number>;
  readonly results: Map<string, Results>;
}

/** Progress of examining a text. */
export interface Progress {
  readonly diagnostics: readonly Diagnostic[];
  /** False if there was not enough time, in which case the next request continues. */
  readonly isWhole: boolean;
}

const caches = new WeakMap<Catalog, LongTextCache>();

const factsOf = cachedPerPart((text): PartFacts => {
  const parsed = parseScript(text);
  const { statements } = parsed.script;
  const words = new Set<string>();
  for (const { kind, name, text } of parsed.tokens) {
    if (kind === "identifier" || kind === "quotedIdentifier" || kind === "word") words.add(name || text);
  }
  let namesResult = false;
  walk(parsed.script, (node) => {
    if (node.kind === "stage" && stageOf(node).resultName !== undefined) namesResult = true;
  });
  return {
    script: {},
    lets: statements.flatMap((each) => each.kind === "let" ? [each] : []),
    uses: statements.flatMap((each) => each.kind === "use" ? [each.path.value] : []),
    words: [...words],
    namesResult,
    usesLastResult: words.has(LAST_RESULT),
  };
});

/**
 * Returns all errors and warnings found within this many milliseconds; null for a text that must be analysed
 * as a whole, because a name is defined twice or a query continues with the previous result.
 */
export function diagnoseLong(
  text: string,
  catalog: Catalog,
  environment: Environment,
  patience: number,
): Progress | null {
  const cache = longTextCacheOf(catalog, environment);
  const old = cache.begun;
  const goesOn = old?.text === text &&
    (old.library === environment.library || old.facts.every(({ uses }) => uses.length === 0));
  if (!goesOn) {
    const facts = factsOf(text).map(([, each]) => each);
    const definitions = definitionsOf(facts, environment, cache);
    if (definitions === null || facts.some(({ usesLastResult }) => usesLastResult)) return null;
    cache.begun = {
      text,
      library: environment.library,
      facts,
      definitions,
      at: 0,
      diagnostics: [],
      results: { number: 0, columns: environment.results },
    };
  }
  const begun = cache.begun!;
  const { facts, definitions, diagnostics } = begun;
  const around = { ...environment, lets: definitions.lets };
  const end = performance.now() + patience;
  const parts = splitIntoParts(text);
  for (; begun.at < parts.length; begun.at++) {
    const { start, text: part } = parts[begun.at]!;
    const { words, namesResult, uses } = facts[begun.at]!;
    const stamps = words.map((word) => definitions.stamp(word)).filter((stamp) => stamp !== undefined);
    const key = `${begun.results.number} ${stamps.join(" ")}\n${part}`;
    // The content of a file may change between requests.
    let bound = uses.length > 0 ? undefined : cache.parts.get(key);
    if (bound === undefined || (bound.among !== null && bound.among !== definitions.all)) {
      if (performance.now() > end) return { diagnostics, isWhole: false };
      const known = { ...around, results: begun.results.columns };
      bound = bindPart(part, catalog, known, { namesResult, definitions, cache });
      cache.parts.set(key, bound);
    }
    for (const each of bound.diagnostics) diagnostics.push(shiftDiagnostic(each, start));
    if (bound.results) begun.results = resultsAfter(begun.results, bound, cache);
  }
  return { diagnostics, isWhole: true };
}

/**
 * Returns the environment that a part of a long text gets from other parts; null for a text that must be
 * analysed as a whole.
 */
export function environmentOfPart(
  text: string,
  catalog: Catalog,
  environment: Environment,
): Environment | null {
  const cache = longTextCacheOf(catalog, environment);
  const facts = factsOf(text).map(([, each]) => each);
  const definitions = definitionsOf(facts, environment, cache);
  if (definitions === null || facts.some(({ usesLastResult }) => usesLastResult)) return null;
  let columns = environment.results;
  for (const each of cache.results.values()) columns = each.columns;
  return { ...environment, lets: definitions.lets, results: columns };
}

/** The parts of a text that contain a word. */
export function partsContainingWord(text: string, word: string): TextPart[] {
  const facts = factsOf(text);
  return splitIntoParts(text).filter((_, at) => facts[at]![1].words.includes(word));
}

function bindPart(
  text: string,
  catalog: Catalog,
  environment: Environment,
  { namesResult, definitions, cache }: {
    readonly namesResult: boolean;
    readonly definitions: Definitions;
    readonly cache: LongTextCache;
  },
): BoundPart {
  const parsed = parseScript(text);
  const bound = bindScript(parsed, catalog, environment);
  const all = mergeDiagnostics(parsed.diagnostics, bound.diagnostics);
  const results = new Map(bound.environment.results);
  results.delete(LAST_RESULT);
  return {
    diagnostics: withAdvice(text, all, catalog, environment, false),
    results: namesResult ? results : null,
    among: all.some(({ severity }) => severity === "error") ? definitions.all : null,
    number: numberOf(cache, `part ${cache.numbers.size}`),
  };
}

/**
 * Returns the definitions of all parts; null if a name is defined twice, because its meaning then depends on
 * the position.
 */
function definitionsOf(
  facts: readonly PartFacts[],
  { lets: before, library }: Environment,
  cache: LongTextCache,
): Definitions | null {
  const lets = new Map(before);
  const made = new Map<string, { readonly node: LetStatement; readonly words: readonly string[] }>();
  const add = (definition: Definition, words: readonly string[]): boolean => {
    const { name } = definition.node.name;
    if (made.has(name)) return false;
    made.set(name, { node: definition.node, words });
    lets.set(name, definition);
    return true;
  };
  for (const { lets: own, uses, words, script } of facts) {
    for (const node of own) if (!add({ node, script }, words)) return null;
    for (const path of uses) {
      const found = library?.(path);
      if (found === undefined || "problem" in found) continue;
      for (const definition of found.definitions) if (!add(definition, [])) return null;
    }
  }
  const stamps = new Map<string, number>();
  const stamp = (name: string): number | undefined => {
    const known = stamps.get(name);
    if (known !== undefined) return known;
    const found = made.get(name);
    if (!found) return undefined;
    // A definition that uses itself is an error whatever its meaning is.
    stamps.set(name, 0);
    const used = found.words.filter((word) => word !== name).map((word) => stamp(word) ?? "");
    const number = numberOf(cache, `${identityOf(found.node)} ${used.join(" ")}`);
    stamps.set(name, number);
    return number;
  };
  try {
    const all = [...made.keys()].map((name) => stamp(name)).join(" ");
    return { lets, stamp, all: numberOf(cache, `all ${all}`) };
  } catch (error) {
    // The chain of definitions is so long that it overflows the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function resultsAfter({ number, columns }: Results, bound: BoundPart, cache: LongTextCache): Results {
  const key = `${number} ${bound.number}`;
  let after = cache.results.get(key);
  if (after === undefined) {
    after = {
      number: numberOf(cache, `results ${key}`),
      columns: new Map([...columns, ...bound.results!]),
    };
    cache.results.set(key, after);
  }
  return after;
}

/** Identities of definitions, as numbers. */
const identities = new WeakMap<object, number>();
let lastIdentity = 0;

function identityOf(node: object): number {
  let identity = identities.get(node);
  if (identity === undefined) identities.set(node, identity = ++lastIdentity);
  return identity;
}

/** Interns a text as a number. */
function numberOf({ numbers }: LongTextCache, text: string): number {
  let number = numbers.get(text);
  if (number === undefined) numbers.set(text, number = numbers.size + 1);
  return number;
}

/**
 * Maximum number of texts and named results in the cache; beyond this it is cleared, and the next request
 * costs as much as the first one.
 */
const NUMBERED = 200_000;

function longTextCacheOf(catalog: Catalog, environment: Environment): LongTextCache {
  let cache = caches.get(catalog);
  const { lets, results } = cache?.environment ?? {};
  const isKnown = cache && lets === environment.lets && results === environment.results;
  if (!cache || !isKnown || cache.numbers.size > NUMBERED) {
    cache = { environment, parts: new RecentCache(), numbers: new Map(), results: new Map() };
    caches.set(catalog, cache);
  }
  return cache;
}

/** Drops everything bound over a catalog, because more has become known about it. */
export function forgetLongText(catalog: Catalog): void {
  caches.delete(catalog);
}

function shiftDiagnostic(diagnostic: Diagnostic, by: number): Diagnostic {
  const { span, fix } = diagnostic;
  const there = { start: span.start + by, end: span.end + by };
  if (fix === undefined) return { ...diagnostic, span: there };
  return {
    ...diagnostic,
    span: there,
    fix: { ...fix, span: { start: fix.span.start + by, end: fix.span.end + by } },
  };
}
