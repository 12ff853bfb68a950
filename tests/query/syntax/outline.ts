import type { Node } from "../../../src/query/syntax/ast.ts";
import { childrenOf } from "../../../src/query/syntax/walk.ts";

/** A tree in one line: `(and (== thread 3) freed)`; kinds or operators first, then their children. */
export function outline(node: Node): string {
  switch (node.kind) {
    case "name":
    case "identifier":
      return node.name;
    case "string":
      return JSON.stringify(node.value);
    case "regex":
      return `/${node.source}/${node.flags}`;
    case "boolean":
      return String(node.value);
    case "null":
    case "error":
      return node.kind;
    case "word":
      return `<${node.text}>`;
    case "integer":
    case "float":
    case "duration":
    case "time":
    case "percent":
      return node.text;
    default: {
      const operator = "op" in node
        ? node.op
        : node.kind === "stage" || node.kind === "source"
        ? node.keyword
        : node.kind;
      const negated = "negated" in node && node.negated ? "not-" : "";
      return `(${[negated + operator, ...childrenOf(node).map(outline)].join(" ")})`;
    }
  }
}
