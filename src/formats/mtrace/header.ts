/**
 * The text that the GNU C library writes to the file named by MALLOC_TRACE, between `mtrace()` and
 * `muntrace()`:
 *
 * ```text
 * = Start
 * @ CALLER + ADDR SIZE       a block is allocated; (nil) where that failed
 * @ CALLER - ADDR            it is freed
 * @ CALLER < OLD             it is resized: these two lines follow one another
 * @ CALLER > NEW SIZE
 * @ CALLER ! OLD SIZE        it could not be resized
 * = End
 * ```
 *
 * CALLER is the return address: `PROGRAM:(FUNCTION+OFFSET)[ADDR]`, `PROGRAM:[ADDR]` or `[ADDR]`. It may be
 * missing together with its `@`. Numbers are hexadecimal.
 * @module
 */

/** Name of the format. */
export const FORMAT_NAME = "mtrace";

const START = /^= Start\r?\n/;
/** A call line; identifies a file whose `= Start` line is missing. */
const CALL = /^@ .*\[0x[0-9a-f]+\] (?:[-<] 0x[0-9a-f]+|[+>!] (?:0x[0-9a-f]+|\(nil\)) (?:0|0x[0-9a-f]+))\r?$/;

/** True when the text begins with `= Start`, or consists only of call lines. */
export function looksLikeMtrace(head: Uint8Array): boolean {
  const [first, second] = head;
  if (first !== 0x3d && first !== 0x40 || second !== 0x20) return false;
  const text = new TextDecoder("latin1").decode(head);
  if (START.test(text)) return true;
  const lines = text.split("\n").slice(0, -1);
  return lines.length > 0 && lines.every((line) => CALL.test(line));
}
