/** Samples, streams and sinks that the apitrace tests share. */
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { ContainerDamage } from "../../../src/containers/container.ts";
import { unwrap } from "../../../src/containers/unwrap.ts";
import { apitrace } from "../../../src/formats/apitrace/mod.ts";
import { MemorySink } from "../../support/memory_sink.ts";

/** The folder of samples. */
export const SAMPLES = new URL("../../../testdata/apitrace/", import.meta.url);

/** Names of the samples, sorted. */
export function sampleNames(): string[] {
  return [...Deno.readDirSync(SAMPLES)].map((entry) => entry.name).filter((name) => name.endsWith(".trace"))
    .sort();
}

/** A file beside the samples, decompressed if it is gzipped; null if there is none. */
export async function reference(name: string): Promise<Uint8Array | null> {
  for (const [suffix, packed] of [["", false], [".gz", true]] as const) {
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = Deno.readFileSync(new URL(name + suffix, SAMPLES));
    } catch {
      continue;
    }
    if (!packed && !name.endsWith(".gz")) return bytes;
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  return null;
}

/** The bytes inside a file's containers. */
export async function streamOf(
  file: Uint8Array,
): Promise<{ bytes: Uint8Array; damage: readonly ContainerDamage[] }> {
  const inside = await unwrap(sourceOf(file), (head) => apitrace.sniff(head));
  const pieces: Uint8Array[] = [];
  let length = 0;
  const piece = new Uint8Array(1 << 16);
  for (let count = await inside.source.read(piece); count > 0; count = await inside.source.read(piece)) {
    pieces.push(piece.slice(0, count));
    length += count;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const each of pieces) {
    bytes.set(each, at);
    at += each.length;
  }
  return { bytes, damage: inside.damage() };
}

/** Reads a stream into a sink; `piece` is how many bytes each read gives. */
export async function readStream(
  stream: Uint8Array,
  piece = Infinity,
  capacity = 1 << 12,
): Promise<MemorySink> {
  const sink = new MemorySink();
  const open = (): Promise<ByteWindow> =>
    Promise.resolve(new ByteWindow(sourceOf(stream, piece), sink.arena, capacity));
  const window = await open();
  try {
    await apitrace.read(window, sink, { reopen: open });
  } finally {
    window.close();
  }
  return sink;
}
