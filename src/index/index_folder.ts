/**
 * The folder of saved indexes: lists them, and removes old ones when they take too much room.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { nodeFs } from "../base/node_modules.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { formatSize } from "../base/size_text.ts";
import { isAllowed } from "../ingest/permission.ts";

const SUFFIX = ".quarry-index";
/** Suffix of files with names that were looked up for a trace. */
const NAMES_SUFFIX = ".quarry-names";
/** Indexes together take at most this fraction (1/10) of the free disk space. */
const SHARE_OF_DISK = 10;

/** A saved index in the folder. */
interface IndexEntry {
  readonly path: string;
  readonly bytes: number;
  /** When it was last used, in milliseconds since 1970. */
  readonly used: number;
}

/** The path of the index of a file read with some options; its name shows which file it belongs to. */
export function indexPath(folder: string, file: string, options: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1).replaceAll(/[^\w.-]/g, "_").slice(-60);
  const sum = (text: string): string => crc32(text).toString(16).padStart(8, "0");
  return `${folder}/${name}-${sum(`${file}\0${options}`)}${sum(`${options}\0${file}`)}${SUFFIX}`;
}

/** The path of the file with names that were looked up for the trace of an index. */
export function namesPath(index: string): string {
  return index.slice(0, -SUFFIX.length) + NAMES_SUFFIX;
}

/** The indexes in a folder, most recently used first. */
export function indexesIn(folder: string): IndexEntry[] {
  const found: IndexEntry[] = [], names: IndexEntry[] = [];
  try {
    for (const { name, isFile } of Deno.readDirSync(folder)) {
      const isNames = name.endsWith(NAMES_SUFFIX);
      if (!isFile || !(isNames || name.endsWith(SUFFIX))) continue;
      const path = `${folder}/${name}`;
      const { size, mtime } = Deno.statSync(path);
      const entry = { path, bytes: size, used: mtime?.getTime() || 0 };
      (isNames ? names : found).push(entry);
    }
    // The names of a trace are listed with its index; a trace that loads quickly has only names.
    for (const each of names) {
      const at = found.findIndex(({ path }) => namesPath(path) === each.path);
      if (at < 0) found.push(each);
      else found[at] = { ...found[at]!, bytes: found[at]!.bytes + each.bytes };
    }
  } catch {
    // The folder does not exist yet, or an index was removed while the folder was read.
  }
  return found.sort((left, right) => right.used - left.used);
}

/** Bytes available for a new index. If the user `asked` for it, this is all free space. */
export function spaceForIndex(folder: string, asked: boolean, written = 0): number {
  const free = freeBytes(folder) + written;
  return asked ? free : Math.min(FILE_LIMITS.indexes.most, Math.floor(free / SHARE_OF_DISK));
}

/**
 * Removes least recently used indexes until `more` bytes fit, of which `written` are already on disk. Returns the
 * reason if they cannot fit. Removes none if the user `asked` for the index, and never `own`, which the new index
 * replaces.
 */
export function evictIndexes(
  folder: string,
  more: number,
  asked: boolean,
  written = 0,
  own?: string,
): string | undefined {
  const most = spaceForIndex(folder, asked, written);
  if (more > most) {
    const where = asked ? `the disk of ${folder} has` : `indexes may take`;
    return `it would take about ${formatSize(more)}, and ${where} ${formatSize(most)}`;
  }
  if (asked) return undefined;
  let bytes = more;
  for (const { path, bytes: other } of indexesIn(folder)) {
    if (path === own) continue;
    bytes += other;
    if (bytes > most) removeIndex(path);
  }
  return undefined;
}

/**
 * Removes an index with its names, or the names of a trace without index; true if it is gone. Programs that have it open
 * can continue to read it.
 */
export function removeIndex(path: string): boolean {
  if (path.endsWith(SUFFIX)) removeIndex(namesPath(path));
  try {
    Deno.removeSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Marks an index as used. */
export function touchIndex(path: string): void {
  try {
    const now = new Date();
    Deno.utimeSync(path, now, now);
  } catch {
    // If this fails, the index is removed earlier than necessary.
  }
}

/** Free bytes on the disk of a folder; infinite if unknown. */
function freeBytes(folder: string): number {
  if (!isAllowed({ name: "sys", kind: "statfs" as "hostname" })) return Infinity;
  try {
    // Loaded only when an index is saved, since loading takes 10 ms.
    const { bavail, bsize } = nodeFs().statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
