/**
 * Tracers that are libraries, loaded before others by the dynamic loader.
 * @module
 */

import type { Program } from "./tracer.ts";

/** The value of LD_PRELOAD with a library before those of the user. */
export function preloadVariables(
  library: string,
  before: string | undefined,
): { readonly LD_PRELOAD: string } {
  return { LD_PRELOAD: before ? `${library}:${before}` : library };
}

/** The reason why no library can be loaded into a program; undefined if it is possible. */
export function cannotPreload({ kind, interpreter }: Program): string | undefined {
  if (kind === "static") return "it is statically linked, so that no library can be loaded into it";
  if (kind === "script") {
    return `it is a script, so ${interpreter} would be traced: name the program that it starts`;
  }
  return undefined;
}
