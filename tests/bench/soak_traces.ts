/**
 * Traces for the soak: undamaged ones, and newly damaged ones.
 * @module
 */

import { gzipSync } from "node:zlib";
import type { Random } from "../support/random.ts";
import { generateMtrc } from "./generate_mtrc.ts";

const EVENTS = 20_000;
const SAMPLES = [
  "mpatrol/wordfreq-le64/trace.mtrc",
  "mpatrol/wordfreq-le64/profile.mptl",
  "sp-rtrace/c01-jsonidx.txt",
  "apitrace/real-userarrays.trace",
  "gnatcov/qemu-arm-history-life.trace.gz",
];
const TESTDATA = new URL("../../testdata/", import.meta.url);

/** A folder with one path whose trace changes, and other traces. */
export class SoakTraces {
  readonly folder: string = Deno.makeTempDirSync({ prefix: "quarry-soak-" });
  readonly #random: Random;
  readonly #sound: Uint8Array[];
  readonly #samples: Uint8Array[] = SAMPLES.map((path) => Deno.readFileSync(new URL(path, TESTDATA)));

  constructor(random: Random) {
    this.#random = random;
    this.#sound = [1, 2].map((seed) => {
      const pieces = [...generateMtrc({ events: EVENTS, seed })];
      return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
    });
    this.#replace(this.main, this.#sound[0]!);
    this.damage();
  }

  /** The trace that is open, and rewritten from time to time. */
  get main(): string {
    return `${this.folder}/main.mtrc`;
  }

  /** A file of any format, possibly damaged. */
  get odd(): string {
    return `${this.folder}/odd`;
  }

  /** Replaces the main trace with another intact, compressed or truncated one. */
  change(): void {
    const sound = this.#random.pick(this.#sound);
    const roll = this.#random.below(10);
    const bytes = roll < 6
      ? sound
      : roll < 8
      ? gzipSync(sound)
      : sound.subarray(0, this.#random.below(sound.length));
    this.#replace(this.main, bytes);
  }

  /** Replaces the odd file with a damaged sample of some format. */
  damage(): void {
    const bytes = this.#random.pick(this.#samples).slice();
    for (let left = this.#random.below(8); left > 0; left--) {
      bytes[this.#random.below(bytes.length)] = this.#random.below(256);
    }
    const end = this.#random.oneIn(3) ? this.#random.below(bytes.length) : bytes.length;
    this.#replace(this.odd, bytes.subarray(0, end));
  }

  #replace(path: string, bytes: Uint8Array): void {
    Deno.writeFileSync(`${path}.new`, bytes);
    Deno.renameSync(`${path}.new`, path);
  }

  /** Removes the folder. */
  close(): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}

/** A random query of one of many kinds. */
export function soakQuery(random: Random): string {
  return random.pick([
    "leaks | by func, file | top 5 by bytes",
    `events | where size > ${random.below(5000)} | by kind`,
    `live @ ${random.below(100)}% | summarize count(), sum(size)`,
    "events | sort size desc, addr | take 10",
    `events | where func ~ "*${random.below(10)}*" | count`,
    `timeline every ${1 + random.below(2000)} max(live_bytes)`,
    "events | hist size",
    "problems | by code",
    `events | where sise > ${random.below(9)}`,
    "events | join (leaks | select alloc) on alloc | by func | take 3",
  ]);
}
