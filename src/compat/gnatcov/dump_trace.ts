/**
 * `dump-trace` and `dump-trace-raw`: print a trace as text, in file order.
 * @module
 */

import { SECTION_NAMES, SPECIAL, TAG, tagName } from "../../formats/gnatcov/constants.ts";
import type { InfoEntry } from "../../formats/gnatcov/info_list.ts";
import { hexText, parseDate, type TraceDate } from "../../formats/gnatcov/info_text.ts";
import { DumpError } from "./dump_error.ts";
import { EntryWalk, rangeLine, WALK_CODES } from "./entry_walk.ts";
import { EntryLineCache } from "./entry_line_cache.ts";
import type { TraceJob } from "./jobs.ts";
import type { Output } from "./output.ts";
import { readStrictHeader } from "./strict_header.ts";

/**
 * Prints one file; `raw` leaves addresses unchanged and keeps dropped entries. Returns false if module events
 * were invalid.
 */
export async function dumpTrace(job: TraceJob, raw: boolean): Promise<boolean> {
  const { window, arena, file, out } = job;
  const head = await readStrictHeader(window, file, job.campaign);
  await out.text(`Kind: ${SECTION_NAMES[head.section.kind]}\n\n`);
  for (const info of head.infos) await dumpInfo(out, info, head.infoBigEndian);
  await out.text("Traces:\n");
  const walk = new EntryWalk(window, arena, head, file);
  const lines = new EntryLineCache(arena, WALK_CODES, (code) => {
    if (walk.rules.facts.isSpecial(code) || (!raw && walk.rules.facts.isDropped(code))) return "";
    const { first, last } = walk.rules.rangeOf(code, raw);
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

const SUFFIX: Readonly<Record<number, string>> = { [TAG.userData]: " (User_Tag)", [TAG.dateTime]: " (Date)" };

/** Prints one info entry and an empty line. An invalid date ends the run, as in the original. */
async function dumpInfo(out: Output, entry: InfoEntry, bigEndian: boolean): Promise<void> {
  const { tag, data } = entry;
  await out.text(`Tag  : ${tagName(tag)}${SUFFIX[tag] ?? ""}\nLen  : ${data.length}\nData :`);
  await out.text(" ");
  // The largest byte is 0xff, so these two ranges are the printable characters of Latin-1.
  if (data.every((byte) => (byte >= 0x20 && byte <= 0x7e) || byte >= 0xa0)) await out.bytes(data);
  else await out.text(hexText(data));
  await out.text("\n");
  if (tag === TAG.dateTime) {
    await out.text("       ");
    if (data.length !== 8) await out.text("!Bad Format!\n");
    else {
      const date = parseDate(data, bigEndian);
      await out.text(date ? `${localText(date)}\n` : "\n");
      if (!date) throw new DumpError("raised CONSTRAINT_ERROR : DATE_TIME is not a date");
    }
  }
  await out.text("\n");
}

/** A date in the local time zone, with the zone's current offset. */
function localText(date: TraceDate): string {
  const { year, month, day, hour, minute, second } = date;
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const two = (value: number): string => String(value).padStart(2, "0");
  const ahead = -new Date().getTimezoneOffset();
  const minutes = Math.abs(ahead);
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())} ` +
    `${two(local.getHours())}:${two(local.getMinutes())}:${two(local.getSeconds())} ` +
    `${ahead < 0 ? "-" : "+"}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}
