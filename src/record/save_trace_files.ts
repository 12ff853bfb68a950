/**
 * Gives the traces of a recording their final names. The tracer writes to a temporary folder, so that it
 * overwrites no files, whatever process ids it uses in names.
 * @module
 */

import type { RecordedFile } from "./tracer.ts";

/** Where to store the traces. */
interface Place {
  /** The value of `-o`: the name for the trace of the program itself. */
  readonly output?: string | undefined;
  /** The first part of the names of other traces. */
  readonly title: string;
  /** Id of the process that was started. */
  readonly pid: number;
  /** Whether existing files may be replaced. */
  readonly force: boolean;
}

/** A trace with its final name. */
export interface SavedTraceFile extends RecordedFile {
  /** Size of the file in bytes. */
  readonly bytes: number;
}

/**
 * The files in a folder after a recording, if each of them is a trace. The number in a file name is the
 * process id.
 */
export function foundTraces(folder: string, extension: string): RecordedFile[] {
  return [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile).map(({ name }) => {
    const [, pid] = /(\d+)/.exec(name) ?? [];
    return { path: `${folder}/${name}`, extension, ...(pid === undefined ? {} : { pid: Number(pid) }) };
  });
}

/** Moves traces out of the temporary folder; returns them with their names, the one of the program itself first. */
export async function saveTraceFiles(
  recorded: readonly RecordedFile[],
  place: Place,
): Promise<readonly SavedTraceFile[]> {
  const order = (each: RecordedFile): number =>
    each.pid === undefined || each.pid === place.pid ? 0 : each.pid;
  const sorted = [...recorded].sort((left, right) => order(left) - order(right));
  const kept: SavedTraceFile[] = [];
  for (const [, group] of Map.groupBy(sorted, order)) {
    // Files that belong together get the same number, since the reader finds raw data by the name of the file
    // beside it.
    let copy = 1;
    while (!place.force && group.some((each) => isTaken(nameOf(each, place, copy), place, each))) copy++;
    for (const each of group) {
      const { size } = await Deno.stat(each.path);
      // A process that wrote nothing has no trace.
      if (size === 0) continue;
      const path = nameOf(each, place, copy);
      await Deno.rename(each.path, path);
      kept.push({ ...each, path, bytes: size });
    }
  }
  return kept;
}

/**
 * Whether a name is used by a file that must not be replaced. The name after `-o` was checked before the
 * program ran.
 */
function isTaken(path: string, { output, pid }: Place, { pid: process = pid }: RecordedFile): boolean {
  if (output !== undefined && process === pid) return false;
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the path for a recorded trace. If that path is taken, the caller tries `copy` = 2, 3 and so on; the
 * number follows the process id.
 */
export function nameOf(each: RecordedFile, { output, title, pid }: Place, copy = 1): string {
  const process = `${each.pid ?? pid}${copy === 1 ? "" : `-${copy}`}`;
  if (output === undefined) return `${title}.${process}.${each.extension}`;
  // Raw data is stored next to the file made from it: X.raw.zst and X.zst.
  const asked = output.replace(/\.raw(?=\.(zst|gz)$|$)/, "");
  const plain = process === String(pid) ? asked : insert(asked, `.${process}`);
  return /(^|\.)raw\b/.test(each.extension) ? insert(plain, ".raw") : plain;
}

/** Inserts a mark before the last extension of a name. */
function insert(path: string, mark: string): string {
  const at = path.lastIndexOf(".");
  return at <= path.lastIndexOf("/") + 1 ? path + mark : path.slice(0, at) + mark + path.slice(at);
}
