/**
 * The file of an index while it is being written.
 * @module
 */

import { openOutput, type Output } from "../output/output.ts";
import { spaceForIndex } from "./index_folder.ts";

/** An index that is being written. */
export interface IndexOutput extends Output {
  /** Maximum size in bytes, determined when the file was opened. */
  readonly most: number;
}

/** Opens the file of an index in a folder, which is created if missing. Throws the system error. */
export async function openIndexOutput(folder: string, place: string, asked: boolean): Promise<IndexOutput> {
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const most = spaceForIndex(folder, asked);
  const standard = (): Promise<void> => Promise.reject(new Error("An index needs a name"));
  return { ...await openOutput(place, { private: true, unsynced: true, standard }), most };
}
