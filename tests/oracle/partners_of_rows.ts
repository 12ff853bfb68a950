/**
 * Partners whose answers are rows: the same ones, or pieces of them.
 * @module
 */

import { difference } from "../query/oracle/compare.ts";
import { askable, shown, written } from "../query/oracle/relation.ts";
import { inside, LEVEL } from "../query/oracle/terms.ts";
import { type Ground, type Partners, sameAnswers, text } from "./partner_ground.ts";

/** `sort` and `take` equal `top`. */
export function top(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const key = ground.column(rows, () => true);
  if (key === undefined) return undefined;
  const n = ground.random.pick([0, 1, 3, 10, 1000]);
  const [sorted, top] = ground.random.oneIn(2) ? [`${key} desc`, key] : [key, `${key} asc`];
  return {
    name: "sort and take, top",
    scripts: [`${text(rows)} | sort ${sorted} | take ${n}`, `${text(rows)} | top ${n} by ${top}`],
    judge: sameAnswers,
  };
}

/** Rows numbered in an order equal those of a sort, and the previous row is the one in the window. */
export function numbered(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const key = ground.column(rows, () => true);
  if (key === undefined) return undefined;
  const n = ground.random.pick([0, 1, 3, 10, 1000]);
  const direction = ground.random.pick(["", " desc"]);
  return {
    name: "sort and take, numbers in a window",
    scripts: [
      `${text(rows)} | sort ${key}${direction} | take ${n}`,
      `${
        text(rows)
      } | window order ${key}${direction}: nth = row_number() | where nth <= ${n} | sort nth | drop nth`,
    ],
    judge: sameAnswers,
  };
}

/** The best row of a window, the first of equal ones in its order: the first of a sort by both. */
export function bestInOrder(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const key = ground.column(rows, () => true);
  const by = ground.column(rows, () => true);
  if (key === undefined || by === undefined) return undefined;
  const [direction, along] = [ground.random.pick(["", " desc"]), ground.random.pick(["", " desc"])];
  const best = direction === "" ? "argmin" : "argmax";
  const numbered = `${text(rows)} | window: nth = row_number()`;
  return {
    name: `${best} in a window with an order`,
    scripts: [
      `${numbered} | window order ${key}${along}: best = ${best}(nth, ${by}) | summarize best = first(best)`,
      `${numbered} | where ${by} is not null | sort ${by}${direction}, ${key}${along}, nth | summarize best = first(nth)`,
    ],
    judge: sameAnswers,
  };
}

/** The previous row, by a window and by a join. */
export function before(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const key = ground.column(rows, ({ type }) => type === "u64" || type === "text");
  if (key === undefined) return undefined;
  const numbered = `${
    text(rows)
  } | window: nth = row_number() | where ${key} is not null | select k = ${key}, nth`;
  return {
    name: "lag, join last",
    scripts: [
      `${numbered} | window by k order nth: was = lag(nth)`,
      `${numbered} | join left last (${numbered} | extend was = nth) on k before nth`,
    ],
    judge: sameAnswers,
  };
}

/** Rows that are taken, and rows that are skipped. */
export function pieces(ground: Ground): Partners {
  const rows = ground.rows();
  const n = ground.random.below(30);
  return {
    name: "take and skip",
    scripts: [
      `${text(rows)}`,
      `${text(rows)} | take ${n}`,
      `${text(rows)} | skip ${n}`,
      `${text(rows)} | tail ${n}`,
    ],
    judge: ([whole, first, rest, last]) =>
      difference({ rows: [...first!, ...rest!] }, { rows: whole! }) ??
        difference({ rows: last! }, { rows: n === 0 ? [] : whole!.slice(-n) }),
  };
}

/** A filter may be moved before a stage that neither drops rows nor changes the columns that it reads. */
export function filterFirst(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const where = `where ${ground.condition(rows).text}`;
  const key = ground.column(rows, () => true);
  if (key === undefined) return undefined;
  const { expressions } = ground.queries.conditions(rows);
  const made = expressions.make(ground.random.pick(askable(rows.cols)).type, 3);
  const right = ground.queries.begin();
  const [left] = askable(shown(rows.cols)).filter(({ type }) => type === "text" || type === "u64");
  const [partner] = askable(shown(right.cols)).filter(({ type }) => type === left?.type);
  const stages = [`extend y = ${made.text}`, `sort ${key}`];
  if (left && partner) {
    const on = `${written(left.name)} = ${written(partner.name)}`;
    stages.push(`join ${ground.random.pick(["semi", "anti"])} (${text(right)}) on ${on}`);
    stages.push(`join left (${text(right)} | take 3 | select ${written(partner.name)}) on ${on}`);
  }
  // Joined rows, or rows sorted over several traces, have no calls whose arguments could be read.
  const stage = ground.random.pick(
    /\b(?:arg|text|number|u8|f32)\("/.test(where) ? stages.slice(0, 1) : stages,
  );
  return {
    name: "filter before and after",
    scripts: [`${text(rows)} | ${where} | ${stage}`, `${text(rows)} | ${stage} | ${where}`],
    judge: sameAnswers,
  };
}

/** Identities of `and`, `or` and `not`. */
export function logic(ground: Ground): Partners {
  const rows = ground.rows();
  const [a, b] = [ground.condition(rows), ground.condition(rows)];
  const both = `${inside(a, LEVEL.and)} and ${inside(b, LEVEL.and)}`;
  const either = `${inside(a, LEVEL.or)} or ${inside(b, LEVEL.or)}`;
  const start = text(rows);
  return ground.random.oneIn(2)
    ? {
      name: "and",
      scripts: [
        `${start} | where ${both}`,
        `${start} | where ${a.text} | where ${b.text}`,
        `${start} | where not (not ${inside(a, LEVEL.not)} or not ${inside(b, LEVEL.not)})`,
        `${start} | where ${inside(b, LEVEL.and)} and ${inside(a, LEVEL.and)}`,
      ],
      judge: sameAnswers,
    }
    : {
      name: "or",
      scripts: [
        `${start} | where ${either}`,
        `${start} | where not (not ${inside(a, LEVEL.not)} and not ${inside(b, LEVEL.not)})`,
        `${start} | where if(${a.text}, true, ${b.text}) == true`,
        `${start} | where not not ${inside(b, LEVEL.not)} or ${inside(a, LEVEL.or)}`,
      ],
      judge: sameAnswers,
    };
}

/** `if` gives one value where its condition holds, and the other elsewhere. */
export function choice(ground: Ground): Partners {
  const rows = ground.rows();
  const { expressions } = ground.queries.conditions(rows);
  const condition = ground.condition(rows);
  const { type } = ground.random.pick(askable(rows.cols));
  const [a, b] = [expressions.make(type, 2), expressions.make(type, 2)];
  const chosen = `y = if(${condition.text}, ${a.text}, ${b.text}), z = ${condition.text} and true`;
  return {
    name: "if",
    scripts: [
      `${text(rows)} | select ${chosen} | where z | select y`,
      `${text(rows)} | where ${condition.text} | select y = ${a.text}`,
      `${text(rows)} | select ${chosen} | where not z | select y`,
      `${text(rows)} | where not ${inside(condition, LEVEL.not)} | select y = ${b.text}`,
    ],
    judge: ([a, b, c, d]) => sameAnswers([a!, b!]) ?? sameAnswers([c!, d!]),
  };
}

/** Rows have partners in another query or have none. */
export function membership(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const right = ground.rows();
  const pairs = askable(shown(rows.cols)).flatMap((left) =>
    askable(shown(right.cols)).filter(({ type }) => type === left.type && type !== "f64").map((other) =>
      [left, other] as const
    )
  );
  if (pairs.length === 0) return undefined;
  const [left, other] = ground.random.pick(pairs);
  const [key, column] = [written(left.name), written(other.name)];
  const joined = (kind: string): string =>
    `${text(rows)} | join ${kind} (${text(right)}) on ${key} = ${column}`;
  return {
    name: "in, semi and anti",
    scripts: [
      joined("semi"),
      `${text(rows)} | where ${key} in (${text(right)} | select ${column})`,
      joined("anti"),
      `${text(rows)} | where not ${key} in (${text(right)} | distinct ${column})`,
    ],
    judge: ([a, b, c, d]) => sameAnswers([a!, b!]) ?? sameAnswers([c!, d!]),
  };
}
