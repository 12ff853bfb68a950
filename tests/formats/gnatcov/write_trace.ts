import { joinBytes } from "../../../src/base/join_bytes.ts";
import { type TraceShape, TraceWriter } from "../../../src/formats/gnatcov/writer.ts";

/** A complete trace in memory. */
export function writeTrace(
  shape: TraceShape,
  fill: (writer: TraceWriter) => void,
): Uint8Array {
  const pieces: Uint8Array[] = [];
  const writer = new TraceWriter(
    shape,
    (piece) => void pieces.push(piece.slice()),
  );
  fill(writer);
  writer.end();
  return joinBytes(pieces);
}
