/**
 * apitrace recordings: loading, dumping, and filters on arguments, compared with the original where it is installed.
 * @module
 */

import { apitrace } from "../../src/compat/apitrace/mod.ts";
import type { CompatHost } from "../../src/compat/stand_in.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { decodeInBackground } from "../../src/ingest/background_source.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { detect, load } from "../../src/ingest/load.ts";
import { generateStream } from "./generate_apitrace.ts";
import { type BenchRow, best } from "./report.ts";

const GROUP = "apitrace";
/** A filter on one argument; `dump --grep` knows names only, and so finds the calls without the filter. */
const FILTER = 'calls | where arg("texture") == 5 | count';
const GREP = "^glBindTexture$";

/** Loads, dumps and queries a generated recording of this many calls. */
export async function benchApitrace(folder: string, calls: number): Promise<BenchRow[]> {
  const path = `${folder}/calls.trace`;
  await writeTrace(path, calls);
  const rows: BenchRow[] = [];
  const peer = async (...args: string[]): Promise<Record<string, number>> => {
    const time = await original(args, path);
    return time === undefined ? {} : { apitrace: time };
  };
  let session = await open(path);
  let resident = 0;
  const loading = await best(3, async () => {
    session = await open(path);
    resident = session.pools.arena.used;
  });
  const alone = await best(3, () => open(path, false));
  const notes = `${(calls / loading / 1000).toFixed(1)} M calls/s, ${
    (resident / calls).toFixed(1)
  } bytes a call`;
  rows.push({
    group: GROUP,
    work: `load ${calls} calls | info`,
    quarry: loading,
    peers: { ...await peer("info"), "one thread": alone },
    notes,
  });
  const info = await best(3, () => standIn("info", path));
  rows.push({ group: GROUP, work: "as apitrace info", quarry: info, peers: await peer("info") });
  const dump = await best(2, () => standIn("dump", "--color=never", path));
  rows.push({
    group: GROUP,
    work: "as apitrace dump",
    quarry: dump,
    peers: await peer("dump", "--color=never"),
  });
  const few = "calls | skip 1000000 | take 3 | select no, name, args";
  rows.push({
    group: GROUP,
    work: "arguments of three calls in the middle | dump --calls",
    quarry: await best(3, () => askOnce(session, few)),
    peers: await peer("dump", "--color=never", "--calls=1000000-1000002"),
  });
  const ask = (query: string): Promise<number> => best(1, () => askOnce(session, query));
  const first = await ask(FILTER);
  rows.push({
    group: GROUP,
    work: "filter on an argument, first time | dump --grep",
    quarry: first,
    peers: await peer("dump", "--color=never", `--grep=${GREP}`),
  });
  const again = await best(5, () => askOnce(session, FILTER));
  const scaled = `${(again * 10_000_000 / calls).toFixed(1)} ms on 10 M calls at this rate`;
  rows.push({ group: GROUP, work: "the same again", quarry: again, peers: {}, notes: scaled });
  for (
    const query of [
      'calls in set("0-/draw") | count',
      "calls | by name, thread",
      "calls | where redundant | count",
    ]
  ) {
    const before = await ask(query);
    const after = await best(3, () => askOnce(session, query));
    rows.push({
      group: GROUP,
      work: query,
      quarry: after,
      peers: {},
      notes: `first time ${before.toFixed(1)} ms`,
    });
  }
  Deno.removeSync(path);
  return rows;
}

async function writeTrace(path: string, calls: number): Promise<void> {
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const packer = new SnappyWriter();
  await packer.open();
  const writeAll = (pieces: readonly Uint8Array[]): void => {
    for (const piece of pieces) for (let at = 0; at < piece.length;) at += file.writeSync(piece.subarray(at));
  };
  generateStream(calls, (bytes) => writeAll(packer.write(bytes)));
  writeAll(packer.finish());
}

async function open(path: string, background = true): Promise<Session> {
  const session = new Session();
  const input = await openInput(path);
  const { reopen } = input;
  // A source that is not a file is decoded by the thread that reads it.
  const source = background ? input.source : {
    size: input.source.size,
    read: (into: Uint8Array) => input.source.read(into),
    close: () => input.source.close(),
  };
  const file = await load(source, session.pools, { name: "bench", ...(reopen ? { reopen } : {}) });
  source.close();
  session.add(tracesOf(file, path));
  return session;
}

async function askOnce(session: Session, query: string): Promise<void> {
  for await (const outcome of session.run(session.prepare(query))) {
    if (outcome.kind === "query") outcome.release();
  }
}

/** Runs the stand-in; its output is discarded, like that of the original. */
async function standIn(...args: string[]): Promise<void> {
  using nowhere = Deno.openSync("/dev/null", { write: true });
  const encoder = new TextEncoder();
  const host: CompatHost = {
    open: () => Promise.reject(new Error("apitrace reads bytes")),
    openRaw: async (path) => (await openInput(path)).source,
    openBytes: async (path, arena) => {
      const { source } = await openInput(path);
      const inside = await unwrap(source, (head) => detect(head) !== undefined);
      return arena ? decodeInBackground(inside, source, arena).source : inside.source;
    },
    writeOut: (chunk) => void nowhere.writeSync(typeof chunk === "string" ? encoder.encode(chunk) : chunk),
    writeError: () => {},
    writeFile: () => Promise.resolve(),
  };
  await apitrace.run(args, host);
}

/** Best of two runs of the original, in milliseconds; undefined if it is not installed. */
async function original(args: readonly string[], path: string): Promise<number | undefined> {
  try {
    return await best(2, async () => {
      const { success } = await new Deno.Command("apitrace", {
        args: [...args, path],
        stdout: "null",
        stderr: "null",
      }).output();
      if (!success) throw new Error("apitrace failed");
    });
  } catch {
    return undefined;
  }
}
