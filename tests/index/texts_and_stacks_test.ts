/** Texts and backtraces of an index: written, read, and added to sessions that have others already. */
import { assertEquals, assertThrows } from "@std/assert";
import { EMPTY_FRAME, type Frame } from "../../src/events/stack_pool.ts";
import { BytesReader, BytesWriter } from "../../src/index/bytes_writer.ts";
import { internStacks, internTexts, readStacks, readTexts } from "../../src/index/texts_and_stacks.ts";
import { writeStacks, writeTexts } from "../../src/index/texts_and_stacks.ts";
import { newPools, type Pools } from "../../src/tables/pools.ts";

const EVERYTHING: Frame = {
  ...{ addrLow: 0xffff_fff0, addrHigh: 0x8000_0001, hasAddr: true, line: 0xffff_fffe },
  ...{ offsetLow: 0x8000_0000, offsetHigh: 0xffff_ffff, hasOffset: true, func: 0, module: 0, file: 0 },
  variant: (1 << 28) + 5,
};

/** Frames with texts instead of codes. */
function framesOf({ stacks, strings }: Pools, id: number): unknown[] {
  return Array.from({ length: stacks.depth(id) }, (_, level) => {
    const frame = stacks.describeFrame(stacks.frameAt(id, level));
    return { ...frame, func: strings.text(frame.func), module: strings.text(frame.module) };
  });
}

function written(pools: Pools): Uint8Array {
  const to = new BytesWriter();
  writeTexts(to, pools);
  writeStacks(to, pools);
  return to.bytes;
}

for (const [frames, count] of [["few", 10], ["more than 65536", 70_000]] as const) {
  Deno.test(`backtraces with ${frames} frames are restored in a session that has others`, () => {
    const pools = newPools();
    const { strings, stacks } = pools;
    // Lengths that are not multiples of four: lists of numbers begin at aligned offsets.
    const func = strings.internText("näme"), module = strings.internText("/lib/a.so");
    const ids = Uint32Array.from(
      { length: count },
      (_, at) => stacks.frame({ ...EVERYTHING, addrLow: at, func, module }),
    );
    const bare = stacks.frame({ ...EMPTY_FRAME, func });
    const all = [
      stacks.stack(ids, 0, 5),
      stacks.stack(ids, count - 7, 7),
      stacks.stack(Uint32Array.of(bare), 0, 1),
      stacks.stack(Uint32Array.of(bare, ids[0]!, bare), 0, 3),
    ];
    const contents = written(pools);
    for (const shift of [0, 1, 2]) {
      const other = newPools();
      other.strings.internText("another");
      other.stacks.stack(Uint32Array.of(other.stacks.frame(EMPTY_FRAME)), 0, 1);
      const bytes = new Uint8Array(contents.length + shift);
      bytes.set(contents, shift);
      const from = new BytesReader(bytes.subarray(shift));
      const texts = internTexts(other, readTexts(from));
      const { to, isSame } = internStacks(other, readStacks(from), texts);
      assertEquals([from.left, isSame], [0, false]);
      for (const id of all) assertEquals(framesOf(other, to[id]!), framesOf(pools, id));
    }
  });
}

Deno.test("lists that end too early or are inconsistent are errors", () => {
  const pools = newPools();
  const { strings, stacks } = pools;
  const func = strings.internText("name");
  stacks.stack(Uint32Array.of(stacks.frame({ ...EMPTY_FRAME, func })), 0, 1);
  const contents = written(pools);
  const read = (bytes: Uint8Array): void => {
    const from = new BytesReader(bytes);
    const texts = readTexts(from);
    internStacks(newPools(), readStacks(from), internTexts(newPools(), texts));
  };
  read(contents);
  for (let end = 0; end < contents.length; end++) {
    assertThrows(() => read(contents.slice(0, end)), RangeError);
  }
  const other = new BytesWriter();
  other.words(Uint32Array.of(1, 2));
  other.words(Uint32Array.of(4));
  other.block(new TextEncoder().encode("name"));
  assertThrows(() => readTexts(new BytesReader(other.bytes)), RangeError, "lengths of its texts differ");
});
