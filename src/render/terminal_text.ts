/**
 * Makes text safe for a terminal. Results may contain raw bytes of traces, which is intended in a file or a
 * pipe, but a terminal would interpret control characters.
 * @module
 */

import { CONTROL_CHARACTERS, escapeOf } from "./visible.ts";

/**
 * Matches control characters and escape sequences. Line breaks, tabs and the program's own colours are not
 * changed.
 */
const ODD = new RegExp(`\\r\\n|\\x1b\\[([\\d;]*)m|(?![\\n\\t])${CONTROL_CHARACTERS.source}`, "gu");
/** Attributes that hide text or make it blink. */
const HIDING = new Set([5, 6, 8]);
/** Attributes followed by a colour: `38;5;75`, `48;2;10;20;30`. */
const COLOR = new Set([38, 48]);
const COLOR_PARTS: Readonly<Record<number, number>> = { 2: 4, 5: 2 };

/** Filters the text written to a terminal, chunk by chunk. */
export class TerminalText {
  readonly #colors: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /** Creates a filter. With `colors`, colours that the program wrote itself are not changed. */
  constructor(colors: boolean) {
    this.#colors = colors;
  }

  /**
   * Filters the next chunk; control characters are written as `visible` does. A character may be split
   * between two chunks.
   */
  of(piece: string | Uint8Array): string {
    // Decoders do not accept shared memory.
    const text = typeof piece === "string" ? piece : this.#decoder.decode(piece.slice(), { stream: true });
    return text.replace(ODD, (found, attributes: string | undefined) => {
      if (found === "\r\n") return found;
      if (attributes === undefined) return escapeOf(found);
      return this.#colors && isShown(attributes) ? found : escapeOf("\x1b") + found.slice(1);
    });
  }
}

function isShown(attributes: string): boolean {
  const numbers = attributes.split(";").map(Number);
  for (let at = 0; at < numbers.length; at++) {
    if (COLOR.has(numbers[at]!)) at += COLOR_PARTS[numbers[at + 1] ?? 0] ?? 0;
    else if (HIDING.has(numbers[at]!)) return false;
  }
  return true;
}
