/**
 * `diff`: compares the groups of two sides, largest change first.
 *
 * `changes`: compares two sequences of rows by Quarry's rule. Common prefixes and suffixes are matched
 * directly. For the rest, a full table is computed diagonal by diagonal, and tracing back through it yields
 * the matches.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { ROW_NUMBER_COLUMNS } from "../../query/operators/difference/changes.ts";
import type { DiffPlan } from "../../query/operators/difference/diff.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import type { ListFunctions } from "../dialects/dialect.ts";
import { filtered } from "../dialects/sql_text.ts";
import { Expressions } from "../expressions.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";

/** A side of the comparison. */
interface DiffSide {
  readonly expressions: Expressions;
  readonly columns: readonly PlanColumn[];
}

/** Rows of both sides: their keys, `side`, `number` in order, and further values. */
function sidesText(plan: DiffPlan, to: Translation, other: (side: DiffSide) => string): string {
  const sides = [[plan.before, plan.keys], [plan.after, plan.afterKeys]] as const;
  const union = sides.map(([input, exprs], side) => {
    const rows = to.rows(input);
    const expressions = new Expressions(to, rows.columns);
    const list = exprs.map(({ expr }, at) => `${expressions.value(expr)} AS key_${at}`);
    const added = other({ expressions, columns: input.columns });
    return `SELECT ${[...list, `${side} AS side`, added].join(", ")}, ` +
      `row_number() OVER (ORDER BY ${ROW_ORDER_COLUMN}) AS number FROM ${expressions.from(rows.name)}`;
  });
  return to.step("both", union.join(" UNION ALL "));
}

/** SQL for the rows and bytes of both sides of a difference, by key. */
function diffText(plan: DiffPlan, to: Translation): SqlRows {
  const { dialect } = to;
  const keys = plan.keys.map((_, at) => `key_${at}`);
  const hasBytes = plan.columns.some(({ name }) => name === "bytes_delta");
  const both = sidesText(plan, to, ({ expressions, columns }) => {
    if (!hasBytes) return "0 AS bytes";
    return `${dialect.wide(expressions.column(columns.findIndex(({ name }) => name === "size")))} AS bytes`;
  });
  const of = (call: string, side: number): string => dialect.wide(`(${filtered(call, `side = ${side}`)})`);
  const bytes = (side: number): string =>
    dialect.wide(`coalesce(${filtered("sum(bytes)", `side = ${side}`)}, 0)`);
  const groups = to.step(
    "groups",
    `SELECT ${keys.join(", ")}, ${of("count(*)", 0)} AS c0, ${of("count(*)", 1)} AS c1, ` +
      `${bytes(0)} AS b0, ${bytes(1)} AS b1, ${filtered("min(number)", "side = 0")} AS first_before, ` +
      `min(number) AS first_row FROM ${both} GROUP BY ${keys.join(", ")}`,
  );
  const typeOf = (wanted: string): ColumnType =>
    plan.columns.find(({ name }) => name === wanted)?.type ?? "u64";
  const list = to.picked({
    count_before: dialect.fitting("c0", "u64"),
    count_after: dialect.fitting("c1", "u64"),
    count_delta: dialect.cast("(c1 - c0)", "i64"),
    bytes_before: dialect.cast("b0", typeOf("bytes_before")),
    bytes_after: dialect.cast("b1", typeOf("bytes_after")),
    bytes_delta: dialect.cast("(b1 - b0)", "i64"),
    ...Object.fromEntries(plan.keys.map(({ name }, at) => [name, keys[at]!])),
  });
  const order = [
    ...(hasBytes ? ["abs(b1 - b0) DESC"] : []),
    "abs(c1 - c0) DESC",
    // Among groups with equal changes, those that only the second side has come last.
    "first_before NULLS LAST",
    "first_row",
  ].join(", ");
  return to.add(
    "diff",
    `SELECT ${list}, row_number() OVER (ORDER BY ${order}) AS ${ROW_ORDER_COLUMN} FROM ${groups}`,
  );
}

const MOST = QUERY_LIMITS.changeRows.most;
const TOO_MANY =
  `changes: more than ${MOST} rows are left between the common rows at the start and at the end`;
/** A position that does not occur in any row. */
const NOWHERE = "4611686018427387904";
/**
 * Moves of the alignment: the rows match, the row of the first side is removed, a row of the second side is
 * added.
 */
const [PARTNERS, GOES, COMES] = ["=", "-", "+"] as const;

/** Rows without a match, in the order of both sequences. */
function changesText(plan: DiffPlan, to: Translation): SqlRows {
  const { dialect } = to;
  const keys = plan.keys.map((_, at) => `key_${at}`);
  const numbered = sidesText(plan, to, numberText);
  const id = `dense_rank() OVER (ORDER BY ${keys.join(", ")})`;
  const known = to.step("known", `SELECT *, ${id} AS id FROM ${numbered}`);
  const over = "OVER (PARTITION BY id)";
  const rows = to.step("rows", `SELECT *, min(side) ${over} <> max(side) ${over} AS is_common FROM ${known}`);
  const place = (order: string): string =>
    dialect.cast(`(row_number() OVER (PARTITION BY side ORDER BY number${order}))`, "i64");
  const placed = to.step(
    "placed",
    `SELECT id, side, number, ${place("")} AS place, ${place(" DESC")} AS back FROM ${rows} WHERE is_common`,
  );
  // The first position at which the sides differ; 1 if one side is empty.
  const differs = (column: string, from: string): string =>
    `SELECT coalesce(min(${column}), ${NOWHERE}) AS differs_${column} FROM (SELECT ${column} FROM ${from} ` +
    `GROUP BY ${column} HAVING count(*) < 2 OR min(id) <> max(id)) d`;
  const first = to.step("first", differs("place", placed));
  const rest = to.step("rest", `SELECT * FROM ${placed} CROSS JOIN ${first} WHERE place >= differs_place`);
  const last = to.step("last", differs("back", rest));
  const middle = to.step("middle", middleText(`${rest} CROSS JOIN ${last}`, to));
  const moves = to.step("moves", `SELECT ${movesText(dialect.lists)} AS moves FROM ${middle}`);
  const walk = (side: "ours" | "theirs"): string => walkText(side, dialect.lists);
  const partners = to.step(
    "partners",
    `SELECT ${walk("ours")} AS ours, ${walk("theirs")} AS theirs FROM ${moves}`,
  );
  const has = (list: string): string => dialect.lists.has(list, "(place - differs_place + 1)");
  const kept = to.step(
    "kept",
    `SELECT side AS kept_side, number AS kept_number FROM ${placed} CROSS JOIN ${first} CROSS JOIN ${last} ` +
      `CROSS JOIN ${partners} WHERE place < differs_place OR back < differs_back OR ` +
      `CASE WHEN side = 0 THEN ${has("ours")} ELSE ${has("theirs")} END`,
  );
  // Rows between the same two matches form a hunk.
  const between = to.step(
    "between",
    `SELECT r.*, kept_side IS NULL AS is_change, count(kept_side) OVER (PARTITION BY side ORDER BY number) AS gap ` +
      `FROM ${rows} r LEFT JOIN ${kept} k ON kept_side = side AND kept_number = number`,
  );
  const { cast, text } = dialect;
  const list = to.named([
    cast("(dense_rank() OVER (ORDER BY gap))", "u64"),
    `CASE WHEN side = 0 THEN ${text("removed")} ELSE ${text("added")} END`,
    "CASE WHEN side = 0 THEN called END",
    "CASE WHEN side = 1 THEN called END",
    ...keys,
  ]);
  return to.add(
    "changes",
    `SELECT ${list}, row_number() OVER (ORDER BY gap, side, number) AS ${ROW_ORDER_COLUMN} FROM ${between} WHERE is_change`,
  );
}

/** The number of a row. */
function numberText({ expressions, columns }: DiffSide): string {
  const { cast } = expressions.to.dialect;
  const at = ROW_NUMBER_COLUMNS.map((name) => columns.findIndex((each) => each.name === name)).find((each) =>
    each >= 0
  );
  const number = at === undefined ? "(row_number() OVER (ORDER BY _row))" : expressions.column(at);
  return `${cast(number, "u64")} AS called`;
}

/**
 * Both sides without their common ends: `ours`, with -1 after its end; `theirs` from its end, with -2 around
 * it.
 */
function middleText(from: string, { dialect }: Translation): string {
  const { lists } = dialect;
  const side = (number: number): string => lists.ordered("id", "place", `side = ${number}`);
  const size = (number: number): string => `count(CASE WHEN side = ${number} THEN 1 END)`;
  const around = lists.repeated("-2", "ours_size + 1");
  const total = dialect.unless(`ours_size + theirs_size > ${MOST}`, TOO_MANY, "ours_size + theirs_size");
  return `SELECT ${total} AS total, ${lists.concat("ours", lists.numbers("-1"))} AS ours, ` +
    `${lists.concat(around, lists.reversed("theirs"), around)} AS theirs ` +
    `FROM (SELECT ${side(0)} AS ours, ${side(1)} AS theirs, ${size(0)} AS ours_size, ` +
    `${size(1)} AS theirs_size FROM ${from} WHERE back >= differs_back) m`;
}

/**
 * A text for each diagonal of the table, last one first, with a character for each position of the first
 * side. `here` holds the common lengths from the positions of the previous diagonal on, and `beyond` those of
 * the one before that.
 */
function movesText(lists: ListFunctions): string {
  return lists.fold({
    list: lists.upTo("total"),
    type: "number",
    fields: [
      { name: "ours", type: "numbers", start: "ours" },
      { name: "theirs", type: "numbers", start: "theirs" },
      {
        name: "here",
        type: "numbers",
        start: lists.concat(lists.repeated("-1", `${lists.length("ours")} - 1`), lists.numbers("0")),
      },
      { name: "beyond", type: "numbers", start: lists.repeated("-1", lists.length("ours")) },
      { name: "moves", type: "texts", start: lists.texts() },
    ],
    next(field, diagonal) {
      const sides = [
        { list: field("theirs"), from: diagonal },
        { list: field("here"), from: "1" },
        { list: field("here"), from: "0" },
      ];
      const letters = lists.map(
        field("ours"),
        sides,
        (our, their, without, next) =>
          `CASE WHEN ${our} = ${their} THEN '${PARTNERS}' WHEN ${without} >= ${next} THEN '${GOES}' ELSE '${COMES}' END`,
      );
      return {
        ours: field("ours"),
        theirs: field("theirs"),
        here: lists.map(
          field("ours"),
          [...sides, { list: field("beyond"), from: "1" }],
          (our, their, without, next, both) =>
            `CASE WHEN ${our} = ${their} THEN ${both} + 1 ELSE greatest(${without}, ${next}) END`,
        ),
        beyond: field("here"),
        moves: lists.concat(field("moves"), lists.texts(lists.joined(letters))),
      };
    },
  }, "moves");
}

/**
 * Positions of one side that have a match. The walk goes from diagonal to diagonal, skipping the one between
 * the two rows of a match.
 */
function walkText(side: "ours" | "theirs", lists: ListFunctions): string {
  return lists.fold({
    list: lists.reversed("moves"),
    type: "text",
    fields: [
      { name: "diagonal", type: "number", start: "0" },
      { name: "at", type: "number", start: "0" },
      { name: "place", type: "number", start: "0" },
      { name: "partners", type: "numbers", start: lists.numbers() },
    ],
    next(field, letters) {
      const [diagonal, at, place, partners] = [
        field("diagonal"),
        field("at"),
        field("place"),
        field("partners"),
      ];
      const next = lists.letter(letters, `${place} + 1`);
      const letter = `CASE WHEN ${at} = ${diagonal} THEN ${next} ELSE '' END`;
      const own = side === "ours" ? `${place} + 1` : `${at} - ${place} + 1`;
      const more = lists.concat(partners, lists.numbers(own));
      return {
        diagonal: `${diagonal} + 1`,
        at: `${at} + CASE ${letter} WHEN '${PARTNERS}' THEN 2 WHEN '' THEN 0 ELSE 1 END`,
        place: `${place} + CASE ${letter} WHEN '${PARTNERS}' THEN 1 WHEN '${GOES}' THEN 1 ELSE 0 END`,
        partners: `CASE ${letter} WHEN '${PARTNERS}' THEN ${more} ELSE ${partners} END`,
      };
    },
  }, "partners");
}

/** Translations of the difference stages. */
export const DIFFERENCE_STEPS: StepTexts = {
  diff: (plan: DiffPlan, to) => plan.inOrder === true ? changesText(plan, to) : diffText(plan, to),
};
