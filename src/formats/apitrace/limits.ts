/**
 * Limits of traces of API calls.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
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
    beyond: "only the innermost ones are shown",
    code: "long-backtrace",
  },
  properties: {
    what: "properties in the header",
    most: 65536,
    beyond: "the trace cannot be opened",
    cure: "the file is damaged",
  },
  valueDepth: {
    what: "nested values in quarry as apitrace dump",
    most: 1 << 20,
    beyond: "the dump ends; args leaves out what is deeper",
    cure: DAMAGE,
    untried: "formatting a value with such deep nesting takes a minute",
  },
  cell: {
    what: "of text for one argument",
    most: 1 << 20,
    unit: "bytes",
    beyond: "the text is cut and ends with …",
    cure: "quarry blobs writes the data",
  },
  groupDepth: {
    what: "nested groups (glPushDebugGroup)",
    most: 10_000,
    beyond: "groups nested deeper have no row",
    cure: "check whether the program pushes groups that it never pops",
  },
  groupPath: {
    what: "characters of the path of a nested group",
    most: 1000,
    beyond: "only the end of the path is stored",
  },
  groupPaths: {
    what: "characters of the paths of all groups",
    most: 1 << 26,
    beyond: "the other paths are null",
    untried: "it needs the memory",
  },
  viewedNumbers: {
    what: "numbers of a buffer that its cell shows",
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
    what: "contexts, bindings of a context, mappings and names that are tracked, each",
    most: 1 << 20,
    beyond: "objects of further ones may be missing",
    untried: "creating a million objects of each kind takes a minute",
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of API traces, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "API traces", limits: CALL_LIMITS };
