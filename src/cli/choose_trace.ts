/**
 * Offers the traces in this folder and below it, newest first, if the command line names none.
 * @module
 */

import { containers } from "../containers/registry.ts";
import { unwrap } from "../containers/unwrap.ts";
import { type Format, SNIFF_BYTES } from "../formats/format.ts";
import { openInput } from "../ingest/file_source.ts";
import { detect } from "../ingest/load.ts";
import { mayRead } from "../ingest/permission.ts";
import { bytesInWords } from "../render/cell_text.ts";
import { visible } from "../render/visible.ts";
import type { MenuItem } from "../repl/completion_menu.ts";
import { pick } from "../repl/pick.ts";
import type { ReplSettings } from "../repl/settings.ts";
import type { Terminal } from "../repl/terminal.ts";
import { chooseTheme } from "../repl/theme.ts";
import { UsageError } from "../base/errors.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { useColor } from "./color.ts";
import type { CliHost } from "./host.ts";

const DEEPEST = 3;
/** Maximum number of files to examine, so that users do not wait long. */
const MOST_LOOKED_AT = FILE_LIMITS.offeredFiles.most;
const MOST_OFFERED = 500;
/** Brotli has no magic number, so these files are recognized by name. */
const NAMED_PACKED = /\.br$/;
const NEVER = /^(\.|node_modules$)/;

/** A trace that can be offered. */
interface Found {
  readonly path: string;
  readonly format: string;
  readonly bytes: number;
  readonly changed: Date | null;
}

/** Lets the user choose a trace; null if the user cancels. Throws `UsageError` if there is none to offer. */
export async function chooseTrace(
  host: CliHost,
  terminal: Terminal,
  settings: ReplSettings,
): Promise<string | null> {
  const found = (await Array.fromAsync(tracesInFolder(".")))
    .sort((left, right) => Number(right.changed ?? 0) - Number(left.changed ?? 0))
    .slice(0, MOST_OFFERED);
  if (found.length === 0) {
    throw new UsageError(
      'There is no trace in this folder: name a file to open, or make one with "quarry record PROGRAM" ' +
        '("quarry help recording")',
    );
  }
  const items = found.map(({ path, format, bytes, changed }): MenuItem => ({
    label: visible(path),
    insert: path,
    detail: format,
    doc: `${bytesInWords(bytes)}  ${changed?.toISOString().slice(0, 16).replace("T", " ") ?? ""}`,
  }));
  const color = useColor(host, host.stdout, undefined);
  const theme = chooseTheme(settings.theme, color, (name) => host.env(name));
  return await pick(terminal, { prompt: "open which trace? ", items, theme });
}

/** Yields the traces in a folder and below it; `budget` limits how many files are examined. */
export async function* tracesInFolder(
  folder: string,
  depth: number = DEEPEST,
  budget: { left: number } = { left: MOST_LOOKED_AT },
): AsyncGenerator<Found> {
  let entries: Deno.DirEntry[];
  if (!mayRead(folder)) return;
  try {
    entries = [...Deno.readDirSync(folder)].sort((left, right) => left.name < right.name ? -1 : 1);
  } catch {
    return; // the folder may not be read
  }
  const path = (name: string): string => folder === "." ? name : `${folder}/${name}`;
  for (const { name, isFile } of entries) {
    if (!isFile || budget.left-- <= 0) continue;
    const found = await recognizeTrace(path(name));
    if (found) yield found;
  }
  for (const { name, isDirectory } of entries) {
    if (isDirectory && depth > 0 && !NEVER.test(name)) yield* tracesInFolder(path(name), depth - 1, budget);
  }
}

/** Recognizes a file by its first bytes, after decompression; null if it is not a trace. */
async function recognizeTrace(path: string): Promise<Found | null> {
  if (!mayRead(path)) return null;
  try {
    using file = Deno.openSync(path);
    const head = new Uint8Array(SNIFF_BYTES);
    const bytes = head.subarray(0, file.readSync(head) ?? 0);
    const packed = containers.some((container) => container.sniff(bytes)) || NAMED_PACKED.test(path);
    const format = detect(bytes) ?? (packed ? await detectInside(path) : undefined);
    if (format === undefined) return null;
    const { size, mtime } = file.statSync();
    // The time of an invalid date is NaN.
    return { path, format: format.name, bytes: size, changed: mtime?.getTime() ? mtime : null };
  } catch {
    return null;
  }
}

async function detectInside(path: string): Promise<Format | undefined> {
  const { source } = await openInput(path);
  try {
    const inside = await unwrap(source, (head) => detect(head) !== undefined);
    inside.source.close();
    return detect(inside.head);
  } finally {
    source.close();
  }
}
