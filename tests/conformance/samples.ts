/** The samples of every format, found by listing the folders that the formats name. */

import { CONFORMANCE } from "./profile.ts";

const TESTDATA = new URL("../../testdata/", import.meta.url);

/** One sample. */
export interface Sample {
  /** Name of its format. */
  readonly format: string;
  /** Path below `testdata`. */
  readonly path: string;
  /** The bytes of the file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Every file of the folders with samples, by its path below `testdata`. */
export const FILES: readonly string[] = [
  ...new Set(CONFORMANCE.values().map(({ samples }) => samples.folder)),
]
  .flatMap((folder) => [...filesBelow(new URL(`${folder}/`, TESTDATA), `${folder}/`)]).sort();

function* filesBelow(folder: URL, prefix: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesBelow(new URL(`${name}/`, folder), `${prefix}${name}/`);
    else yield prefix + name;
  }
}

/** The bytes of a file below `testdata`. */
export function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(path, TESTDATA));
}

/** The location of a file below `testdata`. */
export function placeOf(path: string): string {
  return new URL(path, TESTDATA).pathname;
}

/** Whether a file has a companion beside it, or is one. */
export function isJoined(path: string): boolean {
  return CONFORMANCE.values().some(({ samples: { folder, joined } }) =>
    path.startsWith(`${folder}/`) && (joined?.test(path) ?? false)
  );
}

/** The samples of a format, smallest first. */
export function samplesOf(format: string): Sample[] {
  const place = CONFORMANCE.get(format)!.samples;
  return FILES
    .filter((path) => path.startsWith(`${place.folder}/`) && !place.refused?.test(path))
    .filter((path) => place.match.test(path.slice(place.folder.length + 1)))
    .map((path) => ({ format, path, bytes: bytesOf(path) }))
    .sort((left, right) => left.bytes.length - right.bytes.length);
}

/** The samples of all formats, by format. */
export const SAMPLES: ReadonlyMap<string, readonly Sample[]> = new Map(
  [...CONFORMANCE.keys()].map((name) => [name, samplesOf(name)]),
);

/**
 * A few samples of a format from small to large: the smallest, the largest that `limit` allows, and some between; or
 * only the middle one.
 */
export function someSamples(format: string, count: number, limit = Infinity): readonly Sample[] {
  const all = SAMPLES.get(format)!.filter(({ bytes }) => bytes.length <= limit);
  if (all.length <= count) return all;
  if (count === 1) return [all[all.length >>> 1]!];
  return Array.from({ length: count }, (_, at) => all[Math.round(at * (all.length - 1) / (count - 1))]!);
}
