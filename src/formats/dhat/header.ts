/**
 * DHAT's files: one JSON object with totals by program point, as valgrind (`--tool=dhat`) and the Rust crate
 * `dhat` write it:
 *
 *     {"dhatFileVersion":2, "mode":"heap", ..., "pps":[{"tb":..,"tbk":..,"fs":[1,2]}, ...], "ftbl":["[root]", "0x1: f (a.c:1)"]}
 *
 * Public document: valgrind's manual, "DHAT: a dynamic heap analysis tool", and the crate's documentation.
 * @module
 */

/** Name of the format. */
export const FORMAT_NAME = "dhat";

/** The key that identifies the format and its version; both writers put it first. */
export const VERSION_KEY = "dhatFileVersion";

/** Versions that are read. */
export const VERSIONS: readonly string[] = ["1", "2"];

const MARK = new RegExp(`^(?:\\xef\\xbb\\xbf)?\\s*\\{(?:[^]*?[{,\\s])?"${VERSION_KEY}"\\s*(?::|$)`);

/** Returns whether a stream that begins with `head` is a DHAT file. */
export function looksLikeDhat(head: Uint8Array): boolean {
  return MARK.test(new TextDecoder("latin1").decode(head));
}
