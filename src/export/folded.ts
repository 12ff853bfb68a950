/**
 * Folded stacks: a line per call path, outermost function first, then one weight. Flame graphs are made of these.
 * @module
 */

import { TextChunks } from "../render/renderer.ts";
import { visible } from "../render/visible.ts";
import { refuseNegative } from "./negative_weights.ts";
import type { SampleExporter } from "./exporter.ts";

/** `.folded`. */
export const folded: SampleExporter = {
  name: "folded",
  summary: "folded stacks for flame graphs, one weight",
  extensions: [".folded", ".collapsed"],
  binary: false,
  takes: "samples",
  async write(set, sink, weight) {
    refuseNegative(set, "folded", [weight]);
    const names = set.frames.map(({ name }) => plainName(name));
    const lines = new Map<string, bigint>();
    for (const { frames, values, trace } of set.samples) {
      const path = frames.map((frame) => names[frame]!).reverse();
      if (trace !== null) path.unshift(plainName(trace));
      const line = path.join(";");
      lines.set(line, (lines.get(line) ?? 0n) + values[weight]!);
    }
    const out = new TextChunks(sink);
    for (const [line, value] of lines) {
      if (value > 0n) out.add(`${line} ${value}\n`);
      if (out.full) await out.flush();
    }
    await out.flush();
  },
};

/** A semicolon would cut a name in two, a line break the line. */
function plainName(name: string): string {
  return visible(name).replaceAll(";", ":");
}
