/**
 * Reads symbol tables and sorts them by address.
 * @module
 */

import { compareNumbers } from "../base/u64.ts";
import { binarySearch } from "../base/binary_search.ts";
import { Fields, textAt } from "./fields.ts";
import { type ElfHeader, MACHINE_ARM, MACHINE_PPC64 } from "./header.ts";
import { dataBetween, type DataRange, type MappedState, marksData } from "./mapping_symbols.ts";
import { DYNSYM, type ElfParts, FLAG_EXEC, type Section, sectionBytes, SYMTAB } from "./sections.ts";

/** `STT_NOTYPE`: common for assembly code. */
const KIND_NONE = 0;
/** `STT_FUNC`. */
const KIND_FUNC = 2;
/** `STT_GNU_IFUNC`. */
const KIND_IFUNC = 10;
/** From this section number on: special sections, for absolute and common symbols. */
const RESERVED_SECTIONS = 0xff00;

/** Maximum number of symbols that a search goes back; few functions are inside others. */
const MAX_STEPS = 4096;

/** The fields of a symbol table entry. */
interface SymbolFields {
  /** Link address. For ARM, without the Thumb bit; for function descriptors, the address of the code. */
  readonly address: bigint;
  /** Size in bytes; 0 if the table does not give it. */
  readonly size: bigint;
  /** `STT_` number. */
  readonly kind: number;
  /** `STB_` number: 0 local, 1 global, 2 weak. */
  readonly binding: number;
  readonly section: number;
}

/** A symbol. Its name is decoded on demand, since most are never needed. */
class ElfSymbol implements SymbolFields {
  readonly address: bigint;
  readonly size: bigint;
  readonly kind: number;
  readonly binding: number;
  readonly section: number;
  /** Whether it is Thumb code. */
  readonly thumb: boolean;
  readonly #names: Uint8Array;
  readonly #at: number;
  #name: string | undefined;

  /** The name is at an offset in the string table. */
  constructor(
    names: Uint8Array,
    at: number,
    { address, size, kind, binding, section }: SymbolFields,
    thumb = false,
  ) {
    this.#names = names;
    this.#at = at;
    this.address = address;
    this.size = size;
    this.kind = kind;
    this.binding = binding;
    this.section = section;
    this.thumb = thumb;
  }

  /** Name as it is in the file; C++ names are mangled. */
  get name(): string {
    return this.#name ??= textAt(this.#names, this.#at);
  }

  /** The symbol at another address. */
  movedTo(address: bigint, thumb: boolean): ElfSymbol {
    const { size, kind, binding, section } = this;
    return new ElfSymbol(this.#names, this.#at, { address, size, kind, binding, section }, thumb);
  }
}

/** A symbol that contains an address, and the offset of the address in it. */
export interface FoundSymbol {
  readonly symbol: ElfSymbol;
  /** Distance from its start. */
  readonly offset: bigint;
}

/** Symbols of one file. */
export class SymbolTable {
  /** Functions, and labels in code sections, by address. */
  readonly functions: readonly ElfSymbol[];
  /** All named symbols, in file order. */
  readonly all: readonly ElfSymbol[];
  /** Ranges of data between code, in order; empty if the machine has no mapping symbols. */
  readonly data: readonly DataRange[];
  readonly #reach: BigUint64Array;

  /** Sorts the symbols; `states` are mapping symbols, `sections` those of the file. */
  constructor(
    all: readonly ElfSymbol[],
    functions: ElfSymbol[],
    states: MappedState[],
    sections: readonly Section[],
  ) {
    this.all = all;
    // The sort is stable, so symbols at one address keep file order.
    this.functions = functions.sort((a, b) => compareNumbers(a.address, b.address));
    this.data = dataBetween(states.sort((a, b) => compareNumbers(a.address, b.address)), sections);
    // How far any symbol up to this one extends, so that a search knows when to stop going back.
    this.#reach = new BigUint64Array(functions.length);
    let reach = 0n;
    for (const [at, symbol] of functions.entries()) {
      const end = symbol.address + symbol.size;
      if (end > reach) reach = end;
      this.#reach[at] = BigInt.asUintN(64, reach);
    }
  }

  /**
   * Returns the function at an address: among those that contain it, the one that starts last. A label
   * without a size extends to the next symbol in its section.
   */
  symbolAt(address: bigint): FoundSymbol | undefined {
    const last = upperBound(this.functions, address) - 1;
    for (let at = last; at >= Math.max(0, last - MAX_STEPS) && this.#reach[at]! > address; at--) {
      const symbol = this.functions[at]!;
      if (address >= symbol.address + symbol.size) continue;
      return found(this.#firstAt(at, (each) => address < each.address + each.size), address);
    }
    const label = this.functions[last];
    if (!label || this.#reach[last]! > address) return undefined;
    const first = this.#firstAt(last, (each) => each.size === 0n);
    return first.size === 0n ? found(first, address) : undefined;
  }

  /**
   * Returns the best symbol with the address of the one at `at` that satisfies `passes`: the first one,
   * global before local.
   */
  #firstAt(at: number, passes: (symbol: ElfSymbol) => boolean): ElfSymbol {
    const { address } = this.functions[at]!;
    let best = this.functions[at]!;
    // Few symbols share an address, but a malicious table may contain millions that do.
    for (let back = 0; back < 64 && at >= 0 && this.functions[at]!.address === address; back++, at--) {
      const symbol = this.functions[at]!;
      if (!passes(symbol)) continue;
      const better = !passes(best) || (symbol.binding !== 0) >= (best.binding !== 0);
      if (better) best = symbol;
    }
    return best;
  }
}

function found(symbol: ElfSymbol, address: bigint): FoundSymbol {
  return { symbol, offset: address - symbol.address };
}

/** Number of entries at or below an address. */
function upperBound(sorted: readonly { readonly address: bigint }[], address: bigint): number {
  return binarySearch(sorted.length, (at) => sorted[at]!.address > address);
}

/** Reads `.symtab`, and adds symbols that are only in `.dynsym`. */
export function readSymbols(elf: ElfParts): SymbolTable {
  const { header, sections } = elf;
  const all: ElfSymbol[] = [];
  const functions: ElfSymbol[] = [];
  const states: MappedState[] = [];
  const codeAt = functionDescriptors(elf);
  const tables = [SYMTAB, DYNSYM].flatMap((type) => sections.filter((section) => section.type === type));
  const seen = new SeenSymbols(tables.slice(1).flatMap((table) => addressesOf(elf, table)));
  for (const table of tables) {
    for (const raw of readTable(elf, table)) {
      if (table !== tables[0] && seen.has(raw)) continue;
      seen.add(raw);
      const isData = marksData(header.machine, raw);
      if (isData !== undefined) {
        states.push({ address: raw.address, isData });
        continue;
      }
      const symbol = settle(header, raw, codeAt);
      all.push(symbol);
      if (isCodeSymbol(symbol, sections)) functions.push(symbol);
    }
  }
  return new SymbolTable(all, functions, states, sections);
}

/** Addresses of a table's symbols. */
function addressesOf(elf: ElfParts, table: Section): bigint[] {
  return Array.from(readTable(elf, table), ({ address }) => address);
}

/** Symbols of earlier tables, by address. */
class SeenSymbols {
  /** Addresses in later tables; symbols with other addresses need not be kept. */
  readonly #later: ReadonlySet<bigint>;
  /** Symbols by address, replaced by their names once one is looked up. */
  readonly #byAddress = new Map<bigint, ElfSymbol[] | Set<string>>();

  constructor(later: Iterable<bigint>) {
    this.#later = new Set(later);
  }

  /** Adds a symbol. */
  add(symbol: ElfSymbol): void {
    if (!this.#later.has(symbol.address)) return;
    const others = this.#byAddress.get(symbol.address);
    if (others instanceof Set) others.add(symbol.name);
    else if (others) others.push(symbol);
    else this.#byAddress.set(symbol.address, [symbol]);
  }

  /** Whether a symbol with this name and address has been added. */
  has({ address, name }: ElfSymbol): boolean {
    let names = this.#byAddress.get(address);
    if (!names) return false;
    if (!(names instanceof Set)) {
      names = new Set(names.map((each) => each.name));
      this.#byAddress.set(address, names);
    }
    return names.has(name);
  }
}

function* readTable({ access, header, sections }: ElfParts, table: Section): Generator<ElfSymbol> {
  const wide = header.bits === 64;
  const size = wide ? 24 : 16;
  const fields = new Fields(sectionBytes(access, table), header);
  const names = sections[table.link] ? sectionBytes(access, sections[table.link]!) : new Uint8Array(0);
  // Names may share suffixes, but their total is limited to a small multiple of the string table.
  let budget = names.length * 16 + 65536;
  // Entry 0 is empty.
  for (let at = size; at + size <= fields.length; at += size) {
    const info = fields.bytes[at + (wide ? 4 : 12)]!;
    const section = fields.u16(at + (wide ? 6 : 14));
    const from = fields.u32(at);
    if (section === 0 || from >= names.length || names[from] === 0) continue;
    const end = names.indexOf(0, from);
    budget -= (end < 0 ? names.length : end) - from;
    if (budget < 0) return;
    yield new ElfSymbol(names, from, {
      address: fields.word(at + (wide ? 8 : 4)),
      size: fields.word(at + (wide ? 16 : 8)),
      kind: info & 15,
      binding: info >>> 4,
      section,
    });
  }
}

/** Normalizes the address of a function: clears the Thumb bit, and follows function descriptors. */
function settle(
  header: ElfHeader,
  raw: ElfSymbol,
  codeAt: (address: bigint) => bigint | undefined,
): ElfSymbol {
  if (raw.kind !== KIND_FUNC && raw.kind !== KIND_IFUNC) return raw;
  if (header.machine === MACHINE_ARM && (raw.address & 1n) !== 0n) {
    return raw.movedTo(raw.address & ~1n, true);
  }
  const code = codeAt(raw.address);
  return code === undefined ? raw : raw.movedTo(code, false);
}

function isCodeSymbol(symbol: ElfSymbol, sections: readonly Section[]): boolean {
  if (symbol.kind === KIND_FUNC || symbol.kind === KIND_IFUNC) return true;
  if (symbol.kind !== KIND_NONE || symbol.section >= RESERVED_SECTIONS) return false;
  const section = sections[symbol.section];
  return section !== undefined && (section.flags & BigInt(FLAG_EXEC)) !== 0n;
}

/**
 * Resolves function descriptors to code addresses; undefined if there is none. In the first ABI of 64-bit
 * PowerPC a function symbol points to an entry of `.opd`, whose first word is the address of the code.
 */
function functionDescriptors(
  { access, header, sections }: ElfParts,
): (address: bigint) => bigint | undefined {
  const section = sections.find((each) => each.name === ".opd");
  if (header.machine !== MACHINE_PPC64 || !section) return () => undefined;
  const fields = new Fields(sectionBytes(access, section), header);
  const end = section.addr + BigInt(Math.max(0, fields.length - 7));
  return (address) => {
    if (address < section.addr || address >= end) return undefined;
    const code = fields.u64(Number(address - section.addr));
    // A position-independent file may leave the word to the dynamic linker.
    return code === 0n ? undefined : code;
  };
}
