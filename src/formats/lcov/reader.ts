/**
 * Reads a coverage file in any syntax: collects its records in a model, then writes the tables.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { type ReadOptions, SNIFF_BYTES } from "../format.ts";
import { readCobertura } from "./cobertura_reader.ts";
import { CoveragePyJson } from "./coverage_py_json.ts";
import { CoverageModel } from "./coverage_model.ts";
import { GcovJson } from "./gcov_json.ts";
import { FORMAT_NAME, type Syntax, syntaxOf } from "./header.ts";
import { InfoReader } from "./info_reader.ts";
import { readJson } from "./json_coverage.ts";
import { LlvmJson } from "./llvm_json.ts";
import { PlainLines } from "./plain_lines.ts";
import { Report } from "./report.ts";
import type { SyntaxInput } from "./syntax_input.ts";
import { writeTables } from "./write_tables.ts";

/** Reads the records and returns the name and version of the format; undefined if the file has no content. */
type ReadSyntax = (input: SyntaxInput) => Promise<string | undefined>;

const SYNTAXES: Readonly<Record<Syntax, ReadSyntax>> = {
  info: readInfo,
  gcov: (input) => readJson(input, GcovJson),
  "coverage-py": (input) => readJson(input, CoveragePyJson),
  cobertura: readCobertura,
  llvm: (input) => readJson(input, LlvmJson),
};

/** Reads a complete file into the sink. */
export async function readLcov(
  window: ByteWindow,
  sink: TraceSink,
  options: ReadOptions,
): Promise<void> {
  await window.need(SNIFF_BYTES);
  const { bytes, at, end } = window;
  const syntax = syntaxOf(bytes.subarray(at, Math.min(end, at + SNIFF_BYTES)));
  const model = new CoverageModel(sink.strings);
  const report = new Report(sink);
  const tag = (name: string, value: string): void => sink.tag(name, value);
  const version = syntax &&
    await SYNTAXES[syntax]({ window, model, report, options, tag, arena: sink.arena });
  if (version === undefined) {
    throw new FormatError("Cannot read the coverage file: it has no source file", {
      format: FORMAT_NAME,
      offset: window.offset,
    });
  }
  sink.describe({ format: FORMAT_NAME, version, wordBits: 0, byteOrder: "none", mainTable: "lines" });
  writeTables(sink, model);
  if (model.overflows === 0) return;
  const message = "Sums of counts have more than 64 bits";
  report.warning("large-count", -1, 0, message, "kept the largest number");
}

async function readInfo(
  { window, model, report, options, arena }: SyntaxInput,
): Promise<string | undefined> {
  const plain = new PlainLines(arena);
  const reader = new InfoReader(model, report, plain);
  try {
    await reader.read(window, options);
  } finally {
    plain.close();
  }
  if (reader.sections === 0) return undefined;
  return reader.hasGroups ? "lcov 2.2" : "lcov";
}
