/** Reads samples of both sp-rtrace formats into plain rows. */

import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { Format, ReadOptions } from "../../../src/formats/format.ts";
import { spRtrace } from "../../../src/formats/sp_rtrace/mod.ts";
import { MemorySink, type Row } from "../../support/memory_sink.ts";

/** Folder of the samples. */
export const SAMPLES: URL = new URL(
  "../../../testdata/sp-rtrace/",
  import.meta.url,
);

/** Names of samples with an ending, without it, sorted. */
export function samplesWith(ending: string): string[] {
  return [...Deno.readDirSync(SAMPLES)].map((entry) => entry.name)
    .filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length)).sort();
}

/** Bytes of a sample. */
export function sample(name: string): Uint8Array {
  return Deno.readFileSync(new URL(name, SAMPLES));
}

/** Reads bytes, in pieces of at most `piece`. */
export async function readBytes(
  bytes: Uint8Array,
  options: ReadOptions & {
    piece?: number;
    format?: Format;
    capacity?: number;
  } = {},
): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(
    sourceOf(bytes, options.piece),
    sink.arena,
    options.capacity ?? 1 << 16,
  );
  await (options.format ?? spRtrace).read(window, sink, options);
  window.close();
  return sink;
}

/** Reads a text. */
export function readText(
  text: string,
  options: ReadOptions = {},
): Promise<MemorySink> {
  return readBytes(new TextEncoder().encode(text), options);
}

/** Frame addresses of a row's backtrace, as hexadecimal numbers. */
export function addressesOf(sink: MemorySink, row: Row): string[] {
  const stack = Number(row["stack"] ?? 0);
  return Array.from({ length: sink.stacks.depth(stack) }, (_, level) => {
    const frame = sink.stacks.describeFrame(sink.stacks.frameAt(stack, level));
    return "0x" +
      ((BigInt(frame.addrHigh) << 32n) | BigInt(frame.addrLow)).toString(16);
  });
}
