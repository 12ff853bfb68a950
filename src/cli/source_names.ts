/**
 * Implements `--map-path` and `--source-root`, which turn names of source files into paths of the repository, for
 * tools that show findings next to lines.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { mapPath, normalizePath, pathRules } from "../base/path_map.ts";
import { mayRead } from "../ingest/permission.ts";
import { systemReason } from "../ingest/system_error.ts";
import type { Arguments, CommandOption } from "./command.ts";

/** Options of commands that write names of source files. */
export const SOURCE_NAME_OPTIONS: readonly CommandOption[] = [
  {
    name: "map-path",
    value: "OLD=NEW",
    many: true,
    summary: "source files below OLD are below NEW: '/builds/*/app=.'",
  },
  { name: "source-root", value: "DIR", summary: "name source files as they are below DIR" },
];

/** Folders that are skipped, since they contain no sources of the repository. */
const NOT_SOURCES = /^(?:\.|node_modules$)/;

/** How to convert names of source files. */
export interface SourceNames {
  /** The root folder of the names, if given. */
  readonly root: string | undefined;
  /** Returns the path of a source file in the repository. */
  name(path: string): string;
}

/** Reads the options; undefined if none is given. Throws `UsageError` and `InputError`. */
export function sourceNames(args: Arguments): SourceNames | undefined {
  const rules = pathRules(args.values("map-path"));
  const root = args.value("source-root");
  if (rules.length === 0 && root === undefined) return undefined;
  if (root === undefined) return { root, name: (path) => mapPath(path, rules) };
  const { real, files } = sourceFilesBelow(root);
  const known = new Map<string, string>();
  const name = (path: string): string => {
    let found = known.get(path);
    if (found === undefined) {
      found = nameBelow(normalizePath(mapPath(path, rules)), real, files);
      known.set(path, found);
    }
    return found;
  };
  return { root: real, name };
}

/**
 * Finds the file below the root that has the longest common end with the path, if it is unique; otherwise
 * returns the path without the root.
 */
function nameBelow(path: string, root: string, files: ReadonlyMap<string, readonly string[]>): string {
  const inside = root === "/" ? path.replace(/^\//, "") : withoutRoot(path, root);
  const alike = files.get(inside.slice(inside.lastIndexOf("/") + 1)) ?? [];
  let best: string | undefined;
  let most = 0;
  let isAlone = false;
  for (const each of alike) {
    if (each === inside) return inside;
    const steps = commonSegments(each, inside);
    if (steps > most) [best, most, isAlone] = [each, steps, true];
    else if (steps === most) isAlone = false;
  }
  return best !== undefined && isAlone ? best : inside;
}

function withoutRoot(path: string, root: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** The number of path segments that two paths share at the end. */
function commonSegments(one: string, other: string): number {
  const [a, b] = [one.split("/").reverse(), other.split("/").reverse()];
  const at = a.findIndex((step, index) => step !== b[index]);
  return at < 0 ? a.length : at;
}

/** Returns all files below a folder, by their last path segment. */
function sourceFilesBelow(root: string): { readonly real: string; readonly files: Map<string, string[]> } {
  const files = new Map<string, string[]>();
  const visit = (folder: string, inside: string): void => {
    for (const { name, isFile, isDirectory } of Deno.readDirSync(folder)) {
      if (isDirectory && !NOT_SOURCES.test(name)) visit(`${folder}/${name}`, `${inside}${name}/`);
      // Skip links, which may lead out of the folder.
      if (!isFile) continue;
      const alike = files.get(name);
      if (alike) alike.push(inside + name);
      else files.set(name, [inside + name]);
    }
  };
  const refuse = (reason: string): InputError =>
    new InputError(`Cannot name sources as in "${root}": ${reason}`, root, "missing");
  if (!mayRead(root)) throw refuse("Quarry may not read it without --allow-read");
  try {
    const real = Deno.realPathSync(root).replaceAll("\\", "/");
    visit(real, "");
    return { real, files };
  } catch (error) {
    throw refuse(/not a directory/i.test(String(error)) ? "it is not a folder" : systemReason(error)[1]);
  }
}
