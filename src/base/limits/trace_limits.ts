/**
 * Limits of what a trace holds. Most of them are far beyond what programs do: they see to it that a damaged or hostile file
 * costs no more memory than its bytes justify.
 * @module
 */

import type { Limit } from "./limit.ts";

const DAMAGE = "look at the offset in problems: the file is damaged there";

/** Limits of traces of all formats, and of the memory traces of mpatrol and sp-rtrace. */
export const TRACE_LIMITS = {
  problems: {
    what: "rows of problems for each code",
    most: 1000,
    beyond: "the others are counted",
  },
  tracesInFile: {
    what: "traces in one file",
    // Each takes memory, and the head of one takes only a few bytes.
    most: 256,
    beyond: "the others are skipped",
    code: "too-many-traces",
    cure: "cut the file at the offset and open the pieces",
  },
  mtrcTraces: {
    what: "traces in one file of mpatrol",
    // Every part takes staging rows of its own.
    most: 32,
    beyond: "the others are skipped",
    code: "trailing-bytes",
    cure: "cut the file at the offset and open the pieces",
  },
  mtrcRecord: {
    what: "in one record of mpatrol, its names included",
    most: 1 << 20,
    unit: "bytes",
    beyond: "the records before it are kept",
    code: "overlong-record",
    cure: DAMAGE,
  },
  profileBins: {
    what: "bins in a profile of mpatrol",
    most: 1 << 20,
    beyond: "the section is treated as damaged",
    code: "impossible-count",
    cure: DAMAGE,
  },
  profileFrames: {
    what: "frames of all stacks in a profile of mpatrol or data of heaptrack, and 64 more for each stack",
    // So that a hostile chain of callers cannot fill the memory.
    most: 1 << 20,
    beyond: "the stacks beyond are left out",
    code: "deep-stacks",
    cure: DAMAGE,
  },
  reportLine: {
    what: "in one line of a trace of text",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the line goes on as another one",
    code: "long-line",
    cure: DAMAGE,
  },
  packet: {
    what: "in one packet of the binary sp-rtrace format",
    most: 1 << 20,
    unit: "bytes",
    beyond: "the packets before it are kept",
    code: "lost-packets",
    cure: DAMAGE,
  },
} as const satisfies Record<string, Limit>;

/** Limits of API traces. */
export const CALL_LIMITS = {
  event: {
    what: "in one event",
    most: 2 ** 30,
    unit: "bytes",
    beyond: "the calls before it are kept",
    code: "event-too-long",
    cure: DAMAGE,
    untried: "it needs the memory",
  },
  openCalls: {
    what: "calls that have not returned, at one time",
    most: 1 << 20,
    beyond: "the calls before are kept",
    code: "too-many-open-calls",
    cure: DAMAGE,
  },
  threads: {
    what: "threads",
    most: 1 << 18,
    beyond: "the calls before are kept",
    code: "too-many-threads",
    cure: DAMAGE,
  },
  frames: {
    what: "frames of a backtrace",
    most: 65536,
    beyond: "the innermost are kept",
    code: "long-backtrace",
  },
  properties: {
    what: "properties in the header",
    most: 65536,
    beyond: "the trace does not open",
    cure: "the file is damaged",
  },
  valueDepth: {
    what: "nested values in quarry as apitrace dump",
    most: 1 << 20,
    beyond: "the dump ends; args leaves out what is deeper",
    cure: DAMAGE,
    untried: "making the text of so deep a value takes a minute",
  },
  cell: {
    what: "of text of one argument",
    most: 1 << 20,
    unit: "bytes",
    beyond: "the text is cut and ends with …",
    cure: "quarry blobs writes the data",
  },
  groupDepth: {
    what: "nested groups (glPushDebugGroup)",
    most: 10_000,
    beyond: "groups nested deeper have no row",
    cure: "look for a program that pushes and never pops",
  },
  groupPath: {
    what: "characters of the path of a group inside others",
    most: 1000,
    beyond: "its end is kept",
  },
  groupPaths: {
    what: "characters of the paths of all groups",
    most: 1 << 26,
    beyond: "the other paths are null",
    untried: "it needs the memory",
  },
  viewedNumbers: {
    what: "numbers of a buffer that are shown in its cell",
    most: 64,
    beyond: "the others are counted",
    cure: "quarry blobs writes the data",
  },
  viewedLetters: {
    what: "characters of a text in a buffer that are shown in its cell",
    most: 65536,
    beyond: "the text is cut",
    cure: "quarry blobs writes the data",
  },
  followed: {
    what: "contexts, bindings of one, mappings, names: each is followed up to so many",
    most: 1 << 20,
    beyond: "objects of the others may be missing",
    untried: "a million objects of each kind take a minute to make",
  },
} as const satisfies Record<string, Limit>;

/** Limits of coverage traces. */
export const COVERAGE_LIMITS = {
  entries: {
    what: "different entries of one trace",
    most: 1 << 24,
    beyond: "the entries before are kept",
    code: "too-many-entries",
    cure: "record shorter runs and open them together",
    untried: "it needs the memory; a test gives the dictionary a smaller one",
  },
  modules: {
    what: "modules at one time",
    most: 65536,
    beyond: "entries in the others have no module",
    code: "too-many-modules",
    cure: DAMAGE,
  },
  info: {
    what: "in one info entry (a path, a label)",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the data is skipped",
    code: "long-info",
    cure: DAMAGE,
  },
  infos: {
    what: "infos of a source trace",
    most: 4096,
    beyond: "the trace ends there",
    code: "too-many-infos",
    cure: DAMAGE,
  },
  bufferText: {
    what: "characters of a list of bits in a source trace",
    most: 65536,
    beyond: "the list is cut, with ... at its end",
  },
  logLine: {
    what: "in a line of a log that carries a source trace",
    most: 4096,
    unit: "bytes",
    beyond: "the line is treated as other output",
  },
  openInLog: {
    what: "interleaved source traces in a log",
    most: 64,
    beyond: "the oldest one ends there",
    code: "cut-base64",
  },
} as const satisfies Record<string, Limit>;
