/**
 * The samples of `testdata/gnatcov` and their references, gzipped or not.
 * @module
 */

import { gunzipSync } from "node:zlib";

const FOLDER = new URL("../../../testdata/gnatcov/", import.meta.url);

/** Names in the folder, without `.gz`. */
export const names: readonly string[] = [...Deno.readDirSync(FOLDER)]
  .filter((entry) => entry.isFile)
  .map((entry) => entry.name.replace(/\.gz$/, ""))
  .sort();

/** Whether a file is there. */
export function has(name: string): boolean {
  return names.includes(name);
}

/** The bytes of a file. */
export function bytesOf(name: string): Uint8Array {
  try {
    return Deno.readFileSync(new URL(name, FOLDER));
  } catch {
    return new Uint8Array(
      gunzipSync(Deno.readFileSync(new URL(`${name}.gz`, FOLDER))),
    );
  }
}

/** A reference as text, a character per byte. */
export function textOf(name: string): string {
  return new TextDecoder("latin1").decode(bytesOf(name));
}

/** Binary traces and decision maps. */
export const traces: readonly string[] = names.filter((name) => /\.(trace|dmap)$/.test(name));

/** Source traces. */
export const sourceTraces: readonly string[] = names.filter((name) => name.endsWith(".srctrace"));
