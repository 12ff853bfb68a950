/**
 * Warns about a query that adds up rows of several traces without saying so, and suggests the query that was
 * probably meant.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { countOf } from "../base/amount_text.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import { columnsIn } from "../query/plan/columns_in.ts";
import type { AggregatePlan, FilterPlan, ScanPlan } from "../query/plan/steps.ts";
import { isStep, type Plan } from "../query/plan/plan.ts";
import type { BoundStatement } from "../query/plan/statement.ts";
import { printString } from "../query/syntax/print_expression.ts";

/** Aggregates that add up values of several traces. Others, such as max, are usually meant to cover all traces. */
const ADDING: ReadonlySet<string> = new Set(["count", "sum"]);
/** Steps that do not combine rows of different traces. */
const PASSING: ReadonlySet<string> = new Set(["filter", "extend", "project", "sort"]);
const TRACE = "trace";
/** Names to list; further ones are only counted. */
const NAMES_SHOWN = 3;
/** Matches a source that can be restricted to one trace. */
const SOURCE = /^[a-z_]+(?:\s*@\s*[^|]+)?$/i;

/** A warning for each statement that adds up rows of several traces. */
export function warnAddedTraces(
  text: string,
  statements: readonly BoundStatement[],
  catalog: Catalog,
): Diagnostic[] {
  if (catalog.traceNames.length < 2) return [];
  return statements.flatMap((statement) => {
    if (statement.kind !== "query") return [];
    const found = firstSum(statement.plan);
    if (found === null || !catalog.warnsAboutTraces?.(found.scan.table)) return [];
    const names = catalog.traceNames.filter((name) => hasRows(catalog, found.scan.table, name));
    return names.length < 2 ? [] : [warning(text, found, names)];
  });
}

interface Sum {
  readonly aggregate: AggregatePlan;
  readonly scan: ScanPlan;
}

/** The first aggregation over the rows of all traces, with the table that contains them. */
function firstSum(plan: Plan): Sum | null {
  let aggregate: AggregatePlan | null = null;
  for (let step: Plan | undefined = plan; step !== undefined; step = inputOf(step)) {
    if (isStep<ScanPlan>(step, "scan")) {
      return aggregate === null || step.trace !== null || step.kept === true
        ? null
        : { aggregate, scan: step };
    }
    if (isStep<AggregatePlan>(step, "aggregate")) {
      const adds = step.aggregates.some(({ fn }) => ADDING.has(fn.name));
      aggregate = adds && !usesTraceColumn(step) ? step : null;
      // Groups that include the trace stay separate, whatever later steps add up.
      if (aggregate === null) return null;
    } else if (aggregate !== null && !PASSING.has(step.op)) return null;
    else if (isStep<FilterPlan>(step, "filter") && readsTrace(step, step.condition)) return null;
  }
  return null;
}

function inputOf(plan: Plan): Plan | undefined {
  return (plan as { readonly input?: Plan }).input;
}

/** Whether keys or conditions use the column `trace`. */
function usesTraceColumn(step: AggregatePlan): boolean {
  return step.keys.some(({ expr }) => readsTrace(step, expr)) ||
    step.aggregates.some(({ condition, arg }) =>
      condition !== null && readsTrace(step, condition) || arg !== null && readsTrace(step, arg)
    );
}

function readsTrace(step: { readonly input: Plan }, expr: Parameters<typeof columnsIn>[0]): boolean {
  const { columns } = step.input;
  return [...columnsIn(expr)].some((index) => columns[index]?.name === TRACE);
}

function hasRows(catalog: Catalog, table: string, trace: string): boolean {
  return catalog.table(table, trace) !== undefined && catalog.rowCount?.(table, trace) !== 0;
}

function warning(text: string, { aggregate, scan }: Sum, names: readonly string[]): Diagnostic {
  const [key] = aggregate.keys;
  const keys = key === undefined
    ? ""
    : text.slice(key.expr.span.start, aggregate.span.end).split(":")[0]!.trim();
  const source = text.slice(scan.span.start, scan.span.end).trim();
  const stages = text.slice(scan.span.end, aggregate.span.start).replace(/\|\s*$/, "").trimEnd();
  const apart = keys === "" ? `put "by trace" in front of it` : `write by trace, ${keys}`;
  const sides = names.map((name) =>
    `(${source} of ${printString(name)}${stages === "" ? "" : ` ${stages.trim()}`})`
  );
  const compare = names.length === 2 && keys !== "" && SOURCE.test(source)
    ? `, or compare them: diff ${sides.join(", ")} by ${keys}`
    : "";
  const shown = names.slice(0, NAMES_SHOWN).join(", ");
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : "";
  const at = key?.expr.span.start;
  return {
    severity: "warning",
    code: "Q312",
    message: `Rows of ${countOf(names.length, "trace")} are added up: ${shown}${more}`,
    span: aggregate.span,
    suggestion: apart + compare,
    ...(at === undefined ? {} : { fix: { span: { start: at, end: at }, text: "trace, " } }),
  };
}
