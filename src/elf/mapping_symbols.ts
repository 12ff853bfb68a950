/**
 * Mapping symbols: local symbols without a type that say what follows them in their section, code or data.
 * They are defined for ARM and AArch64 by "ELF for the Arm Architecture" and its 64-bit version, and for
 * RISC-V by its psABI. A suffix after a dot makes names unique, and RISC-V names may include the instruction
 * set.
 * @module
 */

import { MACHINE_AARCH64, MACHINE_ARM, MACHINE_RISCV } from "./header.ts";
import { FLAG_ALLOC, FLAG_EXEC, type Section } from "./sections.ts";

/** What a mapping symbol marks at its address. */
export interface MappedState {
  /** Link address of the symbol. */
  readonly address: bigint;
  /** Whether it is data and not code. */
  readonly isData: boolean;
}

/** A range of addresses, both ends included. */
export interface DataRange {
  /** First address of the data. */
  readonly first: bigint;
  /** Last address of the data. */
  readonly last: bigint;
}

/** Patterns of mapping symbols by machine; names with a `d` mark data. */
const NAMES: ReadonlyMap<number, RegExp> = new Map([
  [MACHINE_ARM, /^\$[atd](\.|$)/],
  [MACHINE_AARCH64, /^\$[xd](\.|$)/],
  [MACHINE_RISCV, /^\$(x(\.|$|rv)|d(\.|$))/],
]);

/** Whether a symbol marks data or code; undefined if it is not a mapping symbol. */
export function marksData(
  machine: number,
  { name, kind, binding }: { readonly name: string; readonly kind: number; readonly binding: number },
): boolean | undefined {
  if (name.charCodeAt(0) !== 0x24 || kind !== 0 || binding !== 0) return undefined;
  return NAMES.get(machine)?.test(name) ? name[1] === "d" : undefined;
}

/**
 * Ranges of data in code sections, from mapping symbols in address order; each symbol applies up to the next,
 * or to the end of its section.
 */
export function dataBetween(states: readonly MappedState[], sections: readonly Section[]): DataRange[] {
  const both = BigInt(FLAG_EXEC | FLAG_ALLOC);
  const isCode = ({ flags, size }: Section): boolean => (flags & both) === both && size > 0n;
  const code = sections.filter(isCode).sort((a, b) => a.addr < b.addr ? -1 : a.addr > b.addr ? 1 : 0);
  const found: DataRange[] = [];
  let section = 0;
  states.forEach(({ address, isData }, at) => {
    while (section < code.length && code[section]!.addr + code[section]!.size <= address) section++;
    const own = code[section];
    if (!isData || own === undefined || address < own.addr) return;
    const end = own.addr + own.size;
    const next = states[at + 1]?.address ?? end;
    const last = (next < end ? next : end) - 1n;
    // If several symbols have the same address, the last one applies.
    if (last < address) return;
    const before = found.at(-1);
    if (before && before.last + 1n === address) found[found.length - 1] = { first: before.first, last };
    else found.push({ first: address, last });
  });
  return found;
}
