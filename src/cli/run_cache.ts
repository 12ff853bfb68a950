/**
 * Lists and clears the folder of saved indexes.
 * @module
 */

import { indexesIn, removeIndex } from "../index/index_folder.ts";
import { mayStoreIn } from "../ingest/permission.ts";
import type { Arguments } from "./command.ts";
import { indexFolder } from "./data_settings.ts";
import type { CliHost } from "./host.ts";
import { megabytesText } from "./index_messages.ts";
import { codeFolder } from "./user_folders.ts";

/** Writes size, last use and path of each index, the most recently used first. */
export async function listCache(host: CliHost, args: Arguments): Promise<void> {
  const { folder, found } = savedIndexes(host, args);
  if (found.length === 0) return await host.stdout.write(`No indexes${folder ? ` in ${folder}` : ""}\n`);
  const sizes = found.map(({ bytes }) => megabytesText(bytes));
  const width = Math.max(...sizes.map((size) => size.length));
  await host.stdout.write(
    found.map(({ path, used }, at) =>
      `${sizes[at]!.padStart(width)}  ${
        new Date(used).toISOString().slice(0, 16).replace("T", " ")
      }  ${path}\n`
    ).join(""),
  );
}

/** Removes all indexes and compiled code. */
export async function clearCache(host: CliHost, args: Arguments): Promise<void> {
  const { found } = savedIndexes(host, args);
  const removed = found.filter(({ path }) => removeIndex(path));
  const bytes = removed.reduce((sum, each) => sum + each.bytes, 0);
  removeCode(host);
  const what = removed.length === 1 ? "1 index" : `${removed.length} indexes`;
  await host.stdout.write(`Removed ${what}, ${megabytesText(bytes)}\n`);
}

/** Removes compiled code. It is small and the next runs compile it again, so no message is shown. */
function removeCode(host: CliHost): void {
  const folder = codeFolder(host);
  if (folder === undefined || !mayStoreIn(folder)) return;
  try {
    Deno.removeSync(folder, { recursive: true });
  } catch {
    // The folder does not exist or cannot be removed.
  }
}

function savedIndexes(
  host: CliHost,
  args: Arguments,
): { readonly folder: string | undefined; readonly found: ReturnType<typeof indexesIn> } {
  const folder = indexFolder(host, args);
  return { folder, found: folder === undefined || !mayStoreIn(folder) ? [] : indexesIn(folder) };
}
