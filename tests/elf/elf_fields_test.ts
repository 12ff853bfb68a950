/** Fields of the header, notes, names and kinds of symbols, in files of every shape. */
import { assertEquals } from "@std/assert";
import { AddressResolver } from "../../src/elf/address_resolver.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import { MACHINE_ARM, readHeader } from "../../src/elf/header.ts";
import { makeElf } from "./make_elf.ts";

const SHAPES = ([32, 64] as const).flatMap((bits) =>
  [true, false].map((littleEndian) => ({ bits, littleEndian }))
);

Deno.test("readHeader() reads the fields at the offsets of the System V ABI", () => {
  for (const shape of SHAPES) {
    const bytes = makeElf({ ...shape, machine: 62 });
    const view = new DataView(bytes.buffer);
    const wide = shape.bits === 64;
    // Every byte after the first sixteen is different, so that no two fields look alike.
    for (let at = 16; at < (wide ? 64 : 52); at++) bytes[at] = 3 * at + 1;
    const u16 = (at: number): number => view.getUint16(at, shape.littleEndian);
    const u32 = (at: number): number => view.getUint32(at, shape.littleEndian);
    const word = (at: number): bigint => wide ? view.getBigUint64(at, shape.littleEndian) : BigInt(u32(at));
    // The entry point precedes them.
    const names = ["segmentOffset", "sectionOffset"] as const;
    const halves = ["segmentSize", "segmentCount", "sectionSize", "sectionCount", "namesIndex"] as const;
    const behind = 24 + 3 * (shape.bits / 8);
    assertEquals(readHeader(accessOf(bytes)), {
      ...shape,
      type: u16(16),
      machine: u16(18),
      ...Object.fromEntries(names.map((name, at) => [name, word(24 + (at + 1) * shape.bits / 8)])) as Record<
        typeof names[number],
        bigint
      >,
      // Four bytes of flags and two for the size of this header are between them.
      ...Object.fromEntries(halves.map((name, at) => [name, u16(behind + 6 + 2 * at)])) as Record<
        typeof halves[number],
        number
      >,
    });
  }
});

Deno.test("ElfFile finds the build id among other notes, with any padding", () => {
  for (const shape of SHAPES) {
    const note = (name: string, type: number, content: readonly number[]): number[] => {
      const head = new DataView(new ArrayBuffer(12));
      [name.length, content.length, type].forEach((value, at) =>
        head.setUint32(4 * at, value, shape.littleEndian)
      );
      const padded = (
        list: readonly number[],
      ): number[] => [...list, ...new Array<number>(-list.length & 3).fill(0)];
      return [
        ...new Uint8Array(head.buffer),
        ...padded([...new TextEncoder().encode(name)]),
        ...padded(content),
      ];
    };
    for (const other of [[], [1], [1, 2, 3, 4], [9, 9, 9, 9, 9, 9, 9]]) {
      const bytes = Uint8Array.from([
        ...note("GNU\0", 1, other),
        ...note("stapsdt\0", 3, other),
        ...note("GNU\0", 3, [0xab, 0, 0x0c]),
      ]);
      const elf = new ElfFile(accessOf(makeElf({
        ...shape,
        machine: 62,
        sections: [{ name: ".notes", type: 7, bytes }],
      })));
      assertEquals(elf.buildId, "ab000c", `${shape.bits} bits, ${other.length} bytes`);
    }
  }
});

Deno.test("ElfFile does not change the addresses of data", () => {
  const symbols = [0, 1, 2, 10].map((kind) => ({ name: `kind${kind}`, address: 0x1011, size: 2, kind }));
  const elf = new ElfFile(accessOf(makeElf({ bits: 32, littleEndian: true, machine: MACHINE_ARM, symbols })));
  assertEquals(elf.symbols.all.map(({ name, address, thumb }) => [name, address, thumb]), [
    ["kind0", 0x1011n, false],
    ["kind1", 0x1011n, false],
    ["kind2", 0x1010n, true],
    ["kind10", 0x1010n, true],
  ]);
});

Deno.test("ElfFile reads names up to a total of 64 KiB plus sixteen times the table of names", () => {
  for (const shape of SHAPES) {
    // All symbols have the first one's name, which is so long that 18 of them reach the limit.
    const made = (length: number): Uint8Array => {
      const symbols = Array.from({ length: 18 }, (_, at) => ({
        name: at === 0 ? "n".repeat(length) : "x",
        address: 0x1000 + at,
      }));
      const bytes = makeElf({ ...shape, machine: 62, symbols });
      const header = readHeader(accessOf(bytes));
      const view = new DataView(bytes.buffer);
      const table = sectionOf(bytes, 2);
      const size = header.bits === 64 ? 24 : 16;
      for (let at = 1; at <= 18; at++) {
        view.setUint32(table.offset + at * size, view.getUint32(table.offset + size), false);
      }
      return bytes;
    };
    const sectionOf = (bytes: Uint8Array, index: number): { offset: number; size: number } => {
      const { offset, size } = new ElfFile(accessOf(bytes)).sections[index]!;
      return { offset: Number(offset), size: Number(size) };
    };
    const read = (length: number): number => new ElfFile(accessOf(made(length))).symbols.all.length;
    // 18 names of `length` are 16 times a table of `rest + length`, and 64 KiB.
    const rest = sectionOf(made(100), 3).size - 100;
    const length = (16 * rest + 65_536) / 2;
    assertEquals([read(length), read(length + 1)], [18, 17], `${shape.bits} bits`);
  }
});

Deno.test("AddressResolver.callAt() names the function when the call is its first byte", () => {
  const symbols = [{ name: "first", address: 0, size: 16 }];
  const resolver = new AddressResolver({
    open: (path) =>
      path.endsWith("/a")
        ? accessOf(makeElf({ bits: 64, littleEndian: true, machine: 62, symbols }))
        : undefined,
    sysroot: "/target",
    debugDirs: [],
  });
  const mapping = { from: 0n, to: 0x1000n };
  const found = [0n, 1n, 2n, 16n, 17n].map((address) =>
    resolver.callAt({ path: "/a" }, mapping, address)?.func
  );
  assertEquals(found, [undefined, "first", "first", "first", undefined]);
});
