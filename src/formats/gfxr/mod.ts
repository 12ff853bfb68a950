/**
 * GFXReconstruct captures: calls of Vulkan and Direct3D 12 as `gfxrecon-convert` writes them.
 * @module
 */

import type { QuestionPhrase } from "../../events/question_phrases.ts";
import { CALL_POINTS } from "../call_points.ts";
import type { Format } from "../format.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { FORMAT_NAME, looksLikeGfxr } from "./header.ts";
import { GFXR_RECIPES } from "./recipes.ts";
import { GFXR_DOCS } from "./table_docs.ts";

/** Calls whose result is an error of Vulkan or of Direct3D. */
const FAILED = 'calls | where ret ~ "*ERROR*" or ret ~ "E_*" | by name, ret';

/** Suggested queries; only those that a trace can answer are shown. */
const QUERIES: readonly FirstQuery[] = [
  { query: "calls | by name | top 10 by count", answers: "functions that are called most" },
  { query: "frames | top 5 by calls", answers: "frames with the most calls" },
  { query: "leaks | top 10 by size", answers: "device memory that is never freed", leaks: true },
  { query: "objects | by type | sort count desc", answers: "objects by type" },
  { query: FAILED, answers: "calls that failed" },
];

/** Object types, by the words that users type for them. */
const TYPES: Readonly<Record<string, string>> = {
  buffer: "Buffer",
  image: "Image",
  texture: "Image",
  "image view": "ImageView",
  sampler: "Sampler",
  pipeline: "*Pipelines",
  shader: "ShaderModule",
  "shader module": "ShaderModule",
  "command buffer": "CommandBuffers",
  "descriptor set": "DescriptorSets",
  fence: "Fence",
  semaphore: "Semaphore",
  "render pass": "RenderPass",
  framebuffer: "Framebuffer",
};

const OBJECTS_ASKED: readonly QuestionPhrase[] = Object.entries(TYPES).flatMap(([said, type]) => {
  const rows = `objects | where type ~ "${type}"`;
  return [
    { words: [said], queries: [rows] },
    {
      words: [`leaked ${said}`, `${said} never destroyed`, `${said} that are never destroyed`],
      queries: [`${rows} and deleted is null`],
    },
  ];
});

const ASKED: readonly QuestionPhrase[] = [
  ...OBJECTS_ASKED,
  {
    words: [
      "how much gpu memory is used",
      "how much device memory is used",
      "peak device memory",
      "peak gpu memory",
    ],
    queries: ["events | summarize max(live_bytes)"],
  },
  {
    words: ["which call allocate most", "who allocate most", "largest allocation"],
    queries: ["allocs | top 10 by size | select seq, name, addr, size"],
  },
  {
    words: [
      "most frequent call",
      "most called function",
      "which function is called most often",
      "which function is called most",
      "function called most often",
      "most used function",
      "hottest function",
    ],
    queries: ["calls | by name | top 10 by count"],
  },
  { words: ["last frame"], queries: ["frames | tail 1"] },
  { words: ["first frame"], queries: ["frames | take 1"] },
  {
    words: [
      "same call twice in a row",
      "call twice in a row",
      "same call repeated",
      "call repeated in a row",
    ],
    queries: ["calls | where redundant"],
  },
  { words: ["draw per frame", "draw by frame"], queries: ["frames | select frame, draws"] },
  {
    words: ["failed call", "error", "failing call", "call that failed"],
    queries: [FAILED],
  },
  { words: ["device memory", "gpu memory", "memory allocation"], queries: ["allocs | top 10 by size"] },
  {
    words: ["what changed", "what has changed", "change", "difference", "what is different"],
    queries: ["diff (calls of $1), (calls of $2) by name"],
  },
];

const NO_MEMORY = "a capture as JSON leaves memory out";

/** Captures of GFXReconstruct as JSON. */
export const gfxr: Format = {
  name: FORMAT_NAME,
  summary: "GFXReconstruct: calls of Vulkan, JSON of gfxrecon-convert",
  tables: ["events", "allocs", "calls", "args", "frames", "functions", "threads", "objects", "groups"],
  has: ["types", "threads"],
  record: "call",
  tableDocs: GFXR_DOCS,
  absent: {
    ...sameReasonFor(["file", "line", "func", "stack"], "a capture has no backtraces: use name"),
    addr: "only calls that allocate or free memory of a device have an address, which is the handle",
    time: "a capture has no times: use no, frame",
    blob_bytes: NO_MEMORY,
  },
  points: CALL_POINTS,
  firstQueries: QUERIES,
  asked: ASKED,
  subject: { table: "calls", key: "name" },
  profile: {
    query: "calls | by trace, name: calls = count()",
    weights: [{ name: "calls", unit: "count" }],
    first: "calls",
  },
  recipes: GFXR_RECIPES,
  readsAgain: ["args"],
  readerVersion: 1,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: looksLikeGfxr,
  read: async (...input) => await (await import("./reader.ts")).readGfxr(...input),
  declareAgain: async (...input) => (await import("./arguments.ts")).declareFromIndex(...input),
};
