/**
 * The content of a profile while it is read. Samples, locations and strings are linked by number, because in
 * most files the strings come last, so that names are not known before.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { Arena, ReadingFullError } from "../../memory/arena.ts";
import { AddressMap } from "../address_map.ts";
import { WordsList } from "../words_list.ts";
import { SampleList } from "./sample_list.ts";

/**
 * Ids are looked up in an array if they are below this plus four times the number of known ids, and otherwise
 * in a hash table.
 */
const DENSE_IDS = 1 << 10;

/** Maps a file's arbitrary ids to consecutive positions, in order of first use. */
class Ids {
  /** Position plus one of each small id; 0 if the id is in the hash table or unknown. */
  #near = new Uint32Array(DENSE_IDS);
  readonly #far = new AddressMap();
  /** Number of known ids. */
  size = 0;

  /** Length of the array: larger ids are in the hash table. */
  get smallIds(): number {
    return this.#near.length;
  }

  /** Returns the position of an id; a new id gets the next position. */
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
      if (low >= this.#near.length) this.#near = growArray(this.#near, 2 * Math.max(low, this.#near.length));
      this.#near[low] = place + 1;
    } else this.#far.set(0, low, high, place);
    return place;
  }
}

/** Words per location: whether it is defined, its mapping, address, whether it has an address, its lines. */
const LOCATION_WORDS = 7;
/** Words per function: whether it is defined, its name and file. */
const FUNCTION_WORDS = 3;

/** A location: an address in a program, with its functions and lines. */
interface ProfileLocation {
  /** Position of the mapping plus one; 0 = none. */
  readonly mapping: number;
  readonly addrLow: number;
  readonly addrHigh: number;
  readonly hasAddr: boolean;
  /**
   * Index in `lines` at which the lines of the location begin, innermost first. Each takes two numbers: the position of the function plus one, and the line.
   */
  readonly firstLine: number;
  readonly lineCount: number;
}

/** A mapping: part of a program file in memory. */
export interface Mapping {
  readonly start: bigint;
  readonly end: bigint;
  readonly offset: bigint;
  /** String indices, like `build`. */
  readonly file: number;
  readonly build: number;
}

/** The contents of a profile. */
export class ProfileModel {
  /** Sample types: string indices of name and unit. */
  readonly types: { readonly name: number; readonly unit: number }[] = [];
  readonly samples: SampleList;
  readonly locationIds: Ids = new Ids();
  readonly #locations = new WordsList();
  readonly lines = new WordsList();
  readonly functionIds: Ids = new Ids();
  readonly #functions = new WordsList();
  readonly mappingIds: Ids = new Ids();
  readonly mappings: (Mapping | undefined)[] = [];
  /** String codes, by string index. */
  readonly texts: number[] = [];
  /** Number of line numbers and string indices that were out of range and dropped. */
  outOfRange = 0;
  /** Set when the memory budget is exceeded; later samples are dropped. */
  full: ReadingFullError | undefined;

  /** Creates an empty model; samples are stored in the arena. */
  constructor(arena: Arena) {
    this.samples = new SampleList(arena);
  }

  /** The location at a place; undefined if the file does not define it. */
  location(place: number): ProfileLocation | undefined {
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

  /** Stores a location at a place. Throws `ReadingFullError`. */
  setLocation(place: number, location: ProfileLocation): void {
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

  /** String indices of a function's name and file; undefined if the file does not define the function. */
  func(place: number): { readonly name: number; readonly file: number } | undefined {
    const at = place * FUNCTION_WORDS;
    const { words } = this.#functions;
    if (place < 0 || at >= this.#functions.length || words[at] === 0) return undefined;
    return { name: words[at + 1]!, file: words[at + 2]! };
  }

  /** Stores a function at a place. Throws `ReadingFullError`. */
  setFunction(place: number, name: number, file: number): void {
    const at = this.#functions.reach(place * FUNCTION_WORDS, FUNCTION_WORDS);
    const { words } = this.#functions;
    words[at] = 1;
    words[at + 1] = name;
    words[at + 2] = file;
  }
}
