/**
 * The work of `quarry compare`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { groupDigits } from "../../base/group_digits.ts";
import type { ResultTable } from "../../base/result_table.ts";
import { runScript } from "../../engine/run_script.ts";
import type { Session } from "../../engine/session.ts";
import type { Headline } from "../../headline/headline.ts";
import { headlineOfChange } from "../../headline/headlines.ts";
import { TEXT } from "../../output/kinds.ts";
import { markdown } from "../../render/markdown.ts";
import { isAmount, isBytes } from "../../render/screen_text.ts";
import { PLAIN_OPTIONS } from "../../render/renderer.ts";
import { visible } from "../../render/visible.ts";
import { type Arguments, EXIT } from "../command.ts";
import type { CliHost } from "../host.ts";
import { checkOutput, writeOutput } from "../outputs.ts";
import { openSession } from "../run_queries.ts";
import { NAMED_OPERAND, traceOperands } from "../trace_operands.ts";
import { DETAIL_QUERIES, FUNCTIONS_QUERY, MEASURES } from "./measures.ts";
import { type BeforeAfter, deltaOf, isRuleMet, parseRule, type Rule } from "./rules.ts";

const NAMES = ["base", "new"];

/** Opens both traces, writes the summary, checks the rules; returns the exit code. */
export async function runCompare(host: CliHost, args: Arguments): Promise<number> {
  const rules = args.values("fail-if").map(parseRule);
  const operands = args.operands.map((operand, at) =>
    `${NAMES[at]}=${NAMED_OPERAND.exec(operand)?.[2] ?? operand}`
  );
  const out = args.value("output") ?? "-";
  const replaces = { kind: TEXT, force: args.has("force") };
  await checkOutput(out, traceOperands(host, operands).map(({ path }) => path), replaces);
  const session = await openSession(host, args, operands);
  const measured = await measureAll(session);
  if (measured.size === 0) {
    throw new UsageError(
      "The traces have nothing in common to compare: no blocks, no calls, no source lines",
    );
  }
  const functions = haveTable(session, "allocs") && rules.some(({ ofFunctions }) => ofFunctions)
    ? await functionPairs(session)
    : undefined;
  const broken = rules.map((rule) => ({ rule, pairs: violationsOf(rule, measured, functions) }));
  const [before, after] = session.traces;
  const headline = await headlineOfChange(session, before!, after!);
  const first = headline === null ? "" : `${sentenceOf(headline)}\n\n`;
  let summary = `## What changed\n\n${first}${verdicts(broken)}${totalsTable(measured)}`;
  for (const { title, table, query } of DETAIL_QUERIES) {
    if (!haveTable(session, table)) continue;
    await ask(session, query, async (rows) => {
      if (rows.rowCount === 0) return;
      summary += `\n### ${title}\n\n`;
      await markdown.render(withGroups(rows), (piece) => void (summary += piece), PLAIN_OPTIONS);
    });
  }
  await writeOutput(host, out, summary, replaces);
  return broken.some(({ pairs }) => pairs.length > 0) ? EXIT.failed : EXIT.ok;
}

/** Formats the headline as Markdown; names stay in backticks. */
function sentenceOf({ sentence, damage }: Headline): string {
  const text = (part: string): string =>
    visible(part).split("`").map((each, at) =>
      at % 2 === 1 ? `\`${each}\`` : each.replaceAll(/[\\_*<|]/g, "\\$&")
    ).join("");
  return damage === null ? text(sentence) : `${text(sentence)}\n\nDamaged: ${text(damage)}`;
}

/** Formats amounts like the totals, with grouped digits: `8_192`. */
function withGroups(rows: ResultTable): ResultTable {
  const { columns, rowCount } = rows;
  const areAmounts = columns.map((column) => isAmount(column) || isBytes(column));
  return {
    columns,
    rowCount,
    value(row, column) {
      const found = rows.value(row, column);
      return areAmounts[column] && (typeof found === "bigint" || Number.isInteger(found))
        ? groupDigits(String(found))
        : found;
    },
  };
}

/** Whether both traces have a table. */
function haveTable({ catalog }: Session, table: string): boolean {
  return NAMES.every((name) => catalog.table(table, name) !== undefined);
}

function ask(
  session: Session,
  query: string,
  take: (rows: ResultTable) => void | Promise<void>,
): Promise<void> {
  return runScript(session, query, { rows: ({ table }) => take(table) });
}

async function measureAll(session: Session): Promise<Map<string, BeforeAfter>> {
  const measured = new Map<string, BeforeAfter>();
  for (const { name, table, query } of MEASURES) {
    if (!haveTable(session, table)) continue;
    const found: (bigint | number)[] = [];
    for (const trace of NAMES) {
      await ask(session, query(trace), (rows) => void found.push(numberAt(rows, 0, 0)));
    }
    measured.set(name, { before: found[0]!, after: found[1]! });
  }
  return measured;
}

/** Returns the allocations of each function before and after, as `count` and `bytes`. */
async function functionPairs(session: Session): Promise<(BeforeAfter & { readonly measure: string })[]> {
  const pairs: (BeforeAfter & { readonly measure: string })[] = [];
  await ask(session, FUNCTIONS_QUERY, (rows) => {
    const at = (name: string): number => rows.columns.findIndex((column) => column.name === name);
    for (let row = 0; row < rows.rowCount; row++) {
      for (const measure of ["count", "bytes"]) {
        pairs.push({
          measure,
          of: String(rows.value(row, at("func")) ?? "no function"),
          before: numberAt(rows, row, at(`${measure}_before`)),
          after: numberAt(rows, row, at(`${measure}_after`)),
        });
      }
    }
  });
  return pairs;
}

function numberAt(rows: ResultTable, row: number, column: number): bigint | number {
  const value = rows.value(row, column);
  return typeof value === "bigint" || typeof value === "number" ? value : 0n;
}

/**
 * Returns the pairs of numbers for which a rule is violated. Throws `UsageError` if the traces lack its
 * measure.
 */
function violationsOf(
  rule: Rule,
  measured: ReadonlyMap<string, BeforeAfter>,
  functions: readonly (BeforeAfter & { readonly measure: string })[] | undefined,
): BeforeAfter[] {
  const total = measured.get(rule.measure);
  const pairs = rule.ofFunctions
    ? functions?.filter(({ measure }) => measure === rule.measure)
    : total && [total];
  if (pairs === undefined) {
    throw new UsageError(
      `Rule "${rule.text}" needs a measure that these traces do not have: they have ${
        [...measured.keys()].join(", ")
      }`,
    );
  }
  return pairs.filter((pair) => isRuleMet(rule, pair));
}

function verdicts(rules: readonly { readonly rule: Rule; readonly pairs: readonly BeforeAfter[] }[]): string {
  const lines = rules.flatMap(({ rule, pairs }) =>
    pairs.length === 0
      ? [`- passed: \`${rule.text}\` does not hold`]
      : pairs.map((pair) =>
        `- **failed**: \`${rule.text}\`${pair.of ? ` in \`${visible(pair.of)}\`` : ""}: ${changeText(pair)}`
      )
  );
  return lines.length === 0 ? "" : lines.join("\n") + "\n\n";
}

function totalsTable(measured: ReadonlyMap<string, BeforeAfter>): string {
  // Leave out tables whose measures are all zero in both runs, such as leaks if there are no blocks.
  const alive = new Set(
    MEASURES.filter(({ name }) => isNonZero(measured.get(name))).map(({ table }) => table),
  );
  const rows = MEASURES.flatMap(({ name, summary, table }) => {
    const pair = measured.get(name);
    if (pair === undefined || !alive.has(table)) return [];
    const { before, after } = pair;
    return [
      `| ${name.replaceAll("_", "\\_")} | ${summary} | ${formatMeasure(before)} | ${formatMeasure(after)} | ${
        changeText(pair)
      } |`,
    ];
  });
  return ["| measure | what | base | new | change |", "| --- | --- | ---: | ---: | ---: |", ...rows].join(
    "\n",
  ) + "\n";
}

function isNonZero(pair: BeforeAfter | undefined): boolean {
  return pair !== undefined && (Number(pair.before) !== 0 || Number(pair.after) !== 0);
}

/** Formats a change: `+120 (+12.5%)`. */
function changeText(pair: BeforeAfter): string {
  const delta = deltaOf(pair);
  if (Number(delta) === 0) return "0";
  const sign = Number(delta) > 0 ? "+" : "-";
  const size = typeof delta === "bigint" ? (delta < 0n ? -delta : delta) : Math.abs(delta);
  const percent = Number(delta) / Number(pair.before) * 100;
  return `${sign}${formatMeasure(size)}${
    Number.isFinite(percent) ? ` (${sign}${Math.abs(percent).toFixed(1)}%)` : ""
  }`;
}

function formatMeasure(value: bigint | number): string {
  if (typeof value === "bigint") return groupDigits(value);
  return Number.isInteger(value) ? groupDigits(value) : String(Number(value.toFixed(3)));
}
