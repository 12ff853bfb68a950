/** Scripts for engines: golden queries, recipes of the cookbook, random queries, each with its session and dataset. */

import { FormatError } from "../../src/base/errors.ts";
import { Session } from "../../src/engine/session.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";
import { RECIPES } from "../cli/recipe_answers.ts";
import { runGolden } from "../golden/golden_file.ts";
import { Queries } from "../query/oracle/queries.ts";
import { quarryText } from "../query/oracle/relation.ts";
import { World } from "../query/oracle/world.ts";
import { Random } from "../support/random.ts";
import { openSample } from "../support/sample_session.ts";
import { withFolder } from "../support/temporary.ts";
import { writeDataset } from "./dataset_folder.ts";
import { compareScript, type Engine, type Verdict } from "./engine_answers.ts";

const GOLDEN = new URL("../golden/", import.meta.url);
const QUERIES_OF_WORLD = 60;
const WORLD_ROWS = [0, 1, 7, 60, 200, 300];

/**
 * Known differences. An engine computes what it needs: DuckDB and Spark also calculate rows that a later stage drops.
 */
const KNOWN: ReadonlySet<string> = new Set([
  "events | extend x = 18446744073709551615 | where delta(x, seq) > 0",
  "events | window order seq: gap = at - lag(at), n = row_number() | take 3 | select seq, gap, n",
]);

/** The results of a corpus. */
export interface Tally {
  readonly same: number;
  readonly refused: ReadonlyMap<string, number>;
  readonly different: readonly { readonly script: string; readonly what: string; readonly sql: string }[];
}

/** Runs scripts on an engine; collects verdicts. */
export class Asking {
  readonly #engine: (dataset: SqlDataset) => Engine;
  #same = 0;
  readonly #refused = new Map<string, number>();
  readonly #different: { script: string; what: string; sql: string }[] = [];

  constructor(engine: (dataset: SqlDataset) => Engine) {
    this.#engine = engine;
  }

  async ask(session: Session, dataset: SqlDataset, script: string): Promise<void> {
    const verdict: Verdict | undefined = await compareScript(session, script, this.#engine(dataset));
    if (verdict === undefined) return;
    if (verdict.kind === "same") this.#same++;
    else if (verdict.kind === "different") this.#different.push({ script, ...verdict });
    else this.#refused.set(verdict.reason, (this.#refused.get(verdict.reason) ?? 0) + 1);
  }

  get tally(): Tally {
    return { same: this.#same, refused: this.#refused, different: this.#different };
  }

  /** The results with only the unexplained differences. */
  get unexpected(): Tally {
    return { ...this.tally, different: this.#different.filter(({ script }) => !KNOWN.has(script)) };
  }
}

/** Sorts the traces by name, as in a dataset. */
function inOrder(session: Session): void {
  (session.traces as unknown as { name: string }[]).sort((a, b) => a.name < b.name ? -1 : 1);
}

/** Golden queries that use short names of functions; engines know only full names. */
const BY_SHORT_NAMES = "names_short.query";

/** Names of the files of golden queries that run on engines. */
export function goldenFiles(): string[] {
  return [...Deno.readDirSync(GOLDEN)].map(({ name }) => name)
    .filter((name) => name.endsWith(".query") && name !== BY_SHORT_NAMES)
    .sort();
}

/** Runs golden queries of some files; with a step, one in this many of a file. */
export async function askGolden(
  asking: Asking,
  isWanted: (file: string) => boolean,
  step = 1,
): Promise<void> {
  for (const file of goldenFiles().filter(isWanted)) {
    await withFolder(async (folder) => {
      let [key, dataset, made]: [string, SqlDataset | undefined, number] = ["", undefined, 0];
      let last: Session | undefined;
      let number = 0;
      await runGolden(await Deno.readTextFile(new URL(file, GOLDEN)), async (session, script) => {
        const traces = session.traces.map(({ name }) => name).sort().join();
        if (session !== last || traces !== key || dataset === undefined) {
          [last, key] = [session, traces];
          inOrder(session);
          dataset = await writeDataset(session, `${folder}/${made++}`);
        }
        if (number++ % step === 0) await asking.ask(session, dataset, script);
        return "";
      });
    });
  }
}

/** Runs recipes of the cookbook over their samples. */
export async function askRecipes(asking: Asking): Promise<void> {
  const groups = Map.groupBy(RECIPES, ({ sample }) => sample.join());
  for (const recipes of groups.values()) {
    const session = new Session();
    for (const [at, operand] of recipes[0]!.sample.entries()) {
      if (operand.startsWith("--")) continue;
      const [, name = `t${at}`, path = ""] = /^(?:(\w+)=)?(.*)$/.exec(operand)!;
      await openSample(session, name, `testdata/${path}`).catch((error: unknown) => {
        // The sample is a program beside its trace.
        if (!(error instanceof FormatError)) throw error;
      });
    }
    if (session.traces.length === 0) continue;
    inOrder(session);
    await withFolder(async (folder) => {
      const dataset = await writeDataset(session, folder);
      for (const { query } of recipes) await asking.ask(session, dataset, query);
    });
  }
}

/** Runs random queries over random tables, by the seeds of the tables. */
export async function askRandom(
  asking: Asking,
  first: number,
  count: number,
  queriesOfWorld = QUERIES_OF_WORLD,
): Promise<void> {
  for (let seed = first; seed < first + count; seed++) {
    const world = await World.make(seed, WORLD_ROWS[seed % WORLD_ROWS.length]!);
    try {
      await withFolder(async (folder) => {
        const dataset = await writeDataset(world.session, folder);
        const queries = new Queries(new Random(seed + 7777), world.sources);
        for (let number = 0; number < queriesOfWorld; number++) {
          await asking.ask(world.session, dataset, quarryText(queries.make()));
        }
      });
    } finally {
      world.close();
    }
  }
}

/** The differences in words. */
export function spelled({ different }: Tally): string {
  return different.map(({ script, what, sql }) => `${script}\n  ${what}\n${sql}`).join("\n\n");
}
