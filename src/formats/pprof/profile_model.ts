/**
 * A profile as it is read: samples, places and texts by numbers. Texts come last in most files, so that nothing has a name
 * before the end.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { ReadingFullError } from "../../memory/arena.ts";
import { AddressMap } from "../address_map.ts";
import { BytesList, WordsList } from "../words_list.ts";
import { VARINT_BYTES, writeVarint } from "./wire.ts";

/** Numbers per label. */
export const LABEL_WORDS = 6;
/** Frames per sample that are always kept. */
const FRAMES_PER_SAMPLE = 256;

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
  sampleCount = 0;
  /** Values of all samples, low and high half; where those of each sample end. */
  readonly values = new WordsList();
  readonly valueEnds = new WordsList();
  /** Ids of locations of all samples, innermost first, as numbers of the wire; where those of each sample end. */
  readonly stacks = new BytesList();
  readonly stackEnds = new WordsList();
  /** Labels: sample, key, text, low and high half of the number, unit. */
  readonly labels = new WordsList();
  readonly locationIds: Ids = new Ids();
  readonly #locations = new WordsList();
  readonly lines = new WordsList();
  readonly functionIds: Ids = new Ids();
  readonly #functions = new WordsList();
  readonly mappingIds: Ids = new Ids();
  readonly mappings: (Mapping | undefined)[] = [];
  /** Codes of the texts, by their numbers. */
  readonly texts: number[] = [];
  /** Whether frames had to be left out. */
  isCut = false;
  /** Numbers of lines and texts that are larger than any: they were left out. */
  outOfRange = 0;
  /** What was beyond the budget: samples from there on are left out. */
  full: ReadingFullError | undefined;
  #frames = 0;
  /** Where the labels of the sample that is being read begin. */
  #firstLabel = 0;
  #budget: number = TRACE_LIMITS.profileFrames.most;

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

  /** Adds a location to the sample that is being read. */
  addFrame(low: number, high: number): void {
    if (++this.#frames > FRAMES_PER_SAMPLE && this.#budget-- <= 0) {
      this.#budget = 0;
      this.isCut = true;
      return;
    }
    const { stacks } = this;
    stacks.reserve(VARINT_BYTES);
    stacks.length = writeVarint(stacks.bytes, stacks.length, low, high);
  }

  /** Adds the locations `bytes[from..to)`; false where one of their numbers is malformed. Most bytes of large files come here. */
  addFrames(bytes: Uint8Array, from: number, to: number): boolean {
    const { stacks } = this;
    const left = Math.max(0, FRAMES_PER_SAMPLE - this.#frames) + this.#budget;
    stacks.reserve(to - from);
    const list = stacks.bytes, before = stacks.length, shift = before - from;
    let count = 0, run = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      list[at + shift] = byte;
      const goesOn = byte >>> 7;
      count += 1 - goesOn;
      run = -goesOn & (run + 1);
      if (run === VARINT_BYTES) return false;
    }
    if (run > 0) return false;
    stacks.length = to + shift;
    if (count > left) {
      this.isCut = true;
      for (let beyond = count; beyond > left; beyond--) {
        do stacks.length--; while (stacks.length > before && list[stacks.length - 1]! >= 0x80);
      }
    }
    const beyond = this.#frames + count - Math.max(this.#frames, FRAMES_PER_SAMPLE);
    this.#frames += count;
    if (beyond > 0) this.#budget = Math.max(0, this.#budget - beyond);
    return true;
  }

  /** Adds a value to it. */
  addValue(low: number, high: number): void {
    const { values } = this;
    values.reserve(2);
    values.words[values.length] = low;
    values.words[values.length + 1] = high;
    values.length += 2;
  }

  /** Adds a label to it; 0 stands for what it does not have. */
  addLabel(key: number, text: number, low: number, high: number, unit: number): void {
    const { labels } = this;
    labels.reserve(LABEL_WORDS);
    const { words, length } = labels;
    words[length] = this.sampleCount;
    words[length + 1] = key;
    words[length + 2] = text;
    words[length + 3] = low;
    words[length + 4] = high;
    words[length + 5] = unit;
    labels.length += LABEL_WORDS;
  }

  /** The sample is whole. */
  endSample(): void {
    this.valueEnds.push(this.values.length);
    this.stackEnds.push(this.stacks.length);
    this.sampleCount++;
    this.#frames = 0;
    this.#firstLabel = this.labels.length;
  }

  /** Takes back what has been added to a sample that is not whole. */
  dropSample(): void {
    const { sampleCount } = this;
    this.#frames = 0;
    this.labels.length = this.#firstLabel;
    this.valueEnds.length = this.stackEnds.length = sampleCount;
    this.values.length = sampleCount === 0 ? 0 : this.valueEnds.at(sampleCount - 1);
    this.stacks.length = sampleCount === 0 ? 0 : this.stackEnds.at(sampleCount - 1);
  }
}
