/**
 * How long it takes to read what was added to a growing file, compared with reading the file from its start. The next
 * line has the time of a query after that.
 *
 *     deno run -A --config tests/deno.json tests/bench/follow_bench.ts [FORMAT[.gz|.zst]] [MEGABYTES] [ROUNDS]
 * @module
 */

import { gzipSync, zstdCompressSync } from "node:zlib";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { type OpenTrace, tracesOf } from "../../src/engine/open_trace.ts";
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";
import { Follower } from "../../src/engine/follow.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { GROWING } from "./growing_traces.ts";
import { rowsOf } from "../support/rows_of.ts";
import { withFolder } from "../support/temporary.ts";

const [format = "mtrc", megabytes = 200, rounds = 10] = Deno.args.map((each, at) =>
  at === 0 ? each : Number(each)
) as [
  string?,
  number?,
  number?,
];
const MEGABYTE = 1 << 20;
const QUESTIONS: Readonly<Record<string, string>> = { apitrace: "calls | count", gnatcov: "blocks | count" };
const QUESTION = QUESTIONS[format] ?? "live @ end | summarize n = count(), bytes = sum(size)";

async function followed(session: Session, path: string): Promise<OpenTrace[]> {
  const { source } = await openInput(path);
  try {
    return tracesOf(await load(source, session.pools, { name: "t", follows: true }), path);
  } finally {
    source.close();
  }
}

/** Milliseconds of each of the rounds, and of the query in it. */
async function timesOf(path: string, rest: () => Uint8Array, goesOn: boolean): Promise<[number[], number[]]> {
  const session = new Session();
  const open = async (): Promise<OpenTrace[]> => {
    const traces = await followed(session, path);
    return goesOn ? traces : traces.map(({ readOn: _, ...trace }) => trace);
  };
  session.add(await open());
  const follower = new Follower(session, open);
  const times: number[] = [];
  const asked: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await Deno.writeFile(path, rest(), { append: true });
    const start = performance.now();
    await follower.look();
    const read = performance.now();
    await rowsOf(session, QUESTION);
    times.push(read - start);
    asked.push(performance.now() - read);
  }
  session.closeAll();
  return [times, asked];
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const [median, worst] = [sorted[sorted.length >>> 1]!, sorted.at(-1)!];
  return `${median.toFixed(0)} ms (at most ${worst.toFixed(0)} ms)`;
}

// The compressor of calls has to be loaded first.
await new SnappyWriter().open();
await withFolder(async (folder) => {
  const path = `${folder}/t`;
  const [name, coding] = format.split(".") as [string, string?];
  const pieces = GROWING[name]!();
  const pack = (piece: Uint8Array): Uint8Array =>
    coding === "gz" ? gzipSync(piece) : coding === "zst" ? zstdCompressSync(piece) : piece;
  let length = 0;
  const next = (bytes: number): Uint8Array => {
    const more: Uint8Array[] = [];
    for (let have = 0; have < bytes; have += more.at(-1)!.length) more.push(pieces.next().value!.slice());
    return joinBytes(more);
  };
  const rest = (): Uint8Array => pack(next(MEGABYTE));
  while (length < megabytes * MEGABYTE) {
    const piece = next(MEGABYTE);
    await Deno.writeFile(path, pack(piece), { append: true });
    length += piece.length;
  }
  for (const goesOn of [false, true]) {
    const [times, asked] = await timesOf(path, rest, goesOn);
    const how = goesOn ? "read on where it was" : "read from its start";
    // deno-lint-ignore no-console
    console.log(`${(length / 1e6).toFixed(0)} MB, 1 MB more, ${how}: ${shown(times)}`);
    // deno-lint-ignore no-console
    console.log(`  question: ${shown(asked)}`);
  }
});
