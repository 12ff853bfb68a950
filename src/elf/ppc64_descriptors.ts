/**
 * Function descriptors of 64-bit PowerPC, first ABI: a function symbol names an entry of `.opd`, whose first word is
 * the address of the code.
 * @module
 */

import type { ByteAccess } from "./byte_access.ts";
import { Fields } from "./fields.ts";
import { type ElfHeader, MACHINE_PPC64 } from "./header.ts";
import { type Section, sectionBytes } from "./sections.ts";

/** The code address behind the address of a descriptor; undefined where there is no descriptor. */
export function functionDescriptors(
  access: ByteAccess,
  header: ElfHeader,
  sections: readonly Section[],
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
