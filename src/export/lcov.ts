/**
 * Line coverage as lcov writes it; genhtml makes pages of it, and editors show it beside the lines.
 * @module
 */

import { TextChunks } from "../render/renderer.ts";
import { visible } from "../render/visible.ts";
import { entries, functionsHit, linesHit } from "./covered_files.ts";
import type { LineExporter } from "./exporter.ts";

/** `lcov.info`. */
export const lcov: LineExporter = {
  name: "lcov",
  summary: "line coverage for genhtml and editors",
  extensions: [".info"],
  binary: false,
  takes: "lines",
  async write(files, sink) {
    const out = new TextChunks(sink);
    for (const { path, lines, functions } of files) {
      out.add(`TN:\nSF:${visible(path)}\n`);
      for (const { name, lines } of functions) out.add(`FN:${lines[0]!.line},${visible(name)}\n`);
      for (const each of functions) out.add(`FNDA:${entries(each)},${visible(each.name)}\n`);
      out.add(`FNF:${functions.length}\nFNH:${functionsHit(functions)}\n`);
      for (const { line, hits } of lines) {
        out.add(`DA:${line},${hits}\n`);
        if (out.full) await out.flush();
      }
      out.add(`LF:${lines.length}\nLH:${linesHit(lines)}\nend_of_record\n`);
    }
    await out.flush();
  },
};
