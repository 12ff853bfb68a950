/** Queries and their answers: `deno task test -- --update` writes the answers, which you review. */
import { assert, assertEquals } from "@std/assert";
import { AGGREGATES } from "../../src/query/aggregates/registry.ts";
import { POINTS } from "../../src/language/registry.ts";
import { FUNCTIONS } from "../../src/query/functions/registry.ts";
import { LIVE_SOURCES } from "../../src/query/analysis/live_sources.ts";
import { OPERATOR_DOCS } from "../../src/query/syntax/operators.ts";
import { STAGES } from "../../src/query/stages/registry.ts";
import { WINDOW_FUNCTIONS } from "../../src/query/windows/registry.ts";
import { runGolden } from "./golden_file.ts";

const FOLDER = new URL("./", import.meta.url);

for (const { name } of [...Deno.readDirSync(FOLDER)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (!name.endsWith(".query")) continue;
  Deno.test(`golden ${name}`, async () => {
    const url = new URL(name, FOLDER);
    const { cases, updated } = await runGolden(await Deno.readTextFile(url));
    if (Deno.args.includes("--update")) {
      await Deno.writeTextFile(url, updated);
      return;
    }
    for (const { script, expected, actual } of cases) assertEquals(actual, expected, script);
  });
}

Deno.test("golden queries use every stage, point, operator, function and aggregate", () => {
  let text = "";
  for (const { name } of Deno.readDirSync(FOLDER)) {
    if (name.endsWith(".query")) text += Deno.readTextFileSync(new URL(name, FOLDER));
  }
  /** A keyword of one stage does not count for another: `every` is in `timeline every 100`. */
  const begins = (keyword: string): boolean => new RegExp(`(?:^|[|(;]) *${keyword}\\b`, "m").test(text);
  const inNone = (what: string, name: string): string =>
    `No golden query uses the ${what} "${name}": add one to a file of tests/golden`;
  // Sources of coverage traces have their own tests, in tests/questions/gnatcov.
  for (const keyword of ["diff", "changes"]) assert(begins(keyword), inNone("source", keyword));
  for (const { keyword } of STAGES) assert(begins(keyword), inNone("stage", keyword));
  for (const { name } of LIVE_SOURCES) assert(begins(name), inNone("source", name));
  for (const { name } of OPERATOR_DOCS) assert(text.includes(name), inNone("operator", name));
  for (const { example } of POINTS.forms) {
    // Numbers and names may differ.
    const form = example.replace(/\d+/g, "\\d+").replace("startup", "\\w+").replace("M", "[kM]");
    assert(new RegExp(`@ ${form}`).test(text), inNone("point", example));
  }
  for (const { name } of [...FUNCTIONS, ...AGGREGATES, ...WINDOW_FUNCTIONS]) {
    assert(text.includes(`${name}(`), inNone("function", name));
  }
});
