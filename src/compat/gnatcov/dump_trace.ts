/**
 * `dump-trace` and `dump-trace-raw`: a trace as text, in file order.
 * @module
 */

import { SECTION_NAMES, SPECIAL } from "../../formats/gnatcov/constants.ts";
import { EntryWalk, rangeLine, WALK_CODES } from "./entry_walk.ts";
import { dumpInfo } from "./info_dump.ts";
import { LineTable } from "./line_table.ts";
import type { TraceJob } from "./jobs.ts";
import { readStrictHead } from "./strict_head.ts";

/**
 * Prints one file; `raw` leaves addresses and dropped entries as they are in it. False when module events made no sense.
 */
export async function dumpTrace(job: TraceJob, raw: boolean): Promise<boolean> {
  const { window, arena, file, out } = job;
  const head = await readStrictHead(window, file, job.campaign);
  await out.text(`Kind: ${SECTION_NAMES[head.section.kind]}\n\n`);
  for (const info of head.infos) await dumpInfo(out, info, head.infoBigEndian);
  await out.text("Traces:\n");
  const walk = new EntryWalk(window, arena, head, file);
  const lines = new LineTable(arena, WALK_CODES, (code) => {
    if (walk.rules.facts.isSpecial(code) || (!raw && walk.rules.facts.isDropped(code))) return "";
    const { first, last } = walk.rangeOf(code, raw);
    return rangeLine(walk.hex(first), walk.hex(last), walk.dictionary.opOf(code));
  });
  try {
    return await walk.run({
      complain: job.complain,
      codes: (codes, count) => out.bytes(lines.spell(codes, count, walk.dictionary.size)),
      special: async (entry) => {
        const pc = (BigInt(entry.pcHigh) << 32n) | BigInt(entry.pcLow);
        if (entry.operation === SPECIAL.loadAddress) {
          await out.text(`Kernel was loaded at: ${walk.hex(pc)}\n`);
        }
        if (entry.operation !== SPECIAL.moduleLoad) return;
        const { path, start, size } = walk.rules.space.modules[walk.rules.facts.moduleOf(entry.code)]!;
        await out.text("Loading shared object ");
        await out.bytes(path);
        const last = BigInt.asUintN(walk.bits, start + size - 1n);
        await out.text(`\n   at ${walk.hex(start)} .. ${walk.hex(last)}\n`);
      },
    });
  } finally {
    lines.close();
    walk.close();
  }
}
