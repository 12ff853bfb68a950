/**
 * Completes paths step by step: the folders below the typed one, and file names.
 * @module
 */

import type { KnownValue } from "./known_values.ts";

/** A folder or file name, with the rows of all paths that contain it. */
interface PathPart {
  readonly label: string;
  readonly count: number;
}

/** Possible next parts. */
interface PathParts {
  /** Folders with a trailing slash, from the beginning of the path. */
  readonly folders: readonly PathPart[];
  /** Last parts of paths; empty once a slash is typed. */
  readonly names: readonly PathPart[];
  readonly more: boolean;
}

const MAX_PARTS = 50;
/**
 * Maximum length of a path: a longer text is not a path, and would create a folder for each of its slashes.
 */
const MAX_PATH = 4096;

interface PathIndex {
  /** Folders by their parent folder. */
  readonly below: ReadonlyMap<string, readonly PathPart[]>;
  readonly names: readonly PathPart[];
}

const indexes = new WeakMap<readonly KnownValue[], PathIndex>();

/** Folders directly below the typed one, and names that begin with or contain the typed text. */
export function pathParts(values: readonly KnownValue[], typed: string): PathParts {
  const { below, names } = indexOf(values);
  const above = typed.slice(0, typed.lastIndexOf("/") + 1);
  const wanted = typed.toLowerCase();
  const folders = (below.get(above) ?? []).filter(({ label }) => label.toLowerCase().includes(wanted));
  const fitting = above === "" ? names.filter(({ label }) => label.toLowerCase().includes(wanted)) : [];
  return {
    folders: folders.slice(0, MAX_PARTS),
    names: fitting.slice(0, MAX_PARTS),
    more: folders.length > MAX_PARTS || fitting.length > MAX_PARTS,
  };
}

function indexOf(values: readonly KnownValue[]): PathIndex {
  let index = indexes.get(values);
  if (index !== undefined) return index;
  const counts = new Map<string, number>();
  const names = new Map<string, number>();
  for (const { label: path, count } of values) {
    if (path.length > MAX_PATH) continue;
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const folder = path.slice(0, slash + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + count);
    }
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (name !== path) names.set(name, (names.get(name) ?? 0) + count);
  }
  const below = new Map<string, PathPart[]>();
  for (const [folder, count] of counts) {
    const above = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
    const list = below.get(above);
    if (list === undefined) below.set(above, [{ label: folder, count }]);
    else list.push({ label: folder, count });
  }
  const byCount = (a: PathPart, b: PathPart): number => b.count - a.count;
  for (const list of below.values()) list.sort(byCount);
  index = { below, names: [...names].map(([label, count]) => ({ label, count })).sort(byCount) };
  indexes.set(values, index);
  return index;
}
