/**
 * Lays out terms with their descriptions, for lists of help.
 * @module
 */

import type { ReplHost } from "./host.ts";
import { wrapWords } from "./layout.ts";
import type { Theme } from "./theme.ts";

/** A term with its description. */
interface Term {
  readonly term: string;
  /** The description, one sentence. */
  readonly meaning: string;
  /** The usage, shown after the description. */
  readonly usage?: string;
}

/** Minimum width of a description; a narrower one goes below its term. */
const LEAST_MEANING = 24;
/** Maximum width of a term with the description beside it. */
const WIDEST_TERM = 36;

/** Width for wrapped text; unlimited in a pipe. */
export function textColumns(host: ReplHost): number {
  return host.stdout.isTerminal ? host.terminalSize().columns : Infinity;
}

/** The lines of a list, with hanging descriptions. */
export function termLines(terms: readonly Term[], theme: Theme, width: number): string[] {
  const widest = Math.min(WIDEST_TERM, Math.max(0, ...terms.map(({ term }) => term.length)));
  const beside = width - widest - 4 >= LEAST_MEANING;
  const indent = " ".repeat(beside ? widest + 4 : 6);
  const room = width - indent.length;
  return terms.flatMap(({ term, meaning, usage = "" }) => {
    const lines = wrapWords(meaning, room);
    const last = lines.at(-1) ?? "";
    if (usage !== "" && last.length + 2 + usage.length <= room) {
      lines[Math.max(0, lines.length - 1)] = `${last}  ${theme.paint("faint", usage)}`;
    } else if (usage !== "") {
      lines.push(...wrapWords(usage, room).map((line) => theme.paint("faint", line)));
    }
    if (!beside || term.length > widest) {
      const [head = "", ...rest] = wrapWords(term, width - 2);
      const names = [
        `  ${theme.paint("keyword", head)}`,
        ...rest.map((line) => `    ${theme.paint("keyword", line)}`),
      ];
      return [...names, ...lines.map((line) => indent + line)];
    }
    const [first = "", ...more] = lines;
    const gap = " ".repeat(widest - term.length + 2);
    return [
      `  ${theme.paint("keyword", term)}${gap}${first}`.trimEnd(),
      ...more.map((line) => indent + line),
    ];
  });
}
