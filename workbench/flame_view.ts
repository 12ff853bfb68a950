/**
 * Who allocated, leaked or held what: stacks as a flame graph, or places where there are no stacks. Two traces or two
 * moments can be laid over one another.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { rowsOf } from "./api.ts";
import { choice, h, queryLine } from "./dom.ts";
import { compareTrees, Flame, type FlameNode, nestedTree } from "./flame.ts";
import { allRows, flameTree } from "./results.ts";
import { hasColumn, hasLives, Latest, rangeStage, type Shell, type View } from "./shell.ts";
import { numberOf } from "./values.ts";

type What = "allocated" | "leaked" | "peak" | "moment" | "calls" | "profile";

const WHATS: Readonly<Record<What, string>> = {
  allocated: "allocated",
  leaked: "leaked",
  peak: "live at the peak",
  moment: "live at the picked moment",
  calls: "calls",
  profile: "profile",
};

/** The flame graph of a trace. */
export class FlameView implements View {
  readonly id = "flame";
  readonly title = "Flame graph";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #flame = new Flame("Flame graph: arrows move, Enter zooms in, Esc zooms out");
  readonly #tools = h("div", { class: "tools" });
  readonly #query = h("div");
  readonly #said = h("p", { class: "soft", role: "status" });
  readonly #latest = new Latest();
  #shown = "";

  constructor(shell: Shell) {
    this.#shell = shell;
    this.element = h("section", {}, this.#tools, this.#query, this.#said, this.#flame.element);
  }

  fits(trace: WireTrace): boolean {
    return whatsOf(trace, 0).length > 0;
  }

  update(): void {
    void this.#draw();
  }

  #choice(name: string, options: readonly (readonly [string, string])[], label: string): HTMLElement {
    const { more } = this.#shell.state;
    return choice(label, options, more[name] ?? options[0]![0], (value) => {
      more[name] = value;
      this.#shell.changed();
    });
  }

  async #draw(): Promise<void> {
    const { trace, state, facts } = this.#shell;
    const { more } = state;
    const whats = whatsOf(trace, state.moment);
    const what = whats.find((each) => each === more["what"]) ?? whats[0];
    if (!what) return;
    const weight = more["weight"] ?? "bytes";
    const direction = more["direction"] ?? "down";
    const others = facts.traces.filter(({ name, format }) => name !== trace.name && format === trace.format);
    const other = others.find(({ name }) => name === more["before"]);
    const query = flameQuery(this.#shell, trace, { what, direction });
    const key = JSON.stringify([query, weight, other?.name]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#tools.replaceChildren(
      this.#choice("what", whats.map((each) => [each, WHATS[each]] as const), "Show"),
      this.#choice("weight", [["bytes", "bytes"], ["count", "blocks or calls"]], "by"),
      this.#choice("direction", [["down", "from the outermost function"], ["up", "inverted"]], "drawn"),
    );
    if (others.length > 0) {
      this.#tools.append(
        this.#choice(
          "before",
          [["", "nothing"], ...others.map(({ name }) => [name, name] as const)],
          "compared with",
        ),
      );
    }
    this.#query.replaceChildren(queryLine(query, (text) => this.#shell.take(text)));
    this.#said.textContent = "Running";
    try {
      const signal = this.#latest.next();
      const [tree, kind, unit] = await treeOfQuery(query, weight, signal);
      const before = other &&
        await treeOfQuery(flameQuery(this.#shell, other, { what, direction }), weight, signal);
      this.#said.textContent = tree.value === 0 && !before ? "Nothing" : "";
      this.#flame.show(before ? compareTrees(before[0], tree) : tree, kind, unit);
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      this.#said.textContent = (error as Error).message;
      this.#shown = "";
    }
  }
}

async function treeOfQuery(
  query: string,
  weight: string,
  signal: AbortSignal,
): Promise<readonly [FlameNode, Parameters<Flame["show"]>[1], string]> {
  const line = await allRows(await rowsOf(query, 10_000, signal));
  if (line.columns[0]?.name === "level") return flameTree(line, weight);
  const values = line.columns.map(({ name }) => name);
  const at = Math.max(values.indexOf(weight), values.indexOf("count"));
  const labels = values.flatMap((name, index) => (name === "count" || name === "bytes" ? [] : [index]));
  const rows = (line.cells[0] ?? []).map((_, row) => ({
    path: labels.map((label) => {
      const cell = line.cells[label]![row];
      return cell === null || cell === undefined
        ? `(no ${values[label]})`
        : values[label] === "line"
        ? `line ${cell}`
        : String(cell);
    }),
    value: numberOf(line.cells[at]![row]) ?? 0,
  }));
  const { kind, name } = line.columns[at]!;
  return [nestedTree(rows), kind, kind === "bytes" ? "" : name];
}

function whatsOf(trace: WireTrace, moment: number | null): What[] {
  const whats: What[] = hasColumn(trace, "calls", "name") ? ["calls"] : [];
  if (hasLives(trace)) {
    whats.push("allocated", "leaked", "peak");
    if (moment !== null) whats.push("moment");
  }
  if (hasColumn(trace, "profile", "stack")) whats.push("profile");
  return whats;
}

/** The query of a tree: by stacks where there are any, else by place. */
function flameQuery(
  { state }: Pick<Shell, "state">,
  trace: WireTrace,
  { what, direction }: { readonly what: What; readonly direction: string },
): string {
  const { of } = trace;
  const sources: Readonly<Record<What, string>> = {
    allocated: `allocs${of}${rangeStage(state)}`,
    leaked: `leaks${of}${rangeStage(state)}`,
    peak: `live @ peak${of}`,
    moment: `live @ #${state.moment ?? 0}${of}`,
    profile: `profile${of}`,
    calls: `calls${of}${rangeStage(state, "frame")}`,
  };
  const table = what === "calls" || what === "profile" ? what : "allocs";
  if (hasColumn(trace, table, "stack")) {
    return `${sources[what]} | tree ${direction === "up" ? "up" : "down"}`;
  }
  const places = (table === "calls" ? ["thread", "name"] : ["module", "file", "func", "line", "name", "type"])
    .filter((name) => hasColumn(trace, table, name))
    // A recording has the name of the call twice.
    .filter((name, _, all) => name !== "name" || table === "calls" || !all.includes("func"));
  if (direction === "up") places.reverse();
  const bytes = table === "calls" ? "sum(blob_bytes)" : "sum(size)";
  return `${sources[what]} | by ${places.length > 0 ? places.join(", ") : "kind"}: ` +
    `count = count(), bytes = ${bytes} | sort bytes desc | take 20000`;
}
