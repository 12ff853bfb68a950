/**
 * The forms of a point, with their documentation. Parser, messages, help and completion use this list.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import type { PointWord } from "../../events/point_word.ts";

/** One form that may follow `@`; `word` and `value` are set if only some formats have this form. */
type PointForm = Pick<PointWord, "usage" | "summary" | "example"> & Partial<PointWord>;

/** The forms that every trace has, in the order of the documentation. */
const FORMS: readonly PointForm[] = [
  {
    usage: "N",
    summary: "after the record with number N in the format's numbering (column no)",
    example: "5000",
  },
  { usage: "Nk NM NG", summary: "record numbers in thousands, millions, billions", example: "5M" },
  { usage: "#N", summary: "after the N-th record of the file (column seq)", example: "#812" },
  { usage: "N%", summary: "after this percentage of all records", example: "50%" },
  {
    usage: "HH:MM:SS",
    summary: "the last record up to this time, where records have times",
    example: "12:31:05",
  },
  { usage: "DURATION", summary: "the last record up to this long after the first", example: "250ms" },
  { usage: "start", summary: "before the first record", example: "start" },
  { usage: "end", summary: "after the last record", example: "end" },
  { usage: "peak", summary: "the first record with the most live bytes", example: "peak" },
  { usage: "peak blocks", summary: "the first record with the most live blocks", example: "peak blocks" },
];

/** All points: those that every trace has, and those that formats add. */
export class PointList {
  /** All forms in the order of the documentation. */
  readonly forms: readonly PointForm[];
  /** A line of examples for messages. */
  readonly hint: string;
  readonly #words: readonly PointWord[];

  /** Adds the point words of the formats. */
  constructor(words: readonly PointWord[]) {
    this.#words = words;
    this.forms = [...FORMS, ...words];
    this.hint = `points: ${this.forms.map(({ example }) => example).join(" ")}`;
  }

  /** Returns the point that begins with this word, if a format adds it. */
  find(word: string): PointWord | undefined {
    return this.#words.find((each) => each.word === word);
  }

  /** Returns the point word most similar to an unknown name. */
  nearest(word: string): string | undefined {
    return didYouMean(word, ["start", "end", "peak", ...this.#words.map((each) => each.word)]);
  }
}
