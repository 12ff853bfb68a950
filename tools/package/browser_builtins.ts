/**
 * What takes the place of `process.getBuiltinModule` in browsers.
 * @module
 */

import * as zlib from "./browser_zlib.ts";

/** A module of Node.js that browsers have something instead of; undefined for others. */
export function builtinModule(name: string): unknown {
  return name === "node:zlib" ? zlib : undefined;
}
