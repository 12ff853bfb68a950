/**
 * Two traces, or two moments of one: what grew, shrank, appeared and went.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { rowsOf } from "./api.ts";
import { choice, h, queryLine } from "./dom.ts";
import { hasColumn, hasLives, Latest, type Shell, type View } from "./shell.ts";
import { tableOf } from "./table.ts";

const POINTS = ["0%", "10%", "25%", "50%", "75%", "90%", "100%", "peak"];

/** The comparison. */
export class CompareView implements View {
  readonly id = "compare";
  readonly title = "Compare";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #tools = h("div", { class: "tools" });
  readonly #body = h("div");
  readonly #latest = new Latest();
  #shown = "";

  constructor(shell: Shell) {
    this.#shell = shell;
    this.element = h("section", {}, this.#tools, this.#body);
  }

  fits(trace: WireTrace): boolean {
    const others = this.#shell.facts.traces.filter(({ name, format }) =>
      name !== trace.name && format === trace.format
    );
    return keysOf(trace).length > 0 && (others.length > 0 || hasLives(trace));
  }

  update(): void {
    void this.#draw();
  }

  #choice(
    name: string,
    label: string,
    options: readonly (readonly [string, string])[],
    usual: string,
  ): string {
    const { more } = this.#shell.state;
    const chosen = options.some(([value]) => value === more[name]) ? more[name]! : usual;
    this.#tools.append(choice(label, options, chosen, (value) => {
      more[name] = value;
      this.#shell.changed();
    }));
    return chosen;
  }

  async #draw(): Promise<void> {
    const { facts, trace, state } = this.#shell;
    const others = facts.traces.filter(({ format, name }) => format === trace.format && name !== trace.name);
    this.#tools.replaceChildren();
    const keys = keysOf(trace);
    const key = this.#choice("key", "By", keys.map((each) => [each, each] as const), keys[0]!);
    let query: string;
    const withWhom = this.#choice(
      "with",
      "Compare",
      [
        ...others.map(({ name }) => [name, `${name} with ${trace.name}`] as const),
        ...(hasLives(trace) ? [["", "two moments"] as const] : []),
      ],
      others[0]?.name ?? "",
    );
    const other = others.find(({ name }) => name === withWhom);
    if (other) {
      const sources = sourcesOf(trace);
      const source = this.#choice("of", "of", sources.map((each) => [each, each] as const), sources[0]!);
      query = `diff (${source}${other.of}), (${source}${trace.of}) by ${key}`;
    } else {
      const points = POINTS.map((each) => [each, each] as const);
      const moment = state.moment === null ? [] : [[`#${state.moment}`, `record ${state.moment}`] as const];
      const from = this.#choice("from", "from", [...points, ...moment], "25%");
      const to = this.#choice("to", "to", [...points, ...moment], "peak");
      query = `diff (live @ ${from}${trace.of}), (live @ ${to}${trace.of}) by ${key}`;
    }
    if (query === this.#shown) return;
    this.#shown = query;
    try {
      const line = await rowsOf(query, 200, this.#latest.next());
      this.#body.replaceChildren(
        queryLine(query, (text) => this.#shell.take(text)),
        line.rowCount === 0 ? h("p", { class: "soft" }, "Nothing differs") : tableOf(line, {
          open: (text) => this.#shell.take(text),
          showSource: (file, at) => this.#shell.showSource(file, at),
        }),
      );
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      this.#body.replaceChildren(h("pre", { class: "failed" }, (error as Error).message));
      this.#shown = "";
    }
  }
}

function sourcesOf(trace: WireTrace): string[] {
  if (hasLives(trace)) return ["allocs", "leaks"];
  return ["calls", "lines", "blocks", "profile", "units"].filter((name) => hasColumn(trace, name));
}

function keysOf(trace: WireTrace): string[] {
  const table = sourcesOf(trace)[0];
  if (table === undefined) return [];
  const names = ["func", "file", "name", "type", "module", "symbol", "unit", "size"];
  const found = names.filter((name) => hasColumn(trace, table, name));
  return found.includes("func") && hasColumn(trace, table, "line")
    ? ["func", "func, file, line", ...found.slice(1)]
    : found;
}
