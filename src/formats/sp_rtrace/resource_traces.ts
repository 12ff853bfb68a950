/**
 * Descriptor fields shared by the text and the binary format.
 * @module
 */

import { PLACE_COLUMNS } from "../../events/code_place.ts";
import { MEMORY_QUESTIONS, MEMORY_SUBJECT } from "../memory_questions.ts";
import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { RESOURCE_DOCS } from "./table_docs.ts";
import { isUseless } from "./useful_frames.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const RESOURCE_QUERIES: readonly FirstQuery[] = [
  {
    query: "leaks | by name, type | sort bytes desc",
    answers: "what was never released, by allocator",
    needs: ["allocs.name"],
    leaks: true,
  },
  {
    query: "leaks | top 3 by size | unwind | select level, name, module, addr",
    answers: "where the largest were allocated",
    needs: ["allocs.stack"],
    leaks: true,
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  {
    query: "allocs | by name | top 10 by count",
    answers: "who allocates most often",
    needs: ["allocs.name"],
  },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];

/** The shared descriptor fields. */
export const RESOURCE_TRACES = {
  has: ["blocks", "types", "stacks", "times", "contexts", "references"],
  record: "call",
  tableDocs: RESOURCE_DOCS,
  absent: {
    thread: "sp-rtrace does not record threads",
    func: "only resolved traces have functions; --sysroot / resolves them with this machine's programs",
    ...sameReasonFor(["file", "line"], "only traces resolved with sp-rtrace-resolve have source positions"),
  },
  points: [
    {
      word: "context",
      value: "bit",
      usage: "context NAME",
      summary: "the last record of a context (sp-rtrace)",
      example: "context startup",
    },
  ],
  bitNames: { context: "contexts" },
  firstQueries: RESOURCE_QUERIES,
  asked: MEMORY_QUESTIONS,
  subject: MEMORY_SUBJECT,
  profile: MEMORY_PROFILE,
  frameNumbers: ["frame_texts.frame"],
  namesLater: { shows: { events: PLACE_COLUMNS }, hides: isUseless, staysOne: true },
} as const satisfies Partial<Format>;
