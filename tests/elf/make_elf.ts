/** Writes small ELF files of any shape, where no real file is available. */

/** A symbol to write. */
export interface MadeSymbol {
  readonly name: string;
  readonly address: number;
  readonly size?: number;
  /** `STT_` number, 2 (function) by default. */
  readonly kind?: number;
  /** `STB_` number, 1 (global) by default. */
  readonly binding?: number;
  /** Section number, 1 (`.text`) by default. */
  readonly section?: number;
}

/** The contents of a file. */
export interface MadeElf {
  readonly bits: 32 | 64;
  readonly littleEndian: boolean;
  readonly machine: number;
  readonly type?: number;
  readonly symbols?: readonly MadeSymbol[];
  /** Sections besides `.text`, `.symtab` and `.strtab`. */
  readonly sections?: readonly {
    name: string;
    type: number;
    addr?: number;
    flags?: number;
    bytes: Uint8Array;
  }[];
  /** Load segments. */
  readonly segments?: readonly {
    flags: number;
    offset: number;
    addr: number;
    size: number;
  }[];
}

const ENCODER = new TextEncoder();

/** Bytes of the file. */
export function makeElf(elf: MadeElf): Uint8Array {
  const wide = elf.bits === 64;
  const word = elf.bits / 8;
  const bytes = new Uint8Array(1 << 16);
  const view = new DataView(bytes.buffer);
  const le = elf.littleEndian;
  const putWord = (at: number, value: number): void =>
    wide ? view.setBigUint64(at, BigInt(value), le) : view.setUint32(at, value, le);
  let names = "\0";
  const nameOf = (name: string): number => {
    const at = names.length;
    names += name + "\0";
    return at;
  };
  const symbolSize = wide ? 24 : 16;
  const symbols = elf.symbols ?? [];
  const symbolBytes = new Uint8Array(symbolSize * (symbols.length + 1));
  const symbolView = new DataView(symbolBytes.buffer);
  symbols.forEach((symbol, index) => {
    const at = symbolSize * (index + 1);
    const info = (symbol.binding ?? 1) << 4 | (symbol.kind ?? 2);
    symbolView.setUint32(at, nameOf(symbol.name), le);
    symbolBytes[at + (wide ? 4 : 12)] = info;
    symbolView.setUint16(at + (wide ? 6 : 14), symbol.section ?? 1, le);
    const put = (place: number, value: number): void =>
      wide ? symbolView.setBigUint64(place, BigInt(value), le) : symbolView.setUint32(place, value, le);
    put(at + (wide ? 8 : 4), symbol.address);
    put(at + (wide ? 16 : 8), symbol.size ?? 0);
  });
  const list = [
    {
      name: ".text",
      type: 1,
      flags: 6,
      addr: 0x1000,
      bytes: new Uint8Array(16),
      link: 0,
      entry: 0,
    },
    {
      name: ".symtab",
      type: 2,
      flags: 0,
      addr: 0,
      bytes: symbolBytes,
      link: 3,
      entry: symbolSize,
    },
    {
      name: ".strtab",
      type: 3,
      flags: 0,
      addr: 0,
      bytes: new Uint8Array(0),
      link: 0,
      entry: 0,
    },
    ...(elf.sections ?? []).map((section) => ({
      flags: 2,
      link: 0,
      entry: 0,
      addr: 0,
      ...section,
    })),
  ];
  const nameOffsets = list.map((section) => nameOf(section.name));
  list[2]!.bytes = ENCODER.encode(names);
  const segments = elf.segments ?? [];
  const headerSize = wide ? 64 : 52;
  const segmentSize = wide ? 56 : 32;
  segments.forEach((segment, index) => {
    const at = headerSize + index * segmentSize;
    view.setUint32(at, 1, le);
    view.setUint32(at + (wide ? 4 : 24), segment.flags, le);
    putWord(at + (wide ? 8 : 4), segment.offset);
    putWord(at + (wide ? 16 : 8), segment.addr);
    putWord(at + (wide ? 32 : 16), segment.size);
    putWord(at + (wide ? 40 : 20), segment.size);
  });
  let end = headerSize + segments.length * segmentSize;
  const places = list.map((section) => {
    const at = (end + 7) & ~7;
    bytes.set(section.bytes, at);
    end = at + section.bytes.length;
    return at;
  });
  const table = (end + 7) & ~7;
  const sectionSize = 16 + 6 * word;
  list.forEach((section, index) => {
    const at = table + (index + 1) * sectionSize;
    view.setUint32(at, nameOffsets[index]!, le);
    view.setUint32(at + 4, section.type, le);
    putWord(at + 8, section.flags);
    putWord(at + 8 + word, section.addr);
    putWord(at + 8 + 2 * word, places[index]!);
    putWord(at + 8 + 3 * word, section.bytes.length);
    view.setUint32(at + 8 + 4 * word, section.link, le);
    putWord(at + 16 + 5 * word, section.entry);
  });
  bytes.set([0x7f, 0x45, 0x4c, 0x46, wide ? 2 : 1, le ? 1 : 2, 1]);
  view.setUint16(16, elf.type ?? 2, le);
  view.setUint16(18, elf.machine, le);
  putWord(wide ? 32 : 28, segments.length > 0 ? headerSize : 0);
  putWord(wide ? 40 : 32, table);
  const at = wide ? 48 : 36;
  view.setUint16(at + 6, segmentSize, le);
  view.setUint16(at + 8, segments.length, le);
  view.setUint16(at + 10, sectionSize, le);
  view.setUint16(at + 12, list.length + 1, le);
  view.setUint16(at + 14, 3, le);
  return bytes.slice(0, table + (list.length + 1) * sectionSize);
}
