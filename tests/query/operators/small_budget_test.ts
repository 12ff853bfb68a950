/** Groups, sorts and joins have the same rows whatever room there is. */
import { assert, assertEquals } from "@std/assert";
import { openSpillFile } from "../../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../../src/memory/data_settings.ts";
import { ask } from "../../formats/conformance/opened.ts";
import { effort, seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { randomTable } from "./random_table.ts";

const GROUPS = [
  "t | distinct k = row % 9000, word",
  "t | summarize n = count(), m = count(a) if a > 5, sum(small) by k = row % 9000, word",
  "t | summarize first(a), last(b), min(real), max(word), distinct(small), p90(small) by half = row / 3",
  "t | summarize most = argmax(row, small) if flag, d = median(real), s = stddev(sign) by real, k = row % 7000",
  "t | sort small desc, row desc | summarize sum(small), first(row) by k = row % 9000",
  "t | by k = row * row % 10007: n = count() if row / (row % 3) > 7, t = any(when)",
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

/** Few groups, with more values than there is room for. */
const VALUES = [
  "t | summarize median(row), p99(a), percentile(real, 20), p90(sign), median(when) if flag",
  "t | summarize distinct(row), distinct(a), distinct(real), distinct(word), distinct(sign) if flag",
  "t | summarize median(row * row), distinct(row), percentile(b, 1) by k = row % 3",
  "t | summarize median(row), p90(real), distinct(a), distinct(row / 2) by k = if(row % 100 < 90, 7, row)",
];

const SLICES = [
  "t | extend seq = row * 100 | timeline every 3 n = count(), m = max(small), w = any(word)",
  "t | extend seq = row * 100 | timeline every 3 by word, k = row % 3: n = count(), m = max(small)",
  "diff (t | where flag | select k = row % 4001, size = a % 1000), (t | where not flag | select k = row % 4001, size = b % 1000) by k",
  "diff (t | where flag), (t | where row % 3 == 0) by word, k = row / 9",
  "t | top 2 by small per row % 3001",
];

const WINDOWS = [
  "t | window by k = row % 90 order small desc, row: n = row_number(), p = rank(), w = lag(word, 2) | select row, n, p, w",
  "t | window by word order row: r = cumulative(count() if flag), m = moving(max(small), 3), s = share(real) | select row, r, m, s",
  "t | where row % 3 > 0 | window by k = row / 7 order real: f = first(a), l = lead(when), d = distinct(sign) if flag",
  "t | sort small desc, row | window by k = row % 11, flag order sign, row: b = lag(row), m = median(row)",
  "t | extend seq = row * 2 | sessions gap 10 by k = row * row % 13",
];

const SEQUENCES = [
  "t | extend k = row % 11 | match (flag as f) then (row % 3 == 0 as g) on k | select f.row, g.row",
  "t | match (row % 5 > 1 as f) then (flag as g) then (row % 2 == 0 as h) on word until (row % 19 == 0) | select f.row, h.a",
  "t | extend seq = row, k = row % 901 | sort small desc, row | match (flag as f) then (row % 3 == 0 as g) on k within 2000",
  "t | extend k = row % 90 | join last (t | where flag | select k = row % 90, at = row * 2, w = word) on k before row = at | select row, w",
  "t | where row % 7 > 1 | join left first (t | select sign, at = row, n = small) on sign after row = at | select row, n",
  "t | sort word, row | join anti last (t | where row % 5 == 0 | select word, at = row) on word before row = at | select row",
];

/** A table larger than a block where there is time. */
const ROWS = effort < 1 ? 8_000 : 70_000;

function spelled({ rows }: Awaited<ReturnType<typeof ask>>[number]): string {
  return rows.map((row) => row.join("\t")).join("\n");
}

async function sameWithLittle(queries: readonly string[], leastRows: number, size = ROWS): Promise<void> {
  const before = dataSettings();
  setDataSettings({ budget: Infinity, openFile: () => openSpillFile([]) });
  try {
    for (let seed = 1; seed <= seeds(7); seed++) {
      const { session } = randomTable(new Random(seed), size);
      for (const query of queries) {
        session.memory.budget = Infinity;
        const [whole] = await ask(session, query);
        assert(whole!.rows.length > leastRows, `${query} has ${whole!.rows.length} rows`);
        session.memory.budget = 1;
        const [little] = await ask(session, query);
        assertEquals(spelled(little!), spelled(whole!), `seed ${seed}: ${query}`);
      }
      session.closeAll();
    }
  } finally {
    setDataSettings(before);
  }
}

Deno.test("groups in shares are those of one pass", async () => await sameWithLittle(GROUPS, 1500));

Deno.test("values of few groups that are kept are those of one pass", async () =>
  await sameWithLittle(VALUES, 0, Math.max(ROWS, 20_000)));

Deno.test("slices, differences and the best of groups are the same", async () =>
  await sameWithLittle(SLICES, 500));

Deno.test("windows in shares have the same values", async () => await sameWithLittle(WINDOWS, 1000));

Deno.test("sequences and partners in shares are the same", async () => await sameWithLittle(SEQUENCES, 20));

Deno.test("rows that are sorted in ranges are in the same order", async () =>
  await sameWithLittle(SORTS, 5000));

Deno.test("joins in shares have the same rows", async () => await sameWithLittle(JOINS, 500));
