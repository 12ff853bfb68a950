/**
 * Letters at the beginning of files.
 * @module
 */

/** True when bytes begin with letters of ASCII. */
export function beginsWith(head: Uint8Array, magic: string): boolean {
  return head.length >= magic.length && [...magic].every((letter, at) => letter.charCodeAt(0) === head[at]);
}
