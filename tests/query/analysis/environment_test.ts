import { assertEquals } from "@std/assert";
import { bindScript, parseScript } from "../../../src/language/script.ts";
import { EMPTY_ENVIRONMENT, type Environment } from "../../../src/query/analysis/environment.ts";
import { printStatement } from "../print_statement.ts";
import { CATALOGS } from "./binding.ts";
import { isStep } from "../../../src/query/plan/plan.ts";
import type { FilterPlan } from "../../../src/query/plan/steps.ts";

/** Binds texts one after the other, as a user types them. */
function session(...texts: string[]): { plans: string[]; mistakes: string[]; environment: Environment } {
  let environment = EMPTY_ENVIRONMENT;
  const plans: string[] = [];
  const mistakes: string[] = [];
  for (const text of texts) {
    const bound = bindScript(parseScript(text), CATALOGS.mtrc!, environment);
    plans.push(...bound.statements.map((each) => printStatement(each).replaceAll("\n", " | ")));
    for (const { message, span } of bound.diagnostics) {
      mistakes.push(`[${text.slice(span.start, span.end)}] ${message}`);
    }
    environment = bound.environment;
  }
  return { plans, mistakes, environment };
}

Deno.test("bindScript() keeps definitions and results for later scripts", () => {
  const { plans, mistakes } = session(
    "let big(n) = allocs | where size > n",
    "big(4K) | by file | as files_of_big",
    "_ | top 3",
    "files_of_big | where bytes > 1M",
  );
  assertEquals(mistakes, []);
  assertEquals(plans.slice(1), [
    "kept _ | sort bytes desc limit 3",
    "kept files_of_big | filter bytes > 1048576",
  ]);
});

Deno.test("bindScript() never changes the environment it is given", () => {
  const before = session("let a = size > 1");
  session("let a = size > 1", "let b = a; b | as c");
  assertEquals([...before.environment.lets.keys()], ["a"]);
  bindScript(parseScript("let z = 3; leaks | as y"), CATALOGS.mtrc!, before.environment);
  assertEquals([...before.environment.lets.keys()], ["a"]);
  assertEquals(before.environment.results.size, 0);
});

Deno.test("bindScript() reports errors in a definition of an earlier text at its use", () => {
  const { mistakes } = session("let big(n) = allocs | where sizze > n", "leaks | count; big(3) | take 5");
  assertEquals(mistakes, ['[big] In "big": Unknown column "sizze"']);
});

Deno.test("bindScript() gives conditions from an earlier text the span of their use", () => {
  const first = bindScript(parseScript("let wide = size + 1 > 18446744073709551615 - size"), CATALOGS.mtrc!);
  const text = "events | where wide";
  const { statements } = bindScript(parseScript(text), CATALOGS.mtrc!, first.environment);
  const plan = statements[0]!.plan;
  assertEquals(plan.op, "filter");
  if (!isStep<FilterPlan>(plan, "filter")) return;
  assertEquals(text.slice(plan.condition.span.start, plan.condition.span.end), "wide");
});

Deno.test("bindScript() uses the latest definition of a name from there on", () => {
  const { plans } = session("let n = 1; take n; let n = 2; take n", "take n");
  assertEquals(plans, ["scan events | take 1", "scan events | take 2", "scan events | take 2"]);
});

Deno.test("bindScript() leaves out statements with errors and keeps the others", () => {
  const { plans, mistakes } = session("leaks | count; nope > 1; kind == alloc | count");
  assertEquals(plans.length, 2);
  assertEquals(mistakes, ['[nope] Unknown column "nope"']);
});
