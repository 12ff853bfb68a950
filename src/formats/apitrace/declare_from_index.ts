/**
 * Declares the arguments of a stream that was loaded from a saved index.
 * @module
 */

import type { OnDemandSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { declareArguments } from "./arguments.ts";
import type { StreamFacts } from "./replay.ts";

/** Declares what the reader declared. Throws `RangeError` if `kept` is not valid. */
export function declareFromIndex(sink: OnDemandSink, kept: unknown, options: ReadOptions): void {
  if (!isReadStream(kept)) {
    throw new RangeError("Cannot read an index: it lacks what is needed to read calls again");
  }
  declareArguments(sink, options, kept);
}

function isReadStream(kept: unknown): kept is StreamFacts {
  if (typeof kept !== "object" || kept === null) return false;
  const { offset, version, bytes, kinds, undeclared, symbols, hasMarkers, definitions } = kept as StreamFacts;
  return [offset, version, bytes, undeclared].every((each) => Number.isSafeInteger(each) && each >= 0) &&
    kinds instanceof Map && Array.isArray(symbols) && typeof hasMarkers === "boolean" &&
    Array.isArray(definitions) && definitions.every(isDefinition);
}

function isDefinition(each: unknown): boolean {
  if (typeof each !== "object" || each === null) return false;
  const { kind, id, offset, definition } = each as StreamFacts["definitions"][number];
  return Number.isInteger(kind) && typeof id === "bigint" && Number.isSafeInteger(offset) &&
    definition instanceof Uint8Array;
}
