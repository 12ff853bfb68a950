/**
 * `match`: sequences of rows. For each first row, the next row of every step is searched.
 * @module
 */

import type { MatchPlan } from "../../query/operators/sequence/match.ts";
import { Expressions } from "../expressions.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";

/** One row per sequence. */
function matchText(plan: MatchPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const keys = plan.keys.map(({ expr }) => expressions.value(expr));
  const tests = [
    ...plan.steps.map(({ condition }) => condition),
    ...(plan.until === null ? [] : [plan.until]),
  ];
  const there = keys.map((key) => `${key} IS NOT NULL`).join(" AND ");
  const added = [
    ...keys.map((key, at) => `${key} AS key_${at}`),
    ...tests.map((each, at) => `${expressions.truth(each)} AS pass_${at}`),
  ];
  const passing = to.step(
    "passing",
    `SELECT *, ${added.join(", ")} FROM ${expressions.from(input.name)}${there && ` WHERE ${there}`}`,
  );
  const partition = keys.length === 0 ? "" : `PARTITION BY ${keys.map((_, at) => `key_${at}`).join(", ")} `;
  const later =
    `OVER (${partition}ORDER BY ${ROW_ORDER_COLUMN} ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)`;
  const next = tests.map((_, at) =>
    `min(CASE WHEN pass_${at} THEN ${ROW_ORDER_COLUMN} END) ${later} AS next_${at}`
  );
  const linked = to.step("linked", `SELECT *, ${next.join(", ")} FROM ${passing}`);
  const last = plan.steps.length - 1;
  const joins = plan.steps.slice(1).map((_, at) =>
    `JOIN ${linked} m${at + 1} ON m${at + 1}.${ROW_ORDER_COLUMN} = m${at}.next_${at + 1}`
  );
  const conditions = ["m0.pass_0"];
  if (plan.until !== null) {
    const next = `m0.next_${plan.steps.length}`;
    conditions.push(`(${next} IS NULL OR ${next} >= m${last}.${ROW_ORDER_COLUMN})`);
  }
  if (plan.within !== null) {
    const column = expressions.column(plan.within.column);
    const distance = `${to.dialect.wide(`m${last}.${column}`)} - ${to.dialect.wide(`m0.${column}`)}`;
    conditions.push(`abs(${distance}) <= ${plan.within.limit}`);
  }
  const list = to.named([
    ...plan.keys.map((_, at) => `m0.key_${at}`),
    ...plan.steps.flatMap((_, at) => plan.shown.map((index) => `m${at}.${expressions.column(index)}`)),
  ]);
  const from = `${linked} m0 ${joins.join(" ")}`;
  return to.add(
    "match",
    `SELECT ${list}, m0.${ROW_ORDER_COLUMN} AS ${ROW_ORDER_COLUMN} FROM ${from} WHERE ${
      conditions.join(" AND ")
    }`,
  );
}

/** Translations of sequence stages. */
export const SEQUENCE_STEPS: StepTexts = { match: matchText };
