/**
 * Line coverage in the XML of Cobertura, which build servers show. Branches have no line in traces of ranges: there are
 * none in the file.
 * @module
 */

import { escapeXml } from "../render/escape_xml.ts";
import type { TextChunks } from "../render/renderer.ts";
import { type CoveredFile, type CoveredLine, fileName, linesHit } from "./covered_files.ts";
import type { LineExporter } from "./exporter.ts";
import { lineXml } from "./line_xml.ts";

const DTD = "http://cobertura.sourceforge.net/xml/coverage-04.dtd";

/** `.cobertura.xml`. */
export const cobertura: LineExporter = lineXml(
  "cobertura",
  "line coverage as XML for build servers",
  async (files, out) => {
    const all = files.flatMap(({ lines }) => lines);
    out.add(
      `<!DOCTYPE coverage SYSTEM "${DTD}">\n<coverage ${rates(all)} ` +
        `lines-covered="${
          linesHit(all)
        }" lines-valid="${all.length}" branches-covered="0" branches-valid="0" ` +
        // A date would make two exports of one trace different.
        `complexity="0" version="quarry" timestamp="0">\n  <sources>\n    <source>.</source>\n  </sources>\n  <packages>\n`,
    );
    const folders = Map.groupBy(files, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    for (const [folder, inside] of folders) {
      const lines = inside.flatMap((file) => file.lines);
      out.add(
        `    <package name="${escapeXml(folder || ".")}" ${rates(lines)} complexity="0">\n      <classes>\n`,
      );
      for (const file of inside) {
        addFile(out, file);
        if (out.full) await out.flush();
      }
      out.add("      </classes>\n    </package>\n");
    }
    out.add("  </packages>\n</coverage>\n");
  },
);

function addFile(out: TextChunks, file: CoveredFile): void {
  const { path, lines, functions } = file;
  const name = escapeXml(fileName(file));
  out.add(
    `        <class name="${name}" filename="${escapeXml(path)}" ${
      rates(lines)
    } complexity="0">\n          <methods>\n`,
  );
  for (const { name, lines } of functions) {
    out.add(
      `            <method name="${escapeXml(name)}" signature="" ${rates(lines)} complexity="0">\n` +
        `              <lines>\n${
          lineText(lines, " ".repeat(16))
        }              </lines>\n            </method>\n`,
    );
  }
  out.add(
    `          </methods>\n          <lines>\n${
      lineText(lines, " ".repeat(12))
    }          </lines>\n        </class>\n`,
  );
}

function lineText(lines: readonly CoveredLine[], indent: string): string {
  return lines.map(({ line, hits }) => `${indent}<line number="${line}" hits="${hits}" branch="false"/>\n`)
    .join("");
}

function rates(lines: readonly CoveredLine[]): string {
  const rate = lines.length === 0 ? 1 : linesHit(lines) / lines.length;
  return `line-rate="${Number(rate.toFixed(4))}" branch-rate="0"`;
}
