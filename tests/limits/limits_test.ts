/** Every limit of the program: tested at its figure and beyond it, and defined nowhere else in the sources. */
import { assert, assertEquals } from "@std/assert";
import type { Limit } from "../../src/base/limits/limit.ts";
import { limitGroups, limitsDocument } from "../../src/cli/help/limits_page.ts";
import { problemEntries } from "../../src/cli/help/problem_codes.ts";
import { ANALYSIS_CODES } from "../../src/query/analysis/codes.ts";
import { RUN_CODES } from "../../src/query/execution/codes.ts";
import { SYNTAX_CODES } from "../../src/query/syntax/codes.ts";
import { sourceFiles } from "../../tools/gate/imports.ts";
import { CALL_TRIALS } from "./call_trials.ts";
import { COVERAGE_TRIALS } from "./coverage_trials.ts";
import { FILE_TRIALS } from "./file_trials.ts";
import { unless } from "../support/programs.ts";
import { NO_LIMITS } from "./no_limits.ts";
import { QUERY_TRIALS } from "./query_trials.ts";
import { SERVE_TRIALS } from "./serve_trials.ts";
import { SHOW_TRIALS } from "./show_trials.ts";
import { TRACE_TRIALS } from "./trace_trials.ts";
import type { Trials } from "./trial.ts";
import { later } from "../support/effort.ts";

const SOURCE = new URL("../../src/", import.meta.url);
const DOCUMENT = new URL("../../docs/limits.md", import.meta.url);

const TRIALS: Readonly<Record<string, Trials>> = {
  "Queries": QUERY_TRIALS,
  "Files and memory": FILE_TRIALS,
  "Traces": TRACE_TRIALS,
  "API traces": CALL_TRIALS,
  "Coverage traces": COVERAGE_TRIALS,
  "Prompt, editors, and what is shown": SHOW_TRIALS,
  "What servers accept": SERVE_TRIALS,
};

/** Limits whose trials need a third of a second and more: inputs of megabytes, files by the thousand, long pages. */
const LONG_TRIALS = new Set(
  ("openCalls joinRows profileBins unfoldedDepth threads groupDepth reportLine properties warningSteps profileFrames " +
    "modules placesAnew pagerRows tracesInFile offeredFiles countedValues text values sentSource coverageText coverageValues profileMessage")
    .split(" "),
);

const LIMITS = await limitGroups();

for (const { title, limits } of LIMITS) {
  for (const [name, limit] of Object.entries<Limit>(limits)) {
    const trial = TRIALS[title]?.[name];
    const what = `${title}, ${name}: nothing changes at the limit, and beyond it what the page says`;
    Deno.test(unless([LONG_TRIALS.has(name) ? later : null], what), async () => {
      if (limit.untried !== undefined) {
        assertEquals(trial, undefined);
        return;
      }
      if (trial === undefined) throw new Error(`"${name}" has no trial`);
      await trial(limit.most);
    });
  }
}

Deno.test("every long trial belongs to a limit", () => {
  const names = new Set(LIMITS.flatMap(({ limits }) => Object.keys(limits)));
  assertEquals([...LONG_TRIALS].filter((name) => !names.has(name)), []);
});

Deno.test("limits are defined in src/base/limits and in the limits.ts of formats, and nowhere else", () => {
  const figure =
    /^(?:export )?const (\w*(?:MAX|MOST|LIMIT|LARGEST|LONGEST|DEEPEST)(?:_\w+)?)\b[^=]*= *([^;]+);/gm;
  const found: string[] = [];
  for (const file of sourceFiles(SOURCE)) {
    for (const [, name, value] of Deno.readTextFileSync(new URL(file)).matchAll(figure)) {
      const isTaken = /^(?:BigInt\()?[A-Z]+_LIMITS\.\w+\.most\)?$/.test(value!);
      if (!isTaken && !file.includes("/base/limits/") && !/\/formats\/\w+\/limits\.ts$/.test(file)) {
        found.push(`${file.slice(SOURCE.href.length)} ${name}`);
      }
    }
  }
  assertEquals(found.sort(), Object.values(NO_LIMITS).flat().sort());
});

Deno.test("each limit has descriptions, and a code that help knows", async () => {
  const codes = new Set([
    ...[SYNTAX_CODES, ANALYSIS_CODES, RUN_CODES].flatMap((each) => Object.keys(each)),
    ...(await problemEntries()).map(({ name }) => name),
  ]);
  for (const { limits } of LIMITS) {
    for (const [name, { what, beyond, cure, code }] of Object.entries<Limit>(limits)) {
      for (const text of [what, beyond, cure ?? "-"]) {
        assert(text !== "" && !/\.$/.test(text), `${name}: ${text}`);
      }
      assert(code === undefined || codes.has(code), `${name}: ${code}`);
    }
  }
});

Deno.test("docs/limits.md matches the sources", async () => {
  const now = await formatted(await limitsDocument());
  if (Deno.args.includes("--update")) await Deno.writeTextFile(DOCUMENT, now);
  assertEquals(await Deno.readTextFile(DOCUMENT), now);
});

/** A document formatted by `deno fmt`. */
async function formatted(text: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", "md", "--line-width", "110", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  return new TextDecoder().decode((await child.output()).stdout);
}
