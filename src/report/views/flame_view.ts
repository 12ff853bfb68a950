/**
 * Shows rows with stacks as a flame graph. It is drawn here for paper and for pages without scripts; the
 * page's script draws it again for zooming, searching and inverting.
 * @module
 */

import { fileNameOf } from "../../base/file_name_of.ts";
import type { ResultTable } from "../../base/result_table.ts";
import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import { framesOf, namedFrame } from "../../engine/stack_frames.ts";
import { visible } from "../../render/visible.ts";
import type { Pools } from "../../tables/pools.ts";
import {
  addPath,
  type CallNode,
  type CallTree,
  foldRecursionIn,
  heaviest,
  type Measure,
  newRoot,
  NO_NAME,
  treeText,
  UNKNOWN,
  walk,
} from "../flame/call_tree.ts";
import {
  boxClass,
  boxLabel,
  boxText,
  layOut,
  measureText,
  type Sums,
  sumsOf,
} from "../flame/flame_layout.ts";
import { type Markup, markup } from "../markup.ts";
import type { FlameMeasure, ViewOptions } from "../panel.ts";
import { columnNamed } from "./bars_view.ts";
import { scrollTable } from "./table_view.ts";
import { nameMarkup } from "../cell_markup.ts";
import { wholeNumber } from "../whole_number.ts";

/** Boxes narrower than this fraction of the page have no room for a name on paper. */
const LEAST_DRAWN = 0.004;
/** Number of levels drawn without the script. */
const LEVELS_DRAWN = 40;
/** Height of a level in pixels; the script reads it from the style. */
const ROW = 20;
/** Number of rows of the table below the graph. */
const LISTED = 40;

/**
 * Shows a flame graph of rows with the column `stack`, and `name` for the function that the innermost frame
 * called.
 */
export function flameView(
  table: ResultTable,
  { measures, caption, pools }: ViewOptions<"flame"> & { readonly pools: Pools },
): Markup {
  const whole = treeOf(table, measures, pools);
  const used = whole.measures.filter(({ at, before }) =>
    [...walk(whole.root)].some(([{ self }]) => self[at] !== 0n || (before >= 0 && self[before] !== 0n))
  );
  if (used.length === 0) return markup`<p class="empty">Nothing to show: every number is 0.</p>`;
  const { root: called, left } = heaviest(whole.root, SHOW_LIMITS.reportCallPaths.most);
  const root = foldRecursionIn(called);
  const sums = sumsOf(root, used[0]!);
  const boxes = layOut(root, sums, { least: LEAST_DRAWN, levels: LEVELS_DRAWN });
  const levels = Math.max(...boxes.map(({ level }) => level)) + 1;
  const drawn = boxes.map(({ node, level, left, width }) =>
    markup`<span class="${boxClass(node, sums)}" style="left:${percent(left)};width:${percent(width)};top:${
      level * ROW
    }px">${boxLabel(node, sums)}</span>`
  );
  const said = left === 0
    ? null
    : markup`<p class="left">${left} of the smallest call paths are combined as “(smaller paths)”.</p>\n`;
  return markup`<div class="flamebox">
<div class="flame" role="img" aria-label="${caption}, by ${used[0]!.title}" style="height:${
    levels * ROW
  }px">${drawn}</div>
<p class="said">${boxText(root, sums, root, used[0]!)} (${used[0]!.title})</p>
${said}<pre hidden class="tree">${lines(treeText({ root: called, measures: used }))}</pre>
<details class="numbers"><summary>The numbers</summary>
${heaviestFunctionsTable(root, used[0]!, sums, caption)}
</details>
</div>`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}

/** Splits a text into lines; names contain no invisible characters any more at this point. */
function lines(text: string): Markup[] {
  return text.split("\n").map((line) => markup`\n${line}`);
}

/** Builds a tree from rows. */
function treeOf(table: ResultTable, wanted: readonly FlameMeasure[], pools: Pools): CallTree {
  const measures: Measure[] = [];
  const columns: number[] = [];
  for (const { title, unit, column, before } of wanted) {
    const at = columns.push(columnNamed(table, column)) - 1;
    const beforeAt = before === undefined ? -1 : columns.push(columnNamed(table, before)) - 1;
    measures.push({ title, unit, at, before: beforeAt });
  }
  const [stackAt, nameAt] = [
    columnNamed(table, "stack"),
    table.columns.findIndex(({ name }) => name === "name"),
  ];
  const root = newRoot(columns.length);
  const names = new Map<number, string>();
  for (let row = 0; row < table.rowCount; row++) {
    const stack = table.value(row, stackAt);
    const path = stack === null ? ["(no stack)"] : framesOf(pools, Number(stack)).map((frame) => {
      const known = names.get(frame) ?? frameText(pools, frame);
      names.set(frame, known);
      return known;
    }).reverse();
    const called = nameAt < 0 ? null : table.value(row, nameAt);
    if (typeof called === "string" && called !== "") path.push(visible(called));
    addPath(root, path, columns.map((column) => wholeNumber(table.value(row, column))));
  }
  return { root, measures };
}

/** Returns the name of a function, or else of its library, because an address differs in the next run. */
function frameText(pools: Pools, frame: number): string {
  const { name, module, address } = namedFrame(pools, frame);
  const library = fileNameOf(module);
  const isAddress = address !== null && name.endsWith(`!0x${address.toString(16)}`);
  if (isAddress && library !== "") return visible(`${library} ${NO_NAME}`);
  return visible(name === "" ? UNKNOWN : name);
}

/** A table of the heaviest functions, for readers who cannot see the graph. */
function heaviestFunctionsTable(root: CallNode, measure: Measure, sums: Sums, caption: string): Markup {
  const { title, before } = measure;
  const kept = new Set(
    [...sums.width].sort((a, b) => (a[1] < b[1] ? 1 : a[1] > b[1] ? -1 : 0)).slice(0, LISTED).map(([node]) =>
      node
    ),
  );
  const number = (value: bigint): Markup =>
    markup`<td class="n"><data value="${value}">${measureText(value, measure)}</data></td>`;
  const rows = [...walk(root)].filter(([node]) => kept.has(node)).map(([node, level]) =>
    markup`<tr><td class="n">${level}</td><td class="t">${nameMarkup(node.name)}</td>${
      sums.before ? number(sums.before.get(node)!) : null
    }${number(sums.after.get(node)!)}</tr>\n`
  );
  const head = (text: string): Markup => markup`<th scope="col" class="n">${text}</th>`;
  const heads = markup`${head("level")}<th scope="col">function</th>${
    before < 0 ? null : head(`${title} before`)
  }${head(before < 0 ? title : `${title} after`)}`;
  const said = `${caption}: the ${rows.length} functions with the most`;
  return scrollTable({ label: `${caption}: numbers`, caption: said }, heads, rows);
}
