/**
 * The headline of two traces of one kind: what grew and what shrank from the first to the second.
 * @module
 */

import { amountOf, bytesOf, countOf, signedAmount } from "../base/amount_text.ts";
import { quoteTraceName } from "../engine/ask_rows.ts";
import type { NamedRow, TraceQueries } from "../engine/trace_queries.ts";
import { bars } from "./curve.ts";
import { HEADLINE_ROWS, type HeadlineAnswer, type HeadlineRow, type Tone } from "./headline.ts";
import { hasBlocks, placeColumns } from "./memory.ts";
import { baseName, labelOfRow, numberOfRow, testsOf, textOfRow } from "./row_values.ts";
import { profileOf } from "./profile.ts";

/** The two traces to compare. */
interface Sides {
  readonly before: TraceQueries;
  readonly after: TraceQueries;
}

/** Formats a number of a change. */
type Spell = (size: bigint | number) => string;

/** Which direction is an improvement; decides the colour of a change. */
type Better = "less" | "more" | "neither";

/** A query that returns the change of each place in the program. */
interface Changes {
  /** Title of the comparison, such as `never freed`. */
  readonly what: string;
  /** The query for all places; its column `delta` is signed. */
  readonly query: string;
  readonly delta: string;
  readonly keys: readonly string[];
  readonly spell: Spell;
  readonly better: Better;
}

/** A kind of comparison. */
interface ComparisonKind {
  readonly kind: string;
  readonly fits: (sides: Sides) => boolean;
  /** Returns the totals in words, and queries for the changes, most informative first. */
  readonly ask: (
    sides: Sides,
  ) => Promise<{ readonly totals: readonly string[]; readonly changes: readonly Changes[] }>;
}

/** Whether both traces satisfy a test. */
function each(is: (about: TraceQueries) => boolean): ComparisonKind["fits"] {
  return ({ before, after }) => is(before) && is(after);
}

const ways: readonly ComparisonKind[] = [
  { kind: "memory", fits: each(hasBlocks), ask: memory },
  { kind: "calls", fits: each((about) => about.has("calls", "name")), ask: calls },
  { kind: "coverage", fits: each((about) => about.has("lines", "covered")), ask: lines },
  { kind: "coverage", fits: each((about) => about.has("units", "bits_set")), ask: units },
  {
    kind: "profile",
    // Profiles are comparable only if their formats use the same query.
    fits: ({ before, after }) =>
      profileOf(before) !== undefined && profileOf(before)?.query === profileOf(after)?.query,
    ask: profile,
  },
];

/** The headline of the changes; null if the traces are of different kinds. */
export async function comparisonHeadline(
  sides: Sides,
): Promise<(HeadlineAnswer & { readonly kind: string }) | null> {
  const way = ways.find(({ fits }) => fits(sides));
  if (way === undefined) return null;
  const { totals, changes } = await way.ask(sides);
  const names = `${sides.before.open.name} → ${sides.after.open.name}`;
  const said = totals.length === 0 ? "" : `${totals.join("; ")}`;
  for (const change of changes) {
    const { query, rows, grew, shrank } = await changed(sides, change);
    if (rows.length === 0) continue;
    const parts = [
      ...(grew === null ? [] : [`grew most: ${grew}`]),
      ...(shrank === null ? [] : [`shrank most: ${shrank}`]),
    ];
    return {
      kind: way.kind,
      sentence: `${names}: ${
        [said, `${change.what}, ${parts.join(", ")}`].filter((each) => each !== "").join("; ")
      }`,
      picture: bars(change.what, rows, query),
      rows,
      query,
    };
  }
  const same = said === "" ? "nothing changed" : `${said}; no place changed`;
  return { kind: way.kind, sentence: `${names}: ${same}`, picture: null, rows: [], query: null };
}

/** The largest increases and decreases. */
async function changed({ after }: Sides, { query, delta, keys, spell, better }: Changes): Promise<{
  readonly query: string;
  readonly rows: readonly HeadlineRow[];
  readonly grew: string | null;
  readonly shrank: string | null;
}> {
  const up = await after.rows(
    `${query} | where ${delta} > 0 | top ${HEADLINE_ROWS} by ${delta}`,
    HEADLINE_ROWS,
  );
  const down = await after.rows(
    `${query} | where ${delta} < 0 | top ${HEADLINE_ROWS} by ${delta} asc`,
    HEADLINE_ROWS,
  );
  const size = (row: NamedRow): number => Math.abs(Number(numberOfRow(row, delta)));
  const all = [...up, ...down].sort((left, right) => size(right) - size(left)).slice(0, HEADLINE_ROWS);
  const most = all[0] === undefined ? 1 : size(all[0]);
  const name = (row: NamedRow): string => labelOfChange(row, keys);
  const said = (row: NamedRow | undefined): string | null =>
    row === undefined ? null : `\`${name(row)}\` ${signedAmount(numberOfRow(row, delta), spell)}`;
  return {
    query: `${query} | where ${delta} != 0`,
    rows: all.map((row) => ({
      label: name(row),
      detail: detailOfChange(row, keys),
      value: signedAmount(numberOfRow(row, delta), spell),
      share: size(row) / most,
      tone: toneOfChange(numberOfRow(row, delta), better),
      query: `${query} | where ${testsOf(row, keys)}`,
    })),
    grew: said(firstNamedRow(up, keys)),
    shrank: said(firstNamedRow(down, keys)),
  };
}

/** The first row that has a name, since rows without names say little; any row if none has a name. */
function firstNamedRow(rows: readonly NamedRow[], keys: readonly string[]): NamedRow | undefined {
  return rows.find((row) => textOfRow(row, keys[0]!) !== null) ?? rows[0];
}

function toneOfChange(delta: bigint | number, better: Better): Tone | null {
  if (better === "neither" || Number(delta) === 0) return null;
  return Number(delta) < 0 === (better === "less") ? "good" : "bad";
}

function labelOfChange(row: NamedRow, keys: readonly string[]): string {
  const name = labelOfRow(row, keys[0]!) ?? "(no name)";
  return keys[0] === "file" || keys[0] === "unit" || keys[0] === "module" ? baseName(name) : name;
}

function detailOfChange(row: NamedRow, keys: readonly string[]): string | null {
  const [detail] = keys.slice(1).map((key) => textOfRow(row, key)).filter((text) => text !== null);
  return detail === undefined ? null : baseName(detail);
}

/** Formats `never freed +1.0 KiB (8.1 KiB → 9.1 KiB)`. */
function total(what: string, before: bigint | number, after: bigint | number, spell: Spell): string {
  const delta = typeof before === "bigint" && typeof after === "bigint"
    ? after - before
    : Number(after) - Number(before);
  return Number(delta) === 0
    ? `${what} as before (${spell(after)})`
    : `${what} ${signedAmount(delta, spell)} (${spell(before)} → ${spell(after)})`;
}

/** Runs a query on each of the two traces and returns the first row of both results. */
async function both(
  { before, after }: Sides,
  query: (about: TraceQueries) => string,
): Promise<[NamedRow, NamedRow]> {
  const [first] = await before.rows(query(before), 1);
  const [second] = await after.rows(query(after), 1);
  return [first ?? {}, second ?? {}];
}

async function memory(sides: Sides): ReturnType<ComparisonKind["ask"]> {
  const { before, after } = sides;
  const [first, second] = await both(
    sides,
    ({ of }) => `allocs${of} | summarize bytes = sum(size), leaked_bytes = sum(size) if leaked`,
  );
  const peaks = [before, after].map(({ open }) => open.trace.lives?.totals.peakBytes ?? 0n);
  // Line numbers differ between versions of a source, so lines are not keys.
  const of = await placeColumns(after);
  const known = (await placeColumns(before)).filter((key) =>
    of.includes(key) && !/^(?:place_)?line$/.test(key)
  );
  const keys = known.length === 0 ? ["first_size"] : known;
  const difference = (what: string, source: (about: TraceQueries) => string): Changes => ({
    what,
    query: `diff (${source(before)}), (${source(after)}) by ${keys.join(", ")}`,
    delta: "bytes_delta",
    keys,
    spell: bytesOf,
    better: "less",
  });
  return {
    totals: [
      total("never freed", numberOfRow(first, "leaked_bytes"), numberOfRow(second, "leaked_bytes"), bytesOf),
      total("peak", peaks[0]!, peaks[1]!, bytesOf),
    ],
    changes: [
      difference("leaks", ({ of }) => `leaks${of}`),
      difference("live at the peak", ({ of }) => `live @ peak${of}`),
      difference("allocations", ({ of }) => `allocs${of}`),
    ],
  };
}

async function calls(sides: Sides): ReturnType<ComparisonKind["ask"]> {
  const { before, after } = sides;
  const [first, second] = await both(
    sides,
    ({ of }) => `calls${of} | summarize calls = count(), redundant = count() if redundant`,
  );
  return {
    totals: [
      total("calls", numberOfRow(first, "calls"), numberOfRow(second, "calls"), amountOf),
      total("redundant calls", numberOfRow(first, "redundant"), numberOfRow(second, "redundant"), amountOf),
    ],
    changes: [{
      what: "calls by function",
      query: `diff calls${before.of}, calls${after.of} by name`,
      delta: "count_delta",
      keys: ["name"],
      spell: (size) => countOf(size, "call"),
      better: "neither",
    }],
  };
}

/** A query for sums of both traces and their difference, for tables without the column `size` that `diff` needs. */
function sumsOf({ before, after }: Sides, source: string, keys: readonly string[], value: string): string {
  const [first, second] = [before, after].map(({ open }) => quoteTraceName(open.name));
  return `${source} | by ${
    keys.join(", ")
  }: before = ${value} if trace == ${first}, after = ${value} if trace == ` +
    `${second} | extend delta = delta(coalesce(after, 0), coalesce(before, 0))`;
}

async function lines(sides: Sides): ReturnType<ComparisonKind["ask"]> {
  const [first, second] = await both(
    sides,
    ({ of }) =>
      `lines${of} | by file, line: ran = max(covered) | summarize lines = count(), covered = count() if ran`,
  );
  const keys = ["file", ...sides.before.filled("lines", ["func"])];
  return {
    totals: [
      total("lines that ran", numberOfRow(first, "covered"), numberOfRow(second, "covered"), amountOf),
    ],
    changes: [{
      what: "lines that ran",
      query: sumsOf(sides, "lines | where covered", keys.toReversed(), "count()"),
      delta: "delta",
      keys: keys.toReversed(),
      spell: (size) => countOf(size, "line"),
      better: "more",
    }],
  };
}

async function units(sides: Sides): ReturnType<ComparisonKind["ask"]> {
  const [first, second] = await both(sides, ({ of }) => `units${of} | summarize covered = sum(bits_set)`);
  return {
    totals: [
      total("covered obligations", numberOfRow(first, "covered"), numberOfRow(second, "covered"), amountOf),
    ],
    changes: [{
      what: "covered obligations",
      query: sumsOf(sides, "units", ["unit", "kind"], "sum(bits_set)"),
      delta: "delta",
      keys: ["unit", "kind"],
      spell: (size) => countOf(size, "obligation"),
      better: "more",
    }],
  };
}

async function profile(sides: Sides): ReturnType<ComparisonKind["ask"]> {
  const ask = profileOf(sides.after)!;
  const weight = ask.weights.find(({ name }) => name === ask.first)!;
  const spell: Spell = weight.unit === "bytes" ? bytesOf : amountOf;
  const sums = await sides.after.rows(`${ask.query} | by trace: total = sum(${weight.name})`, 2);
  const of = ({ open }: TraceQueries): bigint | number =>
    numberOfRow(sums.find((row) => row.trace === open.name), "total");
  const columns = await sides.after.ask(
    `${ask.query} | take 0`,
    (table) => table.columns.map(({ name }) => name),
  );
  const key = ["func", "name", "symbol", "module"].find((each) => columns.includes(each));
  const what = weight.name.replaceAll("_", " ");
  return {
    totals: [total(what, of(sides.before), of(sides.after), spell)],
    changes: key === undefined ? [] : [{
      what,
      query: sumsOf(sides, ask.query, [key], `sum(${weight.name})`),
      delta: "delta",
      keys: [key],
      spell,
      better: "neither",
    }],
  };
}
