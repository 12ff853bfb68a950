/**
 * Watches files through their folders, since editors and tracers replace files instead of changing them.
 * @module
 */

import { fileNameOf } from "../base/file_name_of.ts";

/** Changes within this many milliseconds count as one change. */
const QUIET = 400;

/**
 * Calls `changed` when one of the files is written, created or replaced, until the returned function is
 * called.
 */
export function watchFiles(paths: readonly string[], changed: () => void): () => void {
  const folders = new Set(paths.map(folderOf));
  const names = new Set(paths.map(fileNameOf));
  let before = stampOf(paths);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  const settle = (): void => {
    const now = stampOf(paths);
    // A missing file is probably about to be replaced.
    if (!isOpen || now === before || now.includes("missing")) return;
    before = now;
    changed();
  };
  const notice = (path: string): void => {
    if (!names.has(fileNameOf(path))) return;
    clearTimeout(timer);
    timer = setTimeout(settle, QUIET);
  };
  const watchers = [...folders].map((folder) => watchFolder(folder, notice));
  return () => {
    isOpen = false;
    clearTimeout(timer);
    for (const watcher of watchers) watcher?.close();
  };
}

function watchFolder(folder: string, notice: (path: string) => void): Deno.FsWatcher | null {
  try {
    const watcher = Deno.watchFs(folder, { recursive: false });
    (async () => {
      for await (const { paths } of watcher) paths.forEach(notice);
    })().catch(() => {});
    return watcher;
  } catch {
    return null; // The file does not exist, or is on a file system that sends no notifications.
  }
}

/** Sizes and modification times of the files, as a text. */
function stampOf(paths: readonly string[]): string {
  return paths.map((path) => {
    try {
      const { size, mtime, ino } = Deno.statSync(path);
      return `${size} ${mtime?.getTime()} ${ino}`;
    } catch {
      return "missing";
    }
  }).join(", ");
}

function folderOf(path: string): string {
  const cut = path.replace(/\/+$/, "").search(/[/\\][^/\\]*$/);
  return cut < 0 ? "." : cut === 0 ? "/" : path.slice(0, cut);
}
