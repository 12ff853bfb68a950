/**
 * Constants of the binary trace format that the reader, the writer and the stand-ins share.
 * @module
 */

/** The first 12 bytes of every section. */
export const MAGIC: Uint8Array = new TextEncoder().encode("#QEMU-Traces");

/** The only version. */
export const VERSION = 1;

/** Size of a section header in bytes. */
export const HEADER_BYTES = 20;

/** Content of a section: byte 13 of its header. */
export const SECTION = {
  flat: 0,
  history: 1,
  info: 2,
  decisionMap: 3,
} as const;

/** Names of the section kinds as the original tool prints them. */
export const SECTION_NAMES: readonly string[] = ["FLAT", "HISTORY", "INFO", "DECISION_MAP"];

/** Info tags that the reader interprets. */
export const TAG = {
  end: 0,
  execFileName: 1,
  coverageOptions: 2,
  userData: 3,
  dateTime: 4,
  kernelFileName: 5,
  execFileSize: 6,
  execFileTimeStamp: 7,
  execFileCrc32: 8,
  coverageContext: 9,
  execCodeSize: 10,
} as const;

/** Names of the info tags as the original tool prints them. */
export const TAG_NAMES: readonly string[] = [
  "",
  "EXEC_FILE_NAME",
  "COVERAGE_OPTIONS",
  "USER_DATA",
  "DATE_TIME",
  "KERNEL_FILE_NAME",
  "EXEC_FILE_SIZE",
  "EXEC_FILE_TIME_STAMP",
  "EXEC_FILE_CRC32",
  "COVERAGE_CONTEXT",
  "EXEC_CODE_SIZE",
];

/** Bits of the op byte. */
export const OP = {
  /** The branch at the end of the block was taken. */
  taken: 0x01,
  /** The block fell through. */
  fallthrough: 0x02,
  /** The block was executed. */
  block: 0x10,
  /** A fault stopped the execution. */
  fault: 0x20,
  /** Marks a special entry, but only if the byte is exactly this. */
  special: 0x80,
} as const;

/** Kinds of special entries; an entry stores its kind in the size field. */
export const SPECIAL = { loadAddress: 1, moduleLoad: 2, moduleUnload: 3 } as const;

const MACHINES: Readonly<Record<number, string>> = {
  2: "SPARC",
  3: "x86",
  8: "MIPS",
  20: "PowerPC",
  21: "PowerPC 64",
  22: "S/390",
  40: "ARM",
  43: "SPARC V9",
  62: "x86-64",
  183: "AArch64",
  243: "RISC-V",
};

/** Formats the number and name of an ELF machine. */
export function machineText(machine: number): string {
  const name = MACHINES[machine];
  return name === undefined ? String(machine) : `${machine} (${name})`;
}

/** Returns the name of an info tag; unknown tags are shown by number. */
export function tagName(tag: number): string {
  return TAG_NAMES[tag] || `TAG_0x${tag.toString(16).padStart(8, "0")}`;
}

/** Formats an op byte: one letter each for bits 3 to 0, then ` block` and ` fault`. */
export function opText(op: number): string {
  let text = "";
  for (let bit = 8; bit > 0; bit >>= 1) text += (op & bit) !== 0 ? "t" : "-";
  if ((op & OP.block) !== 0) text += " block";
  if ((op & OP.fault) !== 0) text += " fault";
  return text;
}
