/** Records of captures as lines, of Quarry and of memray's own reader. */

import { Quarry } from "../../../mod.ts";

/** Quarry's records of a file. */
export async function recordsOf(path: string): Promise<string[]> {
  await using quarry = await Quarry.open(path);
  const records: string[] = [];
  const query = "events | select seq, name, addr, size, thread, func, file, line, stack, kind";
  for (const row of (await quarry.query(query)).rows()) {
    const { seq, name, addr, size, thread, func, file, line, stack, kind } = row as Record<string, unknown>;
    // memray gives frees no size; here it is that of the block.
    const bytes = name === "free" || name === "pymalloc_free" ? 0 : kind === "free" ? "*" : size;
    const numbers = [`0x${BigInt(addr as bigint).toString(16)}`, bytes];
    const shown = stack === null ? ["", "", ""] : [func, file, line ?? 0];
    records.push([seq, name, ...numbers, `0x${Number(thread).toString(16)}`, ...shown].join("\t"));
  }
  return records;
}

/** The records in the output of tools/memray_sample/reader.py, in the same form. */
export function recordsOfReader(text: string): string[] {
  return text.trimEnd().split("\n").slice(1).map((line) => {
    const [seq, allocator, addr, size, thread, depth, ...place] = line.split("\t");
    const bytes = allocator === "munmap" ? "*" : size;
    return [seq, allocator, addr, bytes, thread, ...(depth === "0" ? ["", "", ""] : place)].join("\t");
  });
}
