/** Streams in snappy chunks, as apitrace writes them. */
import { joinBytes } from "../../src/base/join_bytes.ts";
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";

/** A stream in chunks. */
export async function snappyStream(stream: Uint8Array): Promise<Uint8Array> {
  const writer = new SnappyWriter();
  await writer.open();
  return joinBytes([...writer.write(stream), ...writer.finish()]);
}
