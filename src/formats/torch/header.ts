/**
 * A memory snapshot of PyTorch's caching allocator: one pickle of protocol 2 to 5, written by Python's `pickle` or by the
 * pickler of PyTorch's C++ side. The pickle holds
 *
 * ```text
 * { segments:             [ {device, address, total_size, stream, …, frames, blocks: [ {size, state, frames, …} ]} ]
 *   device_traces:        [ [ {action, addr, size, stream, time_us, frames, …} ] ]     a list for each device
 *   allocator_settings:   { name: value }
 *   external_annotations: [ {name, stage, device, time_us} ] }
 * ```
 *
 * or only the list of segments. It is recognized by its first opcodes. Nothing in it is ever executed:
 * opcodes that name a function or an object are refused (opcodes.ts).
 * @module
 */

import { Op } from "./opcodes.ts";

/** Name of the format. */
export const FORMAT_NAME = "torch";

/** First and last supported pickle protocol. */
const [FIRST_PROTOCOL, LAST_PROTOCOL] = [2, 5];
/** The keys that may come first in a snapshot's dictionary. */
const ROOT_KEYS: ReadonlySet<string> = new Set([
  "segments",
  "device_traces",
  "allocator_settings",
  "external_annotations",
]);
/** Keys in the first dictionary of a list of segments. */
const SEGMENT_KEYS = ["address", "total_size"] as const;

/** Argument lengths of opcodes that may precede the texts that identify a snapshot. */
const ARGUMENT_BYTES: ReadonlyMap<number, number> = new Map([
  [Op.Frame, 8],
  [Op.Put, 1],
  [Op.LongPut, 4],
  [Op.Get, 1],
  [Op.LongGet, 4],
  [Op.Int1, 1],
  [Op.Int2, 2],
  [Op.Int4, 4],
  [Op.Float, 8],
  ...[
    Op.Memoize,
    Op.Mark,
    Op.None,
    Op.True,
    Op.False,
    Op.EmptyDict,
    Op.EmptyList,
    Op.EmptyTuple,
    Op.Tuple,
    Op.Tuple1,
    Op.Tuple2,
    Op.Tuple3,
    Op.Append,
    Op.Appends,
    Op.SetItem,
    Op.SetItems,
  ].map((op) => [op, 0] as const),
]);

/** Returns whether the bytes begin a snapshot. */
export function looksLikeSnapshot(head: Uint8Array): boolean {
  if (head[0] !== Op.Proto || head[1]! < FIRST_PROTOCOL || head[1]! > LAST_PROTOCOL) return false;
  let at = 2;
  if (head[at] === Op.Frame) at += 9;
  const root = head[at++];
  if (root !== Op.EmptyDict && root !== Op.EmptyList) return false;
  const missing = new Set<string>(SEGMENT_KEYS);
  for (const text of firstTexts(head, at)) {
    if (root === Op.EmptyDict) return ROOT_KEYS.has(text);
    missing.delete(text);
    if (missing.size === 0) return true;
  }
  return false;
}

/** Yields texts among the first opcodes; stops at an opcode that does not occur in snapshots. */
function* firstTexts(head: Uint8Array, at: number): Generator<string> {
  while (at < head.length) {
    const op = head[at]!;
    const sized = TEXT_SIZES.get(op);
    if (sized !== undefined) {
      const length = op === Op.ShortText || op === Op.Long1
        ? head[at + 1]!
        : head[at + 1]! | (head[at + 2]! << 8) | (head[at + 3]! << 16) | (head[at + 4]! << 24);
      const from = at + 1 + sized;
      if (length < 0 || from + length > head.length) return;
      at = from + length;
      if (op !== Op.Long1) yield String.fromCharCode(...head.subarray(from, at));
      continue;
    }
    const bytes = ARGUMENT_BYTES.get(op);
    if (bytes === undefined) return;
    at += 1 + bytes;
  }
}

/** Opcodes with a length prefix, and the size of that prefix. */
const TEXT_SIZES: ReadonlyMap<number, number> = new Map([
  [Op.ShortText, 1],
  [Op.Long1, 1],
  [Op.Text, 4],
]);
