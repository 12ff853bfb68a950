/**
 * Takes a question apart from left to right: words, phrases for rows, columns and amounts.
 * @module
 */

import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";
import { type AmountComparison, comparisonAt } from "./sentence_amounts.ts";
import { basesOf, columnsOf } from "./sentence_bases.ts";
import type { PhraseBase } from "./sentence_draft.ts";
import { type SentenceToken, stemsOf, wordsOf } from "./sentence_tokens.ts";

/** Longest phrase that is looked up, in words. */
const PHRASE_LENGTH = 5;

/** A position in a question. A method that finds nothing leaves the position where it was. */
export class PhraseReader {
  readonly pieces: readonly SentenceToken[];
  readonly world: ReadingContext;
  at = 0;

  /** Creates a reader at the beginning of a question. */
  constructor(text: string, world: ReadingContext) {
    this.pieces = wordsOf(text);
    this.world = world;
  }

  /** Whether everything has been read. */
  get isDone(): boolean {
    return this.at >= this.pieces.length;
  }

  /** The text that has not been read. */
  get rest(): string {
    return this.pieces.slice(this.at).map(({ text }) => text).join(" ");
  }

  /** Reads one of some phrases and returns it. */
  take(...phrases: readonly string[]): string | undefined {
    const found = phrases.toSorted((one, other) => other.length - one.length).find((phrase) => {
      const length = phrase.split(" ").length;
      const said = this.pieces.slice(this.at, this.at + length).map(({ stem }) => stem).join(" ");
      return said === stemsOf(phrase);
    });
    if (found !== undefined) this.at += found.split(" ").length;
    return found;
  }

  /** Reads all of the words that follow each other, in any order. */
  skip(...words: readonly string[]): void {
    while (this.take(...words) !== undefined);
  }

  /** Reads a phrase for rows: "peak memory". */
  rows(): PhraseBase | undefined {
    return this.#longest((stems) => basesOf(this.world).get(stems));
  }

  /** Reads the name of a column of some rows. */
  column(rows: QueryRowsInfo): string | undefined {
    const columns = columnsOf(rows, this.world);
    return this.#longest((stems) => columns.get(stems));
  }

  /** Reads a comparison with an amount. */
  comparison(): AmountComparison | undefined {
    const found = comparisonAt(this.pieces, this.at);
    this.at += found?.length ?? 0;
    return found ?? undefined;
  }

  /** Reads a number without a unit. */
  number(): string | undefined {
    const text = this.pieces[this.at]?.text ?? "";
    if (!/^\d+$/.test(text)) return undefined;
    this.at++;
    return text;
  }

  /** Reads the name of one of several open traces. */
  trace(): string | undefined {
    const { traceNames } = this.world.catalog;
    const text = this.pieces[this.at]?.text.toLowerCase();
    const found = traceNames.length > 1 ? traceNames.find((name) => name.toLowerCase() === text) : undefined;
    this.at += found === undefined ? 0 : 1;
    return found;
  }

  #longest<T>(find: (stems: string) => T | undefined): T | undefined {
    for (let length = Math.min(PHRASE_LENGTH, this.pieces.length - this.at); length > 0; length--) {
      const found = find(this.pieces.slice(this.at, this.at + length).map(({ stem }) => stem).join(" "));
      if (found === undefined) continue;
      this.at += length;
      return found;
    }
    return undefined;
  }
}

/** Reads "by func, line", "per thread"; the columns as keys of a query, or undefined. */
export function keysIn(reader: PhraseReader, rows: QueryRowsInfo): string | undefined {
  const from = reader.at;
  if (reader.take("by", "per", "for each", "grouped by", "group by") === undefined) return undefined;
  const keys: string[] = [];
  do {
    const key = reader.column(rows);
    if (key === undefined) break;
    keys.push(key);
  } while (reader.take(",", "and") !== undefined);
  if (keys.length === 0) reader.at = from;
  return keys.length === 0 ? undefined : placeKeys(keys, rows).join(", ");
}

/** Adds the function and the file to a key `line`, because a line number alone occurs in many files. */
export function placeKeys(keys: readonly string[], { columns }: QueryRowsInfo): readonly string[] {
  const isAlone = keys.includes("line") && !keys.includes("func") && !keys.includes("file");
  const places = ["func", "file"].filter((name) => columns.some((each) => each.name === name));
  return isAlone ? keys.flatMap((key) => key === "line" ? [...places, key] : [key]) : keys;
}
