/**
 * Bytes from file to file through programs, without keeping them.
 * @module
 */

import { programPath } from "./machine.ts";

/** The compressor of this machine, and the ending of what it writes. */
export function compressor(): { readonly command: string | null; readonly ending: string } {
  return programPath("zstd") === null ? { command: null, ending: "gz" } : { command: "zstd", ending: "zst" };
}

/** A program as a step between two streams; what it says on standard error is left out. */
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

/** One step: a program with its arguments. */
type Step = readonly [command: string, ...args: string[]];

/** Sends a file through programs, and compressed into another one. False when a program fails; the result then is gone. */
export async function convert(from: string, steps: readonly Step[], to: string): Promise<boolean> {
  const { command } = compressor();
  const all: Step[] = command === null ? [...steps] : [...steps, [command, "-q", "-c"]];
  const running = all.map(([program, ...args]) => through(program, args));
  let stream: ReadableStream<Uint8Array> = (await Deno.open(from)).readable;
  for (const step of running) stream = stream.pipeThrough(step);
  if (command === null) stream = stream.pipeThrough(new CompressionStream("gzip") as never);
  const file = await Deno.open(to, { write: true, createNew: true });
  let failed = false;
  await stream.pipeTo(file.writable).catch(() => void (failed = true));
  for (const { done } of running) failed = !(await done).success || failed;
  if (failed) await Deno.remove(to).catch(() => {});
  return !failed;
}
