/**
 * The replacement for `process.getBuiltinModule` in browsers.
 * @module
 */

import * as zlib from "./browser_zlib.ts";

/** A module of Node.js that has a replacement for browsers; undefined for others. */
export function builtinModule(name: string): unknown {
  return name === "node:zlib" ? zlib : undefined;
}
