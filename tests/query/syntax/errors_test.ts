import { assertEquals } from "@std/assert";
import { renderDiagnostic } from "../../../src/base/diagnostic.ts";
import { parseScript } from "../../../src/language/script.ts";

/** Queries and their error messages; `deno test … -- --update` fills in the messages. */
const GOLDEN = new URL("errors.txt", import.meta.url);
const [BETWEEN, AFTER_QUERY] = ["\n====\n", "\n----\n"] as const;

function explain(query: string): string {
  return parseScript(query).diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, query)).join("\n");
}

Deno.test("parseScript() reports the errors of every golden query", async () => {
  const golden = await Deno.readTextFile(GOLDEN);
  const queries = golden.trimEnd().split(BETWEEN).map((entry) => entry.split("\n----")[0]!);
  const actual = queries.map((query) => query + AFTER_QUERY + explain(query)).join(BETWEEN) + "\n";
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, actual);
  else assertEquals(actual, golden);
});
