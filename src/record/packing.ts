/**
 * Pipes bytes from file to file through programs without storing them.
 * @module
 */

import { Duplex } from "node:stream";
import * as zlib from "node:zlib";
import { programPath } from "./machine.ts";

/**
 * The compressor to use (null for the one of this runtime) and the extension of its output. heaptrack's
 * programs recognize the compression by the extension, which `-o` may set: without the program zstd the
 * runtime's own zstd is used.
 */
export function compressor(): { readonly command: string | null; readonly ending: string } {
  if (programPath("zstd") !== null) return { command: "zstd", ending: "zst" };
  return { command: null, ending: hasZstd ? "zst" : "gz" };
}

/** Old releases of Deno lack zstd. */
const hasZstd = typeof zlib.createZstdCompress === "function";

/** Compresses without a program. */
function ownCompressor(): ReadableWritablePair<Uint8Array, Uint8Array> {
  return (hasZstd ? Duplex.toWeb(zlib.createZstdCompress()) : new CompressionStream("gzip")) as never;
}

/** Runs a program between two streams; its standard error is discarded. */
function through(command: string, args: readonly string[]): ReadableWritablePair<Uint8Array, Uint8Array> & {
  readonly done: Promise<Deno.CommandStatus>;
} {
  const child = new Deno.Command(command, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  })
    .spawn();
  return { readable: child.stdout, writable: child.stdin, done: child.status };
}

/** A step of a conversion: a program with its arguments. */
type Step = readonly [command: string, ...args: string[]];

/**
 * Pipes a file through programs into another, compressed file. If a program fails, removes the result and
 * returns false.
 */
export async function convert(from: string, steps: readonly Step[], to: string): Promise<boolean> {
  const { command } = compressor();
  const all: Step[] = command === null ? [...steps] : [...steps, [command, "-q", "-c"]];
  const running = all.map(([program, ...args]) => through(program, args));
  let stream: ReadableStream<Uint8Array> = (await Deno.open(from)).readable;
  for (const step of running) stream = stream.pipeThrough(step);
  if (command === null) stream = stream.pipeThrough(ownCompressor());
  const file = await Deno.open(to, { write: true, createNew: true });
  let failed = false;
  await stream.pipeTo(file.writable).catch(() => void (failed = true));
  for (const { done } of running) failed = !(await done).success || failed;
  if (failed) await Deno.remove(to).catch(() => {});
  return !failed;
}
