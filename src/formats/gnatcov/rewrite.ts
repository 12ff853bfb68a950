/**
 * Rewrites a trace: cut to some of its entries, filtered, or merged with others into disjoint ranges.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import { AddressRules } from "./address_rules.ts";
import { OP, SECTION, SPECIAL } from "./constants.ts";
import type { TraceBase } from "./derive/trace_base.ts";
import { EntryDictionary } from "./entry_dictionary.ts";
import { EntryStream, type Step } from "./entry_stream.ts";
import { hasKernel, readHead, type TraceHead } from "./head.ts";
import { type ProblemSink, Report } from "./report.ts";
import { TraceWriter } from "./writer.ts";

/** A distinct entry as passed to a filter, which is called once for each. */
export interface RetainedEntry {
  /** First address, relative to the module or the load address. */
  readonly addr: bigint;
  readonly size: number;
  /** Op byte of the entry. */
  readonly op: number;
  /** Path of its module; null for the program. */
  readonly module: Uint8Array | null;
}

/** Determines which entries to keep. */
export interface Selection {
  /** Number of the first entry to keep, from 1. */
  readonly from?: number;
  /** Number of the last entry to keep. */
  readonly to?: number;
  readonly keep?: (entry: RetainedEntry) => boolean;
  /** Receives problems of the trace. */
  readonly problems?: ProblemSink;
  /** Called regularly and awaited, so that output does not accumulate in memory. */
  readonly flush?: () => Promise<void>;
}

const CODES = 65536;
const EVERYTHING: Selection = {};
const SILENT: ProblemSink = { problem: () => {} };

interface OpenTrace {
  readonly head: TraceHead;
  readonly dictionary: EntryDictionary;
  readonly rules: AddressRules;
  readonly stream: EntryStream;
}

async function open(window: ByteWindow, arena: Arena, report: Report): Promise<OpenTrace | null> {
  const head = await readHead(window, report);
  if (!head.section) return null;
  const bigEndian = head.section.order === 1;
  const dictionary = new EntryDictionary(arena, head.section.pcSize, bigEndian);
  const rules = new AddressRules(dictionary, report, bigEndian, hasKernel(head.infos));
  return {
    head,
    dictionary,
    rules,
    stream: new EntryStream(window, dictionary, bigEndian),
  };
}

/** Determines which distinct entries a selection keeps. */
class KeptCodes {
  readonly #trace: OpenTrace;
  readonly #keep: Selection["keep"];
  readonly #kept: boolean[] = [];

  constructor(trace: OpenTrace, { keep }: Selection) {
    this.#trace = trace;
    this.#keep = keep;
  }

  /** Applies the filter to the entries that are new since the last call. */
  grow(): void {
    const { dictionary, rules } = this.#trace;
    for (let code = this.#kept.length; code < dictionary.size; code++) {
      rules.classify(code);
      this.#kept[code] = !this.#keep || this.#keep(entryOf(this.#trace, code));
    }
  }

  /** Excludes a special entry. */
  drop(code: number): void {
    this.#kept[code] = false;
  }

  has(code: number): boolean {
    return this.#kept[code]!;
  }
}

/**
 * Writes the selected entries of a trace, in order. Load addresses and module events are kept so that
 * addresses keep their meaning. Returns false if there are no entries to read.
 */
export async function cutTrace(
  window: ByteWindow,
  arena: Arena,
  selection: Selection,
  write: (piece: Uint8Array) => void,
): Promise<boolean> {
  const report = new Report(selection.problems ?? SILENT);
  const trace = await open(window, arena, report);
  if (!trace) return false;
  const { head, dictionary, rules, stream } = trace;
  const section = head.section!;
  const writer = new TraceWriter({
    kind: section.kind,
    pcSize: section.pcSize === 8 ? 8 : 4,
    bigEndian: section.order === 1,
    infoBigEndian: head.infoBigEndian,
    machine: section.machine,
    infos: head.infos,
  }, write);
  const { from = 1, to = Infinity } = selection;
  const kept = new KeptCodes(trace, selection);
  const codes = arena.alloc(4 * CODES);
  try {
    while (true) {
      await selection.flush?.();
      const step = await stream.step(codes, CODES);
      if (step.kind === "special") {
        const { pcLow, pcHigh, operation, infos } = step.entry;
        rules.follow(step.entry, 0, 0);
        kept.drop(step.entry.code);
        if (operation === SPECIAL.moduleLoad) {
          writer.moduleLoad(pcLow, pcHigh, infos?.entries ?? []);
        } else writer.special(pcLow, pcHigh, operation);
      } else if (step.kind === "codes") {
        kept.grow();
        const words = arena.u32;
        for (let each = 0; each < step.count; each++) {
          const code = words[(codes >>> 2) + each]!, no = stream.record + each;
          if (no < from || no > to || !kept.has(code)) continue;
          writer.entry(
            dictionary.pcLow(code),
            dictionary.pcHigh(code),
            dictionary.sizeOf(code),
            dictionary.opOf(code),
          );
        }
      } else {
        reportEnd(step, stream, report);
        break;
      }
    }
    writer.end();
  } finally {
    arena.free(codes);
    dictionary.close();
  }
  return true;
}

/** Reports a premature end and anything that is not read. */
function reportEnd(step: Step, stream: EntryStream, report: Report): void {
  const left = step.kind === "end" ? step.left : 0;
  if (step.kind === "end" && left === 0) return;
  const message = step.kind === "end"
    ? `The file ends after ${left} bytes of an entry`
    : step.kind === "header"
    ? "Another trace begins here"
    : "The trace has too many different entries";
  report.at("error", "not-all", stream.offset, stream.record, {
    message,
    handling: "wrote the entries before it",
  });
}

function entryOf({ dictionary, rules }: OpenTrace, code: number): RetainedEntry {
  const { first } = rules.rangeOf(code);
  const module = rules.space.modules[rules.facts.moduleOf(code)]?.path ?? null;
  return {
    addr: first,
    size: dictionary.sizeOf(code),
    op: dictionary.opOf(code),
    module,
  };
}

/**
 * Merges a trace, or the selected part of it, into a set of ranges by the rules of the original tool. Returns
 * what precedes its entries, or null if it has none.
 */
export async function mergeTrace(
  window: ByteWindow,
  arena: Arena,
  base: TraceBase,
  selection = EVERYTHING,
): Promise<TraceHead | null> {
  const report = new Report(selection.problems ?? SILENT);
  const trace = await open(window, arena, report);
  if (!trace) return null;
  const { dictionary, rules, stream } = trace;
  const { from = 1, to = Infinity } = selection;
  const kept = new KeptCodes(trace, selection);
  const codes = arena.alloc(4 * CODES);
  let versions = new Uint32Array(0);
  let version = 1;
  try {
    while (true) {
      const step = await stream.step(codes, CODES);
      if (step.kind === "special") rules.follow(step.entry, 0, 0);
      else if (step.kind !== "codes") {
        reportEnd(step, stream, report);
        if (rules.waits) {
          report.at("error", "no-load-address", stream.offset, 0, {
            message: "A kernel is named, but there is no load address",
            handling: "merged none of its entries",
          });
        }
        return trace.head;
      }
      const before = versions.length;
      if (dictionary.size > before) versions = growArray(versions, dictionary.size * 2);
      if (step.kind === "special") {
        versions[step.entry.code] = NEVER_AGAIN;
        kept.drop(step.entry.code);
        continue;
      }
      kept.grow();
      const words = arena.u32;
      for (let each = 0; each < step.count; each++) {
        const code = words[(codes >>> 2) + each]!, no = stream.record + each;
        if (versions[code] === NEVER_AGAIN || versions[code] === version || no < from || no > to) continue;
        if (!kept.has(code)) {
          versions[code] = NEVER_AGAIN;
          continue;
        }
        const op = dictionary.opOf(code);
        const { first, last } = rules.rangeOf(code);
        // An empty entry at address 0 (a call through a null pointer) would otherwise extend to the last
        // address.
        const nothing = rules.facts.isDropped(code) || dictionary.sizeOf(code) === 0;
        const result = nothing ? "empty" : base.add(first, last, op);
        if (result === "added") version++;
        // When an entry occurs again, it can change the ranges only if it adds nothing but an outcome.
        versions[code] = result === "empty" || (op & (OP.block | OP.fault)) !== 0 ? NEVER_AGAIN : version;
      }
    }
  } finally {
    arena.free(codes);
    dictionary.close();
  }
}

const NEVER_AGAIN = 0xffff_ffff;

/** Writes a set of ranges as a flat trace, with the infos of another trace. */
export function writeMerged(base: TraceBase, head: TraceHead, write: (piece: Uint8Array) => void): void {
  const { section, infos, infoBigEndian } = head;
  const writer = new TraceWriter({
    kind: SECTION.flat,
    pcSize: section?.pcSize === 8 ? 8 : 4,
    bigEndian: section?.order === 1,
    infoBigEndian,
    machine: section?.machine ?? head.info?.machine ?? 0,
    infos,
  }, write);
  for (const range of base.ranges()) writer.range(range);
  writer.end();
}
