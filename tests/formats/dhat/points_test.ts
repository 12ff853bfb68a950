/** Random program points, plain ones and others, in windows of all sizes, compared with the generated values. */

import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { dhat } from "../../../src/formats/dhat/mod.ts";
import { seeds } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";

/** Keys of figures, and the columns for them. */
const FIGURES = [
  ["tbk", "allocs"],
  ["tb", "alloc_bytes"],
  ["tl", "lifetime"],
  ["mbk", "max_blocks"],
  ["mb", "max_bytes"],
  ["gbk", "peak_blocks"],
  ["gb", "peak_bytes"],
  ["ebk", "live"],
  ["eb", "live_bytes"],
  ["rb", "read_bytes"],
  ["wb", "written_bytes"],
] as const;
const FRAMES = 40;
const MOST = (1n << 64n) - 1n;

/** Known figures, functions of the backtrace, and the list of accesses. */
type Point = readonly [figures: readonly (bigint | null)[], frames: string, accesses: string];

/** A profile with its points, and its number of problems. */
function generate(random: Random): { text: string; points: Point[]; problems: number } {
  const points: Point[] = [];
  const texts: string[] = [];
  let problems = 0;
  const blank = (): string => random.oneIn(12) ? random.pick([" ", "\n  ", "\t", "\r\n"]) : "";
  for (let count = random.below(random.oneIn(4) ? 900 : 40); count > 0; count--) {
    const isOdd = random.oneIn(15);
    let hasProblem = false;
    const figures = FIGURES.map(() =>
      BigInt(random.below(random.oneIn(9) ? 2 ** 31 : 90)) * BigInt(1 + random.below(99))
    );
    const known: (bigint | null)[] = [...figures];
    const fields = FIGURES.map(([key], at) => {
      if (isOdd && random.oneIn(20)) {
        const [said, value] = random.pick(
          [[`${MOST}`, MOST], ["18446744073709551616", null], ["-1", null], ["1.5", null], [
            '"7"',
            null,
          ]] as const,
        );
        known[at] = value;
        if (value === null) hasProblem = true;
        return `"${key}"${blank()}:${blank()}${said}`;
      }
      return `"${key}"${blank()}:${blank()}${figures[at]}`;
    });
    const frames = Array.from({ length: 1 + random.below(9) }, () => 1 + random.below(FRAMES - 1));
    const list = frames.map((frame) => `${blank()}${frame}${blank()}`).join(",");
    fields.push(`"fs":${blank()}[${list}]`);
    const accesses = random.oneIn(3)
      ? Array.from({ length: random.below(8) }, () => `${random.below(99) - (random.oneIn(4) ? 50 : 0)}`)
      : undefined;
    const between = isOdd ? `,${blank()}` : ",";
    if (accesses) fields.push(`"acc":[${accesses.join(between)}]`);
    if (isOdd && random.oneIn(3)) fields.splice(random.below(fields.length), 0, '"other":{"a":[1,"]"]}');
    texts.push(`${blank()}{${fields.join(`${blank()},${blank()}`)}${blank()}}${blank()}`);
    points.push([
      known,
      frames.map((frame) => `f${frame}`).join(" "),
      accesses ? `[${accesses.join(",")}]` : "",
    ]);
    if (hasProblem) problems++;
  }
  const table = Array.from(
    { length: FRAMES },
    (_, at) => at === 0 ? '"[root]"' : `"0x${at}: f${at} (a.c:${at})"`,
  );
  const head =
    '{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":true,"bkacc":true,"cmd":"x","pid":1';
  return { text: `${head},"pps":[${texts.join(",")}],"ftbl":[${table.join(",")}]}`, points, problems };
}

async function read(text: string, capacity: number): Promise<{ points: Point[]; problems: number }> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(new TextEncoder().encode(text)), sink.arena, capacity);
  try {
    await window.more();
    await dhat.read(window, sink, {});
  } finally {
    window.close();
  }
  const { stacks, strings } = sink;
  const columns = FIGURES.map(([, name]) => sink.cells("profile", name));
  const accesses = sink.cells("profile", "accesses");
  const points = sink.cells("profile", "stack").map((cell, row): Point => {
    const stack = Number(cell ?? 0);
    const levels = Array.from({ length: stacks.depth(stack) }, (_, level) => stacks.frameAt(stack, level));
    const frames = levels.map((frame) => strings.text(stacks.describeFrame(frame).func)).join(" ");
    return [columns.map((column) => column[row] as bigint | null), frames, `${accesses[row] ?? ""}`];
  });
  return { points, problems: sink.problems.length };
}

Deno.test("random program points are read in windows of any size", async () => {
  const first = Math.floor(Math.random() * 1e6);
  for (let seed = first; seed < first + seeds(100); seed++) {
    const random = new Random(seed);
    const { text, points, problems } = generate(random);
    for (const capacity of [1 << 20, 200 + random.below(900)]) {
      const found = await read(text, capacity);
      assertEquals(found.points, points, `seed ${seed}, windows of ${capacity}`);
      assertEquals(found.problems, problems, `seed ${seed}, windows of ${capacity}`);
    }
  }
});
