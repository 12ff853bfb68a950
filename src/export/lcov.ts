/**
 * Coverage in lcov's format: lines, functions, branches, conditions, tests. genhtml turns it into pages, and
 * editors show it beside the code.
 * @module
 */

import { TextChunks } from "../render/renderer.ts";
import { visible } from "../render/visible.ts";
import type { CoveredBranch, CoveredFile, CoveredFunction, CoveredTest } from "./covered_types.ts";
import { branchesTaken, functionsHit, linesHit } from "./covered_files.ts";
import type { LineExporter } from "./exporter.ts";

/** The exporter for `lcov.info`. */
export const lcov: LineExporter = {
  name: "lcov",
  summary: "coverage of lines, functions and branches for genhtml and editors",
  extensions: [".info"],
  binary: false,
  takes: "lines",
  async write(files, sink) {
    const out = new TextChunks(sink);
    for (const file of files) {
      for (const test of file.tests) await addTest(out, file, test);
      await addRecord(out, file);
    }
    await out.flush();
  },
};

/**
 * The lines that a test reached form a section of their own: programs that read the format add up the
 * sections of a file.
 */
async function addTest(out: TextChunks, { path }: CoveredFile, { name, lines }: CoveredTest): Promise<void> {
  out.add(`TN:${visible(name)}\nSF:${visible(path)}\n`);
  const counts = [...lines].filter(([, count]) => count > 0n).sort(([one], [other]) => one - other);
  for (const [line, count] of counts) {
    out.add(`DA:${line},${count}\n`);
    if (out.full) await out.flush();
  }
  out.add(`LF:${counts.length}\nLH:${counts.length}\nend_of_record\n`);
}

/**
 * Everything not covered by a named test: functions, branches and conditions, and the remaining line counts.
 */
async function addRecord(out: TextChunks, file: CoveredFile): Promise<void> {
  const { path, lines, functions, branches, conditions, tests } = file;
  out.add(`TN:\nSF:${visible(path)}\n`);
  addFunctions(out, functions);
  out.add(`FNF:${functions.length}\nFNH:${functionsHit(functions)}\n`);
  for (const branch of branches) {
    out.add(
      `BRDA:${branch.line},${prefixOf(branch)}${branch.block},${visible(branch.name)},${
        branch.count ?? "-"
      }\n`,
    );
    if (out.full) await out.flush();
  }
  if (branches.length > 0) out.add(`BRF:${branches.length}\nBRH:${branchesTaken(branches)}\n`);
  for (const { line, group, sense, count, index, expression, reachable } of conditions) {
    const mark = reachable ? "" : "U";
    out.add(`MCDC:${line},${mark}${group},${sense},${count},${index},${visible(expression)}\n`);
    if (out.full) await out.flush();
  }
  if (conditions.length > 0) {
    out.add(`MCF:${conditions.length}\nMCH:${conditions.filter(({ count }) => count > 0n).length}\n`);
  }
  for (const { line, hits } of lines) {
    const known = tests.reduce((sum, test) => sum + (test.lines.get(line) ?? 0n), 0n);
    out.add(`DA:${line},${hits > known ? hits - known : 0n}\n`);
    if (out.full) await out.flush();
  }
  out.add(`LF:${lines.length}\nLH:${linesHit(lines)}\nend_of_record\n`);
}

/** From lcov 2.2 on, names of the same function share a number; before, each name is a function. */
function addFunctions(out: TextChunks, functions: readonly CoveredFunction[]): void {
  const alone = functions.filter(({ group }) => group === null);
  for (const { name, line, endLine } of alone) {
    out.add(`FN:${line},${endLine === null ? "" : `${endLine},`}${visible(name)}\n`);
  }
  for (const { name, entered } of alone) out.add(`FNDA:${entered},${visible(name)}\n`);
  const groups = Map.groupBy(functions.filter(({ group }) => group !== null), ({ group }) => group);
  for (const [group, names] of groups) {
    const { line, endLine } = names[0]!;
    out.add(`FNL:${group},${line}${endLine === null ? "" : `,${endLine}`}\n`);
    for (const { name, entered } of names) out.add(`FNA:${group},${entered},${visible(name)}\n`);
  }
}

/** The prefix of an outcome that is reached by an exception or by falling through, or that cannot occur. */
function prefixOf({ kind, reachable }: CoveredBranch): string {
  return (kind === "exception" ? "e" : kind === "fallthrough" ? "f" : "") + (reachable ? "" : "U");
}
