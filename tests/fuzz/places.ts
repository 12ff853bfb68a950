/** Folders of inputs: those that the tests replay, those found on this machine, and those that fail. */

import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/** Inputs of a target that the tests replay. */
export function keptFolder(target: string): string {
  return fileURLToPath(new URL(`testdata/fuzz/${target}/`, ROOT));
}

/** Inputs of a target that were found on this machine. */
export function foundFolder(target: string): string {
  return fileURLToPath(new URL(`.cache/fuzz/${target}/`, ROOT));
}

/** Inputs that fail. */
export const FAILURES: string = fileURLToPath(new URL(".cache/fuzz/failures/", ROOT));

/** The root of the program's sources, whose coverage is counted. */
export const SOURCES: string = new URL("src/", ROOT).href;

/** A path relative to the root of the repository. */
export function shortPath(path: string): string {
  const root = fileURLToPath(ROOT);
  return path.startsWith(root) ? path.slice(root.length) : path;
}

/** Files of a folder with their bytes, sorted by name; none if the folder does not exist. */
export function inputsIn(
  folder: string,
): { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[] {
  let names: string[];
  try {
    names = [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile).map(({ name }) => name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return names.map((name) => ({ name, bytes: Deno.readFileSync(`${folder}/${name}`) }));
}
