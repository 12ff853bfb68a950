/**
 * Reads what comes before the entries: one or two section headers and the info list.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { HEADER_BYTES, SECTION, SECTION_NAMES, TAG, TAG_NAMES, tagName } from "./constants.ts";
import { headerFault, parseHeader, type SectionHeader } from "./header.ts";
import { firstInfo, type InfoEntry, type InfoList, LONGEST_INFO, readInfoList } from "./info_list.ts";
import { parseDate, parseNumber } from "./info_text.ts";
import type { Report } from "./report.ts";

/** Everything before the entries. */
export interface TraceHead {
  /** The info section's header; null if the file begins with its entries. */
  readonly info: SectionHeader | null;
  /** The info entries. */
  readonly infos: readonly InfoEntry[];
  /** Byte order of the info entries. */
  readonly infoBigEndian: boolean;
  /** Header of the section with the entries; null if there are none to read. */
  readonly section: SectionHeader | null;
  /** Whether another trace begins where the entries should be. */
  readonly anotherFollows: boolean;
}

/** Reads headers and infos as far as they are valid. Throws if there is not even one. */
export async function readHead(window: ByteWindow, report: Report): Promise<TraceHead> {
  const first = await takeHeader(window);
  if (typeof first === "string") {
    throw new FormatError(`Cannot read trace header: ${first}`, {
      format: "gnatcov",
      offset: window.offset,
    });
  }
  if (first.kind !== SECTION.info) {
    const offset = window.offset - HEADER_BYTES;
    if (first.pcSize !== 4 && first.pcSize !== 8) {
      throw new FormatError(
        `Cannot read trace header: bad pc size ${first.pcSize}`,
        {
          format: "gnatcov",
          offset,
        },
      );
    }
    if (first.kind !== SECTION.decisionMap) {
      report.at("warning", "no-info-section", offset, 0, {
        message: `The file begins with a ${SECTION_NAMES[first.kind]} section, without the infos before it`,
        handling: "read the entries",
      });
    }
    return {
      info: null,
      infos: [],
      infoBigEndian: false,
      section: first,
      anotherFollows: false,
    };
  }
  const infoBigEndian = first.order === 1;
  const list = await readInfoList(window, infoBigEndian);
  checkInfos(list.entries, infoBigEndian, report);
  const head = {
    info: first,
    infos: list.entries,
    infoBigEndian,
    section: null,
    anotherFollows: false,
  };
  if (!passListEnd(list, report)) return head;
  return { ...head, ...(await takeSecond(window, first, report)) };
}

/** Reads a header from the window; returns the reason if there is none. */
async function takeHeader(window: ByteWindow): Promise<SectionHeader | string> {
  await window.need(HEADER_BYTES);
  const header = parseHeader(window.bytes, window.at, window.end);
  if (!header) {
    return window.left < HEADER_BYTES ? `only ${window.left} bytes left` : "bad magic";
  }
  const fault = headerFault(header);
  if (fault) return fault;
  window.at += HEADER_BYTES;
  return header;
}

/** Reads the header of the section with the entries. */
async function takeSecond(
  window: ByteWindow,
  first: SectionHeader,
  report: Report,
): Promise<{ section: SectionHeader | null; anotherFollows: boolean }> {
  const none = { section: null, anotherFollows: false };
  const offset = window.offset;
  if (!(await window.need(1))) {
    report.at("warning", "no-entries", offset, 0, {
      message: "The file ends after its infos: the program never started",
      handling: "kept the info entries",
    });
    return none;
  }
  const second = await takeHeader(window);
  if (typeof second === "string") {
    const code = window.left < HEADER_BYTES ? "cut-header" : "bad-header";
    const message = `Cannot read the header of the entries: ${second}`;
    report.at("error", code, offset, 0, { message, handling: "kept the info entries" });
    return none;
  }
  if (second.kind === SECTION.info) {
    report.at("warning", "no-entries", offset, 0, {
      message: "Another trace begins after the infos: the program never started",
      handling: "kept the info entries, read on as another trace",
    });
    window.at -= HEADER_BYTES;
    return { section: null, anotherFollows: true };
  }
  if (second.pcSize !== 4 && second.pcSize !== 8) {
    const message = `Cannot read the entries: bad pc size ${second.pcSize}, expected 4 or 8`;
    report.at("error", "bad-pc-size", offset, 0, { message, handling: "kept the info entries" });
    return none;
  }
  if (second.kind === SECTION.decisionMap) {
    report.at("warning", "map-after-infos", offset, 0, {
      message: "Found a decision map where the entries should be",
      handling: "read the map",
    });
  }
  if (first.machine !== second.machine && first.machine !== 0) {
    report.at("note", "machine-differs", offset, 0, {
      message: `The infos name machine ${first.machine}, the entries ${second.machine}`,
      handling: "used the machine of the entries",
    });
  }
  return { section: second, anotherFollows: false };
}

/** Reports how the list ended; returns false if nothing can follow it. */
function passListEnd(list: InfoList, report: Report): boolean {
  if (list.end === "end") return true;
  if (list.end === "end-with-length") {
    report.at("warning", "bad-end-tag", list.offset, 0, {
      message: "The end tag of the infos has a length",
      handling: "ended the list there",
    });
    return true;
  }
  report.at("error", "cut-info", list.offset, 0, {
    message: `The file ends inside an info entry (${list.end.replace("cut-", "")})`,
    handling: "kept the info entries before it",
  });
  return false;
}

/** Reports oddities of info entries, in the file or in a module load. */
export function checkInfos(
  entries: readonly InfoEntry[],
  bigEndian: boolean,
  report: Report,
  record = 0,
): void {
  for (const entry of entries) {
    const odd = (code: string, message: string, handling: string) =>
      report.at("warning", code, entry.offset, record, { message, handling });
    const name = tagName(entry.tag);
    if (entry.tag >= TAG_NAMES.length) {
      odd("unknown-tag", `Unknown info tag ${entry.tag}`, "kept it by number");
    }
    if (!entry.cleanPadding) {
      odd("bad-padding", `The padding after ${name} is not NUL`, "read on");
    }
    if (entry.length > LONGEST_INFO) {
      odd("long-info", `${name} has ${entry.length} bytes`, "skipped its data");
    }
    if (entry.tag === TAG.dateTime) {
      const date = parseDate(entry.data, bigEndian);
      if (!date) odd("bad-date", "DATE_TIME is not a date", "kept its bytes");
      else if (date.swapped) {
        odd("swapped-date", "The year of DATE_TIME is in the other byte order", "swapped it");
      }
    }
    const isNumber = entry.tag === TAG.execFileSize ||
      entry.tag === TAG.execFileCrc32 ||
      entry.tag === TAG.execCodeSize;
    if (isNumber && parseNumber(entry.data) === null) {
      odd("bad-number", `${name} is not a decimal number`, "kept its bytes");
    }
  }
}

/** Whether a kernel loads the program; then a load address must follow. */
export function hasKernel(infos: readonly InfoEntry[]): boolean {
  return (firstInfo(infos, TAG.kernelFileName)?.length ?? 0) > 0;
}
