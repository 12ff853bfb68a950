/**
 * The machines that Deno compiles for.
 * @module
 */

/** A machine. */
export interface Target {
  /** The name in Deno. */
  readonly name: string;
  /** The machine in the headers of its programs. */
  readonly machine: string;
}

/** Every machine that Deno has a base runtime for. */
export const TARGETS: readonly Target[] = [
  { name: "x86_64-unknown-linux-gnu", machine: "elf x64" },
  { name: "aarch64-unknown-linux-gnu", machine: "elf arm64" },
  { name: "x86_64-apple-darwin", machine: "mach-o x64" },
  { name: "aarch64-apple-darwin", machine: "mach-o arm64" },
  { name: "x86_64-pc-windows-msvc", machine: "pe x64" },
  { name: "aarch64-pc-windows-msvc", machine: "pe arm64" },
];

const ELF = 0x464c457f;
const MACH_O_64 = 0xfeedfacf;
const MZ = 0x5a4d;
const MACHINES: Readonly<Record<string, string>> = {
  "elf 62": "elf x64",
  "elf 183": "elf arm64",
  "mach-o 16777223": "mach-o x64",
  "mach-o 16777228": "mach-o arm64",
  "pe 34404": "pe x64",
  "pe 43620": "pe arm64",
};

/** The machine that a program is for, from its first kilobytes; undefined for other files. */
export function machineOf(head: Uint8Array): string | undefined {
  if (head.length < 64) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (view.getUint32(0, true) === ELF) return MACHINES[`elf ${view.getUint16(18, true)}`];
  if (view.getUint32(0, true) === MACH_O_64) return MACHINES[`mach-o ${view.getUint32(4, true)}`];
  if (view.getUint16(0, true) !== MZ) return undefined;
  const header = view.getUint32(0x3c, true);
  return header + 6 <= head.length ? MACHINES[`pe ${view.getUint16(header + 4, true)}`] : undefined;
}
