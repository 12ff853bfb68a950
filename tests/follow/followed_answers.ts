/** What is answered of a file that is followed, and of its first bytes when they are a file of their own. */
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { type OpenTrace, tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import type { Format } from "../../src/formats/format.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { Snapshooter } from "../conformance/snapshot.ts";

/** Codes of problems that speak of the end of the file. */
export const OF_THE_END =
  /\b(?:cut-record|cut-container|cut-header|cut-info|cut-data|cut-padding|cut-time|empty-stream|no-entries|missing-trailer|not-finished)\b/;

/** Problems, which are compared apart, and what a call brings along that has only begun: its function and its types. */
const EARLY =
  /^[^:]+: (?:problems\b|stream bytes|functions\b|api\b|structures|enum|bit ?masks|stack frames|groups|classes)/;

/** A number of the pool, which depends on which frames were shown meanwhile. */
const NUMBER_OF_POOL = /^[^:]+: frame_texts\.frame /;

/** All rows of all tables, without what is said of the end. */
export async function linesOf(session: Session, traces: readonly Trace[]): Promise<string[]> {
  const lines = await new Snapshooter(session.pools).lines(traces);
  const problems = traces.flatMap(({ problems }) => problems)
    .filter(({ code }) => !OF_THE_END.test(code)).map((each) => JSON.stringify(each));
  return [
    ...lines.filter((line) => !EARLY.test(line) && !NUMBER_OF_POOL.test(line)),
    ...traces.map(({ pools: { stacks } }) => `${stacks.held.length} backtraces`),
    ...problems,
  ];
}

/** Answers of bytes, and where their last record is cut. */
interface Said {
  readonly lines: readonly string[];
  readonly cut: number | undefined;
}

/** What is said of bytes that are a whole file; null where nothing can be said. */
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

/** Zeros that may lack at the end of an info entry of GNATcoverage, which counts without them. */
const MOST_PADDING = 3;

/** The complete records of these bytes: those of a file that is cut after the last of them. */
export async function completeRecords(bytes: Uint8Array, { name, grows }: Format): Promise<Uint8Array> {
  if (grows?.unit === "lines") return bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  // Zeros may be room in advance, and the last record may end with them.
  if (grows?.padded) bytes = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
  const { lines = [], cut = bytes.length } = await plain(bytes) ?? {};
  if (cut === bytes.length) return bytes;
  if (name !== "gnatcov") return bytes.subarray(0, cut);
  for (let zeros = 1; zeros <= MOST_PADDING; zeros++) {
    const padded = new Uint8Array(bytes.length + zeros);
    padded.set(bytes);
    const said = await plain(padded);
    const isComplete = said !== null && (said.cut ?? padded.length) >= padded.length;
    // Otherwise the zeros have been taken for content.
    if (isComplete && said.lines.join() === lines.join()) return padded;
  }
  return bytes.subarray(0, cut);
}

/** Opens a file that is being written; with `again`, what is read on demand is read from it again. */
export async function followed(session: Session, path: string, again = false): Promise<OpenTrace[]> {
  const { source, reopen } = await openInput(path);
  const options = { name: "t", follows: true, ...(again && reopen ? { reopen } : {}) };
  try {
    return tracesOf(await load(source, session.pools, options), path);
  } finally {
    source.close();
  }
}
