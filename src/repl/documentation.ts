/**
 * Hover information as lines of the screen.
 * @module
 */

import type { Hover } from "../assist/assist.ts";
import { visible } from "../render/visible.ts";
import { groupDigits } from "../base/group_digits.ts";
import { wrapWords } from "./layout.ts";
import type { Run } from "./view.ts";

const MOST_VALUES = 8;
const USUAL_WIDTH = 100;

/** Title, meaning, facts, values and examples. */
export function documentationRuns(hover: Hover, width = USUAL_WIDTH): Run[][] {
  const { title, what, type, doc, facts, values, examples } = hover;
  const lines: Run[][] = [];
  const kind = [what, ...(type === undefined ? [] : [type])].filter((part) => part !== "").join(", ");
  lines.push([{ text: visible(title), style: "strong" }, {
    text: kind === "" ? "" : `  ${visible(kind)}`,
    style: "faint",
  }]);
  for (const paragraph of doc.split("\n")) {
    for (const line of wrapWords(visible(paragraph), width - 2)) {
      lines.push([{ text: `  ${line}`, style: "plain" }]);
    }
  }
  if (facts.length > 0) {
    const text = facts.map(({ name, value }) => `${name} ${value}`).join(" · ");
    for (const line of wrapWords(visible(text), width - 2)) {
      lines.push([{ text: `  ${line}`, style: "hint" }]);
    }
  }
  if (values.length > 0) {
    const shown = values.slice(0, MOST_VALUES).map(({ value, count }) => `${value} (${groupDigits(count)})`);
    for (const line of wrapWords(visible(shown.join("  ")), width - 2)) {
      lines.push([{ text: `  ${line}`, style: "string" }]);
    }
  }
  for (const example of examples) {
    for (const line of example.split("\n")) lines.push([{ text: `  ${visible(line)}`, style: "faint" }]);
  }
  return lines;
}
