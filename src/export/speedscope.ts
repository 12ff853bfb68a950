/**
 * Profiles for speedscope: one JSON object, one sampled profile per weight (and per trace, if several are
 * open). A frame of speedscope is a function, not a source location: speedscope adds up samples with the same
 * frame number.
 * @module
 */

import type { NamedFrame } from "../engine/stack_frames.ts";
import { TextChunks } from "../render/renderer.ts";
import { jsonText } from "../render/json_cell.ts";
import { rejectNegativeWeights } from "./negative_weights.ts";
import type { SampleExporter } from "./exporter.ts";
import type { Sample, SampleWeight } from "./sample_set.ts";

const SCHEMA = "https://www.speedscope.app/file-format-schema.json";
const UNITS = { count: "none", bytes: "bytes", nanoseconds: "nanoseconds" } as const;

/** The exporter for `.speedscope.json` files. */
export const speedscope: SampleExporter = {
  name: "speedscope",
  summary: "profiles for speedscope, one per weight",
  extensions: [".speedscope.json"],
  binary: false,
  takes: "samples",
  async write(set, sink, weight) {
    rejectNegativeWeights(set, "speedscope", set.weights.map((_, at) => at));
    const out = new TextChunks(sink);
    out.add(
      `{"$schema":${jsonText(SCHEMA)},"exporter":"Quarry","name":${jsonText(set.name)},"shared":{"frames":[`,
    );
    const { functions, numbers } = functionsOf(set.frames);
    for (const [index, { name, file, line }] of functions.entries()) {
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
        out.add((first ? "" : ",") + profileText(samples, { at, each, name, numbers }));
        first = false;
        if (out.full) await out.flush();
      }
    }
    out.add("]}\n");
    await out.flush();
  },
};

/** A function as speedscope represents it. */
interface SpeedscopeFrame {
  readonly name: string;
  readonly file: string;
  /** Line of the function; 0 if its locations do not share one. */
  line: number;
}

/**
 * Functions by name and file, and the function of each location. If the source file is unknown, the program
 * or library stands for it. Locations without a function are named by their address, and so stay separate.
 */
function functionsOf(
  frames: readonly NamedFrame[],
): { readonly functions: readonly SpeedscopeFrame[]; readonly numbers: readonly number[] } {
  const functions: SpeedscopeFrame[] = [];
  const known = new Map<string, number>();
  const numbers = frames.map(({ name, file: source, module, line }) => {
    const file = source || module;
    const key = `${name}\u0000${file}`;
    const number = known.get(key);
    if (number === undefined) {
      known.set(key, functions.length);
      return functions.push({ name, file, line }) - 1;
    }
    const found = functions[number]!;
    if (found.line !== line) found.line = 0;
    return number;
  });
  return { functions, numbers };
}

/** The input of one profile. */
interface ProfileOptions {
  /** Index of the weight. */
  readonly at: number;
  readonly each: SampleWeight;
  readonly name: string;
  /** Functions by location index. */
  readonly numbers: readonly number[];
}

/** Integers are written with all digits. Some readers round values above 2^53. */
function profileText(all: readonly Sample[], { at, each, name, numbers }: ProfileOptions): string {
  const byPath = new Map<string, bigint>();
  let total = 0n;
  for (const { frames, values } of all) {
    const value = values[at]!;
    if (value === 0n) continue;
    const path = frames.map((frame) => numbers[frame]!).reverse().join();
    byPath.set(path, (byPath.get(path) ?? 0n) + value);
    total += value;
  }
  const paths = [...byPath.keys()].map((path) => `[${path}]`);
  return `{"type":"sampled","name":${jsonText(name)},"unit":"${UNITS[each.unit]}","startValue":0,` +
    `"endValue":${total},"samples":[${paths.join()}],"weights":[${[...byPath.values()].join()}]}`;
}
