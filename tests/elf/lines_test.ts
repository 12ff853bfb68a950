import { assert, assertEquals } from "@std/assert";
import { deflateSync, zstdCompressSync } from "node:zlib";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import type { ElfHeader } from "../../src/elf/header.ts";
import { type ReadLines, readLines } from "../../src/elf/lines.ts";
import type { Section } from "../../src/elf/sections.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { Bytes, type MadeSequence, makeUnit, Texts, type UnitShape } from "./make_lines.ts";

/** A section of a generated file. */
interface MadeSection {
  readonly name: string;
  readonly bytes: Uint8Array | readonly number[];
  readonly flags?: number;
  readonly addr?: bigint;
}

const SHAPE = { bits: 64, littleEndian: true } as const;

/** Reads the lines of a file that has just these sections. */
function linesOf(
  made: readonly MadeSection[],
  shape: Pick<ElfHeader, "bits" | "littleEndian"> = SHAPE,
): ReadLines {
  const file: number[] = [];
  const sections = made.map(({ name, bytes, flags = 0, addr = 0n }): Section => {
    const offset = BigInt(file.length);
    for (const byte of bytes) file.push(byte);
    const size = BigInt(bytes.length);
    return { name, type: 1, flags: BigInt(flags), addr, offset, size, link: 0 };
  });
  const header = { ...shape, type: 2 } as ElfHeader;
  return readLines({ access: accessOf(Uint8Array.from(file)), header, sections, segments: [] });
}

/** Checks that a table gives every address the row of its sequence, and no row to other addresses. */
function check({ table }: ReadLines, sequences: readonly MadeSequence[], seed: number): void {
  for (const { rows, end } of sequences) {
    for (const [at, { address, file, line }] of rows.entries()) {
      const next = rows[at + 1]?.address ?? end;
      // Of several rows at one address, the last one counts.
      if (next === address) continue;
      const expected = line === 0 ? undefined : { file, line };
      assertEquals(table.lineAt(address), expected, `seed ${seed}, 0x${address.toString(16)}`);
      assertEquals(table.lineAt(next - 1n), expected, `seed ${seed}, 0x${(next - 1n).toString(16)}`);
    }
    const after = sequences.some((other) => other.rows[0]!.address <= end && end < other.end);
    if (!after) assertEquals(table.lineAt(end), undefined, `seed ${seed}`);
  }
}

function shapeOf(random: Random): UnitShape {
  const version = random.pick([2, 3, 4, 5] as const);
  return {
    version,
    littleEndian: random.oneIn(2),
    addressBytes: random.pick([4, 8] as const),
    offsetBytes: random.pick([4, 8] as const),
    instructionBytes: random.pick([1, 2, 4]),
    operations: version >= 4 ? random.pick([1, 1, 3, 4]) : 1,
    opcodeBase: random.pick(version === 2 ? [10, 13] : [10, 13, 17]),
    lineBase: random.pick([-5, -3, -1, 0]),
    lineRange: random.pick([14, 12, 4]),
  };
}

Deno.test("readLines() reads units of every version, width, byte order and instruction length", () => {
  for (let seed = 1; seed <= seeds(200); seed++) {
    const random = new Random(seed);
    const first = shapeOf(random);
    const lineTexts = new Texts(), texts = new Texts();
    // Kernels are at the end of the address space, and large programs exceed 32 bits.
    let from = first.addressBytes === 8
      ? random.pick([0x1000n, 0xffff_ff80n, 0xffff_ffff_8000_0000n])
      : 0x1000n;
    const units = Array.from({ length: 1 + random.below(3) }, () => {
      const { littleEndian, addressBytes } = first;
      const unit = makeUnit(
        { ...shapeOf(random), littleEndian, addressBytes },
        random,
        from,
        lineTexts,
        texts,
      );
      from = unit.end;
      return unit;
    });
    if (random.oneIn(2)) units.reverse();
    const shape = { bits: first.addressBytes === 8 ? 64 : 32, littleEndian: first.littleEndian } as const;
    const lines = linesOf([
      { name: ".debug_str", bytes: texts.bytes.list },
      { name: ".debug_line", bytes: units.flatMap(({ bytes }) => bytes) },
      { name: ".debug_line_str", bytes: lineTexts.bytes.list },
    ], shape);
    assertEquals(lines.problems, [], `seed ${seed}`);
    check(lines, units.flatMap(({ sequences }) => sequences), seed);
  }
});

const PLAIN: UnitShape = {
  version: 4,
  ...SHAPE,
  addressBytes: 8,
  offsetBytes: 4,
  instructionBytes: 1,
  operations: 1,
  opcodeBase: 13,
  lineBase: -5,
  lineRange: 14,
};

function plainUnit(seed: number, from = 0x1000n): ReturnType<typeof makeUnit> {
  return makeUnit(PLAIN, new Random(seed), from, new Texts(), new Texts());
}

Deno.test("readLines() unpacks compressed sections of all three kinds", () => {
  const { bytes, sequences } = plainUnit(3);
  const plain = Uint8Array.from(bytes);
  const head = (method: number, length: number): number[] => {
    const out = new Bytes(true);
    out.number(method, 4);
    out.number(0, 4);
    out.number(length, 8);
    out.number(1, 8);
    return out.list;
  };
  const old = new Bytes(false);
  old.number(plain.length, 8);
  const COMPRESSED = 0x800;
  for (
    const section of [
      { name: ".debug_line", flags: COMPRESSED, bytes: [...head(1, plain.length), ...deflateSync(plain)] },
      {
        name: ".debug_line",
        flags: COMPRESSED,
        bytes: [...head(2, plain.length), ...zstdCompressSync(plain)],
      },
      {
        name: ".zdebug_line",
        bytes: [...new TextEncoder().encode("ZLIB"), ...old.list, ...deflateSync(plain)],
      },
    ]
  ) {
    const lines = linesOf([section]);
    assertEquals(lines.problems, []);
    check(lines, sequences, 3);
  }
  // An impossible length, a wrong length, an unknown method, and damaged data.
  for (
    const bytes of [
      [...head(1, 2 ** 40), ...deflateSync(plain)],
      [...head(1, plain.length - 1), ...deflateSync(plain)],
      [...head(1, plain.length + 1), ...deflateSync(plain)],
      [...head(2, plain.length + 1), ...zstdCompressSync(plain)],
      [...head(3, plain.length), ...deflateSync(plain)],
      [...head(1, plain.length), ...deflateSync(plain).subarray(0, 20)],
      [...head(2, plain.length), 1, 2, 3, 4],
      [1, 0, 0],
    ]
  ) {
    const { table, problems } = linesOf([{ name: ".debug_line", flags: COMPRESSED, bytes }]);
    assertEquals(
      [table.starts.length, problems.map(({ code, offset }) => [code, offset])],
      [0, [["line-section", 0]]],
    );
  }
});

Deno.test("readLines() leaves out code that the linker discarded, and counts overlapping code once", () => {
  const dead = plainUnit(5, 0n), live = plainUnit(6);
  const code = { name: ".text", bytes: new Uint8Array(0x2000), flags: 6, addr: 0x1000n };
  const lines = linesOf([code, {
    name: ".debug_line",
    bytes: [...dead.bytes, ...live.bytes, ...live.bytes],
  }]);
  assertEquals(lines.problems, []);
  check(lines, live.sequences, 6);
  assertEquals(lines.table.lineAt(dead.sequences[0]!.rows[0]!.address), undefined);
  const once = linesOf([code, { name: ".debug_line", bytes: live.bytes }]);
  assertEquals(lines.table.starts, once.table.starts);
});

Deno.test("readLines() continues after a unit that it cannot read", () => {
  const { bytes, sequences } = plainUnit(7);
  const change = (at: number, value: number): number[] =>
    bytes.map((byte, place) => place === at ? value : byte);
  // The fields of a header begin at 10: shortest instruction, operations, is_stmt, line base, line range, opcode base.
  for (
    const [broken, code] of [[change(4, 9), "line-version"], [change(14, 0), "line-unit"], [
      change(15, 0),
      "line-unit",
    ]] as const
  ) {
    const lines = linesOf([{ name: ".debug_line", bytes: [...broken, ...bytes] }]);
    assertEquals(lines.problems.map((problem) => problem.code), [code]);
    check(lines, sequences, 7);
  }
  const cut = linesOf([{ name: ".debug_line", bytes: bytes.slice(0, -3) }]);
  assertEquals(cut.problems[0]!.code, "line-end");
  const [first] = sequences;
  if (sequences.length > 1) check(cut, [first!], 7);
});

Deno.test("readLines() gives no file name for a file number that the unit does not have", () => {
  const out = new Bytes(true);
  const { bytes } = plainUnit(8);
  // After its end_sequence: an address, a missing file, a row, an address, the end.
  const address = (value: number): number[] => [0, 9, 2, value & 0xff, value >> 8, 0, 0, 0, 0, 0, 0];
  const more = [...address(0x8000), 4, 99, 1, ...address(0x8010), 0, 1, 1];
  out.number(bytes.length - 4 + more.length, 4);
  const { table, problems } = linesOf([{
    name: ".debug_line",
    bytes: [...out.list, ...bytes.slice(4), ...more],
  }]);
  assertEquals(problems.map(({ code }) => code), ["line-file"]);
  assertEquals(table.lineAt(0x8001n), undefined);
});

Deno.test("readLines() resolves the first file only if a row uses it", () => {
  // Version 5 with a single file, number 0; the register starts at 1.
  const operands = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
  const folders = [1, 1, 8, 1, 0x2e, 0], files = [1, 1, 8, 1, 0x61, 0];
  const lists = [1, 1, 1, 0xfb, 14, 13, ...operands, ...folders, ...files];
  const address = [0, 9, 2, 0, 0x10, 0, 0, 0, 0, 0, 0];
  const unit = (program: readonly number[]): number[] => {
    const inside = new Bytes(true);
    inside.number(5, 2);
    inside.list.push(8, 0);
    inside.number(lists.length, 4);
    const whole = new Bytes(true);
    whole.number(inside.list.length + lists.length + program.length, 4);
    return [...whole.list, ...inside.list, ...lists, ...program];
  };
  const right = linesOf([{ name: ".debug_line", bytes: unit([...address, 4, 0, 1, 2, 4, 0, 1, 1]) }]);
  assertEquals([right.problems, right.table.lineAt(0x1003n)], [[], { file: "a", line: 1 }]);
  const wrong = linesOf([{ name: ".debug_line", bytes: unit([...address, 1, 2, 4, 0, 1, 1]) }]);
  assertEquals([wrong.problems.map(({ code }) => code), wrong.table.lineAt(0x1003n)], [
    ["line-file"],
    undefined,
  ]);
});

Deno.test("readLines() allocates no more than the bytes justify, whatever they claim", () => {
  const unit = (...body: readonly (readonly [number, number])[]): number[] => {
    const inside = new Bytes(true);
    for (const [value, bytes] of body) inside.number(value, bytes);
    const whole = new Bytes(true);
    whole.number(inside.list.length, 4);
    return [...whole.list, ...inside.list];
  };
  const head = [[5, 2], [8, 1], [0, 1], [40, 4], [1, 1], [1, 1], [1, 1], [0xfb, 1], [14, 1], [1, 1]] as const;
  const spare = Array.from({ length: 40 }, () => [0xff, 1] as const);
  const huge = [[0xff, 1], [0xff, 1], [0xff, 1], [0xff, 1], [0x0f, 1]] as const;
  const lies = [
    // Four billion folders of one byte each, and of none.
    unit(...head, [1, 1], [1, 1], [0x0b, 1], ...huge, ...spare),
    unit(...head, [0, 1], ...huge, ...spare),
    unit(...head, [0, 1], [3, 1], ...spare),
    // An unknown form.
    unit(...head, [1, 1], [1, 1], [0x70, 1], [1, 1], ...spare),
    // A unit of 2^60 bytes, and one with a reserved length.
    [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0x10, 5, 0],
    [0xf5, 0xff, 0xff, 0xff, 5, 0],
  ];
  for (const bytes of lies) {
    const { table, problems } = linesOf([{ name: ".debug_line", bytes }]);
    assertEquals(table.starts.length, 0);
    assert(problems.length > 0);
  }
});

Deno.test("readLines() skips names stored in other sections, of any width, and keeps the lines", () => {
  for (const width of [1, 2, 3, 4]) {
    const lists = [1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0x24 + width, 1];
    for (let byte = 0; byte < width; byte++) lists.push(0);
    const program = [0, 9, 2, 0, 16, 0, 0, 0, 0, 0, 0, 4, 0, 0x20, 2, 1, 0, 1, 1];
    const unit = new Bytes(true);
    unit.number(2 + 2 + 4 + lists.length + program.length, 4);
    unit.number(5, 2);
    unit.list.push(8, 0);
    unit.number(lists.length, 4);
    unit.list.push(...lists, ...program);
    const { table, problems } = linesOf([{ name: ".debug_line", bytes: unit.list }]);
    assertEquals([problems, table.starts.length > 0], [[], true], `${width} bytes`);
  }
});

// All names here are suffixes of one long name.
Deno.test("readLines() drops names whose total length exceeds what their sections allow", () => {
  const files = 3000;
  const program = new Bytes(true);
  program.list.push(0, 9, 2, 0, 16, 0, 0, 0, 0, 0, 0);
  for (let file = 0; file < files; file++) {
    program.list.push(4);
    program.uleb(file);
    program.list.push(0x20);
  }
  program.list.push(2, 1, 0, 1, 1);
  const lists = new Bytes(true);
  lists.list.push(1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0x1f);
  lists.uleb(files);
  for (let file = 0; file < files; file++) lists.number(file, 4);
  const unit = new Bytes(true);
  unit.number(5, 2);
  unit.list.push(8, 0);
  unit.number(lists.list.length, 4);
  unit.list.push(...lists.list, ...program.list);
  const whole = new Bytes(true);
  whole.number(unit.list.length, 4);
  const { table, problems } = linesOf([
    { name: ".debug_line", bytes: [...whole.list, ...unit.list] },
    { name: ".debug_line_str", bytes: [...new Uint8Array(100_000).fill(65), 0] },
  ]);
  assertEquals(problems.map(({ code }) => code), ["line-names"]);
  assert(table.files.length < 40);
});

Deno.test("ElfFile.lines survives every prefix and flipped bytes of a line table", () => {
  const bytes = Deno.readFileSync(
    new URL("../../testdata/gnatcov/wordfreq/wordfreq-x86_64", import.meta.url),
  );
  const sections = new ElfFile(accessOf(bytes)).sections.filter(({ name }) => name.startsWith(".debug_line"));
  const [from, to] = [Number(sections[0]!.offset), Number(sections.at(-1)!.offset + sections.at(-1)!.size)];
  assertEquals(sections.length, 2);
  let read = 0;
  let told = 0;
  const tryRead = (broken: Uint8Array): void => {
    // The header of the file is intact, so that damaged lines are reported and never refused.
    const { table, problems } = new ElfFile(accessOf(broken)).lines;
    for (const start of table.starts) table.lineAt(start);
    assert(table.starts.every((start, at) => at === 0 || start > table.starts[at - 1]!));
    assert(problems.every(({ offset }) => offset >= 0 && offset <= bytes.length));
    if (table.starts.length > 0) read++;
    told += problems.length;
  };
  for (let length = 0; length < to - from; length += 3) {
    // The bytes are cut off, but the section claims that they exist.
    const cut = bytes.slice();
    cut.fill(0, from + length, to);
    tryRead(cut);
  }
  const random = new Random(11);
  for (let round = 0; round < seeds(400); round++) {
    const broken = bytes.slice();
    for (let flip = 1 + random.below(4); flip > 0; flip--) {
      broken[from + random.below(to - from)] = random.below(256);
    }
    tryRead(broken);
  }
  assert(read > 400 && told > 100, `lines of ${read} are read, ${told} problems`);
});
