/**
 * Reads headers and infos under the original's rules: stops at the first error.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { HEADER_BYTES, SECTION, SECTION_NAMES, TAG_NAMES } from "../../formats/gnatcov/constants.ts";
import { hasMagic, headerFault, type SectionHeader } from "../../formats/gnatcov/header.ts";
import { type InfoEntry, type InfoList, readInfoList } from "../../formats/gnatcov/info_list.ts";
import { DumpError, headError } from "./dump_error.ts";

/** The part of a coverage trace before its entries: section header and info section. */
export interface StrictHeader {
  /** Header of the entries. */
  readonly section: SectionHeader;
  /** Entries of the info section. */
  readonly infos: readonly InfoEntry[];
  /** Byte order of the infos. */
  readonly infoBigEndian: boolean;
}

/** State that one run carries from file to file. */
export interface Campaign {
  /** Machine of the first file; 0 before the first file. */
  machine: number;
}

/** Reads everything before the entries. */
export async function readStrictHeader(
  window: ByteWindow,
  file: string,
  campaign: Campaign,
): Promise<StrictHeader> {
  const first = await takeHeader(window, file);
  if (first.kind === SECTION.decisionMap) {
    checkSection(first, file, campaign);
    return { section: first, infos: [], infoBigEndian: false };
  }
  if (first.kind !== SECTION.info) {
    throw headError(file, `invalid first header: ${SECTION_NAMES[first.kind]}`);
  }
  const infoBigEndian = first.order === 1;
  const list = await readInfoList(window, infoBigEndian, 0x7fff_ffff);
  const fault = infoFault(list);
  if (fault === RANGE_FAULT) throw new DumpError(`processing of trace file ${file} failed: ${RANGE_FAULT}`);
  if (fault !== null) throw headError(file, fault);
  const section = await takeHeader(window, file);
  if (section.kind > SECTION.history) {
    throw headError(file, `invalid second header: ${SECTION_NAMES[section.kind]}`);
  }
  checkSection(section, file, campaign);
  return { section, infos: list.entries, infoBigEndian };
}

const RANGE_FAULT = "traces_files.adb:822 range check failed";

/** The original's message about an info list; null if it accepts the list. */
export function infoFault(list: InfoList): string | null {
  const unknown = (tag: number) => `unknown trace info kind: 0x${tag.toString(16).padStart(8, "0")}`;
  let fault: string | null = null;
  for (const { tag, length, cleanPadding } of list.entries) {
    if (tag >= TAG_NAMES.length) return unknown(tag);
    if (length > 0x7fff_ffff) return RANGE_FAULT;
    if (!cleanPadding) fault = "bad padding content";
  }
  switch (list.end) {
    case "end":
      return fault;
    case "end-with-length":
      return "bad end info length";
    case "cut-header":
      return "cannot read info header";
    case "cut-padding":
      return "cannot read info pad";
    case "cut-data":
      if (list.cutTag >= TAG_NAMES.length) return unknown(list.cutTag);
      return list.cutLength > 0x7fff_ffff ? RANGE_FAULT : "cannot read info data";
  }
}

async function takeHeader(window: ByteWindow, file: string): Promise<SectionHeader> {
  const whole = await window.need(HEADER_BYTES);
  // Past the end of the file, the original reads zeros from its memory map.
  const bytes = new Uint8Array(HEADER_BYTES);
  bytes.set(window.bytes.subarray(window.at, window.at + Math.min(HEADER_BYTES, window.left)));
  const header: SectionHeader = {
    version: bytes[12]!,
    kind: bytes[13]!,
    order: bytes[15]!,
    pcSize: bytes[14]!,
    machine: (bytes[16]! << 8) | bytes[17]!,
  };
  const fault = hasMagic(bytes, 0, HEADER_BYTES) ? headerFault(header) : "bad magic";
  if (fault) throw headError(file, `invalid header (${fault})`);
  if (!whole) throw headError(file, "cannot read header");
  window.at += HEADER_BYTES;
  return header;
}

function checkSection(section: SectionHeader, file: string, campaign: Campaign): void {
  if (section.pcSize !== 4 && section.pcSize !== 8) throw headError(file, "invalid header (bad pc size)");
  if (campaign.machine === 0) campaign.machine = section.machine;
  if (campaign.machine !== section.machine) {
    throw headError(file, "target machine doesn't match previous one");
  }
}
