/**
 * The row of requests without a profiling record: records of samples are cleared, so that the expected values are
 * known.
 */
import { assert, assertEquals } from "@std/assert";
import { mptl } from "../../../src/formats/mptl/mod.ts";
import { CLASS_COLUMNS, CLASS_NAMES, FIGURE_NAMES } from "../../../src/formats/mptl/table_docs.ts";
import type { MemorySink, Row } from "../../support/memory_sink.ts";
import { caseFile, facts, readBytes } from "../mtrc/support.ts";
import { atFullEffort, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";

const CLASSES = CLASS_NAMES.length;

interface Shape {
  readonly word: number;
  readonly endian: string;
}

/** The position of a record. */
function placeOf(bytes: Uint8Array, row: Row, { word, endian }: Shape): number {
  const width = word / 8;
  const words = [row["index"] as bigint, ...CLASS_COLUMNS.map((name) => row[name] as bigint)];
  const wanted = words.flatMap((value) => {
    const parts = Array.from({ length: width }, (_, at) => Number(value >> BigInt(8 * at) & 0xffn));
    return endian === "little" ? parts : parts.reverse();
  });
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= bytes.length; at++) {
    if (wanted.every((byte, each) => bytes[at + each] === byte)) places.push(at);
  }
  assertEquals(places.length, 1);
  return places[0]!;
}

/** The bytes with the sixteen figures of a record set to 0. */
function withClearedRecord(bytes: Uint8Array, row: Row, shape: Shape): Uint8Array {
  const width = shape.word / 8;
  const place = placeOf(bytes, row, shape);
  const changed = bytes.slice();
  changed.fill(0, place + width, place + width * (1 + CLASS_COLUMNS.length));
  return changed;
}

function restOf(sink: MemorySink): Row | undefined {
  return sink.rows("profile").find((row) => row["index"] === null);
}

const big = (row: Row | undefined, name: string): bigint => (row?.[name] ?? 0n) as bigint;

const REST = ["shapes-cpp-le64", "pool-threads-be64", "grow-be32", "wordfreq-le64", "tutorial2-le64"];
for (const { entry: name, left } of turnsOf(REST, 3, 1)) {
  const shown =
    `readMptl() gives the rest of ${name} by class where bins or totals decide it, and never wrongly`;
  Deno.test(unless([left], shown), async () => {
    const bytes = caseFile(name, "profile.mptl");
    const { word, endian, bounds, bins } = facts(name, "profile.mptl");
    const whole = await readBytes(bytes, { format: mptl });
    const records = whole.rows("profile").filter((row) => row["index"] !== null);
    // The rest before is known only in part; the rest without it is known completely.
    const before = restOf(whole);
    const known = CLASS_COLUMNS.every((column) => before === undefined || before[column] !== null);
    let decided = 0;
    for (let first = 0; first < records.length; first++) {
      const chosen = records.slice(first, first + 1 + first % 3);
      const changed = chosen.reduce((all, row) => withClearedRecord(all, row, { word, endian }), bytes);
      const sink = await readBytes(changed, { format: mptl });
      assertEquals(sink.problems, []);
      const rest = restOf(sink);
      const truth = (column: string): bigint =>
        chosen.reduce((sum, row) => sum + big(row, column), big(before, column));
      for (const figure of FIGURE_NAMES) assertEquals(rest?.[figure] ?? 0n, truth(figure), figure);
      for (const group of ["alloc", "free"]) {
        const counts = group === "alloc" ? "allocs" : "frees";
        const sizes = group === "alloc" ? "alloc_bytes" : "freed_bytes";
        // A class that ends below the last bin is counted in bins; the last bin has all larger sizes.
        const open = CLASS_NAMES.filter((_, each) => !(each < CLASSES - 1 && bounds[each] < bins));
        const left = open.reduce((sum, each) => sum + truth(`${each}_${counts}`), 0n);
        for (const each of CLASS_NAMES) {
          const [count, size] = [`${each}_${counts}`, `${each}_${sizes}`].map((column) =>
            rest?.[column] ?? null
          );
          const label = `${name}, record ${first}, ${each} ${counts}`;
          const isDecided = rest !== undefined && (!open.includes(each) || open.length === 1 || left <= 1n);
          if (isDecided && known) assert(count !== null && size !== null, label);
          if (rest !== undefined && known) assertEquals(count !== null, isDecided, label);
          if (count === null || !known) continue;
          decided++;
          assertEquals([count, size], [truth(`${each}_${counts}`), truth(`${each}_${sizes}`)], label);
        }
      }
    }
    assert(!known || decided > 0);
  });
}

Deno.test(
  atFullEffort("readMptl() reports which record frees more than it allocates, with its offset"),
  async () => {
    for (const name of ["wordfreq-le64", "pool-threads-be64", "grow-be32"]) {
      const bytes = caseFile(name, "profile.mptl");
      const shape: Shape = facts(name, "profile.mptl");
      const whole = await readBytes(bytes, { format: mptl });
      const records = whole.rows("profile").filter((row) => row["index"] !== null);
      for (const [at, row] of records.entries()) {
        const changed = bytes.slice();
        const place = placeOf(bytes, row, shape);
        // The number of large blocks that were freed is the largest value of a byte.
        const width = shape.word / 8;
        const word = place + width * (1 + CLASS_COLUMNS.indexOf("large_frees"));
        changed[shape.endian === "little" ? word : word + width - 1] = 255;
        const sink = await readBytes(changed, { format: mptl });
        const found = sink.problems.filter(({ code }) => code === "freed-exceeds-allocated");
        assertEquals(found.map(({ offset, record }) => [offset, record]), [[place, at + 1]], name);
        assert(
          found[0]!.message.endsWith(`record ${row["index"]} frees more than it allocates: large_frees`),
        );
      }
    }
  },
);

Deno.test("readMptl() reads sections of thousands of valid records to their end", async () => {
  const count = 3000;
  const words = [1, 10501, 32, 256, 2048, 0, count];
  for (let index = 1; index <= count; index++) {
    words.push(index, ...CLASS_COLUMNS.map((_, each) => each < CLASS_COLUMNS.length / 2 ? index : 0));
  }
  // No call sites, no symbols, and a string table of one byte.
  words.push(0, 0, 1);
  const bytes = new Uint8Array(4 + words.length * 4 + 5);
  const view = new DataView(bytes.buffer);
  words.forEach((word, at) => view.setUint32(4 + at * 4, word, true));
  for (const at of [0, bytes.length - 4]) bytes.set(new TextEncoder().encode("MPTL"), at);
  const sink = await readBytes(bytes, { format: mptl });
  assertEquals(sink.codes, ["record-sites"]);
  assertEquals(
    sink.rows("profile").map((row) => row["index"]),
    words.slice(7, -3).filter((_, at) => at % 17 === 0).map(BigInt),
  );
});
