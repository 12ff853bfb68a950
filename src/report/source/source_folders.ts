/**
 * Files as a tree of folders, with what is in each.
 * @module
 */

import { folderOf, type Share, type SourcePlace, sumOf } from "./source_lines.ts";
import type { SourceSubject } from "./source_queries.ts";

/** A folder, with what all files below it have. */
export interface SourceFolder {
  /** From the folder around it; several levels where one folder is all that another one has. */
  readonly name: string;
  readonly share: Share;
  /** How many files are below it. */
  readonly count: number;
  readonly folders: readonly SourceFolder[];
  /** Files that lie in it, in their order. */
  readonly files: readonly SourcePlace[];
}

/**
 * The folder of all files; its name is what all their paths begin with. Folders with most bytes come first, those of
 * coverage by name.
 */
export function foldersOf(files: readonly SourcePlace[], subject: SourceSubject): SourceFolder {
  const paths = files.map((place) => ({ place, folders: levelsOf(folderOf(place.file)) }));
  return folder("", paths, 0, subject);
}

interface Path {
  readonly place: SourcePlace;
  readonly folders: readonly string[];
}

/** Levels that are told apart; what lies deeper has the rest of its path as a name. */
const LEVELS = 64;

/** `/usr/src` as `/`, `usr/` and `src`: together they are the path again. */
function levelsOf(path: string): string[] {
  if (path === "") return [];
  const levels = path.split(/(?<=[\\/])(?=[^\\/])/);
  return levels.length <= LEVELS
    ? levels
    : [...levels.slice(0, LEVELS - 1), levels.slice(LEVELS - 1).join("")];
}

function folder(name: string, paths: readonly Path[], level: number, subject: SourceSubject): SourceFolder {
  const isHere = ({ folders }: Path): boolean => folders.length === level;
  // What is alone is one line with the folder around it; a loop, since paths may have any depth.
  while (paths.length > 0 && !paths.some(isHere) && sameLevel(paths, level)) {
    name += paths[0]!.folders[level]!;
    level++;
  }
  const below = Map.groupBy(
    paths.filter((path) => !isHere(path)),
    ({ folders }) => withoutEnd(folders[level]!),
  );
  const folders = [...below.values()].map((inside) => {
    // As it is written by those that lie deeper: with what separates it from them.
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

/** A folder's name without the separator behind it; the root keeps its own. */
function withoutEnd(name: string): string {
  return name.length > 1 ? name.replace(/[\\/]+$/, "") : name;
}
