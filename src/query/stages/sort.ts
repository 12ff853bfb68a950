/**
 * `sort`: sorts rows.
 * @module
 */

import { bindKeys, sortRelation } from "../analysis/bind_order.ts";
import { spanInText } from "../analysis/scope.ts";
import { forecastSort, runSort } from "../operators/top/sort.ts";
import type { SortPlan } from "../plan/steps.ts";
import type { Expression, SortKey, Stage, StageNode } from "../syntax/ast.ts";
import { NOWHERE } from "../syntax/build_nodes.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import { parseSortKeys } from "../syntax/stage_parts.ts";
import { beginsOperand, isPunctuation, type Token } from "../syntax/token.ts";
import type { QueryStage } from "./stage.ts";
import { sameTree } from "../syntax/walk.ts";
import type { StageWord } from "../syntax/language.ts";

/** Directions in the order of completion. */
export const DIRECTIONS: readonly StageWord[] = [
  { word: "desc", doc: "Largest first", ends: true },
  { word: "asc", doc: "Smallest first", ends: true },
  { word: "nulls first", doc: "Rows without a value before the others", ends: true },
];

const NULLS = "nulls first";

/**
 * Returns the words that may follow a token: no second direction, and nothing after `nulls first` or `nulls
 * last`.
 */
export function nextDirectionWords({ word }: Token): readonly string[] {
  if (word === "nulls") return ["first", "last"];
  if (word === "first" || word === "last") return [];
  const words = DIRECTIONS.map((each) => each.word);
  return words.includes(word) ? [NULLS] : words;
}

/** The stage `sort key [asc|desc], …`. */
interface SortNode extends StageNode {
  readonly keys: readonly SortKey[];
}

/** Creates the syntax node of `sort` with one key. */
export function sortNode(value: Expression, direction: SortKey["direction"]): StageNode {
  const key: SortKey = { kind: "sortKey", value, direction, nulls: null, span: NOWHERE };
  const node: SortNode = { kind: "stage", keyword: "sort", keys: [key], span: NOWHERE };
  return node;
}

/** Returns the direction of a stage that sorts by this value alone; null for any other stage. */
export function sortedBy(stage: Stage | undefined, value: Expression): "asc" | "desc" | null {
  if (stage?.kind !== "stage" || stage.keyword !== "sort") return null;
  const { keys: [key, more] } = stage as SortNode;
  if (key === undefined || more !== undefined || key.nulls !== null || !sameTree(key.value, value)) {
    return null;
  }
  return key.direction ?? "asc";
}

/** The stage `sort`. */
export const sort: QueryStage<SortNode, SortPlan> = {
  keyword: "sort",
  usage: "sort KEY [asc|desc] [nulls first], …",
  summary: "Sorts rows",
  examples: [
    "allocs | sort size desc, seq | take 10",
    "allocs | sort func, -size | take 10",
    "allocs | sort freed nulls first | take 10",
  ],
  takesOperand: true,
  elsewhere: [{ word: "order", secondWord: "by" }, { word: "orderby" }],
  called: ["order_by", "sort_by", "sort_values", "sortby", "arrange", "sorted"],
  loosely(operand, reader) {
    const keys = reader.list(reader.bare(operand).replace(/^\s*by\b\s*=?/i, ""));
    const direction = keys.map((key) => /^ascending\s*=\s*(\w+)$/i.exec(key)?.[1]).find((each) =>
      each !== undefined
    );
    const down = /^false$/i.test(direction ?? "");
    const list = keys.filter((key) => !/^\w+\s*=(?!=)/.test(key)).map((each) => reader.sortKey(each));
    if (list.length === 0) return null;
    return `sort ${list.map((key) => down ? `${key} desc` : key).join(", ")}`;
  },
  words: DIRECTIONS,
  parse(state, { span }) {
    skipForeignBy(state);
    const keys = parseSortKeys(state);
    return { kind: "stage", keyword: "sort", keys, span };
  },
  print: (node, writer) => `sort ${node.keys.map((key) => writer.sortKey(key)).join(", ")}`,
  wordsAfter: (_, previous) => nextDirectionWords(previous),
  bind(binder, node, input, frame) {
    const keys = bindKeys(binder, node.keys, input, frame);
    if (keys.length === 0) return input;
    return sortRelation(binder, input, keys, null, spanInText(node.span, { frame }));
  },
  step: {
    op: "sort",
    print(plan, printer) {
      const keys = printer.sortKeys(plan.keys, plan.input.columns);
      return `sort ${keys}${plan.limit === null ? "" : ` limit ${plan.limit}`}`;
    },
    run: (plan, [input], context, limit) => runSort(plan, input!, context, limit),
    forecast: (plan, [input], context, limit) => forecastSort(plan, input!, context, limit),
  },
};

function skipForeignBy(state: ParseState): void {
  const word = state.peek();
  if (word.word !== "by" || !beginsOperand(state.peek(1)) || isPunctuation(state.peek(1), "-")) return;
  state.report("Q113", 'Unexpected "by" after "sort"', word.span, {
    suggestion: 'did you mean "sort" alone?',
    fix: { span: { start: word.span.start, end: state.peek(1).span.start }, text: "" },
  });
  state.advance();
}
