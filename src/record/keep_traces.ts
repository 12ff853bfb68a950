/**
 * The traces of a run get their names. A tracer writes into a folder of the run alone, so that nothing that is there is
 * overwritten, whichever process has which number.
 * @module
 */

import type { Recorded } from "./tracer.ts";

/** Where traces go. */
interface Place {
  /** What `-o` says: the name of the trace of the program itself. */
  readonly output?: string | undefined;
  /** What traces are called otherwise. */
  readonly title: string;
  /** The process that was started. */
  readonly pid: number;
  /** What has the name of a trace may be replaced. */
  readonly force: boolean;
}

/** A trace with its name. */
export interface Kept extends Recorded {
  /** Its size. */
  readonly bytes: number;
}

/** What lies in a folder after a run, where each file is a trace. The number in a name is the process. */
export function foundTraces(folder: string, extension: string): Recorded[] {
  return [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile).map(({ name }) => {
    const [, pid] = /(\d+)/.exec(name) ?? [];
    return { path: `${folder}/${name}`, extension, ...(pid === undefined ? {} : { pid: Number(pid) }) };
  });
}

/** Moves traces out of the folder of the run; gives them with their names, the program's own first. */
export async function keepTraces(
  recorded: readonly Recorded[],
  place: Place,
): Promise<readonly Kept[]> {
  const order = (each: Recorded): number => each.pid === undefined || each.pid === place.pid ? 0 : each.pid;
  const sorted = [...recorded].sort((left, right) => order(left) - order(right));
  const kept: Kept[] = [];
  for (const [, group] of Map.groupBy(sorted, order)) {
    // What belongs together gets the same mark: raw data is found by the name of what is beside it.
    let copy = 1;
    while (!place.force && group.some((each) => isTaken(nameOf(each, place, copy), place, each))) copy++;
    for (const each of group) {
      const { size } = await Deno.stat(each.path);
      // A process that never got as far as to write anything left nothing to keep.
      if (size === 0) continue;
      const path = nameOf(each, place, copy);
      await Deno.rename(each.path, path);
      kept.push({ ...each, path, bytes: size });
    }
  }
  return kept;
}

/** Whether a name has a file that may not be replaced. The one after `-o` was looked at before the program ran. */
function isTaken(path: string, { output, pid }: Place, { pid: process = pid }: Recorded): boolean {
  if (output !== undefined && process === pid) return false;
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The name that a trace should have; a copy has a number after the process. */
export function nameOf(each: Recorded, { output, title, pid }: Place, copy = 1): string {
  const process = `${each.pid ?? pid}${copy === 1 ? "" : `-${copy}`}`;
  if (output === undefined) return `${title}.${process}.${each.extension}`;
  const marked = process === String(pid) ? output : insert(output, `.${process}`);
  // Raw data is beside what is made of it: X.raw.zst and X.zst.
  const plain = marked.replace(/\.raw(?=\.(zst|gz)$|$)/, "");
  return /(^|\.)raw\b/.test(each.extension) ? insert(plain, ".raw") : plain;
}

/** A mark before the last ending of a name. */
function insert(path: string, mark: string): string {
  const at = path.lastIndexOf(".");
  return at <= path.lastIndexOf("/") + 1 ? path + mark : path.slice(0, at) + mark + path.slice(at);
}
