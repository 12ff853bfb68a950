/**
 * Shared by exporters of line coverage as XML.
 * @module
 */

import { TextChunks } from "../render/renderer.ts";
import type { CoveredFile } from "./covered_types.ts";
import type { LineExporter, SourceOptions } from "./exporter.ts";

/** An exporter of an XML format; `write` adds everything after the XML declaration. */
export function lineXml(
  name: string,
  summary: string,
  write: (files: readonly CoveredFile[], out: TextChunks, options: SourceOptions) => Promise<void>,
): LineExporter {
  return {
    name,
    summary,
    extensions: [`.${name}.xml`, `${name}.xml`],
    binary: false,
    takes: "lines",
    async write(files, sink, options) {
      const out = new TextChunks(sink);
      out.add('<?xml version="1.0" encoding="UTF-8"?>\n');
      await write(files, out, options);
      await out.flush();
    },
  };
}
