/**
 * The call graph as text (`-v`) and as a graph specification for dot (`-g`).
 * @module
 */

import { cell, classShares, heading } from "./columns.ts";
import type { CallGraph, Edge, Vertex } from "./graph.ts";

/** Prints a table with every vertex between its callers and its callees. */
export function callGraphTable(graph: CallGraph, counts: boolean): string {
  const rule = "-".repeat(counts ? 45 : 49) + "\n";
  let text = heading("ALLOCATION CALL GRAPH", 28, `(number of vertices: ${graph.vertices.length})`);
  text += counts
    ? "          allocated             unfreed\n" +
      "     -------------------  -------------------\n" +
      "index count   s  m  l  x   count   s  m  l  x  function\n"
    : "           allocated               unfreed\n" +
      "     ---------------------  ---------------------\n" +
      "index   bytes   s  m  l  x     bytes   s  m  l  x  function\n";
  for (const vertex of graph.vertices) {
    text += rule;
    for (const edge of vertex.callers) {
      if (edge.caller !== graph.start) text += line(edge, edge.caller, counts);
    }
    text += `[${vertex.number}]`.padEnd(counts ? 47 : 51) + `${vertex.name} [${vertex.number}]\n`;
    for (const edge of vertex.callees) {
      if (edge.callee !== graph.alloc) text += line(edge, edge.callee, counts);
    }
  }
  return text;
}

function line(edge: Edge, other: Vertex, counts: boolean): string {
  const { figures } = edge;
  const width = counts ? 6 : 8;
  const allocated = figures.totalAllocated(counts);
  const unfreed = figures.totalUnfreed(counts);
  return `${edge.cyclic ? " (*) " : "     "}${cell(allocated, width)}  ` +
    `${classShares(figures.allocated(counts), allocated)}  ${cell(unfreed, width)}  ` +
    `${classShares(figures.unfreed(counts), unfreed)}      ${other.name} [${other.number}]\n`;
}

/** Options of the graph specification. */
interface DotOptions {
  /** Name of the profile, as the user gave it. */
  readonly file: string;
  /** Includes only memory that was not freed. */
  readonly leaks: boolean;
  /** Numbers of blocks instead of bytes. */
  readonly counts: boolean;
}

/** Prints the graph for dot, with edges in the order of a walk from the start. */
export function dotGraph(graph: CallGraph, { file, leaks, counts }: DotOptions): string {
  const title = leaks ? "memory leak call graph" : "allocation call graph";
  let text = `/* produced by mprof 1.3 from ${file} */\n\ndigraph "${title}"\n{\n`;
  const seen = new Set<Edge>();
  // Paths may be long, so the walk keeps its own stack instead of recursing.
  const stack: { vertex: Vertex; next: number }[] = [{ vertex: graph.start, next: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const edge = top.vertex.callees[top.next++];
    if (!edge) {
      stack.pop();
      continue;
    }
    if (seen.has(edge)) continue;
    seen.add(edge);
    const value = leaks ? edge.figures.totalUnfreed(counts) : edge.figures.totalAllocated(counts);
    if (!leaks || value !== 0n) {
      const style = edge.cyclic ? ", style = dotted" : "";
      text += `    "${edge.caller.name}" -> "${edge.callee.name}" [label = "${value}"${style}];\n`;
    }
    stack.push({ vertex: edge.callee, next: 0 });
  }
  return text + "}\n";
}
