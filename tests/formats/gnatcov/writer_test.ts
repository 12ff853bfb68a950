import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { TraceBase } from "../../../src/formats/gnatcov/derive/trace_base.ts";
import { cutTrace, mergeTrace, type Selection, writeMerged } from "../../../src/formats/gnatcov/rewrite.ts";
import { writeTrace } from "./write_trace.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { randomTrace } from "./random_trace.ts";
import { dumpLines, eventRows, read } from "./reading.ts";
import { bytesOf, has, textOf, traces } from "./samples.ts";
import { later, seeds, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { assertSameList } from "../../support/same_list.ts";

function windowOf(bytes: Uint8Array, arena: Arena): ByteWindow {
  return new ByteWindow(sourceOf(bytes), arena);
}

async function cut(
  bytes: Uint8Array,
  selection: Selection,
): Promise<Uint8Array> {
  const arena = new Arena();
  const pieces: Uint8Array[] = [];
  await cutTrace(
    windowOf(bytes, arena),
    arena,
    selection,
    (piece) => void pieces.push(piece.slice()),
  );
  return joinBytes(pieces);
}

Deno.test("TraceWriter writes random traces that readGnatcov() reads back", async () => {
  for (let seed = 1; seed <= seeds(200); seed++) {
    const { bytes, shape, entries } = randomTrace(seed);
    const sink = await read(bytes);
    const rows = eventRows(sink).map((row) => ({
      pc: row["pc"],
      size: Number(row["size"]),
      op: row["op"],
    }));
    assertEquals(rows, entries as unknown as typeof rows, `seed ${seed}`);
    assertEquals(sink.header!.wordBits, shape.pcSize * 8, `seed ${seed}`);
    const raws = sink.tags.filter((tag) => tag.raw).map((tag) => tag.raw!);
    assertEquals(raws, shape.infos.map((info) => info.data), `seed ${seed}`);
  }
});

Deno.test("TraceWriter writes infos that are longer than the pieces it hands over", async () => {
  for (const length of [65_000, 65_536, 150_001]) {
    const data = Uint8Array.from({ length }, (_, at) => at * 7 + (at >> 8));
    const infos = [1, 2].map((tag) => ({ tag, data }));
    const sink = await read(writeTrace({ ...randomTrace(1).shape, infos }, () => {}));
    assertEquals(sink.codes, []);
    const raws = sink.tags.filter(({ raw }) => raw).map(({ raw }) => raw!);
    assert(raws.length === 2 && raws.every((raw) => raw.length === length), `${length} bytes`);
    assert(raws.every((raw) => raw.every((byte, at) => byte === data[at])), `${length} bytes`);
  }
});

const sound = traces.filter((each) => !each.startsWith("bad-") && each !== "info-only.trace");
for (const { entry: name, left } of turnsOf(sound, 3, 1)) {
  const bytes = bytesOf(name);
  const large = bytes.length > 300_000 ? later : null;
  Deno.test(unless([left ?? large], `cutTrace() writes ${name} unchanged if nothing is cut`), async () => {
    const again = await cut(bytes, {});
    // Padding may have any bytes, and an info section may declare another pc size or machine.
    assertEquals(again.length, bytes.length);
    assertSameList(
      dumpLines(await read(again), true),
      dumpLines(await read(bytes), true),
    );
  });
}

Deno.test("cutTrace() keeps some entries and all module events", async () => {
  const name = "qemu-x86_64-so-load-unload.trace";
  const whole = dumpLines(await read(bytesOf(name)));
  const part = await read(await cut(bytesOf(name), { from: 2001, to: 3000 }));
  const kinds = (rows: readonly Record<string, unknown>[]) =>
    rows.filter((row) => row["type"] === null).length;
  const sink = await read(bytesOf(name));
  assertEquals(kinds(eventRows(part)), kinds(eventRows(sink)));
  const rows = eventRows(sink);
  const before = rows.slice(0, 2000).filter((row) => row["type"] !== null).length;
  const upTo = rows.slice(0, 3000).filter((row) => row["type"] !== null).length;
  assertEquals(dumpLines(part), whole.slice(before, upTo));
  const taken = await read(
    await cut(bytesOf(name), { keep: (entry) => (entry.op & 1) !== 0 }),
  );
  assertEquals(
    dumpLines(taken),
    whole.filter((line) => / \?: .[13579bdf] /.test(line)),
  );
});

Deno.test("writeMerged() writes the merged sample like the original", async () => {
  const arena = new Arena();
  const base = new TraceBase();
  await mergeTrace(
    windowOf(bytesOf("qemu-arm-flat-bare1.trace"), arena),
    arena,
    base,
  );
  await mergeTrace(
    windowOf(bytesOf("qemu-arm-histmap-bare1.trace"), arena),
    arena,
    base,
  );
  // The sample has its own infos.
  const head = await mergeTrace(
    windowOf(bytesOf("merged-arm.trace"), arena),
    arena,
    new TraceBase(),
  );
  const pieces: Uint8Array[] = [];
  writeMerged(base, head!, (piece) => void pieces.push(piece.slice()));
  const [mine, theirs] = [joinBytes(pieces), bytesOf("merged-arm.trace")];
  assertEquals(mine, theirs);
});

/** The original has no merged form of the others. */
const MERGED = traces.filter((name) => has(`${name}.base.dump`));

Deno.test("most traces have a merged form to compare with", () => {
  assert(MERGED.length > 20, `${MERGED.length} of ${traces.length}`);
});

for (const { entry: name, left } of turnsOf(MERGED, 3)) {
  const reference = `${name}.base.dump`;
  Deno.test(unless([left], `mergeTrace() gives the ranges of ${reference}`), async () => {
    const expected = textOf(reference);
    const arena = new Arena();
    const base = new TraceBase();
    const head = await mergeTrace(windowOf(bytesOf(name), arena), arena, base);
    const digits = head!.section!.pcSize * 2;
    const hex = (value: bigint) => value.toString(16).padStart(digits, "0");
    const lines = [...base.ranges()].map(({ first, last, op }) => `${hex(first)}-${hex(last)} ${op}`);
    const theirs = expected.split("\n").filter((line) => line !== "").map((
      line,
    ) => `${line.split(" ")[0]} ${parseInt(line.split(" ")[2]!, 16)}`);
    assertEquals(lines, theirs);
  });
}
