/** Tests of sums of two columns, such as the ends of blocks, on packed blocks keep the rows whose sums pass. */
import { assertEquals, assertGreater } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { BLOCK_ROWS } from "../../../src/tables/block.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { SumColumn } from "../../../src/tables/sum_column.ts";
import { byEffort, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { Random } from "../../support/random.ts";
import { rowsOf } from "../../support/rows_of.ts";
import { onThreads } from "../../support/threads.ts";
import { typedTrace } from "../../support/typed_tables.ts";

const ROWS = 2 * BLOCK_ROWS + 500;

/** The first address, the distance of blocks, and their maximum length. */
const SHAPES = [
  { name: "32-bit addresses", first: 0x0800_0000n, spread: 1n << 27n, size: 1n << 20n },
  { name: "64-bit addresses", first: 0x55d0_0000_0000n, spread: 1n << 30n, size: 1n << 20n },
  { name: "far apart", first: 0x1000n, spread: 1n << 47n, size: 1n << 40n },
  { name: "from 0 on", first: 0n, spread: 1n << 12n, size: 1n << 16n },
  { name: "one size", first: 0x1000n, spread: 1n << 33n, size: 1n },
  { name: "one address", first: 0x1000n, spread: 1n, size: 1n << 33n },
  { name: "up to the last address", first: (1n << 64n) - (1n << 21n), spread: 1n << 20n, size: 1n << 20n },
  { name: "beyond the last address", first: (1n << 64n) - (1n << 21n), spread: 1n << 21n, size: 1n << 21n },
  { name: "anywhere", first: 0n, spread: 1n << 64n, size: 1n << 64n },
] as const;

/** A table with addresses, sizes and their sums, and the sums as a list. */
function tableOf(random: Random, { first, spread, size }: typeof SHAPES[number]): {
  readonly session: Session;
  readonly ends: readonly (bigint | null)[];
  readonly addr: readonly (bigint | null)[];
} {
  const session = new Session();
  const { pools } = session;
  const none = random.pick([0, 0, 3, 100]);
  const lists = [{ from: first, below: spread }, { from: 0n, below: size }].map(({ from, below }) => {
    const isWhole = none === 0 || random.oneIn(3);
    return Array.from({ length: ROWS }, (_, row) =>
      // In some tables the second block has no values.
      !isWhole && (random.oneIn(none) || (none === 3 && row >> 16 === 1))
        ? null
        : from + random.u64() % below);
  });
  const [addr, sizes] = lists as [(bigint | null)[], (bigint | null)[]];
  const specs = ["row", "addr", "size"].map((name) => ({ name, type: "u64", nullable: true } as const));
  const table = fillTable("t", pools, specs, ROWS, (row) => [BigInt(row), addr[row]!, sizes[row]!]);
  const addends = [table.column("addr")!, table.column("size")!] as const;
  table.add(new SumColumn({ name: "end", type: "u64" }, pools.arena, addends));
  session.add([typedTrace("x", pools, [table])]);
  const ends = addr.map((from, row) => {
    const length = sizes[row]!;
    return from === null || length === null ? null : BigInt.asUintN(64, from + length);
  });
  return { session, ends, addr };
}

/** A condition, and its result for a row; a comparison without a value is false. */
type Test = readonly [
  text: string,
  passes: (end: bigint | null, addr: bigint | null, row: number) => boolean,
];

function testsOf(low: bigint, high: bigint): Test[] {
  return [
    [`end >= ${low}`, (end) => end !== null && end >= low],
    [`end < ${high}`, (end) => end !== null && end < high],
    [`end >= ${low} and end <= ${high}`, (end) => end !== null && end >= low && end <= high],
    [`addr < ${high} and end > ${low}`, (end, addr) => end !== null && addr! < high && end > low],
    [`not (end > ${high} or row % 7 == 3)`, (end, _, row) => !(end !== null && end > high) && row % 7 !== 3],
    [
      `addr overlaps ${low}..${high}`,
      (end, addr) => addr !== null && addr < high && (addr >= low || (end !== null && end > low)),
    ],
    [`end == ${high}`, (end) => end === high],
    [`end != ${low} and row < 70000`, (end, _, row) => end !== null && end !== low && row < 70000],
  ];
}

for (const { entry: shape, left } of turnsOf(SHAPES, SHAPES.length, 1)) {
  Deno.test(unless([left], `range tests on sums agree with the computed sums: ${shape.name}`), async () => {
    const random = new Random(SHAPES.indexOf(shape));
    let found = 0;
    for (let table = 0; table < byEffort(2, 1); table++) {
      const { session, ends, addr } = tableOf(random, shape);
      const known = ends.slice(0, 1000).filter((end) => end !== null);
      const near = (): bigint => {
        const by = random.oneIn(3) ? random.u64() % shape.size : BigInt(random.below(3));
        return BigInt.asUintN(64, random.pick(known) + (random.oneIn(2) ? by : -by));
      };
      for (const [text, passes] of testsOf(near(), near())) {
        const rows = ends.flatMap((end, row) => passes(end, addr[row]!, row) ? [row] : []);
        found += rows.length;
        const sum = rows.length > 0 ? BigInt(rows.reduce((one, other) => one + other)) : null;
        for (const threads of [1, 2, 3]) {
          await onThreads(threads, async () => {
            for (const time of ["first", "second"]) {
              const question = `t | where ${text} | summarize n = count(), s = sum(row)`;
              const answer = await rowsOf(session, question);
              assertEquals(answer, [[BigInt(rows.length), sum]], `${text}, ${threads} threads, ${time} time`);
            }
          });
        }
      }
    }
    assertGreater(found, 0);
  });
}
