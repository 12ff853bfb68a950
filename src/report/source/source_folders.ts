/**
 * Arranges files as a tree of folders with their totals.
 * @module
 */

import { folderOf, type Share, type SourcePlace, sumOf } from "./source_lines.ts";
import type { SourceSubject } from "./source_queries.ts";

/** A folder, with the totals of all files below it. */
export interface SourceFolder {
  /** Its name below the enclosing folder; several levels if each folder contains only the next one. */
  readonly name: string;
  readonly share: Share;
  /** Number of files below the folder. */
  readonly count: number;
  readonly folders: readonly SourceFolder[];
  /** The files directly in it, in order. */
  readonly files: readonly SourcePlace[];
}

/**
 * Returns the root folder, named by the common prefix of all paths. Folders are sorted by bytes, or by name
 * for coverage.
 */
export function foldersOf(files: readonly SourcePlace[], subject: SourceSubject): SourceFolder {
  const paths = files.map((place) => ({ place, folders: levelsOf(folderOf(place.file)) }));
  return folder("", paths, 0, subject);
}

interface Path {
  readonly place: SourcePlace;
  readonly folders: readonly string[];
}

/** Maximum depth of the tree; a deeper file is named by the rest of its path. */
const LEVELS = 64;

/** Splits `/usr/src` into `/`, `usr/` and `src`, which can be joined to the path again. */
function levelsOf(path: string): string[] {
  if (path === "") return [];
  const levels = path.split(/(?<=[\\/])(?=[^\\/])/);
  return levels.length <= LEVELS
    ? levels
    : [...levels.slice(0, LEVELS - 1), levels.slice(LEVELS - 1).join("")];
}

function folder(name: string, paths: readonly Path[], level: number, subject: SourceSubject): SourceFolder {
  const isHere = ({ folders }: Path): boolean => folders.length === level;
  // A folder with a single entry is merged with it. This is a loop, because paths may be of any depth.
  while (paths.length > 0 && !paths.some(isHere) && sameLevel(paths, level)) {
    name += paths[0]!.folders[level]!;
    level++;
  }
  const below = Map.groupBy(
    paths.filter((path) => !isHere(path)),
    ({ folders }) => withoutEnd(folders[level]!),
  );
  const folders = [...below.values()].map((inside) => {
    // The name with its separator, which is how paths below it begin.
    const names = inside.map(({ folders }) => folders[level]!);
    return folder(names.find((each) => each !== withoutEnd(each)) ?? names[0]!, inside, level + 1, subject);
  });
  const byWorth = (a: SourceFolder, b: SourceFolder): number =>
    subject === "coverage"
      ? (a.name < b.name ? -1 : 1)
      : a.share.whole === b.share.whole
      ? 0
      : a.share.whole > b.share.whole
      ? -1
      : 1;
  return {
    name: withoutEnd(name),
    share: sumOf(paths.map(({ place }) => place)),
    count: paths.length,
    folders: folders.toSorted(byWorth),
    files: paths.filter(isHere).map(({ place }) => place),
  };
}

function sameLevel(paths: readonly Path[], level: number): boolean {
  const [first] = paths;
  return paths.every(({ folders }) => withoutEnd(folders[level]!) === withoutEnd(first!.folders[level]!));
}

/** Returns a folder's name without the trailing separator; the root keeps its own. */
function withoutEnd(name: string): string {
  return name.length > 1 ? name.replace(/[\\/]+$/, "") : name;
}
