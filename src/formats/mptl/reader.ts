/**
 * Reads a profiling file: all sections before any table is written, because call sites refer to later
 * sections.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { describeHeader, HEAD_BYTES, parseHeader } from "../mtrc/header.ts";
import { binTotals } from "./bin_totals.ts";
import { CallSites } from "./call_sites.ts";
import { BINS, rowsOf, SITES, SYMBOLS } from "./layout.ts";
import { ProfileRows, totalCells } from "./profile_rows.ts";
import { readSections, type Sections } from "./sections.ts";
import { SymbolTable } from "./symbol_table.ts";
import { CLASS_NAMES } from "./table_docs.ts";
import { WordReader } from "./word_reader.ts";

/** Reads the file and fills the tables `profile`, `sites`, `bins` and `symbols`. */
export async function readMptl(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  await window.need(HEAD_BYTES);
  const header = parseHeader(window.bytes.subarray(window.at, window.end), "MPTL", window.offset);
  describeHeader(sink, header, "MPTL", window.offset);
  window.at += header.bytes;
  const sections = await readSections(new WordReader(window, header), sink);
  options.signal?.throwIfAborted();
  const symbols = new SymbolTable(sink.strings, sections);
  const sites = new CallSites(sink, sections, symbols);
  new ProfileRows(sink, sections, symbols).write(sites);
  writeSites(sink, sites, symbols);
  writeBins(sink, sections);
  writeSymbols(sink, symbols);
  giveStats(sink, sections);
}

function writeSites(sink: TraceSink, sites: CallSites, symbols: SymbolTable): void {
  const rows = rowsOf(sink, SITES);
  for (const { symbol, stack, ...site } of sites.list) {
    rows.add({
      ...site,
      symbol: symbol === null ? 0 : symbols.code(symbol),
      symbol_id: symbol,
      stack: stack || null,
    });
  }
  rows.finish();
}

function writeBins(sink: TraceSink, sections: Sections): void {
  const rows = rowsOf(sink, BINS);
  const { allocBins, freeBins, allocLarge, freeLarge } = sections;
  const last = allocBins.announced - 1;
  allocBins.words.forEach((allocs, bin) => {
    const size = BigInt(bin + 1);
    const frees = freeBins.words[bin] ?? null;
    const allocBytes = bin === last ? allocLarge : allocs * size;
    const freedBytes = bin === last ? freeLarge : frees === null ? null : frees * size;
    const totals = totalCells([allocs, allocBytes, frees, freedBytes]);
    rows.add({ size, at_least: bin === last, ...totals });
  });
  rows.finish();
}

function writeSymbols(sink: TraceSink, symbols: SymbolTable): void {
  const rows = rowsOf(sink, SYMBOLS);
  for (let id = 1; id <= symbols.size; id++) {
    rows.add({ id, name: symbols.code(id), addr: symbols.addr(id) });
  }
  rows.finish();
}

/** Records statistics of the whole file; `allocated` and `freed` each have a count and bytes. */
function giveStats(sink: TraceSink, sections: Sections): void {
  CLASS_NAMES.forEach((name, bound) => {
    const value = sections.bounds[bound];
    if (value === undefined) return;
    sink.stat(name, value);
    sink.tag(`${name} bound`, String(value));
  });
  sink.stat("bin_size", BigInt(sections.allocBins.announced));
  sink.stat("records", BigInt(sections.records.announced));
  sink.stat("sites", BigInt(sections.sites.announced));
  sink.stat("symbols", BigInt(sections.symbols.announced));
  for (const [name, direction] of [["allocated", "alloc"], ["freed", "free"]] as const) {
    const totals = binTotals(sections, direction);
    if (!totals) continue;
    sink.stat(`${name}.count`, totals.count);
    sink.stat(`${name}.bytes`, totals.bytes);
  }
}
