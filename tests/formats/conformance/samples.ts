/**
 * The samples of every format, found by listing folders: a new sample needs no code, a new format one line here.
 */

import { formats } from "../../../src/formats/registry.ts";

/** Where the samples of a format lie. */
interface Place {
  readonly folder: string;
  /** Paths below the folder that are samples. */
  readonly match: RegExp;
  /** Those among them that no reader can do anything with. */
  readonly refused?: RegExp;
}

const PLACES: Readonly<Record<string, Place>> = {
  mtrc: { folder: "mpatrol", match: /\.mtrc$/ },
  mptl: { folder: "mpatrol", match: /\.mptl$/ },
  gnatcov: { folder: "gnatcov", match: /\.(trace(\.gz)?|dmap)$/, refused: /bad-magic/ },
  apitrace: { folder: "apitrace", match: /\.(trace|stream)$/ },
  "sp-rtrace-bin": { folder: "sp-rtrace", match: /\.rtrace$/ },
  "gnatcov-src": { folder: "gnatcov", match: /\.(srctrace|base64\.txt)$/ },
  "sp-rtrace": {
    folder: "sp-rtrace",
    match: /^(?!compare-)[^.]+(\.(?!timeline|alloc-sizes|from-function)[^.]+)*\.txt$/,
  },
};

const TESTDATA = new URL("../../../testdata/", import.meta.url);

/** One sample. */
export interface Sample {
  /** Name of its format. */
  readonly format: string;
  /** Path below `testdata`. */
  readonly path: string;
  /** Its bytes as they lie in the file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Every file of the folders with samples, by its path below `testdata`. */
export const FILES: readonly string[] = [...new Set(Object.values(PLACES).map(({ folder }) => folder))]
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

/** Where a file below `testdata` lies. */
export function placeOf(path: string): string {
  return new URL(path, TESTDATA).pathname;
}

/** The samples of a format, smallest first. */
export function samplesOf(format: string): Sample[] {
  const place = PLACES[format];
  if (!place) throw new Error(`Where are the samples of "${format}"? Say it in ${import.meta.url}`);
  return FILES
    .filter((path) => path.startsWith(`${place.folder}/`) && !place.refused?.test(path))
    .filter((path) => place.match.test(path.slice(place.folder.length + 1)))
    .map((path) => ({ format, path, bytes: bytesOf(path) }))
    .sort((left, right) => left.bytes.length - right.bytes.length);
}

/** The samples of all formats, by format. */
export const SAMPLES: ReadonlyMap<string, readonly Sample[]> = new Map(
  formats.map(({ name }) => [name, samplesOf(name)]),
);

/** A few samples of a format from small to large: the smallest, the largest that `limit` allows, and between; or the middle one. */
export function someSamples(format: string, count: number, limit = Infinity): readonly Sample[] {
  const all = SAMPLES.get(format)!.filter(({ bytes }) => bytes.length <= limit);
  if (all.length <= count) return all;
  if (count === 1) return [all[all.length >>> 1]!];
  return Array.from({ length: count }, (_, at) => all[Math.round(at * (all.length - 1) / (count - 1))]!);
}
