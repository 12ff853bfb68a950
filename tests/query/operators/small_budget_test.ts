/** Groups, sorts and joins have the same rows with any amount of memory. */
import { assert, assertEquals } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { openSpillFile } from "../../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../../src/memory/data_settings.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { ask } from "../../conformance/opened.ts";
import { atFullEffort, byEffort, entriesOf, later, seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { typedTrace } from "../../support/typed_tables.ts";
import { randomTable } from "./random_table.ts";

const GROUPS = [
  "t | distinct k = row % 9000, word",
  "t | summarize n = count(), m = count(a) if a > 5, sum(small) by k = row % 9000, word",
  "t | summarize first(a), last(b), min(real), max(word), distinct(small), p90(small) by half = row / 3",
  "t | summarize most = argmax(row, small) if flag, d = median(real), s = stddev(sign) by real, k = row % 7000",
  "t | sort small desc, row desc | summarize sum(small), first(row) by k = row % 9000",
  "t | by k = row * row % 10007: n = count() if row / (row % 3) > 7, t = any(when)",
];

/** Groups by stored columns, of which a few at a time fit into memory. */
const RANGES = [
  "k | by key: t = any(trace), n = count(), f = first(row), s = sum(row)",
  "k | where row % 7 != 1 | by key, half: n = count(), l = last(row)",
  "k | by none, key: n = count() if row % 3 == 0, w = any(word), d = distinct(half)",
  "k | by word, key, half: p = median(row), r = avg(real)",
  "k | distinct key, word",
  "k of b | by key: n = count(), f = first(word)",
];

const SORTS = [
  "t | sort word, small desc, row desc | select row",
  "t | sort real desc, sign | select row",
  "t | where row % 3 > 0 | sort flag, a, word desc | select row",
  "t | sort a desc nulls first, word nulls first, row desc | select row",
  "t | sort (if(row % 100 < 98, 7, row)) | select row",
];

const JOINS = [
  "t | join (t | where row % 2 == 0 | select k = row * 3, w = word) on row == k | select row, w",
  "t | sort small, row desc | join left (t | select k = row / 5, n = row) on row == k | select row, n",
  "t | join anti (t | where row % 3 == 0 | select row, word) on row, word | select row",
  "t | sort row desc | join semi (t | where row % 3 != 0) on row, real | select row, real",
];

const COUNTED = [
  "t | join (t | where row % 2 == 0 | select small) on small | count",
  "t | join left (t | where row % 2 == 0 | select real, word) on real, word | count",
];

/** Few groups, with more values than fit into memory. */
const VALUES = [
  "t | summarize median(row), p99(a), percentile(real, 20), p90(sign), median(when) if flag",
  "t | summarize distinct(row), distinct(a), distinct(real), distinct(word), distinct(sign) if flag",
  "t | summarize median(row * row), distinct(row), percentile(b, 1) by k = row % 3",
  "t | summarize median(row), p90(real), distinct(a), distinct(row / 2) by k = if(row % 100 < 90, 7, row)",
  "t | summarize distinct(a), distinct(row / 2), distinct(small) by k = row / 65536",
];

const SLICES = [
  "t | extend seq = row * 100 | timeline every 3 n = count(), m = max(small), w = any(word)",
  "t | extend seq = row * 100 | timeline every 3 by word, k = row % 3: n = count(), m = max(small)",
  "diff (t | where flag | select k = row % 4001, size = a % 1000), (t | where not flag | select k = row % 4001, size = b % 1000) by k",
  "diff (t | where flag), (t | where row % 3 == 0) by word, k = row / 9",
  "changes (t | where row % 7 > 0 | select row, word, seq = row), (t | where row % 5 > 0 | select row, word, seq = row) by row, word",
  "changes (t | where flag | sort small, row), (t | sort small, row desc | where row % 3 < 2) by small, k = row % 9",
  "t | by k = row % 2000, word pivot flag: n = count(), m = max(small)",
  "t | by k = row % 1501, flag pivot word: sum(small), any(when)",
  "t | top 2 by small per row % 3001",
];

const WINDOWS = [
  "t | window by k = row % 90 order small desc, row: n = row_number(), p = rank(), w = lag(word, 2) | select row, n, p, w",
  "t | window by word order row: r = cumulative(count() if flag), m = moving(max(small), 3), s = share(real) | select row, r, m, s",
  "t | where row % 3 > 0 | window by k = row / 7 order real: f = first(a), l = lead(when), d = distinct(sign) if flag",
  "t | sort small desc, row | window by k = row % 11, flag order sign, row: b = lag(row), m = median(row)",
  "t | window by k = row % 50 order sign, row desc: i = argmin(row, small), x = argmax(word, flag) if row % 3 > 0 | select row, i, x",
  "t | extend seq = row * 2 | sessions gap 10 by k = row * row % 13",
];

/** Windows larger than memory: of all rows, and of most. */
const LONG_WINDOWS = [
  "t | window : n = row_number(), w = lag(word, 2), l = lead(real, 700), f = first(a), e = last(b)",
  "t | window order small desc, row: n = row_number(), p = rank(), w = lag(word, 3), l = lead(when)",
  "t | window order word: p = rank(), c = cumulative(sum(small)), m = moving(avg(row), 4), d = distinct(sign)",
  "t | window order small, row desc: i = argmin(row, flag), x = argmax(when, word), y = argmax(row, sign) if flag, a = any(row)",
  "t | where row % 3 > 0 | window order real desc, sign: s = share(small), r = share(real), x = moving(max(sign), 5)",
  "t | sort row desc | window order (row % 3): a = moving(sum(real), 400), b = moving(min(small), 90000), c = cumulative(max(real))",
  "t | window : s = share(sign), c = cumulative(count() if flag), m = moving(count() if flag, 10), a = avg(small)",
  "t | window by k = if(row % 100 < 90, 7, row) order small, row desc: n = row_number(), p = rank(), l = lag(word), s = share(small)",
  "t | window by k = if(row % 10 < 9, flag, null) : l = lead(a), m = median(row), c = cumulative(avg(real))",
  "t | extend seq = row * 2 | sessions gap 1",
  "t | window order flag nulls first, small nulls first: n = row_number(), f = first(when), m = moving(max(real), 3)",
];

const SEQUENCES = [
  "t | extend k = row % 11 | match (flag as f) then (row % 3 == 0 as g) on k | select f.row, g.row",
  "t | match (row % 5 > 1 as f) then (flag as g) then (row % 2 == 0 as h) on word until (row % 19 == 0) | select f.row, h.a",
  "t | extend seq = row, k = row % 901 | sort small desc, row | match (flag as f) then (row % 3 == 0 as g) on k within 2000",
  "t | extend k = row % 90 | join last (t | where flag | select k = row % 90, at = row * 2, w = word) on k before row = at | select row, w",
  "t | where row % 7 > 1 | join left first (t | select sign, at = row, n = small) on sign after row = at | select row, n",
  "t | sort word, row | join anti last (t | where row % 5 == 0 | select word, at = row) on word before row = at | select row",
];

/** A table larger than a block at full effort. */
const ROWS = byEffort(70_000, 8_000);
/** Still more than fits into memory. */
const FEW_ROWS = byEffort(70_000, 2_500);

function rowsText({ rows }: Awaited<ReturnType<typeof ask>>[number]): string {
  return rows.map((row) => row.join("\t")).join("\n");
}

/** Small tables that several tests use; large ones are created and closed by each. */
const kept = new Map<string, Session>();

function tableFor(seed: number, size: number): { readonly session: Session; readonly close: () => void } {
  if (later === null) {
    const { session } = randomTable(new Random(seed), size);
    return { session, close: () => session.closeAll() };
  }
  const key = `${seed} ${size}`;
  const session = kept.get(key) ?? randomTable(new Random(seed), size).session;
  kept.set(key, session);
  return { session, close: () => {} };
}

async function sameWithLittle(
  queries: readonly string[],
  leastRows: number,
  size = ROWS,
): Promise<void> {
  const before = dataSettings();
  setDataSettings({ budget: Infinity, openFile: () => openSpillFile([]) });
  try {
    for (let seed = 1; seed <= seeds(3); seed++) {
      const { session, close } = tableFor(seed, size);
      for (const query of entriesOf(queries, 0.45, seed)) {
        session.memory.budget = Infinity;
        const [whole] = await ask(session, query);
        assert(whole!.rows.length > leastRows, `${query} has ${whole!.rows.length} rows`);
        session.memory.budget = 1;
        const [little] = await ask(session, query);
        assertEquals(rowsText(little!), rowsText(whole!), `seed ${seed}: ${query}`);
      }
      close();
    }
  } finally {
    setDataSettings(before);
  }
}

Deno.test(
  atFullEffort("groups by partition equal those of one pass"),
  async () => await sameWithLittle(GROUPS, 1500),
);

/** Two traces with a wide key that is unique in nearly each row, and missing in some. */
function numbered(rows: number): Session {
  const session = new Session();
  const columns = [
    { name: "row", type: "u64" },
    { name: "key", type: "u64", nullable: true },
    { name: "half", type: "u32" },
    { name: "none", type: "u64", nullable: true },
    { name: "word", type: "text" },
    { name: "real", type: "f64" },
  ] as const;
  for (const [name, factor] of [["a", 7919n], ["b", 1n]] as const) {
    const table = fillTable("k", session.pools, columns, rows, (at) => {
      const key = (BigInt(at) * factor) % BigInt(rows) + (at % 2 ? 0n : 2n ** 40n);
      return [BigInt(at), at % 9 === 4 ? null : key, BigInt(at >> 1), null, "ab".slice(at % 3), at / 4];
    });
    session.add([typedTrace(name, session.pools, [table])]);
  }
  return session;
}

Deno.test("groups by key range equal those of one pass", async () => {
  const before = dataSettings();
  setDataSettings({ budget: Infinity, openFile: () => openSpillFile([]) });
  const session = numbered(ROWS);
  for (const query of RANGES) {
    session.memory.budget = Infinity;
    const [whole] = await ask(session, query);
    assert(whole!.rows.length > ROWS / 2, query);
    // Enough memory for ranges of different lengths, and too little of it.
    for (const bytes of [1, 48, 100, 200]) {
      session.memory.budget = bytes * ROWS;
      const [little] = await ask(session, query);
      assertEquals(rowsText(little!), rowsText(whole!), `${query} in ${bytes} bytes a row`);
    }
  }
  session.closeAll();
  setDataSettings(before);
});

Deno.test(
  atFullEffort("collected values of few groups equal those of one pass"),
  async () => await sameWithLittle(VALUES, 0, Math.max(ROWS, 20_000)),
);

Deno.test("slices, diffs and the top rows of groups are the same within a small budget", async () =>
  await sameWithLittle(SLICES, 500));

Deno.test("windows by partition have the same values as in one pass", async () =>
  await sameWithLittle(WINDOWS, 1000));

Deno.test("windows that do not fit in memory have the same values as in one pass", async () =>
  await sameWithLittle(LONG_WINDOWS, 1000, FEW_ROWS));

/** Stages over sequences, and stages that depend on keys. */
const SEQUENCES_OF_ALL = [
  ["(flag as f) then (row % 3 == 0 as g)", ""],
  ["(flag as f) then (row % 3 == 1 as h) then (sign > 0 as g)", "within 7 until (row % 19 == 0)"],
  [
    "(row % 5 > 1 as f) then (row % 2 == 0 as h) then (flag as h2) then (row % 7 < 5 as g)",
    "until (row % 11 == 0)",
  ],
] as const;

/** Sequences and partners of rows without keys, or with mostly equal keys. */
const LONG_SEQUENCES = [
  "t | match (flag as f) then (row % 3 == 0 as g) | select f.row, g.row",
  "t | extend seq = row | match (flag as f) then (row % 3 == 1 as g) then (not flag as h) within 7 until (row % 19 == 0) | select f.row, g.a, h.row",
  "t | sort small desc, row | match (row % 5 > 1 as f) | select f.row, f.word",
  "t | extend seq = row, k = if(row % 100 < 90, 7, if(row % 100 < 95, null, row)) | match (flag as f) then (row % 3 == 0 as g) on k within 2000 | select f.row, g.row",
  "t | join last (t | where flag | select at = row * 2, w = word) before row = at | select row, w",
  "t | where row % 7 > 1 | join left first (t | select small, n = row) after small = small | select row, n",
  "t | join left last (t | where not flag | select sign, n = row) after sign = sign | select row, n",
  "t | sort word, row | join left first (t | select real, n = row) before real = real | select row, n",
  "t | join left last (t | select at = row % 3, n = row) before row = at | select row, n",
  "t | join anti first (t | where row % 5 == 0 | select small, n = row) after small = small | select row",
  "t | extend k = if(row % 100 < 90, 7, if(row % 100 < 95, null, row)) | join left last (t | select k = if(row % 100 < 95, 7, row), small, n = row) on k before small = small | select row, n",
];

Deno.test("sequences and join last give the same rows if their input exceeds memory", async () =>
  await sameWithLittle(LONG_SEQUENCES, 0, FEW_ROWS));

Deno.test("sequences of all rows equal those of rows with one key", async () => {
  const { session } = randomTable(new Random(1), ROWS);
  for (const [steps, rest] of SEQUENCES_OF_ALL) {
    const shown = "| select f.row, g.a, g.row";
    const [all] = await ask(session, `t | extend seq = row | match ${steps} ${rest} ${shown}`);
    const [keyed] = await ask(session, `t | extend seq = row, k = 1 | match ${steps} on k ${rest} ${shown}`);
    assert(all!.rows.length > 20);
    assertEquals(rowsText(all!), rowsText(keyed!), steps);
  }
  session.closeAll();
});

Deno.test("moving windows of more than a block of rows equal those of one pass", async () => {
  const before = dataSettings();
  setDataSettings({ budget: Infinity, openFile: () => openSpillFile([]) });
  try {
    const session = new Session();
    const columns = [{ name: "row", type: "u64" }] as const;
    const table = fillTable("t", session.pools, columns, 150_000, (at) => [BigInt(at)]);
    session.add([typedTrace("x", session.pools, [table])]);
    const query =
      "t | window : m = moving(max(row * 7919 % 100003), 70000), s = moving(avg(row / 3.0), 66000) | where row % 997 == 0 | select m, s";
    const [whole] = await ask(session, query);
    session.memory.budget = 1;
    const [little] = await ask(session, query);
    assertEquals(rowsText(little!), rowsText(whole!));
    session.closeAll();
  } finally {
    setDataSettings(before);
  }
});

Deno.test("sequences and join last by partition give the same rows as in one pass", async () =>
  await sameWithLittle(SEQUENCES, 20));

Deno.test("rows sorted by key range are in the same order as after one sort", async () =>
  await sameWithLittle(SORTS, 5000));

Deno.test("joins by partition have the same rows as in one pass", async () =>
  await sameWithLittle(JOINS, 500));

Deno.test("a join by partition that is only counted has the same number of pairs as in one pass", async () =>
  await sameWithLittle(COUNTED, 0));
