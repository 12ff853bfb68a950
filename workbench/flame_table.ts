/**
 * The functions of a flame graph as a table next to it: the numbers of each function without and with its
 * callees.
 * @module
 */

import { shortName } from "../src/names/short_name.ts";
import type { CallNode, Measure } from "../src/report/flame/call_tree.ts";
import { measureText, type Sums } from "../src/report/flame/flame_layout.ts";
import { type FunctionSums, functionSums } from "../src/report/flame/function_sums.ts";
import { button, h } from "./dom.ts";

/** Maximum number of rows; the functions after them have tiny numbers. */
const MOST_ROWS = 200;

/** The visible part of a flame graph. */
export interface FlamePart {
  /** The function that is zoomed to. */
  readonly top: CallNode;
  readonly root: CallNode;
  readonly sums: Sums;
  readonly measure: Measure;
  readonly isInverted: boolean;
}

type Order = "own" | "whole";

const TITLES: Readonly<Record<Order, string>> = { own: "Itself", whole: "With callees" };

/** The table; choosing a function highlights it in the graph. */
export class FlameTable {
  readonly element: HTMLElement;
  readonly #find: (name: string) => void;
  readonly #heads: ReadonlyMap<Order, HTMLElement>;
  readonly #rows = h("tbody");
  readonly #rest = h("p", { class: "soft" });
  #order: Order = "own";
  #part: FlamePart | null = null;

  constructor(find: (name: string) => void) {
    this.#find = find;
    const orders: readonly Order[] = ["own", "whole"];
    this.#heads = new Map(orders.map((order) => [
      order,
      h("th", { class: "n", scope: "col" }, button(TITLES[order], () => this.#sort(order))),
    ]));
    this.element = h(
      "div",
      { class: "flametable", tabindex: 0, role: "group", "aria-label": "Functions" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Function"), ...this.#heads.values())),
        this.#rows,
      ),
      this.#rest,
    );
  }

  /** Shows the functions of a part of the graph. */
  show(part: FlamePart): void {
    const { top, sums, measure } = this.#part ?? {};
    this.#part = part;
    // The graph is also drawn if only its width has changed.
    if (top !== part.top || sums !== part.sums || measure !== part.measure) this.#draw();
  }

  #sort(order: Order): void {
    this.#order = order;
    this.#draw();
  }

  #draw(): void {
    if (!this.#part) return;
    const { top, root, sums, measure, isInverted } = this.#part;
    for (const [order, head] of this.#heads) {
      head.setAttribute("aria-sort", order === this.#order ? "descending" : "none");
    }
    const functions = functionSums(top, sums, measure, { isInverted, isRoot: top === root })
      .filter(({ own, whole }) => own !== 0n || whole !== 0n)
      .sort((a, b) => this.#compare(a, b));
    const all = Number(sums.after.get(root)!);
    const cell = (value: bigint): HTMLElement =>
      h(
        "td",
        { class: "n" },
        measureText(value, measure),
        h(
          "span",
          { class: "soft" },
          all === 0 || value === 0n ? "" : ` ${(100 * Number(value) / all).toFixed(1)}%`,
        ),
      );
    this.#rows.replaceChildren(
      ...functions.slice(0, MOST_ROWS).map(({ name, own, whole }) =>
        h(
          "tr",
          {},
          h(
            "td",
            {},
            button(shortName(name), () => this.#find(name), {
              class: "link",
              title: `Find ${name} in the graph`,
            }),
          ),
          cell(own),
          cell(whole),
        )
      ),
    );
    const more = functions.length - MOST_ROWS;
    this.#rest.textContent = more > 0 ? `${more} functions more` : "";
  }

  /** Compares functions: largest first, then by name. */
  #compare(a: FunctionSums, b: FunctionSums): number {
    const [first, second] = [a[this.#order], b[this.#order]];
    return first < second ? 1 : first > second ? -1 : a.name < b.name ? -1 : 1;
  }
}
