/**
 * Shows who allocated, leaked or held memory: stacks as a flame graph, or places if there are no stacks. Two
 * traces or two points can be compared.
 * @module
 */

import type { StackWeight } from "../src/engine/weights.ts";
import type { CallTree } from "../src/report/flame/call_tree.ts";
import type { WireTrace } from "../src/serve/api_types.ts";
import { hasColumn, rangeFilter, treeQuery, weightStage } from "../src/serve/picture_queries.ts";
import { beforeOf } from "./before.ts";
import { askedLine } from "./copy.ts";
import { select } from "./details.ts";
import { button, h } from "./dom.ts";
import { callTree, compareTrees, flameBox, isEmptyTree } from "./flame_rows.ts";
import { type FlamePart, FlameTable } from "./flame_table.ts";
import { allRowsOf } from "./results.ts";
import { signedLegend } from "./legend.ts";
import { hasLives, keeper, keptChoice, Latest, type Shell, type View } from "./shell.ts";
import { isFrames, pointOf, recordsOf } from "./frames.ts";
import type { PageState, Range } from "./page_state.ts";

type What = "allocated" | "leaked" | "end" | "peak" | "moment" | "calls" | "profile";

const WHATS: Readonly<Record<What, string>> = {
  allocated: "allocated",
  leaked: "leaked",
  end: "live at the end",
  peak: "live at the peak",
  moment: "live at the selected point",
  calls: "calls",
  profile: "profile",
};

/** A choice of what is shown; a profile has one for each of its weights. */
interface Choice {
  readonly id: string;
  readonly title: string;
  readonly what: What;
  readonly weight?: StackWeight;
}

/** Choices that show what was live at a point, and can be compared with another point. */
const MOMENTS: ReadonlySet<What> = new Set(["end", "peak", "moment"]);

/** The flame graph view of a trace. */
export class FlameView implements View {
  readonly id = "flame";
  readonly title = "Flame graph";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #flame = flameBox("Flame graph", {
    measured: (title) => this.#keep("weight", title),
    unfolded: (isUnfolded) => this.#keep("recursion", isUnfolded ? "unfolded" : "folded"),
    chosen: (name, level) => this.#choose(name, level),
    turned: (isTurned) => this.#keep("direction", isTurned ? "up" : "down"),
    drawn: (part) => this.#list(part),
  });
  readonly #functions = new FlameTable((name) => this.#flame.flame.find(name));
  readonly #beside = button("Functions", () => this.#keep("functions", this.#hasTable ? "" : "beside"), {
    title: "The values of each function, without and with its callees, beside the graph",
  });
  #part: FlamePart | null = null;
  readonly #tools = h("div", { class: "tools" });
  readonly #query = h("div");
  readonly #said = h("p", { class: "soft", role: "status" });
  readonly #latest = new Latest();

  constructor(shell: Shell) {
    this.#shell = shell;
    this.element = h(
      "section",
      {},
      this.#tools,
      this.#query,
      this.#said,
      h("div", { class: "flamepanes" }, this.#flame.element, this.#functions.element),
    );
  }

  get #hasTable(): boolean {
    return this.#shell.state.more["functions"] === "beside" && this.#part?.measure.before === -1;
  }

  /** Lists the functions that are shown, if the list is open; comparisons have no such table. */
  #list(part: FlamePart | null): void {
    this.#part = part;
    const hasTable = this.#hasTable;
    this.#functions.element.hidden = !hasTable;
    this.#beside.hidden = part === null || part.measure.before >= 0;
    this.#beside.setAttribute("aria-pressed", String(hasTable));
    if (part && hasTable) this.#functions.show(part);
  }

  #keep(name: string, value: string): void {
    keeper(this.#shell, name)(value);
  }

  /** Shows a function in the details; boxes of places are not functions. */
  #choose(name: string, level: number): void {
    const { trace, state } = this.#shell;
    const isCalls = hasColumn(trace, "calls", "name") && (state.more["what"] ?? "calls") === "calls";
    const hasStacks = ["allocs", "profile", "calls"].some((table) => hasColumn(trace, table, "stack"));
    if (level > (isCalls && !hasStacks ? 1 : 0) && (isCalls || hasStacks)) {
      select(this.#shell, { kind: "func", name });
    }
  }

  fits(trace: WireTrace): boolean {
    return choicesOf(trace, 0).length > 0;
  }

  async update(ahead?: boolean): Promise<void> {
    const { trace, state } = this.#shell;
    const { more } = state;
    const before = beforeOf(this.#shell);
    // A point can only be compared with what was live at another point.
    const choices = choicesOf(trace, state.moment).filter(({ what }) =>
      before?.kind !== "moment" || MOMENTS.has(what)
    );
    const choice = choices.find(({ id }) => id === more["what"]) ?? choices[0];
    if (!choice) return;
    const { what } = choice;
    // Few calls carry bytes, so bytes would be a single wide box for them.
    const weight = more["weight"] ?? (what === "calls" ? "count" : "bytes");
    const direction = more["direction"] ?? "down";
    const isUnfolded = more["recursion"] === "unfolded";
    const key = JSON.stringify([
      trace.name,
      choice.id,
      direction,
      isUnfolded,
      state.range,
      state.moment,
      before?.name,
    ]);
    const signal = this.#latest.begin(key, ahead);
    if (!signal) {
      this.#flame.flame.wideBy(weight);
      return this.#list(this.#part);
    }
    this.#tools.replaceChildren(
      keptChoice(this.#shell, "what", "Show", choices.map(({ id, title }) => [id, title] as const)).element,
      this.#beside,
      ...(before ? [signedLegend(before.name)] : []),
    );
    this.#said.className = "soft";
    this.#said.textContent = "Running";
    try {
      const range = await recordsOf(state, trace, signal);
      const wanted = { choice, direction, isUnfolded, range, state };
      const query = flameQuery(trace, wanted);
      const queryBefore = before === null
        ? null
        : before.kind === "trace"
        ? flameQuery(before.trace, { ...wanted, range: await recordsOf(state, before.trace, signal) })
        : flameQuery(trace, wanted, `live @ ${before.point}${trace.of}${rangeFilter(range)}`);
      this.#query.replaceChildren(
        ...[query, ...(queryBefore === null ? [] : [queryBefore])].map((each) =>
          askedLine(each, (text) => this.#shell.take(text))
        ),
      );
      const treeOf = async (query: string): Promise<CallTree> =>
        weighed(callTree(await allRowsOf(query, signal)), choice.weight);
      const tree = await treeOf(query);
      const against = queryBefore === null ? null : await treeOf(queryBefore);
      this.#said.textContent = isEmptyTree(tree) && !against ? "Nothing" : "";
      this.#flame.flame.show(against ? compareTrees(against, tree) : tree, {
        measure: state.more["weight"] ?? weight,
        isTurned: direction === "up",
        isUnfolded,
        startsBranching: true,
      });
      this.#latest.end();
    } catch (error) {
      if (!this.#latest.fails(error)) return;
      this.#said.className = "failed";
      this.#said.textContent = error.message;
    }
  }
}

function choicesOf(trace: WireTrace, moment: number | null): Choice[] {
  const whats: What[] = hasColumn(trace, "calls", "name") ? ["calls"] : [];
  if (hasLives(trace)) {
    whats.push("allocated", "leaked", "peak", "end");
    if (moment !== null) whats.push("moment");
  }
  const choices = whats.map((what): Choice => ({ id: what, title: WHATS[what], what }));
  const weights = trace.weights.map((weight): Choice => ({
    id: `profile.${weight.column}`,
    title: weight.title,
    what: "profile",
    weight,
  }));
  if (weights.length === 0 && hasColumn(trace, "profile", "stack")) {
    weights.push({ id: "profile", title: WHATS.profile, what: "profile" });
  }
  return [...choices, ...weights];
}

/**
 * `tree` sums up a column called bytes, whatever the weight of the profile is; the number of samples is
 * meaningless here.
 */
function weighed(tree: CallTree, weight: StackWeight | undefined): CallTree {
  const sum = tree.measures.find(({ title }) => title === "bytes");
  return weight && sum ? { ...tree, measures: [{ ...sum, title: weight.title, unit: weight.unit }] } : tree;
}

/** Builds the query of a tree: by stacks if there are any, otherwise by place. */
function flameQuery(
  trace: WireTrace,
  { choice: { what, weight }, direction, isUnfolded, range, state }: {
    readonly choice: Choice;
    readonly direction: string;
    readonly isUnfolded: boolean;
    readonly range: Range | null;
    readonly state: PageState;
  },
  instead?: string,
): string {
  const { of } = trace;
  const sources: Readonly<Record<What, string>> = {
    allocated: `allocs${of}${rangeFilter(range)}`,
    leaked: `leaks${of}${rangeFilter(range)}`,
    // The blocks live at the end that were allocated in the selected range.
    end: `live @ end${of}${rangeFilter(range)}`,
    peak: `live @ peak${of}${rangeFilter(range)}`,
    moment: `live @ ${pointOf(trace, state.moment ?? 0)}${of}${rangeFilter(range)}`,
    profile: `profile${of}${weightStage(weight)}`,
    // If there are no frames, calls count from 0 and records from 1.
    calls: isFrames(trace)
      ? `calls${of}${rangeFilter(state.range, "frame")}`
      : `calls${of}${rangeFilter(range && { from: range.from - 1, to: range.to - 1 }, "no")}`,
  };
  const source = instead ?? sources[what];
  const table = what === "calls" || what === "profile" ? what : "allocs";
  return treeQuery(trace, source, table, { isInverted: direction === "up", isUnfolded });
}
