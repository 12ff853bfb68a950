import { PlanPrinter } from "../../src/query/plan/plan_printer.ts";
import { constant } from "../../src/query/plan/types.ts";
import type { BoundStatement } from "../../src/query/plan/statement.ts";
import { ALL_STEPS } from "../../src/language/plan_steps.ts";

const PRINTER = new PlanPrinter((op) => ALL_STEPS.of({ op }));

/** Prints a statement: its plan, and the condition of an assertion. */
export function printStatement(statement: BoundStatement): string {
  const plan = PRINTER.lines(statement.plan).join("\n");
  if (statement.kind === "query") return plan;
  const { comparison, message } = statement;
  const claim = comparison === null
    ? "true or empty"
    : `${comparison.fn} ${PRINTER.expr(constant(comparison.expected, "u64", { start: 0, end: 0 }), [])}`;
  return `${plan}\nassert ${claim}${message === null ? "" : ` : ${JSON.stringify(message)}`}`;
}
