/**
 * Profiles for speedscope: one JSON object, one sampled profile per weight (and per trace, where several are open).
 * @module
 */

import { TextChunks } from "../render/renderer.ts";
import { jsonText } from "../render/json_cell.ts";
import { refuseNegative } from "./negative_weights.ts";
import type { SampleExporter } from "./exporter.ts";
import type { Sample, SampleWeight } from "./sample_set.ts";

const SCHEMA = "https://www.speedscope.app/file-format-schema.json";
const UNITS = { count: "none", bytes: "bytes", nanoseconds: "nanoseconds" } as const;

/** `.speedscope.json`. */
export const speedscope: SampleExporter = {
  name: "speedscope",
  summary: "profiles for speedscope, one per weight",
  extensions: [".speedscope.json"],
  binary: false,
  takes: "samples",
  async write(set, sink, weight) {
    refuseNegative(set, "speedscope", set.weights.map((_, at) => at));
    const out = new TextChunks(sink);
    out.add(
      `{"$schema":${jsonText(SCHEMA)},"exporter":"Quarry","name":${jsonText(set.name)},"shared":{"frames":[`,
    );
    for (const [index, { name, file, line }] of set.frames.entries()) {
      const place = `${file === "" ? "" : `,"file":${jsonText(file)}`}${line > 0 ? `,"line":${line}` : ""}`;
      out.add(`${index === 0 ? "" : ","}{"name":${jsonText(name)}${place}}`);
      if (out.full) await out.flush();
    }
    const traces = [...new Set(set.samples.map(({ trace }) => trace))];
    if (traces.length === 0) traces.push(null);
    out.add(`]},"activeProfileIndex":${weight},"profiles":[`);
    let first = true;
    for (const trace of traces) {
      const samples = set.samples.filter((sample) => sample.trace === trace);
      for (const [at, each] of set.weights.entries()) {
        const name = trace === null ? each.name : `${trace}: ${each.name}`;
        out.add((first ? "" : ",") + profileText(samples, { at, each, name }));
        first = false;
        if (out.full) await out.flush();
      }
    }
    out.add("]}\n");
    await out.flush();
  },
};

/** Whole numbers are written digit by digit; what a reader makes of those above 2^53 is its own affair. */
function profileText(
  all: readonly Sample[],
  { at, each, name }: { readonly at: number; readonly each: SampleWeight; readonly name: string },
): string {
  const samples = all.filter(({ values }) => values[at]! > 0n);
  const total = samples.reduce((sum, { values }) => sum + values[at]!, 0n);
  const paths = samples.map(({ frames }) => `[${frames.toReversed().join()}]`);
  return `{"type":"sampled","name":${jsonText(name)},"unit":"${UNITS[each.unit]}","startValue":0,` +
    `"endValue":${total},"samples":[${paths.join()}],"weights":[${
      samples.map(({ values }) => values[at]!).join()
    }]}`;
}
