/**
 * Reads only what a trace covers: its distinct entries with their counts, without a row per entry.
 * @module
 */

import type { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { Arena } from "../../../src/memory/arena.ts";
import { AddressRules } from "../../../src/formats/gnatcov/address_rules.ts";
import type { Module } from "../../../src/formats/gnatcov/address_space.ts";
import { EntryDictionary } from "../../../src/formats/gnatcov/entry_dictionary.ts";
import { EntryStream } from "../../../src/formats/gnatcov/entry_stream.ts";
import { hasKernel, readHead, type TraceHead } from "../../../src/formats/gnatcov/head.ts";
import { Report } from "../../../src/formats/gnatcov/report.ts";
import { type CoverageRows, coverageRows } from "../../../src/formats/gnatcov/derive/coverage_rows.ts";

/** The coverage of a trace. */
export interface TraceCoverage {
  /** The part before the entries. */
  readonly head: TraceHead;
  /** Its distinct entries. */
  readonly rows: CoverageRows;
  /** Modules by number; the program is null. */
  readonly modules: readonly (Module | null)[];
}

const CODES = 65536;

/** Reads a trace; null if it has no entries. */
export async function readCoverage(
  window: ByteWindow,
  arena: Arena,
): Promise<TraceCoverage | null> {
  const report = new Report({ problem: () => {} });
  const head = await readHead(window, report);
  if (!head.section) return null;
  const bigEndian = head.section.order === 1;
  const dictionary = new EntryDictionary(arena, head.section.pcSize, bigEndian);
  const rules = new AddressRules(
    dictionary,
    report,
    bigEndian,
    hasKernel(head.infos),
  );
  const stream = new EntryStream(window, dictionary, bigEndian);
  const codes = arena.alloc(4 * CODES);
  try {
    let known = 0;
    while (true) {
      const step = await stream.step(codes, CODES);
      if (step.kind === "end" || step.kind === "header" || step.kind === "full") break;
      if (step.kind === "special") rules.follow(step.entry, 0, 0);
      else for (; known < dictionary.size; known++) rules.classify(known);
      known = dictionary.size;
    }
    dictionary.collect();
    const rows = coverageRows(
      dictionary,
      rules,
      head.section.pcSize === 8 ? 64 : 32,
    );
    return { head, rows, modules: rules.space.modules };
  } finally {
    arena.free(codes);
    dictionary.close();
  }
}
