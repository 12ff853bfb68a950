/**
 * Line coverage as Cobertura XML, which build servers display. The file has no branches, since those of range
 * traces have no line.
 * @module
 */

import { escapeXml } from "../render/escape_xml.ts";
import type { TextChunks } from "../render/renderer.ts";
import type { CoveredBranch, CoveredFile, CoveredLine } from "./covered_types.ts";
import { branchesTaken, fileName, linesHit } from "./covered_files.ts";
import type { LineExporter } from "./exporter.ts";
import { lineXml } from "./line_xml.ts";

const DTD = "http://cobertura.sourceforge.net/xml/coverage-04.dtd";

/** The exporter for `.cobertura.xml` files. */
export const cobertura: LineExporter = lineXml(
  "cobertura",
  "line coverage as XML for build servers",
  async (files, out, { root }) => {
    const all = files.flatMap(({ lines }) => lines);
    const branches = files.flatMap((file) => file.branches);
    out.add(
      `<!DOCTYPE coverage SYSTEM "${DTD}">\n<coverage ${rates(all, branches)} ` +
        `lines-covered="${linesHit(all)}" lines-valid="${all.length}" ` +
        `branches-covered="${branchesTaken(branches)}" branches-valid="${branches.length}" ` +
        // Without a date, so that two exports of the same trace are equal.
        `complexity="0" version="quarry" timestamp="0">\n  <sources>\n    <source>${
          escapeXml(root ?? ".")
        }</source>\n  </sources>\n  <packages>\n`,
    );
    const folders = Map.groupBy(files, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    for (const [folder, inside] of folders) {
      const lines = inside.flatMap((file) => file.lines);
      const branches = inside.flatMap((file) => file.branches);
      out.add(
        `    <package name="${escapeXml(folder || ".")}" ${
          rates(lines, branches)
        } complexity="0">\n      <classes>\n`,
      );
      for (const file of inside) {
        addClass(out, file);
        if (out.full) await out.flush();
      }
      out.add("      </classes>\n    </package>\n");
    }
    out.add("  </packages>\n</coverage>\n");
  },
);

function addClass(out: TextChunks, file: CoveredFile): void {
  const { path, lines, functions, branches } = file;
  const onLine = Map.groupBy(branches, ({ line }) => line);
  const name = escapeXml(fileName(file));
  out.add(
    `        <class name="${name}" filename="${escapeXml(path)}" ${
      rates(lines, branches)
    } complexity="0">\n          <methods>\n`,
  );
  for (const { name, lines } of functions) {
    const inside = lines.flatMap(({ line }) => onLine.get(line) ?? []);
    out.add(
      `            <method name="${escapeXml(name)}" signature="" ${rates(lines, inside)} complexity="0">\n` +
        `              <lines>\n${
          lineText(lines, onLine, " ".repeat(16))
        }              </lines>\n            </method>\n`,
    );
  }
  out.add(
    `          </methods>\n          <lines>\n${
      lineText(lines, onLine, " ".repeat(12))
    }          </lines>\n        </class>\n`,
  );
}

function lineText(
  lines: readonly CoveredLine[],
  onLine: ReadonlyMap<number, readonly CoveredBranch[]>,
  indent: string,
): string {
  return lines.map(({ line, hits }) => {
    const branches = onLine.get(line);
    if (branches === undefined) return `${indent}<line number="${line}" hits="${hits}" branch="false"/>\n`;
    const taken = branchesTaken(branches);
    const percent = Math.floor(100 * taken / branches.length);
    return `${indent}<line number="${line}" hits="${hits}" branch="true" ` +
      `condition-coverage="${percent}% (${taken}/${branches.length})"/>\n`;
  }).join("");
}

function rates(lines: readonly CoveredLine[], branches: readonly CoveredBranch[]): string {
  const rate = (hit: number, all: number, none: number): number =>
    all === 0 ? none : Number((hit / all).toFixed(4));
  return `line-rate="${rate(linesHit(lines), lines.length, 1)}" ` +
    `branch-rate="${rate(branchesTaken(branches), branches.length, 0)}"`;
}
