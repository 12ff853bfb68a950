/**
 * What a terminal is given to show. Bytes of traces may be in it as they are: in a file or a pipe that is what is wanted,
 * a terminal would obey them.
 * @module
 */

import { escapeOf, STEERING } from "./visible.ts";

/** Colours and weights are let through where they are ours; lines and columns stay. */
const ODD = new RegExp(`\\r\\n|\\x1b\\[([\\d;]*)m|(?![\\n\\t])${STEERING.source}`, "gu");
/** Attributes that hide text, or let it blink. */
const HIDING = new Set([5, 6, 8]);
/** They are followed by a colour: `38;5;75`, `48;2;10;20;30`. */
const COLOR = new Set([38, 48]);
const COLOR_PARTS: Readonly<Record<number, number>> = { 2: 4, 5: 2 };

/** Makes text of what is written to a terminal, piece by piece. */
export class TerminalText {
  readonly #colors: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /** `colors` = what is written has colours of ours. */
  constructor(colors: boolean) {
    this.#colors = colors;
  }

  /** The next piece; what steers is written as `visible` writes it. A character may come in two pieces. */
  of(piece: string | Uint8Array): string {
    // Decoders refuse shared memory.
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
