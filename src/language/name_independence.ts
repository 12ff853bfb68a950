/**
 * Decides, before any file is opened, whether the results of a script can depend on names of functions, files
 * and lines. Names come from large programs, which are not read for a script that shows no names.
 * @module
 */

import { findAggregate } from "../query/aggregates/registry.ts";
import type { Node, Pipeline, Script } from "../query/syntax/ast.ts";
import { childrenOf, walk } from "../query/syntax/walk.ts";

/** Tables with columns that do not depend on names. */
const TABLES: ReadonlySet<string> = new Set(["events", "allocs", "leaks", "live", "peak"]);
/** Columns that do not depend on names, and values of `kind`, which are written as words too. */
const COLUMNS: ReadonlySet<string> = new Set([
  ...["seq", "no", "kind", "thread", "addr", "size", "end", "index", "time", "alloc", "free", "realloc"],
  ...["live_blocks", "live_bytes", "first_size", "max_size", "resizes", "moves", "freed", "life", "age"],
  ...["free.thread", "free.time", "leaked", "refs", "replaced", "count", "bytes"],
]);
/** Functions whose result depends only on their arguments. */
const FUNCTIONS: ReadonlySet<string> = new Set(["round", "log2", "bucket", "clamp", "delta", "if", "abs"]);
/** Stages after which only the named columns remain. */
const CLOSING: ReadonlySet<string> = new Set(["count", "by", "summarize", "select", "hist", "timeline"]);
const STAGES: ReadonlySet<string> = new Set([...CLOSING, "where", "top", "sort", "take", "skip", "extend"]);
/** Nodes that contain literals or combine other nodes. Nodes of other kinds are checked one by one. */
const PLAIN: ReadonlySet<Node["kind"]> = new Set(
  [
    ...["script", "query", "filter", "sortKey", "named", "identifier"],
    ...["numberPoint", "sharePoint", "timePoint", "edgePoint", "peakPoint"],
    ...["integer", "float", "duration", "time", "percent", "string", "boolean", "null", "word"],
    ...[
      "range",
      "set",
      "unary",
      "binary",
      "not",
      "logical",
      "comparison",
      "in",
      "overlaps",
      "isNull",
      "match",
      "filtered",
    ],
  ] as Node["kind"][],
);

/** Whether a script gives the same results without names of functions, files and lines; false if in doubt. */
export function isIndependentOfNames(script: Script): boolean {
  const own = new Set<string>();
  walk(script, (node) => {
    if (node.kind === "named" && node.name) own.add(node.name.name);
  });
  let isKnown = true;
  walk(script, (node) => {
    isKnown &&= isNameless(node, own);
    return isKnown;
  });
  return isKnown && script.statements.every((each) => each.kind === "query" && isClosed(each.pipeline));
}

function isNameless(node: Node, own: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case "name":
      return COLUMNS.has(node.name) || own.has(node.name);
    case "call":
      return FUNCTIONS.has(node.name.name) || findAggregate(node.name.name) !== undefined;
    case "table":
      return TABLES.has(node.name.name);
    case "stage":
      return STAGES.has(node.keyword);
    case "pipeline":
      return true;
  }
  return PLAIN.has(node.kind);
}

/** Whether a pipeline determines its result columns: if no stage does, all columns of the table are shown. */
function isClosed({ source, stages }: Pipeline): boolean {
  const closing = stages.some((each) =>
    each.kind === "stage" && CLOSING.has(each.keyword) &&
    (each.keyword !== "select" || childrenOf(each).length > 0)
  );
  return closing || (source?.kind === "pipeline" && isClosed(source));
}
