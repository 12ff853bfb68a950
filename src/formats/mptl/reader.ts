/**
 * Reads a profiling file: sections first, then tables, because call sites mention what comes after them.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { BATCH_ROWS, type TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { describeHeader, HEAD_BYTES, parseHeader } from "../mtrc/header.ts";
import { binTotals } from "./bin_totals.ts";
import { CallSites } from "./call_sites.ts";
import { BINS, CLASS_NAMES, SITES, SYMBOLS, TableRows } from "./layout.ts";
import { ProfileRows } from "./profile_rows.ts";
import { readSections, type Sections } from "./sections.ts";
import { SymbolTable } from "./symbol_table.ts";
import { WordReader } from "./word_reader.ts";

/** Reads everything and fills `profile`, `sites`, `bins` and `symbols`. */
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
  const rows = new TableRows(sink, SITES, BATCH_ROWS);
  for (const site of sites.list) {
    rows.wide("index", site.index);
    rows.wide("parent", site.parent);
    rows.wide("addr", site.addr);
    rows.narrow("symbol", site.symbol === null ? 0 : symbols.code(site.symbol));
    rows.wide("symbol_id", site.symbol === null ? null : BigInt(site.symbol));
    rows.wide("offset", site.offset);
    rows.wide("profile", site.profile);
    rows.narrow("stack", site.stack || null);
    rows.next();
  }
  rows.end();
}

function writeBins(sink: TraceSink, sections: Sections): void {
  const rows = new TableRows(sink, BINS, BATCH_ROWS);
  const { allocBins, freeBins, allocLarge, freeLarge } = sections;
  const last = allocBins.announced - 1;
  allocBins.words.forEach((allocs, bin) => {
    const size = BigInt(bin + 1);
    const frees = freeBins.words[bin] ?? null;
    const allocBytes = bin === last ? allocLarge : allocs * size;
    const freedBytes = bin === last ? freeLarge : frees === null ? null : frees * size;
    rows.wide("size", size);
    rows.narrow("at_least", bin === last ? 1 : 0);
    rows.wide("allocs", allocs);
    rows.wide("alloc_bytes", allocBytes);
    rows.wide("frees", frees);
    rows.wide("freed_bytes", freedBytes);
    rows.wide("live", frees !== null && frees <= allocs ? allocs - frees : null);
    const known = allocBytes !== null && freedBytes !== null && freedBytes <= allocBytes;
    rows.wide("live_bytes", known ? allocBytes - freedBytes : null);
    rows.next();
  });
  rows.end();
}

function writeSymbols(sink: TraceSink, symbols: SymbolTable): void {
  const rows = new TableRows(sink, SYMBOLS, BATCH_ROWS);
  for (let id = 1; id <= symbols.size; id++) {
    rows.wide("id", BigInt(id));
    rows.narrow("name", symbols.code(id));
    rows.wide("addr", symbols.addr(id));
    rows.next();
  }
  rows.end();
}

/** Figures of the whole file; `allocated` and `freed` come as count and bytes. */
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
