/**
 * The calls of two frames in two columns: equal calls next to each other, with the calls that only one frame
 * has between them.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { rowsOf } from "./api.ts";
import { askedLine } from "./copy.ts";
import { h } from "./dom.ts";
import { grouped } from "./values.ts";

/** Maximum number of calls of each frame that are compared. */
const MOST_CALLS = 2000;

/** A frame of a recording. */
interface Frame {
  readonly trace: WireTrace;
  readonly frame: number;
}

interface Call {
  readonly no: string;
  readonly text: string;
}

/** Shows two frames; their calls are compared without addresses, which differ from run to run. */
export async function sideBySide(
  left: Frame,
  right: Frame,
  take: (query: string) => void,
  signal: AbortSignal,
): Promise<HTMLElement> {
  const source = ({ trace, frame }: Frame): string =>
    `calls${trace.of} | where frame == ${Math.max(-1, frame)} | top ${MOST_CALLS} by no asc`;
  if (left.frame < 0 || right.frame < 0) {
    return h("p", { class: "soft" }, "One of the recordings has no such frame: change the shift");
  }
  const query = `changes (${source(left)}), (${source(right)}) by normal`;
  const calls = async (frame: Frame): Promise<readonly Call[]> => {
    const line = await rowsOf(
      `${source(frame)} | select no, shown = substr(normal, 0, 200)`,
      MOST_CALLS,
      signal,
    );
    return line.cells[0]!.map((no, at) => ({ no: String(no), text: String(line.cells[1]![at] ?? "") }));
  };
  const [before, after] = [await calls(left), await calls(right)];
  const changes = await rowsOf(query, 2 * MOST_CALLS, signal);
  const at = (name: string): number => changes.columns.findIndex((column) => column.name === name);
  const numbers = (name: string): Set<string> =>
    new Set(changes.cells[at(name)]!.flatMap((cell) => (cell === null ? [] : [String(cell)])));
  const rows = aligned(before, after, numbers("before"), numbers("after"));
  const differing = rows.filter(([a, b]) => a === null || b === null).length;
  const isCut = before.length === MOST_CALLS || after.length === MOST_CALLS;
  return h(
    "div",
    {},
    h("h2", {}, `Frame ${left.frame} of ${left.trace.name} and frame ${right.frame} of ${right.trace.name}`),
    askedLine(query, take),
    h(
      "p",
      { class: "soft" },
      `${grouped(String(rows.length - differing))} calls alike, ${grouped(String(differing))} in one of them${
        isCut ? `; the first ${grouped(String(MOST_CALLS))} calls of each` : ""
      }`,
    ),
    h(
      "div",
      { class: "scrollx", tabindex: 0, role: "region", "aria-label": "Calls side by side" },
      h(
        "table",
        { class: "beside" },
        h("colgroup", {}, ...["no", "text", "no", "text"].map((name) => h("col", { class: name }))),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...[left.trace.name, right.trace.name].map((name) => h("th", { scope: "col", colspan: 2 }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          ...rows.map(([a, b]) =>
            h(
              "tr",
              {},
              ...cellsOf(a, b === null ? "went" : ""),
              ...cellsOf(b, a === null ? "came" : ""),
            )
          ),
        ),
      ),
    ),
  );
}

function cellsOf(call: Call | null, kind: string): HTMLElement[] {
  return call === null ? [h("td"), h("td", { class: "none" })] : [
    h("td", { class: "n soft" }, call.no),
    h(
      "td",
      { class: `code ${kind}` },
      kind === "" ? call.text : `${kind === "went" ? "− " : "+ "}${call.text}`,
    ),
  ];
}

/** Returns pairs of calls: those that were neither removed nor added are next to each other, in order. */
function aligned(
  before: readonly Call[],
  after: readonly Call[],
  went: ReadonlySet<string>,
  came: ReadonlySet<string>,
): (readonly [Call | null, Call | null])[] {
  const rows: (readonly [Call | null, Call | null])[] = [];
  let [a, b] = [0, 0];
  while (a < before.length || b < after.length) {
    const [left, right] = [before[a], after[b]];
    if (left && went.has(left.no)) rows.push([left, null]), a++;
    else if (right && came.has(right.no)) rows.push([null, right]), b++;
    else rows.push([left ?? null, right ?? null]), a++, b++;
  }
  return rows;
}
