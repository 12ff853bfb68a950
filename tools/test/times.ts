/**
 * Times of test files in the previous run, if known in this folder: concurrent modules should end at about the same
 * time. When distributed by name alone, one half of `engine` needed two and a half times the processor time of the
 * other.
 * @module
 */

import type { TestCase } from "./junit.ts";

/** Seconds by file. */
type Times = Readonly<Record<string, number>>;

const FOLDER = new URL("../../.cache/", import.meta.url);
const FILE = new URL("test_times.json", FOLDER);

/** What earlier runs wrote; nothing if there was none, or if another run is just writing. */
export function knownTimes(): Times {
  try {
    return JSON.parse(Deno.readTextFileSync(FILE));
  } catch {
    return {};
  }
}

/** Keeps the times of a run, and those of files that were not part of it. */
export function keepTimes(tests: readonly TestCase[]): void {
  const times: Record<string, number> = {};
  for (const { file, seconds } of tests) times[file] = (times[file] ?? 0) + seconds;
  Deno.mkdirSync(FOLDER, { recursive: true });
  Deno.writeTextFileSync(FILE, JSON.stringify({ ...knownTimes(), ...times }));
}

/**
 * Distributes files to this many workers that take about the same time, each in the order of its files; a new file
 * counts as average.
 */
export function dealt(files: readonly string[], hands: number, times: Times): string[][] {
  const known = files.flatMap((file) => times[file] ?? []).sort((left, right) => left - right);
  const usual = known[known.length >> 1] ?? 1;
  const time = (file: string): number => times[file] ?? usual;
  const piles = Array.from({ length: hands }, () => ({ seconds: 0, files: new Set<string>() }));
  for (const file of files.toSorted((left, right) => time(right) - time(left))) {
    // Files that take no time are distributed as well.
    const least = piles.reduce((best, pile) =>
      pile.seconds < best.seconds || pile.seconds === best.seconds && pile.files.size < best.files.size
        ? pile
        : best
    );
    least.seconds += time(file);
    least.files.add(file);
  }
  return piles.map((pile) => files.filter((file) => pile.files.has(file)));
}
