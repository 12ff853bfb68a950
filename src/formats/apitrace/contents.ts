/**
 * Reads the memory contents that calls carry, on demand.
 * @module
 */

import type { Content, RequestedCells } from "../../events/trace_sink.ts";
import { type CallCluster, clustersOf } from "./few_calls.ts";
import * as S from "./kernel/state.ts";
import type { CurrentCall, Replay } from "./replay.ts";
import { Tag } from "./values.ts";

/** Visits the blobs of all calls, or of the calls that `cellsOf` selects. */
export async function readContents(
  replay: Replay,
  cellsOf: RequestedCells | null,
  visit: (content: Content) => void | Promise<void>,
): Promise<void> {
  const asked = cellsOf && new Set(cellsOf("no").map(Number));
  const pending: Content[] = [];
  const see = ({ kernel, reader }: CurrentCall): void => {
    const no = kernel.get(S.CALL_NO);
    if (asked?.has(no) === false) return;
    const signature = kernel.signatures.of(kernel.get(S.CALL_FUNCTION))!;
    const take = (argument: string): void => {
      // Of a value with two representations, read the second one, which is meant for machines.
      for (reader.read(); reader.kind === Tag.Repr; reader.read()) reader.skip();
      if (reader.kind !== Tag.Blob) return;
      pending.push({ no, name: signature.name, argument, bytes: reader.content.slice() });
    };
    for (let arg = 0; arg < reader.argCount; arg++) {
      if (reader.placeArg(arg)) take(signature.names[arg] ?? `arg${arg}`);
    }
    if (reader.placeReturn()) take("return");
  };
  // Awaits the visitor here, because a pass can wait only between pieces of the stream.
  const hand = async (): Promise<void> => {
    for (const content of pending.splice(0)) await visit(content);
  };
  const clusters: readonly (CallCluster | undefined)[] =
    cellsOf && clustersOf(cellsOf, replay.stream.bytes) || [undefined];
  for (const cluster of clusters) {
    await replay.walk(see, cluster, hand);
    await hand();
  }
}
