/**
 * What counts as a profile of a trace, by format, unless another choice is made.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { SampleWeight } from "./sample_set.ts";

/** A query that gives places and weights. */
export interface SampleRecipe {
  /** Formats whose traces can be asked so. */
  readonly formats: readonly string[];
  /** What is asked. */
  readonly query: string;
  /** Columns that are weights, in order. */
  readonly weights: readonly SampleWeight[];
  /** The weight that is meant when none is named. */
  readonly first: string;
}

const MEMORY_WEIGHTS: readonly SampleWeight[] = [
  { name: "alloc_objects", unit: "count" },
  { name: "alloc_space", unit: "bytes" },
  { name: "inuse_objects", unit: "count" },
  { name: "inuse_space", unit: "bytes" },
];

/** Every recipe. What `inuse` means is "still live at the end". */
export const SAMPLE_RECIPES: readonly SampleRecipe[] = [
  {
    formats: ["mtrc", "sp-rtrace", "sp-rtrace-bin"],
    query: "allocs | by trace, stack, name, module, func, file, line: " +
      "alloc_objects = count(), alloc_space = sum(size), " +
      "inuse_objects = count() if leaked, inuse_space = sum(size) if leaked",
    weights: MEMORY_WEIGHTS,
    first: "alloc_space",
  },
  {
    formats: ["mptl"],
    query: "profile | by trace, stack, func, file, addr: alloc_objects = sum(allocs), " +
      "alloc_space = sum(alloc_bytes), inuse_objects = sum(live), inuse_space = sum(live_bytes)",
    weights: MEMORY_WEIGHTS,
    first: "alloc_space",
  },
  {
    formats: ["apitrace"],
    query: "calls | by trace, stack, name: calls = count(), bytes = sum(blob_bytes)",
    weights: [{ name: "calls", unit: "count" }, { name: "bytes", unit: "bytes" }],
    first: "calls",
  },
  {
    formats: ["gnatcov"],
    query: "blocks | by trace, module, symbol, file, line, addr: executions = sum(count)",
    weights: [{ name: "executions", unit: "count" }],
    first: "executions",
  },
];

/** The recipe for some formats. Throws `UsageError` when there is none, or not one for all of them. */
export function recipeFor(formats: readonly string[], exporter: string): SampleRecipe {
  const known = SAMPLE_RECIPES.flatMap((recipe) => recipe.formats);
  const strange = formats.find((format) => !known.includes(format));
  if (strange !== undefined) {
    throw new UsageError(
      `Cannot export a ${strange} trace as ${exporter}: it has no calls or blocks to count. ` +
        `Use traces of ${known.join(", ")}; csv, tsv, ndjson, arrow and parquet take any trace`,
    );
  }
  const recipe = SAMPLE_RECIPES.find((each) => formats.every((format) => each.formats.includes(format)));
  if (recipe) return recipe;
  throw new UsageError(
    `Cannot export traces that count different things as one ${exporter} (${
      [...new Set(formats)].join(", ")
    }): ` +
      "choose what to count with -e QUERY, or export them one by one",
  );
}
