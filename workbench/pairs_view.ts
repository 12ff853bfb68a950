/**
 * Pairs of places that allocate and places that free, with the blocks and bytes of each pair.
 * @module
 */

import { MAP_ROWS } from "../src/serve/picture_queries.ts";
import { type PairKey, pairKeys } from "../src/serve/pair_queries.ts";
import type { WireTrace } from "../src/serve/api_types.ts";
import { beforeOf } from "./before.ts";
import { askedLine } from "./copy.ts";
import { select } from "./details.ts";
import { h } from "./dom.ts";
import { type FoundPairs, foundPairs } from "./found_pairs.ts";
import { recordsOf } from "./frames.ts";
import { endText, type PairEnd } from "./pairs.ts";
import { type PairMeasure, PairTable } from "./pair_table.ts";
import { readSelection } from "./selection.ts";
import { hasLives, keptChoice, Latest, type Shell, type View } from "./shell.ts";
import { grouped } from "./values.ts";
import type { Range } from "./page_state.ts";

/** Options for the number of places of each side that get a row or a column of their own. */
const COUNTS = [["10", "10"], ["20", "20"], ["40", "40"]] as const;

/** What the keys name. */
const NOUNS: Readonly<Record<string, string>> = {
  place: "Places",
  func: "Functions",
  name: "Calls",
  file: "Files",
  thread: "Threads",
};

/** The pairs view of a trace. */
export class PairsView implements View {
  readonly id = "pairs";
  readonly title = "Who frees";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #tools = h("div", { class: "tools" });
  readonly #said = h("p", { class: "soft", role: "status" });
  readonly #queries = h("div");
  readonly #table: PairTable;
  readonly #latest = new Latest();
  /** The table to which the selectable cells belong. */
  #shown: { readonly by: string; readonly most: number } | null = null;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#table = new PairTable((from, to) => {
      if (this.#shown) select(shell, { kind: "pair", ...this.#shown, ends: [from, to] });
    });
    this.element = h("section", {}, this.#tools, this.#said, this.#table.element, this.#queries);
  }

  fits(trace: WireTrace): boolean {
    return hasLives(trace) && pairKeys(trace).length > 0;
  }

  async update(ahead?: boolean): Promise<void> {
    const { trace, state } = this.#shell;
    const before = beforeOf(this.#shell);
    // The selection is marked here, and shown elsewhere.
    const { selected: _, ...more } = state.more;
    const signal = this.#latest.begin(JSON.stringify([trace.name, state.range, before?.name, more]), ahead);
    if (!signal) return this.#mark();
    this.#said.className = "soft";
    this.#said.textContent = "Running";
    try {
      const range = await recordsOf(state, trace, signal);
      const keys = pairKeys(trace);
      const chosen = keys.find(({ name }) => name === more["ends"]);
      const count = keptChoice(this.#shell, "most", "largest", COUNTS);
      const most = Number(count.chosen);
      const found = await this.#best(trace, chosen ? [chosen] : keys, { range, most }, signal);
      const hasBytes = (found.pairs?.sums.at(-1)?.at(-1)?.bytes ?? 0) > 0;
      const measures = [["bytes", "bytes"], ["blocks", "blocks"]] as const;
      const measure = keptChoice(
        this.#shell,
        "shade",
        "shades of",
        hasBytes ? measures : measures.slice(1),
      );
      const by = keptChoice(
        this.#shell,
        "ends",
        "by",
        keys.map(({ name }) => [name, name] as const),
        found.key.name,
      );
      this.#tools.replaceChildren(by.element, count.element, measure.element);
      this.#shown = { by: found.key.name, most };
      this.#show(found, measure.chosen as PairMeasure);
      if (before) this.#said.textContent = `This table only shows ${trace.name}`;
      this.#queries.replaceChildren(
        ...found.queries.map((query) => askedLine(query, (text) => this.#shell.take(text))),
      );
      this.#latest.end();
    } catch (error) {
      if (!this.#latest.fails(error)) return;
      this.#said.className = "failed";
      this.#said.textContent = error.message;
    }
  }

  /** Chooses the first key that tells who freed anything: a column may exist without values. */
  async #best(
    trace: WireTrace,
    keys: readonly PairKey[],
    wanted: { readonly range: Range | null; readonly most: number },
    signal: AbortSignal,
  ): Promise<FoundPairs> {
    let first: FoundPairs | null = null;
    for (const key of keys) {
      const found = await foundPairs(trace, key, wanted, signal);
      if (found.pairs?.knowsFreed) return found;
      first ??= found;
    }
    return first!;
  }

  #show({ key, pairs }: FoundPairs, measure: PairMeasure): void {
    const isEmpty = pairs === null || pairs.sums.at(-1)!.at(-1)!.blocks === 0;
    this.#table.element.classList.toggle("hidden", isEmpty);
    if (pairs === null) {
      this.#said.textContent = `More than ${grouped(String(MAP_ROWS))} pairs: select a range, or another key`;
      return;
    }
    this.#said.textContent = isEmpty ? "Nothing to draw: no block was allocated here" : "";
    if (isEmpty) return;
    const { rows, columns } = pairs.names;
    this.#table.show(pairs, measure, {
      label:
        `${measure} by ${key.allocated} that allocated, in rows, and ${key.freed} that freed, in columns`,
      said: `${NOUNS[key.name] ?? key.name} that allocate: ${grouped(String(rows.length))}, that free: ${
        grouped(String(columns.length))
      }; arrows move from cell to cell, Enter shows the blocks`,
    });
    this.#mark();
  }

  /** Marks the cell that the details are about. */
  #mark(): void {
    const selection = readSelection(this.#shell.state.more["selected"]);
    const shown = this.#shown;
    const isShown = selection?.kind === "pair" && selection.by === shown?.by && selection.most === shown.most;
    const wanted = isShown ? selection.ends.map(endText) : null;
    this.#table.mark(
      wanted && ((from: PairEnd, to: PairEnd) => endText(from) === wanted[0] && endText(to) === wanted[1]),
    );
  }
}
