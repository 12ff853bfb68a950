/** Initial scripts, and how they are damaged. */

import { cookbook } from "../../src/cli/help/cookbook.ts";
import { AGGREGATES } from "../../src/query/aggregates/registry.ts";
import { FUNCTIONS } from "../../src/query/functions/registry.ts";
import { STAGES } from "../../src/query/stages/registry.ts";
import { WINDOW_FUNCTIONS } from "../../src/query/windows/registry.ts";
import { EXAMPLES, mutate, randomScript } from "../query/syntax/samples.ts";
import type { Random } from "../support/random.ts";

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Maximum length of scripts: time grows with the length, but errors do not. */
const MOST_LETTERS = 4000;

/** Words that exist, so that damage gets past unknown names, and numbers at limits. */
const WORDS: readonly string[] = [
  ...["events", "allocs", "leaks", "live @ peak", "calls", "frames", "args", "blocks", "entries", "problems"],
  ...["size", "kind", "alloc", "func", "file", "line", "time", "addr", "stack", "thread", "life", "freed"],
  ...["1K..4K", "{1, 2}", "{}", "null", '"x"', '""', "/y*/", '"*a*"', "50%", "3s", "-1", "0", "0.1", "1e308"],
  ...["0xffffffffffffffff", "18446744073709551615", "9223372036854775808", "-9223372036854775808", "1 / 0"],
  ...["sum(size)", "count()", "arg('target')", "(leaks | count)", "size % 0", "_", "true", "*"],
  ...FUNCTIONS.map(({ usage }) => usage),
  ...AGGREGATES.map(({ usage }) => usage),
  ...WINDOW_FUNCTIONS.map(({ usage }) => usage),
];

/** All examples of the documents, and every form of the grammar. */
export const SCRIPTS: readonly string[] = [
  ...EXAMPLES,
  ...STAGES.flatMap(({ examples }) => examples),
  ...FUNCTIONS.flatMap(({ examples }) => examples),
  ...AGGREGATES.flatMap(({ examples }) => examples),
  ...WINDOW_FUNCTIONS.flatMap(({ examples }) => examples),
  ...cookbook.flatMap(({ recipes }) => recipes.map(({ query }) => query)),
];

/** Stages of a script, to be recombined. */
function stagesOf(text: string): string[] {
  return text.split("|").map((each) => each.trim());
}

function changed(text: string, random: Random, other: string): string {
  const unit = (): number => random.below(1 << 30) / (1 << 30);
  switch (random.below(6)) {
    case 0:
      return mutate(text, unit);
    case 1: {
      const parts = text.split(/(\b[\w.]+\b)/);
      const at = 1 + 2 * random.below(Math.max(1, parts.length >> 1));
      if (parts[at] !== undefined) parts[at] = random.pick(WORDS);
      return parts.join("");
    }
    case 2: {
      const stages = stagesOf(text);
      stages.splice(1 + random.below(stages.length), random.below(2), random.pick(stagesOf(other)));
      return stages.join(" | ");
    }
    case 3:
      return [...stagesOf(other).slice(0, 1 + random.below(3)), ...stagesOf(text).slice(1)].join(" | ");
    case 4:
      return random.oneIn(3) ? `${text}\n\n${other}` : randomScript(unit);
    default: {
      // A word of the other script replaces one of this script.
      const words = other.match(/[\w."']+/g) ?? ["x"];
      const parts = text.split(/([\w."']+)/);
      const at = 1 + 2 * random.below(Math.max(1, parts.length >> 1));
      if (parts[at] !== undefined) parts[at] = random.pick(words);
      return parts.join("");
    }
  }
}

/** A damaged script, as bytes. */
export function mutateScript(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let text = DECODER.decode(input);
  const donor = DECODER.decode(other);
  for (let changes = 1 + random.below(3); changes > 0; changes--) text = changed(text, random, donor);
  return ENCODER.encode(text.slice(0, MOST_LETTERS));
}
