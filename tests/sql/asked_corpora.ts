/** Corpora by name, run on an engine part by part, with a report for the user. */

import type { SqlDataset } from "../../src/sql/translation.ts";
import { askGolden, Asking, askRandom, askRecipes, goldenFiles, spelled } from "./corpora.ts";
import type { Engine } from "./engine_answers.ts";

/** The names of corpora. */
export const CORPORA = "golden, golden:FILE (how its name begins), recipes, random:FIRST+WORLDS";

/** A part of a corpus. */
interface CorpusPart {
  readonly name: string;
  readonly ask: (asking: Asking) => Promise<void>;
}

function partsOf(corpus: string): CorpusPart[] {
  const [kind = "", which = ""] = corpus.split(":");
  switch (kind) {
    case "golden":
      return goldenFiles().filter((file) => file.startsWith(which))
        .map((name) => ({ name, ask: (asking) => askGolden(asking, (each) => each === name) }));
    case "recipes":
      return [{ name: "recipes", ask: askRecipes }];
    case "random": {
      const [first = 1, count = 1] = which.split("+").map(Number);
      return Array.from({ length: count }, (_, at) => ({
        name: `world ${first + at}`,
        ask: (asking) => askRandom(asking, first + at, 1),
      }));
    }
    default:
      throw new Error(`No corpus is called ${corpus}: ${CORPORA}`);
  }
}

/** Runs corpora, and reports each part and each corpus; returns whether nothing differs. */
export async function askCorpora(
  engine: (dataset: SqlDataset) => Engine,
  corpora: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  let right = true;
  for (const corpus of corpora) {
    let [same, different, refused] = [0, 0, 0];
    const started = performance.now();
    for (const { name, ask } of partsOf(corpus)) {
      const asking = new Asking(engine);
      await ask(asking);
      const { tally } = asking;
      same += tally.same;
      different += tally.different.length;
      say(`${name}: ${tally.same} the same, ${tally.different.length} different`);
      for (const [reason, count] of tally.refused) {
        refused += count;
        say(`  refused ${count}: ${reason}`);
      }
      if (tally.different.length > 0) say(spelled(tally));
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    say(`${corpus}: ${same} the same, ${different} different, ${refused} without SQL, in ${seconds} s`);
    right &&= different === 0;
  }
  return right;
}
