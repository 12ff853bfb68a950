/**
 * Describes errors of the system in plain words.
 * @module
 */

import type { InputTrouble } from "../base/errors.ts";

/**
 * Returns the reason why a file could not be opened, read or written, and a text that completes "Cannot open
 * FILE:".
 */
export function systemReason(error: unknown): readonly [InputTrouble, string] {
  // The library also runs where there is no Deno.
  if ("Deno" in globalThis) {
    if (error instanceof Deno.errors.NotFound) return ["missing", "no such file"];
    if (error instanceof Deno.errors.IsADirectory) return ["directory", "it is a directory"];
    if (error instanceof Deno.errors.PermissionDenied) return ["denied", "permission denied"];
    if (error instanceof Deno.errors.NotCapable) return ["denied", "Quarry may not without --allow-all"];
  }
  if (!(error instanceof Error)) return ["failed", String(error)];
  // Errors of node:fs have a code instead of a class.
  if ("code" in error && error.code === "ENOENT") return ["missing", "no such file"];
  if ("code" in error && error.code === "EACCES") return ["denied", "permission denied"];
  if ("code" in error && error.code === "EISDIR") return ["directory", "it is a directory"];
  // "Input/output error (os error 5): read 'x'"
  const text = error.message.replace(/\s*\(os error \d+\).*$/s, "");
  return ["failed", /^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text];
}
