/**
 * Line coverage as Clover XML: each line is a statement, and functions are methods.
 * @module
 */

import { escapeXml } from "../render/escape_xml.ts";
import { branchesTaken, fileName, functionsHit, linesHit } from "./covered_files.ts";
import type { CoveredFile } from "./covered_types.ts";
import type { LineExporter } from "./exporter.ts";
import { lineXml } from "./line_xml.ts";

/** The exporter for `clover.xml`. */
export const clover: LineExporter = lineXml(
  "clover",
  "line coverage as XML, with functions as methods",
  async (files, out) => {
    // Without a date, so that two exports of the same trace are equal.
    out.add(
      `<coverage generated="0" clover="3.2.0">\n` +
        `  <project timestamp="0" name="quarry">\n    <metrics files="${files.length}" ${metrics(files)}/>\n`,
    );
    for (const file of files) {
      const { path, lines, functions } = file;
      const name = escapeXml(fileName(file));
      out.add(`    <file name="${name}" path="${escapeXml(path)}">\n      <metrics ${metrics([file])}/>\n`);
      const methods = Map.groupBy(functions, (each) => each.line);
      for (const { line, hits } of lines) {
        for (const { name, entered } of methods.get(line) ?? []) {
          out.add(`      <line num="${line}" type="method" name="${escapeXml(name)}" count="${entered}"/>\n`);
        }
        out.add(`      <line num="${line}" type="stmt" count="${hits}"/>\n`);
        if (out.full) await out.flush();
      }
      out.add("    </file>\n");
    }
    out.add("  </project>\n</coverage>\n");
  },
);

function metrics(files: readonly CoveredFile[]): string {
  const lines = files.flatMap((file) => file.lines);
  const functions = files.flatMap((file) => file.functions);
  const entered = functionsHit(functions);
  const branches = files.flatMap((file) => file.branches);
  const taken = branchesTaken(branches);
  const [all, hit] = [
    lines.length + functions.length + branches.length,
    linesHit(lines) + entered + taken,
  ];
  return `statements="${lines.length}" coveredstatements="${
    linesHit(lines)
  }" conditionals="${branches.length}" ` +
    `coveredconditionals="${taken}" methods="${functions.length}" coveredmethods="${entered}" elements="${all}" ` +
    `coveredelements="${hit}" complexity="0" loc="${lines.length}" ncloc="${lines.length}"`;
}
