/** `stddev` of numbers that are close to one another and far from 0, compared with sums of big integers. */
import { assert, assertEquals } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { openSpillFile } from "../../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../../src/memory/data_settings.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { byEffort } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { rowsOf } from "../../support/rows_of.ts";
import { onThreads } from "../../support/threads.ts";
import { typedTrace } from "../../support/typed_tables.ts";

const ROWS = byEffort(70_000, 9_000);
const KEYS = 5;
const COLUMNS = [
  { name: "k", type: "u64" },
  { name: "u", type: "u64", nullable: true },
  { name: "i", type: "i64" },
  { name: "f", type: "f64" },
] as const;

type Row = readonly [k: bigint, u: bigint | null, i: bigint, f: number];

/** The lowest values of the columns in each group, and the range of values above them; `u` is sometimes null. */
const PLACES: readonly (readonly [u: bigint, i: bigint, f: number, spread: number])[] = [
  [2n ** 64n - 3n, -(2n ** 63n), 2 ** 53 - 8, 2],
  [0x7f3a_1234_5000n, 2n ** 63n - 100n, 1e15, 99],
  [2n ** 63n - 500n, -500n, 4e9 + 0.5, 1000],
  [0xffff_8000_0000_0000n, 2n ** 62n, -1e12, 4_000_000],
  [0n, 0n, 0, 2 ** 31],
];

function randomRows(random: Random): Row[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const k = row % KEYS;
    const [u, i, f, spread] = PLACES[k]!;
    const step = BigInt(random.below(spread));
    return [BigInt(k), random.oneIn(9) ? null : u + step, i + step, f + Number(step) / 2];
  });
}

/** The deviation of integers; its square is rounded once, to the closest double. */
function deviation(values: readonly bigint[]): number | null {
  if (values.length < 2) return null;
  const count = BigInt(values.length);
  const sum = values.reduce((total, value) => total + value, 0n);
  const squares = values.reduce((total, value) => total + value * value, 0n);
  const [dividend, divisor] = [count * squares - sum * sum, count * (count - 1n)];
  // Bits beyond those of a double, and one that says whether others follow.
  const digits = dividend << 200n, quotient = digits / divisor;
  return Math.sqrt(Number(quotient * divisor === digits ? quotient : quotient | 1n) / 2 ** 200);
}

const doubled = (f: number): bigint => BigInt(f * 2);

Deno.test("stddev is exact for large integers and precise for doubles, for any number of threads and any budget", async () => {
  const rows = randomRows(new Random(7));
  const session = new Session();
  const table = fillTable("t", session.pools, COLUMNS, rows.length, (row) => [...rows[row]!]);
  session.add([typedTrace("x", session.pools, [table])]);
  const whole = (of: readonly Row[]): (number | null)[] => [
    deviation(of.flatMap(([, u]) => u ?? [])),
    deviation(of.map(([, , i]) => i)),
    deviation(of.map((row) => doubled(row[3])))! / 2,
  ];
  const calls = "u = stddev(u), i = stddev(i), f = stddev(f)";
  const groups = PLACES.map((_, k) => whole(rows.filter((row) => row[0] === BigInt(k))));
  const wanted = new Map<string, (number | null)[][]>([
    [`t | by k: ${calls} | sort k | drop k`, groups],
    [`t | summarize ${calls}`, [whole(rows)]],
    [`t | where k == 0 | summarize ${calls}`, [groups[0]!]],
    [`t | where k == 3 | by k = k % 2: ${calls} | drop k`, [groups[3]!]],
    [`t | by k = k * 1000003: ${calls} | sort k | drop k`, groups],
  ]);
  const before = dataSettings();
  setDataSettings({ budget: Infinity, openFile: () => openSpillFile([]) });
  for (const [query, numbers] of wanted) {
    session.memory.budget = Infinity;
    const found = await onThreads(1, () => rowsOf(session, query));
    for (const [at, row] of found.entries()) {
      for (const [column, value] of row.entries()) {
        const right = numbers[at]![column]!;
        if (column < 2) {
          assertEquals(value, right, `${query}: row ${at}, column ${column}`);
          continue;
        }
        const off = Math.abs(Number(value) - right) / (right || 1);
        assert(off < 1e-12, `${query}: row ${at}, column ${column}: ${value} instead of ${right}`);
      }
    }
    assertEquals(found.length, numbers.length);
    assertEquals(await onThreads(3, () => rowsOf(session, query)), found, query);
    session.memory.budget = 1;
    assertEquals(await rowsOf(session, query), found, query);
  }
  setDataSettings(before);
  session.closeAll();
});
