/**
 * Maps addresses to modules: tracks load addresses and modules through a trace, and determines for each new
 * row of the dictionary its module and whether the original tool would drop it.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { AddressSpace, type Module, PROGRAM } from "./address_space.ts";
import { SPECIAL, TAG, tagName } from "./constants.ts";
import type { EntryDictionary } from "./entry_dictionary.ts";
import type { SpecialEntry } from "./entry_stream.ts";
import { checkInfos } from "./head.ts";
import { firstInfo, type InfoEntry } from "./info_list.ts";
import { parseNumber } from "./info_text.ts";
import type { Report } from "./report.ts";
import { RowFacts } from "./row_facts.ts";

/** Tags that a module load must have. */
const MODULE_TAGS = [
  TAG.execFileName,
  TAG.execFileSize,
  TAG.execFileTimeStamp,
  TAG.execFileCrc32,
  TAG.execCodeSize,
];

/** The address rules of one trace. */
export class AddressRules {
  /** Loaded modules and the load address. */
  readonly space = new AddressSpace();
  /** Module and flags of each row. */
  readonly facts = new RowFacts();
  readonly #dictionary: EntryDictionary;
  readonly #report: Report;
  readonly #bigEndian: boolean;
  readonly #expectsLoadAddress: boolean;

  /**
   * Creates the rules. `expectsLoadAddress` means that a kernel loads the program at an address that the trace gives.
   */
  constructor(dictionary: EntryDictionary, report: Report, bigEndian: boolean, expectsLoadAddress: boolean) {
    this.#dictionary = dictionary;
    this.#report = report;
    this.#bigEndian = bigEndian;
    this.#expectsLoadAddress = expectsLoadAddress;
  }

  /** Whether a load address is expected but has not been read yet. */
  get waits(): boolean {
    return this.#expectsLoadAddress && this.space.loadAddress === null;
  }

  /** Determines the module of a new ordinary entry, and whether the original tool drops it. */
  classify(code: number): void {
    const { space, facts } = this;
    const base = space.loadAddress;
    if (this.waits) return facts.set(code, PROGRAM, true);
    if (base === null && space.isBare) return facts.set(code, PROGRAM, false);
    const pc = joinHalves(this.#dictionary.pcLow(code), this.#dictionary.pcHigh(code));
    if (base !== null && pc < base) return facts.set(code, PROGRAM, true);
    facts.set(code, space.moduleAt(pc), false);
  }

  /**
   * Returns the first and last address of an entry, relative to its module or, with `raw`, as in the file.
   */
  rangeOf(code: number, raw = false): { first: bigint; last: bigint } {
    const { space, facts } = this, dictionary = this.#dictionary;
    const bits = dictionary.entryBytes === 16 ? 64 : 32;
    const base = raw || facts.isDropped(code) ? 0n : space.baseOf(facts.moduleOf(code));
    const first = BigInt.asUintN(bits, joinHalves(dictionary.pcLow(code), dictionary.pcHigh(code)) - base);
    return { first, last: BigInt.asUintN(bits, first + BigInt(dictionary.sizeOf(code)) - 1n) };
  }

  follow(entry: SpecialEntry, offset: number, record: number): void {
    const pc = joinHalves(entry.pcLow, entry.pcHigh);
    const say = (code: string, message: string, handling: string) =>
      this.#report.at("warning", code, offset, record, { message, handling });
    this.facts.setSpecial(entry.code, PROGRAM);
    if (this.waits && entry.operation !== SPECIAL.loadAddress) {
      say("early-special", "A special entry has an address before the load address", "followed it");
    }
    if (entry.operation === SPECIAL.loadAddress) this.#loadAddress(pc, say);
    else if (entry.operation === SPECIAL.moduleLoad) {
      this.#load(pc, entry, offset, record, say);
    } else if (entry.operation === SPECIAL.moduleUnload) {
      this.#unload(pc, entry, say);
    } else {
      const operation = `0x${entry.operation.toString(16).padStart(4, "0")}`;
      say(
        "unknown-special",
        `Unknown special entry ${operation}`,
        "kept its row, without a kind",
      );
    }
  }

  #loadAddress(pc: bigint, say: Say): void {
    if (!this.#expectsLoadAddress) {
      say("unexpected-load-address", "A load address without a kernel", "kept the addresses as they are");
    } else if (this.space.loadAddress !== null) {
      say("repeated-load-address", "A second load address", "kept the first one");
    } else if (pc === 0n) {
      say("zero-load-address", "The load address is 0", "ignored it");
    } else {
      this.space.loadAddress = pc;
      this.#dictionary.nextEpoch();
    }
  }

  #load(pc: bigint, entry: SpecialEntry, offset: number, record: number, say: Say): void {
    const infos = entry.infos?.entries ?? [];
    checkInfos(infos, this.#bigEndian, this.#report, record);
    if (entry.infos?.end === "end-with-length") {
      this.#report.at("warning", "bad-end-tag", entry.infos.offset, record, {
        message: "The end tag of a module's infos has a length",
        handling: "ended the list there",
      });
    } else if (entry.infos?.end !== "end") {
      const message = "The file ends inside a module load";
      this.#report.at("error", "cut-record", offset, record, { message, handling: "kept what is present" });
    }
    const missing = MODULE_TAGS.filter((tag) => !says(infos, tag)).map(tagName);
    if (missing.length > 0) {
      say(
        "incomplete-module-load",
        `A module load lacks ${missing.join(", ")}`,
        "used what is present",
      );
    }
    const { number, result } = this.space.load(describeModule(infos, pc));
    this.facts.setSpecial(entry.code, number);
    if (result === "loaded") this.#dictionary.nextEpoch();
    if (result === "overlap") {
      say("module-overlap", "A module overlaps a loaded one", "left its addresses as they are");
    }
    if (result === "too-many") {
      say("too-many-modules", "Too many modules at once", "left its addresses as they are");
    }
    if (result === "unknown-range" && missing.length === 0) {
      say("empty-module", "A module has no code", "left addresses as they are");
    }
  }

  #unload(pc: bigint, entry: SpecialEntry, say: Say): void {
    const number = this.space.unload(pc);
    if (number < 0) {
      return say("unmatched-unload", "Unload of a module that is not loaded", "kept its row");
    }
    this.facts.setSpecial(entry.code, number);
    // While there are no modules and no load address, addresses mean the same as at the start of the trace.
    if (this.space.isBare && this.space.loadAddress === null) {
      this.#dictionary.firstEpoch();
    } else this.#dictionary.nextEpoch();
  }
}

/**
 * Returns whether a tag is present and has a useful value: a time, a number other than 0, or a name (which
 * may be empty).
 */
function says(infos: readonly InfoEntry[], tag: number): boolean {
  const info = firstInfo(infos, tag);
  if (!info || (info.length === 0 && tag !== TAG.execFileName)) return false;
  return tag === TAG.execFileName || tag === TAG.execFileTimeStamp ||
    parseNumber(info.data) !== 0n;
}

type Say = (code: string, message: string, handling: string) => void;

/** Builds the module that a load event describes. */
function describeModule(infos: readonly InfoEntry[], pc: bigint): Module {
  const path = firstInfo(infos, TAG.execFileName)?.data ?? new Uint8Array(0);
  const size = firstInfo(infos, TAG.execCodeSize);
  return { path, start: pc, size: (size && parseNumber(size.data)) || 0n };
}
