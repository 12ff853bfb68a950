/**
 * Profiles for `pprof`: a protocol buffer, compressed with gzip. Frames with the same address, function and
 * line are one location; programs and libraries are mappings with unknown addresses.
 *
 * The messages are those of `proto/profile.proto` in pprof.
 * @module
 */

import { I64_MAX } from "../base/u64.ts";
import { nodeZlib } from "../base/node_modules.ts";
import { UsageError } from "../base/errors.ts";
import type { SampleExporter } from "./exporter.ts";
import { protoMessage } from "./proto_writer.ts";
import type { SampleSet } from "./sample_set.ts";

const PROFILE = {
  type: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  func: 5,
  text: 6,
  comment: 13,
  first: 14,
} as const;
/** Field 1, `sample_type`, which is a message. Compressed traces begin with other bytes. */
const FIRST_BYTE = 0x0a;

/** The exporter for `.pb.gz` files. */
export const pprof: SampleExporter = {
  name: "pprof",
  summary: "profile for pprof, gzipped",
  extensions: [".pb.gz", ".pprof"],
  binary: true,
  recognizes: (head) => inflated(head)[0] === FIRST_BYTE,
  takes: "samples",
  async write(samples, sink, weight) {
    await sink(new Uint8Array(nodeZlib().gzipSync(profileBytes(samples, weight))));
  },
};

/** Decompresses the first bytes of a gzip stream; empty for anything else. */
function inflated(head: Uint8Array): Uint8Array {
  const { constants, gunzipSync } = nodeZlib();
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

/** The profile before compression. */
function profileBytes(set: SampleSet, weight: number): Uint8Array<ArrayBuffer> {
  const texts = new Numbers<string>();
  texts.of(""); // The first text must be empty.
  const mappings = new Numbers<string>();
  // The first mapping counts as the main program.
  const main = mainModule(set);
  if (main !== undefined) mappings.of(main);
  const functions = new Numbers<string>();
  const functionParts: (readonly [string, string])[] = [];
  return protoMessage((profile) => {
    for (const { name, unit } of set.weights) {
      profile.inner(PROFILE.type, (type) => {
        type.number(1, texts.of(name));
        type.number(2, texts.of(unit));
      });
    }
    for (const { frames, values, trace } of set.samples) {
      for (const value of values) {
        if (value > I64_MAX) {
          throw new UsageError(`The weight ${value} does not fit into a profile: the maximum is 2^63-1`);
        }
      }
      profile.inner(PROFILE.sample, (sample) => {
        sample.packed(1, frames.map((frame) => BigInt(frame + 1)));
        sample.packed(2, values);
        if (trace === null) return;
        sample.inner(3, (label) => {
          label.number(1, texts.of("trace"));
          label.number(2, texts.of(trace));
        });
      });
    }
    set.frames.forEach(({ name, module, file, line, address }, index) => {
      const func = functions.of(`${name}\u0000${file}`);
      if (func === functionParts.length) functionParts.push([name, file]);
      profile.inner(PROFILE.location, (location) => {
        location.number(1, index + 1);
        if (module !== "") location.number(2, mappings.of(module) + 1);
        if (address !== null) location.wide(3, address);
        location.inner(4, (place) => {
          place.number(1, func + 1);
          if (line > 0) place.number(2, line);
        });
      });
    });
    functionParts.forEach(([name, file], index) => {
      profile.inner(PROFILE.func, (func) => {
        func.number(1, index + 1);
        func.number(2, texts.of(name));
        func.number(3, texts.of(name));
        if (file !== "") func.number(4, texts.of(file));
      });
    });
    mappings.values.forEach((module, index) => {
      profile.inner(PROFILE.mapping, (mapping) => {
        mapping.number(1, index + 1);
        mapping.number(5, texts.of(module));
        mapping.number(7, 1); // The functions already have names.
      });
    });
    const comment = texts.of(set.name);
    const first = texts.of(set.weights[weight]!.name);
    for (const text of texts.values) profile.text(PROFILE.text, text);
    profile.number(PROFILE.comment, comment);
    profile.number(PROFILE.first, first);
  });
}

/** The main program, which is the module of the outermost frame that has a module. */
function mainModule({ frames, samples }: SampleSet): string | undefined {
  for (const sample of samples) {
    const outermost = sample.frames.findLast((frame) => frames[frame]!.module !== "");
    if (outermost !== undefined) return frames[outermost]!.module;
  }
  return undefined;
}

/** Numbers values from 0, in order of appearance. */
class Numbers<Value> {
  readonly values: Value[] = [];
  readonly #numbers = new Map<Value, number>();

  of(value: Value): number {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.#numbers.set(value, number);
    }
    return number;
  }
}
