/**
 * Notes about additions in progress: with a note, the next writer can undo the partial addition of a killed
 * writer.
 * @module
 */

import { folderOf } from "./target.ts";

/** Longer files are not notes of this program. */
const MOST_BYTES = 8192;

/** An addition in progress. */
interface AdditionNote {
  /** Name of the file, in the folder of the note. */
  readonly name: string;
  /** Length of the file before the addition. */
  readonly from: number;
  /** Length of the file after the addition. */
  readonly to: number;
}

/** The text of a note. */
export function noteText(note: AdditionNote): string {
  return JSON.stringify(note) + "\n";
}

/** Truncates the file of a note to its earlier length if it ends with part of an addition. */
export async function undoAddition(path: string, note: Deno.FsFile): Promise<void> {
  const parsed = parseNote(await readNote(note));
  // The note itself was not finished, so nothing has been added to the file.
  if (parsed === undefined) return;
  const { name, from, to } = parsed;
  const file = `${folderOf(path)}/${name}`;
  const { isFile, size } = Deno.lstatSync(file);
  // A longer file has been extended by another process since.
  if (isFile && size > from && size < to) await Deno.truncate(file, from);
}

async function readNote(file: Deno.FsFile): Promise<string> {
  const bytes = new Uint8Array(MOST_BYTES);
  return new TextDecoder().decode(bytes.subarray(0, await file.read(bytes) ?? 0));
}

function parseNote(text: string): AdditionNote | undefined {
  try {
    const { name, from, to } = JSON.parse(text) as AdditionNote;
    const sound = typeof name === "string" && !/[/\\]/.test(name) && Number.isSafeInteger(from) &&
      from >= 0 &&
      Number.isSafeInteger(to);
    return sound ? { name, from, to } : undefined;
  } catch {
    return undefined;
  }
}
