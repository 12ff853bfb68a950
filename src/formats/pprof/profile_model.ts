/**
 * A profile as it is read: samples, places and texts by numbers. Texts come last in most files, so that nothing has a name
 * before the end.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";

/** Frames per sample that are always kept. */
const FRAMES_PER_SAMPLE = 256;

/** A list of numbers that grows. */
class Numbers {
  items: Uint32Array = new Uint32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.items.length) this.items = grown(this.items, 2 * this.length);
    this.items[this.length++] = value;
  }

  /** The number at a place; 0 behind the end. */
  at(place: number): number {
    return place < this.length ? this.items[place]! : 0;
  }
}

/** Things that a file numbers as it likes, in the order in which they are met. */
class Ids {
  readonly #places = new Map<number | bigint, number>();

  /** The place of an id, a new one where it is met first. */
  place(low: number, high: number): number {
    const key = high === 0 ? low : (BigInt(high) << 32n) | BigInt(low);
    let place = this.#places.get(key);
    if (place === undefined) this.#places.set(key, place = this.#places.size);
    return place;
  }

  get size(): number {
    return this.#places.size;
  }
}

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
  readonly values: Numbers = new Numbers();
  readonly valueEnds: Numbers = new Numbers();
  /** Places of locations of all samples, innermost first; where those of each sample end. */
  readonly stacks: Numbers = new Numbers();
  readonly stackEnds: Numbers = new Numbers();
  /** Labels: sample, key, text, low and high half of the number, unit. */
  readonly labels: Numbers = new Numbers();
  readonly locationIds: Ids = new Ids();
  readonly locations: (Location | undefined)[] = [];
  readonly lines: Numbers = new Numbers();
  readonly functionIds: Ids = new Ids();
  readonly functions: ({ readonly name: number; readonly file: number } | undefined)[] = [];
  readonly mappingIds: Ids = new Ids();
  readonly mappings: (Mapping | undefined)[] = [];
  /** Codes of the texts, by their numbers. */
  readonly texts: number[] = [];
  /** Whether frames had to be left out. */
  isCut = false;
  #frames = 0;
  #budget: number = TRACE_LIMITS.profileFrames.most;

  /** Adds the location at a place to the sample that is being read. */
  addFrame(place: number): void {
    if (++this.#frames > FRAMES_PER_SAMPLE && this.#budget-- <= 0) {
      this.isCut = true;
      return;
    }
    this.stacks.push(place);
  }

  /** Adds a value to it. */
  addValue(low: number, high: number): void {
    this.values.push(low);
    this.values.push(high);
  }

  /** Adds a label to it; 0 stands for what it does not have. */
  addLabel(key: number, text: number, low: number, high: number, unit: number): void {
    for (const each of [this.sampleCount, key, text, low, high, unit]) this.labels.push(each);
  }

  /** The sample is whole. */
  endSample(): void {
    this.sampleCount++;
    this.#frames = 0;
    this.valueEnds.push(this.values.length);
    this.stackEnds.push(this.stacks.length);
  }

  /** Takes back what has been added to a sample that is not whole. */
  dropSample(): void {
    const before = this.sampleCount - 1;
    this.#frames = 0;
    this.values.length = before < 0 ? 0 : this.valueEnds.at(before);
    this.stacks.length = before < 0 ? 0 : this.stackEnds.at(before);
  }
}

/** Numbers per label. */
export const LABEL_WORDS = 6;
