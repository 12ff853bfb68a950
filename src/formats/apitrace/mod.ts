/**
 * apitrace streams: graphics calls with their arguments, versions 0 to 6.
 * @module
 */

import { CALL_POINTS } from "../call_points.ts";
import type { Format } from "../format.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { FORMAT_NAME, scanHeader } from "./header.ts";
import { callChapters } from "./recipes.ts";
import { CALL_DOCS } from "./table_docs.ts";
import { CALL_QUESTIONS } from "./questions.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const CALL_QUERIES: readonly FirstQuery[] = [
  { query: "calls | by name | top 10 by count", answers: "functions that are called most" },
  { query: "frames | top 5 by calls", answers: "frames with the most calls" },
  { query: "events | by type | sort bytes desc", answers: "bytes by class of function" },
];

/**
 * Returns whether bytes look like the start of a stream: a version, perhaps properties, then the first call
 * of a function.
 */
function sniffApitrace(head: Uint8Array): boolean {
  const scan = scanHeader(head, 0, head.length);
  if (scan === "bad") return false;
  if (scan === "cut") return head.length >= 16 && head[0] === 6 && head[1]! <= 6 && startsWithName(head, 2);
  let at = scan.bytes;
  const { version } = scan.header;
  // A header with nothing after it is specific enough only in version 6.
  if (at >= head.length) return version === 6 && head.length >= 3;
  if (head[at++] !== 0) return false;
  // Thread and function id, each a number of at most five bytes.
  for (let numbers = version >= 4 ? 2 : 1; numbers > 0; numbers--) {
    let bytes = 1;
    while (at < head.length && head[at]! >= 0x80) {
      at++;
      if (++bytes > 5) return false;
    }
    at++;
  }
  return startsWithName(head, at);
}

/** Returns whether there is a plausible name at `at`. */
function startsWithName(head: Uint8Array, at: number): boolean {
  const length = head[at];
  if (length === undefined || length === 0 || length >= 0x80) return false;
  const end = Math.min(head.length, at + 1 + length);
  for (let each = at + 1; each < end; each++) if (head[each]! < 0x20 || head[each]! > 0x7e) return false;
  return end > at + 1;
}

/** The format as the registry lists it. */
export const apitrace: Format = {
  name: FORMAT_NAME,
  container: "snappy",
  summary: "apitrace traces of graphics calls, stream versions 0 to 6",
  grows: { unit: "records", goesOn: true },
  tables: [
    "events",
    "allocs",
    "calls",
    "args",
    "frames",
    "functions",
    "threads",
    "objects",
    "groups",
    "stacks",
  ],
  has: ["types", "stacks", "threads"],
  record: "call",
  tableDocs: CALL_DOCS,
  absent: {
    ...sameReasonFor(["file", "line"], "only backtraces have source positions"),
    addr: "only calls that map or allocate memory have an address",
    time: "apitrace records no times: use no, frame",
  },
  points: CALL_POINTS,
  firstQueries: CALL_QUERIES,
  asked: CALL_QUESTIONS,
  subject: { table: "calls", key: "name" },
  profile: {
    query: "calls | by trace, stack, name: calls = count(), bytes = sum(blob_bytes)",
    weights: [{ name: "calls", unit: "count" }, { name: "bytes", unit: "bytes" }],
    first: "calls",
  },
  recipes: callChapters,
  readsAgain: ["args", "groups"],
  readerVersion: 1,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: sniffApitrace,
  read: async (...input) => await (await import("./reader.ts")).readApitrace(...input),
  declareAgain: async (...input) => (await import("./declare_from_index.ts")).declareFromIndex(...input),
};
