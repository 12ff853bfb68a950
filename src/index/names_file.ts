/**
 * The file beside a saved index, with names that were looked up in programs when queries needed them.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import type { NamesMemory } from "../ingest/index_file_check.ts";
import { OutputError } from "../output/output_error.ts";
import { namesPath } from "./index_folder.ts";
import { openIndexOutput } from "./index_output.ts";
import type { IndexSettings } from "./settings.ts";

/** Names of the trace whose index is, or would be, at `place`. */
export function namesFile(place: string, { folder, seconds: least }: IndexSettings): NamesMemory {
  const path = namesPath(place);
  let before = 0;
  return {
    read() {
      try {
        const text = Deno.readTextFileSync(path);
        const end = text.indexOf("\n");
        return text.slice(0, end) === checksumOf(text.slice(end + 1)) ? text.slice(end + 1) : undefined;
      } catch {
        // No names were saved yet, or the file cannot be read.
        return undefined;
      }
    },
    async write(textOf, seconds) {
      // Names that are found quickly are not worth saving, nor is a file in which little has changed.
      if (folder === undefined || (seconds - before) * SHARE < least) return;
      before = seconds;
      const text = textOf();
      try {
        const output = await openIndexOutput(folder, path, false);
        await output.write(new TextEncoder().encode(`${checksumOf(text)}\n${text}`));
        await output.finish();
      } catch (error) {
        // If the disk is full or the folder is not writable, the next run looks the names up again.
        if (
          error instanceof OutputError || Object.values(Deno.errors).some((kind) => error instanceof kind)
        ) return;
        throw error;
      }
    },
  };
}

/**
 * Names are saved if looking them up took at least 1/10 of the loading time above which an index is saved.
 */
const SHARE = 10;

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
