/**
 * Mapping symbols: local symbols without a type that say what follows them in their section, code or data. ARM and
 * AArch64 have them by "ELF for the Arm Architecture" and its 64-bit sibling, RISC-V by its psABI; a suffix after a dot
 * makes names different, and RISC-V may name the instruction set.
 * @module
 */

import { MACHINE_AARCH64, MACHINE_ARM, MACHINE_RISCV } from "./header.ts";
import { FLAG_ALLOC, FLAG_EXEC, type Section } from "./sections.ts";

/** What begins at an address. */
export interface MappedState {
  /** Link address. */
  readonly address: bigint;
  /** Whether it is data, and not code. */
  readonly isData: boolean;
}

/** Addresses from first to last, both included. */
export interface DataRange {
  /** First address. */
  readonly first: bigint;
  /** Last address. */
  readonly last: bigint;
}

/** Names by machine; those with a `d` begin data. */
const NAMES: ReadonlyMap<number, RegExp> = new Map([
  [MACHINE_ARM, /^\$[atd](\.|$)/],
  [MACHINE_AARCH64, /^\$[xd](\.|$)/],
  [MACHINE_RISCV, /^\$(x(\.|$|rv)|d(\.|$))/],
]);

/** Whether a symbol begins data or code; undefined for all symbols that people have named. */
export function beginsData(
  machine: number,
  { name, kind, binding }: { readonly name: string; readonly kind: number; readonly binding: number },
): boolean | undefined {
  if (name.charCodeAt(0) !== 0x24 || kind !== 0 || binding !== 0) return undefined;
  return NAMES.get(machine)?.test(name) ? name[1] === "d" : undefined;
}

/** Data in sections of code, by symbols in the order of addresses: each holds up to the next, or to the section's end. */
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
    // Of symbols at one address the last one holds.
    if (last < address) return;
    const before = found.at(-1);
    if (before && before.last + 1n === address) found[found.length - 1] = { first: before.first, last };
    else found.push({ first: address, last });
  });
  return found;
}
