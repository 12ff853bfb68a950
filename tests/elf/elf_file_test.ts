import { assert, assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { FormatError } from "../../src/base/errors.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import { MACHINE_ARM, MACHINE_PPC64, TYPE_DYN } from "../../src/elf/header.ts";
import { debugFilePaths } from "../../src/elf/notes.ts";
import { makeElf } from "./make_elf.ts";
import { seeds } from "../support/effort.ts";

const PROGRAMS = new URL("programs/", import.meta.url);
const names = [...Deno.readDirSync(PROGRAMS)].map((entry) => entry.name).filter(
  (name) => !name.endsWith(".txt"),
);

/** Reads everything that a file provides. */
function readAll(bytes: Uint8Array): void {
  const elf = new ElfFile(accessOf(bytes));
  for (const symbol of elf.symbols.all) elf.symbolAt(symbol.address);
  elf.linkAddress(0x1234n, { from: 0x1000n, to: 0x2000n });
  void elf.buildId;
  void elf.debugLink;
}

for (const name of names) {
  const bytes = Deno.readFileSync(new URL(name, PROGRAMS));

  Deno.test(`ElfFile.symbolAt() names what readelf lists in ${name}`, () => {
    const elf = new ElfFile(accessOf(bytes));
    const lines = Deno.readTextFileSync(
      new URL(`${name}.symbols.txt`, PROGRAMS),
    ).split("\n");
    let functions = 0;
    for (const line of lines) {
      // number, value, size, type, binding, visibility, section, name
      const fields = line.trim().split(/\s+/);
      if (fields[3] !== "FUNC" || fields[6] === "UND") continue;
      functions++;
      const address = BigInt("0x" + fields[1]);
      const size = BigInt(fields[2]!);
      const found = elf.symbolAt(size === 0n ? address : address + size - 1n);
      assertEquals(found?.symbol.name, fields[7]);
      assertEquals([found?.symbol.address, found?.symbol.size], [
        address,
        size,
      ]);
      assertEquals(found?.offset, size === 0n ? 0n : size - 1n);
    }
    assertEquals(functions > 0, true);
  });

  Deno.test(`ElfFile survives every prefix and flipped bytes of ${name}`, () => {
    let read = 0;
    const tryRead = (broken: Uint8Array): void => {
      try {
        readAll(broken);
        read++;
      } catch (error) {
        assertInstanceOf(error, FormatError);
      }
    };
    for (let length = 0; length < bytes.length; length += 7) {
      tryRead(bytes.subarray(0, length));
    }
    let seed = 12345;
    for (let round = 0; round < seeds(300); round++) {
      const broken = bytes.slice();
      for (let flip = 0; flip < 4; flip++) {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        broken[seed % broken.length] = seed >>> 24;
      }
      tryRead(broken);
    }
    assert(read > 100, `${read} are read`);
  });
}

for (const bits of [32, 64] as const) {
  for (const littleEndian of [true, false]) {
    Deno.test(`ElfFile reads ${bits}-bit ${littleEndian ? "little" : "big"}-endian files`, () => {
      const elf = new ElfFile(accessOf(makeElf({
        bits,
        littleEndian,
        machine: 20,
        symbols: [
          { name: "outer", address: 0x1000, size: 0x100 },
          { name: "inner", address: 0x1040, size: 0x10 },
          { name: "local_alias", address: 0x1200, size: 8, binding: 0 },
          { name: "alias", address: 0x1200, size: 8 },
          { name: "label", address: 0x1300, kind: 0 },
          { name: "next", address: 0x1340, size: 4 },
          { name: "absolute", address: 0x1360, kind: 0, section: 0xfff1 },
        ],
      })));
      const nameAt = (address: bigint): string | undefined => elf.symbolAt(address)?.symbol.name;
      assertEquals(nameAt(0xfffn), undefined);
      assertEquals([nameAt(0x1000n), nameAt(0x1045n), nameAt(0x1050n)], [
        "outer",
        "inner",
        "outer",
      ]);
      assertEquals(nameAt(0x1100n), undefined);
      assertEquals(nameAt(0x1204n), "alias");
      assertEquals([
        nameAt(0x1300n),
        nameAt(0x133fn),
        nameAt(0x1343n),
        nameAt(0x1344n),
      ], [
        "label",
        "label",
        "next",
        undefined,
      ]);
      assertEquals(elf.symbolAt(0x1345n), undefined);
    });
  }
}

Deno.test("ElfFile removes the Thumb bit and knows mapping symbols", () => {
  const elf = new ElfFile(accessOf(makeElf({
    bits: 32,
    littleEndian: true,
    machine: MACHINE_ARM,
    symbols: [
      { name: "thumb_code", address: 0x1011, size: 6 },
      { name: "arm_code", address: 0x1020, size: 8 },
      { name: "$a", address: 0x1000, kind: 0, binding: 0 },
      { name: "$t.1", address: 0x1010, kind: 0, binding: 0 },
      { name: "$d", address: 0x1028, kind: 0, binding: 0 },
    ],
  })));
  const found = elf.symbolAt(0x1010n)!;
  assertEquals([found.symbol.name, found.symbol.thumb, found.offset], [
    "thumb_code",
    true,
    0n,
  ]);
  assertEquals(elf.symbolAt(0x1024n)?.symbol.thumb, false);
  assertEquals(elf.symbols.all.map((symbol) => symbol.name), [
    "thumb_code",
    "arm_code",
  ]);
});

Deno.test("SymbolTable recognizes data between code only by the machine's own mapping symbols", () => {
  const at = (name: string, address: number, kind = 0, binding = 0) => ({ name, address, kind, binding });
  const cases: readonly (readonly [number, readonly ReturnType<typeof at>[], readonly [number, number][]])[] =
    [
      [MACHINE_ARM, [
        at("$a", 0x2000),
        at("$d", 0x2010),
        at("$t.7", 0x2018),
        at("$d.x", 0x2020),
        at("$a", 0x2020),
      ], [
        [0x2010, 0x2017],
      ]],
      // Two adjacent ranges are one, and the last one extends to the end of its section.
      [MACHINE_ARM, [at("$d", 0x2010), at("$d.1", 0x2014), at("$a", 0x2018), at("$d", 0x2030)], [
        [0x2010, 0x2017],
        [0x2030, 0x20ff],
      ]],
      [183, [at("$x", 0x2000), at("$d.5", 0x2010), at("$x.6", 0x2020)], [[0x2010, 0x201f]]],
      [243, [
        at("$xrv64i2p1_m2p0", 0x2000),
        at("$d", 0x2010),
        at("$x", 0x2014),
        at("$d", 0x2020),
        at("$xrv64", 0x2022),
      ], [
        [0x2010, 0x2013],
        [0x2020, 0x2021],
      ]],
      // A function or a global label with such a name, names that only look similar, and a machine without
      // mapping symbols.
      [
        MACHINE_ARM,
        [at("$d", 0x2010, 2, 1), at("$d", 0x2020, 0, 1), at("$data", 0x2030), at("$x", 0x2040)],
        [],
      ],
      [62, [at("$d", 0x2010)], []],
    ];
  for (const [machine, symbols, expected] of cases) {
    const elf = new ElfFile(accessOf(makeElf({
      bits: machine === MACHINE_ARM ? 32 : 64,
      littleEndian: true,
      machine,
      symbols: symbols.map((symbol) => ({ ...symbol, size: 0 })),
      sections: [{ name: ".code", type: 1, flags: 6, addr: 0x2000, bytes: new Uint8Array(0x100) }],
    })));
    const found = elf.symbols.data.map(({ first, last }) => [Number(first), Number(last)]);
    assertEquals(found, expected.map((range) => [...range]), `${machine}`);
  }
});

Deno.test("ElfFile follows function descriptors of 64-bit PowerPC", () => {
  const opd = new Uint8Array(48);
  new DataView(opd.buffer).setBigUint64(0, 0x1100n);
  new DataView(opd.buffer).setBigUint64(24, 0x1180n);
  const elf = new ElfFile(accessOf(makeElf({
    bits: 64,
    littleEndian: false,
    machine: MACHINE_PPC64,
    sections: [{ name: ".opd", type: 1, addr: 0x8000, bytes: opd }],
    symbols: [
      { name: "first", address: 0x8000, size: 0x40, section: 4 },
      { name: "second", address: 0x8018, size: 0x20, section: 4 },
    ],
  })));
  assertEquals(elf.symbolAt(0x1110n)?.symbol.name, "first");
  assertEquals(elf.symbolAt(0x1180n)?.symbol.name, "second");
  assertEquals(elf.symbolAt(0x8000n), undefined);
});

Deno.test("ElfFile.linkAddress() knows both forms of a mapping, and fixed addresses", () => {
  const segments = [
    { flags: 4, offset: 0, addr: 0, size: 0x600 },
    { flags: 5, offset: 0x1000, addr: 0x1000, size: 0x1234 },
  ];
  const shape = { bits: 64, littleEndian: true, machine: 62 } as const;
  const library = new ElfFile(
    accessOf(makeElf({ ...shape, type: TYPE_DYN, segments })),
  );
  const lowered = { from: 0x7f0000000000n, to: 0x7f0000003000n };
  const raw = { from: 0x7f0000001000n, to: 0x7f0000003000n };
  assertEquals(library.linkAddress(0x7f0000001010n, lowered), 0x1010n);
  assertEquals(library.linkAddress(0x7f0000001010n, raw), 0x1010n);
  const program = new ElfFile(accessOf(makeElf({
    ...shape,
    segments: [{ flags: 5, offset: 0, addr: 0x400000, size: 0x100 }],
  })));
  assertEquals(program.hasFixedAddresses, true);
  assertEquals(
    program.linkAddress(0x400010n, { from: 0x400000n, to: 0x401000n }),
    0x400010n,
  );
});

Deno.test("ElfFile finds build id and debug link", () => {
  const note = new Uint8Array([
    4,
    0,
    0,
    0,
    3,
    0,
    0,
    0,
    3,
    0,
    0,
    0,
    0x47,
    0x4e,
    0x55,
    0,
    0xab,
    0xcd,
    0x0e,
    0,
  ]);
  const link = new Uint8Array([
    ...new TextEncoder().encode("prog.debug"),
    0,
    0,
    0x78,
    0x56,
    0x34,
    0x12,
  ]);
  const elf = new ElfFile(accessOf(makeElf({
    bits: 64,
    littleEndian: true,
    machine: 62,
    sections: [
      { name: ".note.gnu.build-id", type: 7, bytes: note },
      { name: ".gnu_debuglink", type: 1, bytes: link },
    ],
  })));
  assertEquals(elf.buildId, "abcd0e");
  assertEquals(elf.debugLink, { name: "prog.debug", crc: 0x12345678 });
  const ids = {
    buildId: elf.buildId,
    debugLink: { name: "../../etc/prog.debug", crc: 1 },
  };
  assertEquals(debugFilePaths("/usr/bin/prog", ids, ["/dbg"]), [
    "/dbg/.build-id/ab/cd0e.debug",
    "/dbg/abcd0e/debuginfo",
    "/dbg/usr/bin/prog.debug",
    "/dbg/prog.debug",
    "/dbg/usr/bin/prog.debug",
    "/dbg/usr/bin/prog",
  ]);
});

Deno.test("ElfFile refuses other files", () => {
  for (
    const text of [
      "",
      "\x7fELF",
      "hello, world, this is a text",
      "\x7fELF\x03\x01aaaaaaaaaaaaaaaaaaaa",
    ]
  ) {
    assertThrows(
      () => new ElfFile(accessOf(new TextEncoder().encode(text))),
      FormatError,
    );
  }
});
