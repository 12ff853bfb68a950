/**
 * Checks magic numbers at the start of files.
 * @module
 */

/** True if the bytes begin with these ASCII characters. */
export function beginsWith(head: Uint8Array, magic: string): boolean {
  return head.length >= magic.length && [...magic].every((letter, at) => letter.charCodeAt(0) === head[at]);
}
