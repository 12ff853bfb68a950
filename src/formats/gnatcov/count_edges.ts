/**
 * Counts edges on demand, by reading the entries a second time.
 * @module
 */

import { BATCH_ROWS, type TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { AddressRules } from "./address_rules.ts";
import { EdgeCounter } from "./derive/edges.ts";
import { EntryDictionary } from "./entry_dictionary.ts";
import { EntryStream } from "./entry_stream.ts";
import type { SectionHeader } from "./header.ts";
import { Report } from "./report.ts";

interface EntriesAgain {
  /** Header of the section with the entries. */
  readonly section: SectionHeader;
  /** Offset of the first entry. */
  readonly start: number;
  /** Whether the infos name a kernel, which loads the program. */
  readonly kernel: boolean;
  /** Options with which the trace can be reopened. */
  readonly options: ReadOptions;
}

/** Reads the entries a second time and counts which entry follows which. */
export async function countEdgesAgain(sink: TraceSink, again: EntriesAgain): Promise<EdgeCounter> {
  const { section, start, kernel, options } = again;
  const counter = new EdgeCounter();
  const { arena } = sink;
  const bigEndian = section.order === 1;
  const window = await options.reopen!();
  const codes = arena.alloc(4 * BATCH_ROWS);
  const dictionary = new EntryDictionary(arena, section.pcSize, bigEndian);
  try {
    await window.skip(start);
    const rules = new AddressRules(dictionary, new Report({ problem: () => {} }), bigEndian, kernel);
    const stream = new EntryStream(window, dictionary, bigEndian);
    while (true) {
      const step = await stream.step(codes, BATCH_ROWS);
      if (step.kind === "end" || step.kind === "header" || step.kind === "full") return counter;
      if (step.kind === "codes") {
        counter.add(arena.u32, codes >>> 2, (codes >>> 2) + step.count);
      } else {
        rules.follow(step.entry, 0, 0);
        counter.interrupt();
      }
    }
  } finally {
    dictionary.close();
    arena.free(codes);
    window.close();
  }
}
