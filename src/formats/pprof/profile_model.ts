/**
 * A profile as it is read: samples, places and texts by numbers. Texts come last in most files, so that nothing has a name
 * before the end.
 * @module
 */

import { grown } from "../../base/grown.ts";
import type { Arena, ReadingFullError } from "../../memory/arena.ts";
import { AddressMap } from "../address_map.ts";
import { WordsList } from "../words_list.ts";
import { SampleList } from "./sample_list.ts";

/** Ids below four times the number of those that were met, and this, are found without a hash table. */
const DENSE_IDS = 1 << 10;

/** Things that a file numbers as it likes, in the order in which they are met. */
class Ids {
  /** Places plus one of ids that are small, by id; 0 = in the table, or none. */
  #near = new Uint32Array(DENSE_IDS);
  readonly #far = new AddressMap();
  /** How many there are. */
  size = 0;

  /** Ids that are less are small; others may be as well. */
  get smallIds(): number {
    return this.#near.length;
  }

  /** The place of an id, a new one where it is met first. */
  place(low: number, high: number): number {
    if (high === 0 && low < this.#near.length) {
      const known = this.#near[low]!;
      if (known !== 0) return known - 1;
    }
    return this.#placeOfOther(low, high);
  }

  #placeOfOther(low: number, high: number): number {
    const known = this.#far.get(0, low, high);
    if (known >= 0) return known;
    const place = this.size++;
    if (high === 0 && low < 4 * place + DENSE_IDS) {
      if (low >= this.#near.length) this.#near = grown(this.#near, 2 * Math.max(low, this.#near.length));
      this.#near[low] = place + 1;
    } else this.#far.set(0, low, high, place);
    return place;
  }
}

/** Words of a location: whether it is there, its mapping, address, whether it has one, its lines. */
const LOCATION_WORDS = 7;
/** Words of a function: whether it is there, its name and file. */
const FUNCTION_WORDS = 3;

/** A place in a program. */
interface Location {
  /** Place of the mapping plus one; 0 = none. */
  readonly mapping: number;
  readonly addrLow: number;
  readonly addrHigh: number;
  readonly hasAddr: boolean;
  /** Its lines in `lines`, innermost first: two numbers each, the place of the function plus one, and the line. */
  readonly firstLine: number;
  readonly lineCount: number;
}

/** A part of a program in memory. */
export interface Mapping {
  readonly start: bigint;
  readonly end: bigint;
  readonly offset: bigint;
  /** Numbers of texts. */
  readonly file: number;
  readonly build: number;
}

/** Everything of a file. */
export class ProfileModel {
  /** Types of samples: numbers of texts for name and unit. */
  readonly types: { readonly name: number; readonly unit: number }[] = [];
  readonly samples: SampleList;
  readonly locationIds: Ids = new Ids();
  readonly #locations = new WordsList();
  readonly lines = new WordsList();
  readonly functionIds: Ids = new Ids();
  readonly #functions = new WordsList();
  readonly mappingIds: Ids = new Ids();
  readonly mappings: (Mapping | undefined)[] = [];
  /** Codes of the texts, by their numbers. */
  readonly texts: number[] = [];
  /** Numbers of lines and texts that are larger than any: they were left out. */
  outOfRange = 0;
  /** What was beyond the budget: samples from there on are left out. */
  full: ReadingFullError | undefined;

  /** Empty; samples take memory of the arena. */
  constructor(arena: Arena) {
    this.samples = new SampleList(arena);
  }

  /** The location of a place; undefined where the file does not have it. */
  location(place: number): Location | undefined {
    const at = place * LOCATION_WORDS;
    const { words } = this.#locations;
    if (at >= this.#locations.length || words[at] === 0) return undefined;
    return {
      mapping: words[at + 1]!,
      addrLow: words[at + 2]!,
      addrHigh: words[at + 3]!,
      hasAddr: words[at + 4] === 1,
      firstLine: words[at + 5]!,
      lineCount: words[at + 6]!,
    };
  }

  /** Puts a location at a place. Throws `ReadingFullError`. */
  setLocation(place: number, location: Location): void {
    const { mapping, addrLow, addrHigh, hasAddr, firstLine, lineCount } = location;
    const at = this.#locations.reach(place * LOCATION_WORDS, LOCATION_WORDS);
    const { words } = this.#locations;
    words[at] = 1;
    words[at + 1] = mapping;
    words[at + 2] = addrLow;
    words[at + 3] = addrHigh;
    words[at + 4] = hasAddr ? 1 : 0;
    words[at + 5] = firstLine;
    words[at + 6] = lineCount;
  }

  /** Name and file of a function, numbers of texts; undefined where the file does not have it. */
  func(place: number): { readonly name: number; readonly file: number } | undefined {
    const at = place * FUNCTION_WORDS;
    const { words } = this.#functions;
    if (place < 0 || at >= this.#functions.length || words[at] === 0) return undefined;
    return { name: words[at + 1]!, file: words[at + 2]! };
  }

  /** Puts a function at a place. Throws `ReadingFullError`. */
  setFunction(place: number, name: number, file: number): void {
    const at = this.#functions.reach(place * FUNCTION_WORDS, FUNCTION_WORDS);
    const { words } = this.#functions;
    words[at] = 1;
    words[at + 1] = name;
    words[at + 2] = file;
  }
}
