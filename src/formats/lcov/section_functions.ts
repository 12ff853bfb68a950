/**
 * Functions that a section of lcov's text declares (`FN`), and their counts (`FNDA`), which refer to the
 * functions by name. Both are stored as numbers: objects would outlive their section, and a file has hundreds
 * of thousands.
 * @module
 */

import { WordsList } from "../words_list.ts";

/** Up to this many functions of a line, or declarations of a name, are searched linearly. */
const FEW = 8;

/** Receives a function with its count. */
type Take = (name: number, line: number, end: number, low: number, high: number) => void;

/** The declarations that share a name. */
interface Named {
  /** Indexes of the declarations, each with a different line. */
  readonly places: number[];
  /** Lines of the declarations, if there are many. */
  lines: Set<number> | undefined;
  /** Number of counts for this name so far. */
  counts: number;
}

/** Declarations and counts of one section. */
export class SectionFunctions {
  readonly #names = new WordsList();
  readonly #lines = new WordsList();
  readonly #ends = new WordsList();
  readonly #countNames = new WordsList();
  readonly #lows = new WordsList();
  readonly #highs = new WordsList();
  /** File offsets of the counts, which may exceed 32 bits. */
  readonly #offsets: number[] = [];

  /** Adds a declaration; `name` is a string id. */
  declare(name: number, line: number, end: number): void {
    this.#names.push(name);
    this.#lines.push(line);
    this.#ends.push(end);
  }

  /** Adds a count for a name; `offset` is its file offset. */
  count(name: number, low: number, high: number, offset: number): void {
    this.#countNames.push(name);
    this.#lows.push(low);
    this.#highs.push(high);
    this.#offsets.push(offset);
  }

  /**
   * Passes all functions with their counts to `take`, and the offsets of counts without a declaration to
   * `undeclared`; then clears the lists.
   */
  end(take: Take, undeclared: (offset: number) => void): void {
    if (this.#isPlain()) this.#takeInOrder(take);
    else this.#takeByName(take, undeclared);
    const all = [
      this.#names,
      this.#lines,
      this.#ends,
      this.#countNames,
      this.#lows,
      this.#highs,
      this.#offsets,
    ];
    for (const each of all) each.length = 0;
  }

  /**
   * Whether the counts match the declarations in order and the lines are rising, which is how lcov writes
   * them.
   */
  #isPlain(): boolean {
    const { length, words: names } = this.#names;
    if (this.#countNames.length !== length) return false;
    const lines = this.#lines.words, counts = this.#countNames.words;
    for (let at = 0, first = 0; at < length; at++) {
      if (counts[at] !== names[at]) return false;
      if (at === 0 || lines[at]! > lines[at - 1]!) first = at;
      else if (lines[at]! < lines[at - 1]! || at - first >= FEW) return false;
      // A function that is declared twice counts once; leave it to the slow path, which merges declarations.
      for (let other = first; other < at; other++) if (names[other] === names[at]) return false;
    }
    return true;
  }

  #takeInOrder(take: Take): void {
    const { length, words: names } = this.#names;
    const lines = this.#lines.words, ends = this.#ends.words;
    const lows = this.#lows.words, highs = this.#highs.words;
    for (let at = 0; at < length; at++) take(names[at]!, lines[at]!, ends[at]!, lows[at]!, highs[at]!);
  }

  #takeByName(take: Take, undeclared: (offset: number) => void): void {
    const all = new Map<number, Named>();
    for (let at = 0; at < this.#names.length; at++) this.#addPlace(all, at);
    for (let at = 0; at < this.#countNames.length; at++) {
      const name = this.#countNames.at(at);
      const named = all.get(name);
      if (named === undefined) {
        undeclared(this.#offsets[at]!);
        continue;
      }
      // Functions with the same name have their counts in the order of their declarations.
      const place = named.places[Math.min(named.counts++, named.places.length - 1)]!;
      take(name, this.#lines.at(place), this.#ends.at(place), this.#lows.at(at), this.#highs.at(at));
    }
    for (const [name, { places, counts }] of all) {
      // Declarations without a count get the count zero.
      for (let each = counts; each < places.length; each++) {
        const place = places[each]!;
        take(name, this.#lines.at(place), this.#ends.at(place), 0, 0);
      }
    }
  }

  #addPlace(all: Map<number, Named>, at: number): void {
    const name = this.#names.at(at), line = this.#lines.at(at);
    const named = all.get(name);
    if (named === undefined) {
      all.set(name, { places: [at], lines: undefined, counts: 0 });
      return;
    }
    const { places } = named;
    if (places.length > FEW) named.lines ??= new Set(places.map((each) => this.#lines.at(each)));
    const isThere = named.lines?.has(line) ?? places.some((each) => this.#lines.at(each) === line);
    if (isThere) return;
    places.push(at);
    named.lines?.add(line);
  }
}
