/**
 * Shows the headlines of the open traces: a sentence, a curve or bars, and rows that lead to their queries.
 * @module
 */

import type { HeadlineRequest, WireHeadline, WirePicture } from "../src/serve/api_types.ts";
import { amountOf, bytesOf } from "../src/base/amount_text.ts";
import { chartMaximum } from "../src/base/chart_maximum.ts";
import { ask } from "./api.ts";
import { button, h } from "./dom.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const HEIGHT = 100;

/** Requests the headlines of all open traces, or of what changed between two. */
export async function headlines(
  request: HeadlineRequest,
  signal?: AbortSignal,
): Promise<readonly WireHeadline[]> {
  return await ask<readonly WireHeadline[]>("headline", request, signal);
}

/**
 * Creates the element of a headline, or of a part of it; `take` is called with the query of a row that is
 * clicked.
 */
export function headlineElement(
  { traces, sentence, damage, picture, rows }: WireHeadline,
  { take, shows = "all", named }: {
    readonly take: (query: string) => void;
    readonly shows?: "all" | "sentence" | "rows";
    /** Whether the sentence names the trace. */
    readonly named: boolean;
  },
): HTMLElement {
  const [name] = traces;
  const text = named && traces.length === 1 ? `${name}: ${sentence}` : sentence;
  return h(
    "section",
    {
      class: shows === "sentence" ? "lead" : "headline",
      "aria-label": `${shows === "rows" ? "What stands out" : "Headline"}: ${traces.join(", ")}`,
    },
    shows !== "rows" && h("p", { class: "sentence" }, ...marked(text)),
    shows !== "rows" && damage !== null && h("p", { class: "failed" }, `Damaged: ${damage}`),
    shows === "all" && picture?.kind === "curve" && curveElement(picture, take),
    shows !== "sentence" && rows.length > 0 && h(
      "ol",
      { class: "headrows" },
      ...rows.map(({ label, detail, value, share, tone, query }) => {
        const fill = h("span", { class: `fill ${tone ?? ""}` });
        fill.style.width = `${(100 * (share ?? 0)).toFixed(2)}%`;
        return h(
          "li",
          {},
          share === null ? h("span", {}) : h("span", { class: "track" }, fill),
          h("span", { class: `n ${tone ?? ""}` }, value),
          button(label, () => take(query), { class: "link", title: query }),
          // Every row needs the same number of cells, or those of the next row would move up.
          h("span", { class: "soft" }, detail ?? ""),
        );
      }),
    ),
  );
}

/** Converts a text in which names between backticks become code. */
function marked(text: string): (Node | string)[] {
  return text.split("`").map((part, at) => at % 2 === 1 ? h("code", {}, part) : part);
}

/** Draws the curve, with its title and its maximum. */
function curveElement(
  { title, values, ends, axis, unit, query }: Extract<WirePicture, { readonly kind: "curve" }>,
  take: (query: string) => void,
): HTMLElement {
  const most = Math.max(...values, 0);
  const ceiling = chartMaximum(values);
  const said = `${title}, at most ${unit === "bytes" ? bytesOf(most) : amountOf(most)}`;
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", said);
  const width = WIDTH / Math.max(1, values.length);
  const top = (value: number): string =>
    (HEIGHT - (most === 0 ? 0 : (HEIGHT - 4) * Math.min(value, ceiling) / ceiling)).toFixed(1);
  const line = values.map((value, at) =>
    `${at === 0 ? "M0" : `L${(at * width).toFixed(1)}`} ${top(value)}H${((at + 1) * width).toFixed(1)}`
  ).join("");
  for (const [kind, path] of [["area", `${line}V${HEIGHT}H0Z`], ["line", line]] as const) {
    const element = document.createElementNS(NAMESPACE, "path");
    element.setAttribute("class", kind);
    element.setAttribute("d", path);
    svg.append(element);
  }
  return h(
    "div",
    { class: "headcurve" },
    svg,
    h(
      "div",
      { class: "soft axis" },
      h("span", {}, `${axis} ${ends[0]}`),
      button(said, () => take(query), { class: "link", title: query }),
      h("span", {}, ends[1]),
    ),
  );
}
