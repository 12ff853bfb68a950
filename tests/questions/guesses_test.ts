/** Queries guessed by newcomers lead to the intended query, and not to one with a different meaning. */
import { assert, assertEquals } from "@std/assert";
import { byEffort } from "../support/effort.ts";
import { judged, listNamed, LISTS, type Verdict } from "./guesses/guessing.ts";

const OUTCOMES = new URL("guesses/outcomes.tsv", import.meta.url);
const HEADING = "list\ttrace\tguess\tbefore\tnow\tproposed now";

/** The first and the last recorded outcome of a guess. */
interface Outcome {
  readonly before: string;
  readonly now: string;
}

/** The fraction of a list that leads to the intended query (minimum), and that leads elsewhere (maximum). */
const SHARES: Readonly<Record<string, readonly [good: number, other: number]>> = {
  // Typed by a newcomer.
  given: [0.95, 0],
  // Written in other styles before the rules existed, and again afterwards.
  blind: [0.9, 0.02],
  later: [0.8, 0.05],
  // Questions in plain words, written without knowing the rules.
  stranger: [0.9, 0.02],
  // SQL, Kusto, Splunk, jq, the shell, dplyr and pandas, written by people who know only the first page of help.
  dialects: [0.95, 0],
  // The same and others, such as polars, data.table, PRQL, NRQL and LINQ, written before half of them were read.
  foreign: [0.8, 0],
  // Of people with all these habits, about everyday questions, who had seen the first page of help.
  everyday: [0.9, 0],
  // Those of a hundred rarer idioms that are read: the others were left out.
  idioms: [1, 0],
  // Half a question, half a query.
  newcomers: [0.89, 0.04],
};

function recorded(): Map<string, Outcome> {
  const lines = Deno.readTextFileSync(OUTCOMES).trimEnd().split("\n").slice(1);
  return new Map(lines.map((line) => {
    const [list, trace, guess, before = "", now = ""] = line.split("\t");
    return [`${list}\t${trace}\t${guess}`, { before, now }];
  }));
}

const good = ({ what }: Pick<Verdict, "what">): boolean => what === "runs" || what === "leads";

for (const [turn, list] of LISTS.entries()) {
  Deno.test(`suggestions lead to the intended name: ${list}`, async () => {
    const known = recorded();
    const guesses = listNamed(list);
    const step = byEffort(1, 4);
    for await (
      const [{ trace, guess }, verdict] of judged(guesses.filter((_, at) => at % step === turn % step))
    ) {
      const { now } = known.get(`${list}\t${trace}\t${guess}`)!;
      assertEquals(verdict.what, now, `${guess}: ${verdict.said}`);
    }
    const outcomes = [...known].filter(([key]) => key.startsWith(`${list}\t`)).map(([, { now }]) =>
      now as Verdict["what"]
    );
    assertEquals(outcomes.length, guesses.length);
    const [least, most] = SHARES[list]!;
    const share = (fits: (what: Verdict["what"]) => boolean): number =>
      outcomes.filter(fits).length / outcomes.length;
    assert(share((what) => good({ what })) >= least, `${share((what) => good({ what }))} of ${list}`);
    assert(
      share((what) => what === "other") <= most,
      `${share((what) => what === "other")} of ${list} elsewhere`,
    );
  });
}

if (Deno.args.includes("--update")) {
  const known = recorded();
  const lines = [HEADING];
  for (const list of LISTS) {
    for await (const [{ trace, guess }, { what, tries }] of judged(listNamed(list))) {
      const before = known.get(`${list}\t${trace}\t${guess}`)?.before ?? "";
      lines.push([list, trace, guess, before, what, tries.join(" OR ")].join("\t"));
    }
  }
  Deno.writeTextFileSync(OUTCOMES, lines.join("\n") + "\n");
}
