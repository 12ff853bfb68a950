/**
 * A position in a sentence in plain words, and what has been understood so far.
 * @module
 */

import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";
import { columnsOf } from "./sentence_bases.ts";
import { type Draft, emptyDraft, type Found, type PhraseBase } from "./sentence_draft.ts";
import { rowsOf } from "./sentence_queries.ts";
import { type SentenceToken, stemsOf } from "./sentence_tokens.ts";
import { NamedValues } from "./sentence_values.ts";
import { isQuestionWord } from "./sentence_words.ts";

/** The rows that a sentence refers to, and the phrases for rows. */
interface CursorOptions {
  /** The query that the sentence refers to; undefined if it names its rows itself. */
  readonly over: string | undefined;
  /** The phrases for rows. */
  readonly bases: ReadonlyMap<string, PhraseBase>;
}

/** A sentence, the position in it, and the draft that readers of its parts fill. */
export class SentenceCursor {
  /** The words, numbers and signs of the sentence. */
  readonly pieces: readonly SentenceToken[];
  /** The open traces, with the words for their tables and columns. */
  readonly world: ReadingContext;
  /** The values of the open traces. */
  readonly values: NamedValues;
  /** The phrases for rows. */
  readonly bases: ReadonlyMap<string, PhraseBase>;
  /** The query that the sentence refers to; undefined if it names its rows itself. */
  readonly over: string | undefined;
  /** The parts of the sentence that have been understood. */
  readonly draft: Draft = emptyDraft();
  /** Index of the next piece to read. */
  at = 0;

  /** Creates a cursor before the first piece. */
  constructor(pieces: readonly SentenceToken[], world: ReadingContext, { over, bases }: CursorOptions) {
    this.pieces = pieces;
    this.world = world;
    this.over = over;
    this.values = new NamedValues(world, isQuestionWord);
    this.bases = bases;
    if (over !== undefined) this.draft.base = { queries: [over], rank: 3 };
  }

  /** The rows that the sentence asks about. */
  get rows(): QueryRowsInfo | null {
    return rowsOf(this.draft, this.world);
  }

  /** The rows of the main table of the traces; null if they have none. */
  subjectRows(): QueryRowsInfo | null {
    const table = this.world.catalog.subject?.table;
    return table === undefined ? null : this.world.rows(table);
  }

  /**
   * Finds the longest phrase that begins at a piece, of at most `most` pieces. Phrases are compared by stems, or with
   * `asWritten` by the words themselves.
   */
  phrase<T>(among: ReadonlyMap<string, T>, at = this.at, most = 6, asWritten = false): Found<T> | null {
    for (let length = Math.min(most, this.pieces.length - at); length > 0; length--) {
      const words = this.pieces.slice(at, at + length);
      if (words.some(({ kind }) => kind === "text")) continue;
      const value = among.get(
        words.map(({ stem, text }) => asWritten ? text.toLowerCase().replaceAll("-", " ") : stem).join(" "),
      );
      if (value !== undefined) return { value, length };
    }
    return null;
  }

  /** Returns the length of the longest of these markers at the current piece, in pieces; 0 if there is none. */
  marker(markers: readonly string[]): number {
    const found = this.phrase(new Map(markers.map((each) => [stemsOf(each), true])), this.at, 4);
    return found?.length ?? 0;
  }

  /** Whether a piece directly follows one of these markers of one or two words. */
  follows(markers: readonly string[], at: number): boolean {
    const before = this.pieces[at - 1]?.stem ?? "";
    const two = `${this.pieces[at - 2]?.stem ?? ""} ${before}`;
    return markers.some((each) => stemsOf(each) === before || stemsOf(each) === two);
  }

  /** Finds a column of the current rows at the current piece. */
  columnWords(): Found<string> | null {
    const rows = this.rows;
    return rows && this.phrase(columnsOf(rows, this.world));
  }
}
