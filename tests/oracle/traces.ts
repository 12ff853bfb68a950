/**
 * Real traces of every format for long sessions, and how they are opened repeatedly without reading the disk.
 * @module
 */

import { Buffer } from "node:buffer";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { attachCoverage } from "../../src/coverage/programs/attach.ts";
import { load } from "../../src/ingest/load.ts";
import { ProgramFiles } from "../../src/ingest/program_files.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { asSaved } from "../support/saved.ts";

const TESTDATA = new URL("../../testdata/", import.meta.url);

/** Samples by format, below testdata. The first of each is used most; all load in milliseconds. */
export const TRACES: Readonly<Record<string, readonly string[]>> = {
  "mtrc": [
    "mpatrol/wordfreq-le64/trace.mtrc",
    "mpatrol/pool-threads-le64/trace.mtrc",
    "mpatrol/grow-be32/trace.mtrc",
    "mpatrol/old144-wordfreq-le64/trace.mtrc",
    "mpatrol/debian-sqlite3-le64/trace.mtrc",
    "mpatrol/tutorial2-le64/trace.mtrc",
  ],
  "mptl": [
    "mpatrol/wordfreq-le64/profile.mptl",
    "mpatrol/treerec-le64/profile.mptl",
    "mpatrol/grow-be32/profile.mptl",
  ],
  "gnatcov": [
    "gnatcov/wordfreq/words.trace",
    "gnatcov/qemu-arm-history-bare1.trace",
    "gnatcov/wordfreq/missing.trace",
    "gnatcov/qemu-arm-flat-bare1.trace",
    "gnatcov/vg-x86-flat-divmod.trace",
    "gnatcov/syn-all-ops-64.trace",
  ],
  "gnatcov-src": ["gnatcov/shop-x86_64.srctrace", "gnatcov/shop-console.base64.txt"],
  "apitrace": [
    "apitrace/real-shaders.trace",
    "apitrace/real-threads4.trace",
    "apitrace/real-egl-es1.trace",
    "apitrace/real-tiny.trace",
    "apitrace/real-mapped.trace",
    "apitrace/real-userarrays.trace",
    "apitrace/real-backtrace.trace",
    "apitrace/syn-v6-alltags.trace",
    "apitrace/real-crash-abort.trace",
  ],
  "sp-rtrace": [
    "sp-rtrace/c05-shm.resolved.txt",
    "sp-rtrace/c02-filesrv.resolved.txt",
    "sp-rtrace/c03-gobject.txt",
    "sp-rtrace/c11-libwriter.resolved.txt",
  ],
  "sp-rtrace-bin": [
    "sp-rtrace/c05-shm.rtrace",
    "sp-rtrace/c02-filesrv.rtrace",
    "sp-rtrace/c03-gobject.rtrace",
  ],
};

/** Traces of several blocks of rows, for runs that have time. */
export const LARGE_TRACES: readonly string[] = [
  "generated/140000.mtrc",
  "mpatrol/debian-jq-le64/trace.mtrc",
  "apitrace/real-es2gears-sigterm.trace",
];

/** Containers for a trace, by the letters after `+` in its path. */
const PACKERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gz: gzipSync,
  zst: zstdCompressSync,
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

/** Containers that a trace can be wrapped in. */
export const CONTAINERS: readonly string[] = Object.keys(PACKERS);

const FILES = new Map<string, Uint8Array<ArrayBuffer>>();
const programs = new ProgramFiles();

/** The bytes of a path below testdata; `path+gz` and the like are wrapped, `path+gz+zst` twice. */
function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  let bytes = FILES.get(path);
  if (bytes === undefined) {
    const cut = path.lastIndexOf("+");
    const pack = cut < 0 ? undefined : PACKERS[path.slice(cut + 1)]!;
    bytes = pack ? new Uint8Array(pack(bytesOf(path.slice(0, cut)))) : plainBytes(path);
    FILES.set(path, bytes);
  }
  return bytes;
}

function plainBytes(path: string): Uint8Array<ArrayBuffer> {
  const generated = /^generated\/(\d+)\.mtrc$/.exec(path);
  if (!generated) return Deno.readFileSync(new URL(path, TESTDATA));
  const pieces = [...generateMtrc({ events: Number(generated[1]), live: 3000 })];
  return new Uint8Array(Buffer.concat(pieces));
}

/** A trace of a session: the name in queries, and the path. */
export interface Named {
  readonly name: string;
  readonly path: string;
}

/** Opens one more trace; coverage traces with their programs. */
export async function openTrace(session: Session, { name, path }: Named): Promise<void> {
  const bytes = bytesOf(path);
  const reopen = () => Promise.resolve(sourceOf(bytes));
  const loaded = await load(sourceOf(bytes), session.pools, { name, reopen });
  const file = await asSaved(loaded, session.pools, { name, reopen });
  const tracePath = new URL(path, TESTDATA).pathname;
  for (const trace of file.traces) {
    attachCoverage(trace, { tracePath, open: (program) => programs.open(program) });
  }
  session.add(tracesOf(file, path));
}

/** A session with these traces. */
export async function sessionWith(traces: readonly Named[]): Promise<Session> {
  const session = new Session();
  for (const trace of traces) await openTrace(session, trace);
  return session;
}
