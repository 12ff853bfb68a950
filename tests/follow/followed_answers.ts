/** Answers about a followed file, and about its first bytes as a separate file. */
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { type OpenTrace, tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import type { Format } from "../../src/formats/format.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { Snapshooter } from "../conformance/snapshot.ts";

/** Codes of problems about the end of the file. */
export const OF_THE_END =
  /\b(?:cut-record|cut-container|cut-header|cut-info|cut-data|cut-padding|cut-time|empty-stream|no-entries|missing-trailer|not-finished)\b/;

/**
 * Tables that differ early: problems, which are compared separately, and the function and types of a call that is not
 * complete yet.
 */
const EARLY =
  /^[^:]+: (?:problems\b|stream bytes|functions\b|api\b|structures|enum|bit ?masks|stack frames|groups|classes)/;

/** All rows of all tables, without problems about the end. */
export async function linesOf(session: Session, traces: readonly Trace[]): Promise<string[]> {
  const lines = await new Snapshooter(session.pools).lines(traces);
  const problems = traces.flatMap(({ problems }) => problems)
    .filter(({ code }) => !OF_THE_END.test(code)).map((each) => JSON.stringify(each));
  return [
    ...lines.filter((line) => !EARLY.test(line)),
    ...traces.map(({ pools: { stacks } }) => `${stacks.held.length} backtraces`),
    ...problems,
  ];
}

/** Answers about bytes, and where their last record is cut. */
interface Said {
  readonly lines: readonly string[];
  readonly cut: number | undefined;
}

/** Answers about bytes as a complete file; null if they are refused. */
export async function plain(bytes: Uint8Array): Promise<Said | null> {
  const session = new Session();
  try {
    const file = await load(sourceOf(bytes), session.pools, { name: "t" });
    const problems = file.traces.at(-1)!.problems;
    const cut = problems.find(({ code }) => OF_THE_END.test(code) && code.startsWith("cut-"));
    const lines = await linesOf(session, file.traces);
    file.close();
    return { lines, cut: cut?.offset };
  } catch {
    return null;
  }
}

/**
 * Maximum number of zeros that may be missing at the end of an info entry of GNATcoverage, whose length excludes them.
 */
const MOST_PADDING = 3;

/** The complete records of these bytes: the content of a file cut after the last of them. */
export async function completeRecords(bytes: Uint8Array, { name, grows }: Format): Promise<Uint8Array> {
  if (grows?.unit === "lines") return bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  // Zeros may be preallocated space, but the last record may also end with zeros.
  if (grows?.padded) bytes = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
  const { lines = [], cut = bytes.length } = await plain(bytes) ?? {};
  if (cut === bytes.length) return bytes;
  if (name !== "gnatcov") return bytes.subarray(0, cut);
  for (let zeros = 1; zeros <= MOST_PADDING; zeros++) {
    const padded = new Uint8Array(bytes.length + zeros);
    padded.set(bytes);
    const said = await plain(padded);
    const isComplete = said !== null && (said.cut ?? padded.length) >= padded.length;
    // Otherwise the zeros were read as content.
    if (isComplete && said.lines.join() === lines.join()) return padded;
  }
  return bytes.subarray(0, cut);
}

/** Opens a file that is being written; with `again`, data on demand is read from it again. */
export async function followed(session: Session, path: string, again = false): Promise<OpenTrace[]> {
  const { source, reopen } = await openInput(path);
  const options = { name: "t", follows: true, ...(again && reopen ? { reopen } : {}) };
  try {
    return tracesOf(await load(source, session.pools, options), path);
  } finally {
    source.close();
  }
}
