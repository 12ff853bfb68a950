/**
 * Parts of paths: `base`, `dir`, `ext`.
 * @module
 */

import { dropTrailing } from "../../base/drop_trailing.ts";
import { mapText } from "./arguments.ts";
import type { QueryFunction } from "./function.ts";

/** The last part of a path. */
export const base: QueryFunction = mapText(
  "base",
  "path",
  "The last part of a path",
  ["by f = base(file)"],
  (path) => {
    const trimmed = dropTrailing(path, "/");
    return trimmed.slice(trimmed.lastIndexOf("/") + 1);
  },
);

/** What stands before it. */
export const dir: QueryFunction = mapText("dir", "path", "A path without its last part", [
  "allocs | by dir(file)",
], (path) => {
  const cut = dropTrailing(path, "/").lastIndexOf("/");
  return cut < 0 ? "" : cut === 0 ? "/" : path.slice(0, cut);
});

/** What stands behind the last dot. */
export const ext: QueryFunction = mapText("ext", "path", 'The extension of a path, such as "c"', [
  "by ext(file)",
], (path) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1);
});
