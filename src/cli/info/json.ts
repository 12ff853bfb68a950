/**
 * Composes the output of `info --json`: one object for all files.
 * @module
 */

import { jsonText, jsonValue } from "../../render/json_cell.ts";
import { headlineJson } from "../../headline/json.ts";
import type { Figure, TraceFacts } from "./facts.ts";

/** A value in the object; `undefined` members are left out. */
type Json = Figure | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A file that could not be read. */
export interface UnreadFile {
  readonly path: string;
  readonly message: string;
}

/** The object as text. */
export function infoJson(
  traces: readonly TraceFacts[],
  errors: readonly UnreadFile[],
  forceNumbers: boolean,
): string {
  const all: Json = {
    traces: traces.map(traceJson),
    errors: errors.map(({ path, message }) => ({ path, message })),
  };
  return write(all, { forceNumbers, indent: "" }) + "\n";
}

function traceJson(facts: TraceFacts): Json {
  return {
    headline: headlineJson(facts.headline),
    name: facts.name,
    path: facts.path,
    format: facts.format,
    version: facts.version,
    word_bits: facts.wordBits,
    byte_order: facts.byteOrder,
    container: facts.container,
    bytes: facts.bytes,
    file_bytes: facts.fileBytes,
    rows: facts.rows,
    seconds: facts.seconds,
    kinds: Object.fromEntries(facts.kinds),
    distinct: Object.fromEntries(facts.distinct),
    stats: facts.stats,
    peak: facts.peak === null ? null : { seq: facts.peak.seq, no: facts.peak.no },
    tables: Object.fromEntries(facts.tables),
    tags: tagsJson(facts),
    ...(facts.guessed ? { guessed: { ...facts.guessed, columns: [...facts.guessed.columns] } } : {}),
    problem_counts: Object.fromEntries(facts.problemCounts),
    problems: facts.problems.map(({ code, severity, offset, record, message, handling }) => ({
      code,
      severity,
      offset: offset < 0 ? null : offset,
      record: record === 0 ? null : record,
      message,
      handling,
    })),
  };
}

/** Returns the tags by name; a name that occurs several times has a list of values. */
function tagsJson({ tags }: TraceFacts): Json {
  const result = new Map<string, string | string[]>();
  for (const { name, value } of tags) {
    const before = result.get(name);
    if (before === undefined) result.set(name, value);
    else result.set(name, [...(Array.isArray(before) ? before : [before]), value]);
  }
  return Object.fromEntries(result);
}

function write(value: Json, options: { readonly forceNumbers: boolean; readonly indent: string }): string {
  const { forceNumbers, indent } = options;
  if (value === null || typeof value !== "object") return jsonValue(value, forceNumbers);
  const deeper = { forceNumbers, indent: indent + "  " };
  const lines = Array.isArray(value)
    ? value.map((each: Json) => write(each, deeper))
    : Object.entries(value).map(([name, each]) => `${jsonText(name)}: ${write(each as Json, deeper)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (lines.length === 0) return open + close;
  return `${open}\n${lines.map((line) => deeper.indent + line).join(",\n")}\n${indent}${close}`;
}
