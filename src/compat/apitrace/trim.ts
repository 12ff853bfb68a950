/**
 * `apitrace trim`: writes a new file with some of the calls.
 * @module
 */

import { joinBytes } from "../../base/join_bytes.ts";
import { UsageError } from "../../base/errors.ts";
import { SnappyWriter } from "../../containers/snappy_writer.ts";
import { type CallRange, inCallSet, LAST_CALL } from "../../formats/apitrace/call_set.ts";
import { CallCopier } from "../../formats/apitrace/copy_call.ts";
import * as S from "../../formats/apitrace/kernel/state.ts";
import { StreamKernel } from "../../formats/apitrace/stream_kernel.ts";
import { ValueReader } from "../../formats/apitrace/values.ts";
import { StreamWriter } from "../../formats/apitrace/writer.ts";
import type { CompatHost } from "../stand_in.ts";
import type { CommandLine, TraceCommand } from "./command.ts";
import { addCallSet, openStream, readThrough, sortedProperties, StreamError } from "./stream.ts";

interface TrimOptions {
  readonly calls: readonly CallRange[];
  readonly frames: readonly CallRange[];
  readonly threads: ReadonlySet<number>;
}

/** Writes the selected calls into a new file. */
export const trim: TraceCommand = {
  name: "trim",
  operands: "FILE",
  options: [
    { name: "calls", value: "SET", summary: "these calls" },
    { name: "frames", value: "SET", summary: "the calls of these frames" },
    { name: "thread", value: "N", summary: "only calls of this thread; may be repeated" },
    { name: "output", letter: "o", value: "OUT", summary: "the new file; FILE with -trim.trace when absent" },
  ],
  run: writeTrimmed,
};

async function writeTrimmed({ options, files }: CommandLine, host: CompatHost): Promise<number> {
  let calls: CallRange[] = [];
  let frames: CallRange[] = [];
  const threads = new Set<number>();
  let output: string | undefined;
  for (const [name, value] of options) {
    if (name === "calls") calls = await addCallSet(host, calls, value!);
    else if (name === "frames") frames = await addCallSet(host, frames, value!);
    else if (name === "thread") threads.add(threadNumber(value!));
    else output = value;
  }
  // An empty set counts as no set.
  if (calls.length === 0 && frames.length === 0) calls = [{ first: 0, last: LAST_CALL, step: 1, classes: 0 }];
  const [file] = files;
  if (file === undefined) throw new UsageError("apitrace trim: name a trace file");
  const path = output ?? file.replace(/(\.[^./]*)?$/, "-trim.trace");
  const { bytes, failure } = await trimFile(file, host, { calls, frames, threads });
  await host.writeFile(path, (write) => write(bytes));
  if (failure) throw failure;
  await host.writeError(`Trimmed trace is available as ${path}\n`);
  return 0;
}

function threadNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`apitrace trim: expected a thread number, found ${text}`);
  return Number(text);
}

/** A trimmed file, and the error that ended it early: calls before the damage are kept. */
interface Trimmed {
  readonly bytes: Uint8Array;
  readonly failure: StreamError | undefined;
}

async function trimFile(file: string, host: CompatHost, options: TrimOptions): Promise<Trimmed> {
  const { basis, window, header } = await openStream(host, file);
  const writer = new StreamWriter(
    6,
    header.semantic,
    sortedProperties(header).map(({ name, value }) => [name, value]),
  );
  const packer = new SnappyWriter();
  await packer.open();
  const pieces: Uint8Array[] = [];
  const lastCall = lastOf(options.calls);
  const lastFrame = lastOf(options.frames);
  let done = false;
  let frame = 0;
  const kernel: StreamKernel = new StreamKernel({ ...basis, mode: S.MODE_CALLS }, {
    call: () => {
      const no = kernel.get(S.CALL_NO);
      const classes = kernel.get(S.CALL_CLASS);
      // The original stops at the first call after all selected ones.
      done ||= no > lastCall && frame > lastFrame;
      if (done) return kernel.put(S.STOP_AFTER, 0);
      const thread = kernel.get(S.CALL_THREAD);
      const wanted = inCallSet(options.calls, no, classes) || inCallSet(options.frames, frame, classes);
      if (wanted && (options.threads.size === 0 || options.threads.has(thread))) copier.copy();
      if (classes & S.CLASS_END_FRAME) frame++;
      if (writer.length > 1 << 20) pieces.push(...packer.write(writer.take()));
    },
  });
  const { arena, version } = basis;
  const copier = new CallCopier(kernel, new ValueReader(arena, kernel, version), writer, version);
  let failure: StreamError | undefined;
  try {
    await readThrough(kernel, window);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    failure = error;
  }
  pieces.push(...packer.write(writer.take()), ...packer.finish());
  return { bytes: joinBytes(pieces), failure };
}

/** The last number in a set; -1 if it is empty. */
function lastOf(ranges: readonly CallRange[]): number {
  return ranges.reduce((last, range) => Math.max(last, range.last), -1);
}
