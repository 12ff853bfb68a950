/**
 * Suggests what a user may have meant by the name of a missing file or of a folder.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { sourceOf } from "../bytes/byte_source.ts";
import { unwrap } from "../containers/unwrap.ts";
import { SNIFF_BYTES } from "../formats/format.ts";
import { formats } from "../formats/registry.ts";
import { mayRead } from "./permission.ts";

/** Maximum number of names to compare in a folder: some folders have a million files. */
const MOST_NAMES = 10_000;
/** Maximum number of files to open when searching for traces. */
const MOST_SNIFFED: number = FILE_LIMITS.searchedFiles.most;
/** Maximum depth of folders to search. */
const DEEPEST = FILE_LIMITS.searchedFolders.most;
const TRACES_SHOWN = 4;

/** Completes "Cannot open FILE:" for a missing file. */
export function missingFileReason(path: string): string {
  if (path.includes("\ufffd")) {
    return "a name that is not UTF-8 cannot be opened: use - and standard input";
  }
  const near = similarFile(path);
  if (near !== undefined) return `no such file, did you mean "${near}"?`;
  if (path.startsWith("-")) return 'no such file; everything after "--" is a file name';
  const folder = folderOf(path);
  if (folder !== "" && kindOf(folder) === undefined) {
    return `no such file: there is no directory "${folder.replace(/(?<=.)[/\\]+$/, "")}"`;
  }
  return "no such file";
}

/** Returns the file in the same folder with the most similar name, spelled like the given path. */
export function similarFile(path: string): string | undefined {
  const folder = folderOf(path);
  const name = path.slice(folder.length);
  if (name === "") return undefined;
  const near = didYouMean(name, firstNamesIn(folder));
  // Two errors in a short name leave little in common: for "/nope", do not suggest "/home".
  return near === undefined || isFarFetched(name, near) ? undefined : folder + near;
}

/**
 * Whether two names of at most four letters have less than two thirds of their letters in common at the
 * beginning and the end.
 */
function isFarFetched(name: string, near: string): boolean {
  let front = 0;
  while (front < Math.min(name.length, near.length) && name[front] === near[front]) front++;
  let back = 0;
  while (back < Math.min(name.length, near.length) - front && name.at(-1 - back) === near.at(-1 - back)) {
    back++;
  }
  return Math.max(name.length, near.length) <= 4 &&
    (front + back) * 3 < Math.max(name.length, near.length) * 2;
}

/** Completes "Cannot open FOLDER:". */
export async function folderReason(path: string): Promise<string> {
  const root = path.endsWith("/") ? path : `${path}/`;
  const found: string[] = [];
  const left = { files: MOST_SNIFFED };
  await collectTraces(root, { found, left, depth: 0 });
  if (found.length === 0) return "it is a directory without traces";
  const shown = found.slice(0, TRACES_SHOWN).join(", ");
  const more = found.length > TRACES_SHOWN
    ? ` and ${left.files === 0 ? "at least " : ""}${found.length - TRACES_SHOWN} more`
    : "";
  return `it is a directory; traces in it: ${shown}${more}`;
}

/** The state of a search. */
interface Search {
  readonly found: string[];
  readonly left: { files: number };
  readonly depth: number;
}

/** Collects traces in a folder: first its files, then its folders. */
async function collectTraces(folder: string, { found, left, depth }: Search): Promise<void> {
  const folders: string[] = [];
  for (const name of firstNamesIn(folder).sort()) {
    const path = folder + name;
    const kind = kindOf(path);
    if (kind === "folder" && !name.startsWith(".") && !isLink(path)) folders.push(`${path}/`);
    if (kind !== "file") continue;
    if (left.files === 0) return;
    left.files--;
    if (await isTrace(path)) found.push(path);
  }
  if (depth === DEEPEST) return;
  for (const each of folders) await collectTraces(each, { found, left, depth: depth + 1 });
}

/** Whether a file, once unpacked, begins like a trace. */
async function isTrace(path: string): Promise<boolean> {
  try {
    using file = Deno.openSync(path);
    const bytes = new Uint8Array(SNIFF_BYTES);
    const count = file.readSync(bytes) ?? 0;
    const recognize = (head: Uint8Array): boolean => formats.some((each) => each.sniff(head));
    return recognize((await unwrap(sourceOf(bytes.subarray(0, count)), recognize)).head);
  } catch (error) {
    // A file that cannot be read is no suggestion, whatever the reason.
    if (error instanceof Error) return false;
    throw error;
  }
}

function firstNamesIn(folder: string): string[] {
  const names: string[] = [];
  try {
    if (!mayRead(folder === "" ? "." : folder)) return names;
    for (const { name } of Deno.readDirSync(folder === "" ? "." : folder)) {
      if (names.push(name) === MOST_NAMES) break;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return names;
}

/** The kind of a path; undefined only if it certainly does not exist. */
function kindOf(path: string): "file" | "folder" | "other" | undefined {
  if (!mayRead(path)) return "other";
  try {
    const { isFile, isDirectory } = Deno.statSync(path);
    return isFile ? "file" : isDirectory ? "folder" : "other";
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? undefined : "other";
  }
}

/** Whether a path is a link. Links to folders are not followed, since they may lead back here. */
function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return true;
  }
}

/** Everything up to and including the last slash; empty for a name without a folder. */
function folderOf(path: string): string {
  return path.slice(0, path.search(/[^/\\]*$/));
}
