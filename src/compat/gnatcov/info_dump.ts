/**
 * The info entries as the original prints them.
 * @module
 */

import { TAG, tagName } from "../../formats/gnatcov/constants.ts";
import type { InfoEntry } from "../../formats/gnatcov/info_list.ts";
import { hexText, parseDate, type TraceDate } from "../../formats/gnatcov/info_text.ts";
import { DumpError } from "./dump_error.ts";
import type { Output } from "./output.ts";

const SUFFIX: Readonly<Record<number, string>> = { [TAG.userData]: " (User_Tag)", [TAG.dateTime]: " (Date)" };

/** Prints one entry and an empty line. A date that is none ends the run, as it does in the original. */
export async function dumpInfo(out: Output, entry: InfoEntry, bigEndian: boolean): Promise<void> {
  const { tag, data } = entry;
  await out.text(`Tag  : ${tagName(tag)}${SUFFIX[tag] ?? ""}\nLen  : ${data.length}\nData :`);
  await out.text(" ");
  // Bytes above 0xff do not exist, so these two ranges are what Latin-1 can show.
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

/** A date in the local zone, and the zone's offset as it is today. */
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
