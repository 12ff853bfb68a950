/**
 * Memory by address: single blocks or, if there are many, what each range of addresses contains over the
 * trace; sizes over the trace; and who holds memory, by file and function.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { hasColumn, MAP_ROWS, mapStep, rangeFilter } from "../src/serve/picture_queries.ts";
import { drawnNumbersOf, type NumbersLine } from "./api.ts";
import { beforeOf } from "./before.ts";
import { askedLine } from "./copy.ts";
import { h } from "./dom.ts";
import { pointOf, recordsOf } from "./frames.ts";
import { Heat, type HeatData } from "./heat.ts";
import { liveMap, MAP_ROW_KINDS, type MapRows } from "./live_map.ts";
import { hasLives, keptChoice, Latest, type Shell, type View } from "./shell.ts";
import type { Range } from "./page_state.ts";
import { type Leaf, Treemap } from "./treemap.ts";
import { signedLegend } from "./legend.ts";
import { cellText, grouped, numberOf, sizeText } from "./values.ts";

/** Maximum number of boxes in a treemap. */
const MOST_BOXES = 800;

type Show = "lives" | "sizes" | "tree";

type Ask = Parameters<typeof liveMap>[2];

/** The memory map view of a trace. */
export class MapView implements View {
  readonly id = "map";
  readonly title = "Memory map";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #tools = h("div", { class: "tools" });
  readonly #queries = h("div");
  readonly #said = h("p", { class: "soft", role: "status" });
  readonly #body = h("div");
  readonly #latest = new Latest();
  readonly #latestAhead = new Latest();

  constructor(shell: Shell) {
    this.#shell = shell;
    this.element = h("section", {}, this.#tools, this.#said, this.#body, this.#queries);
  }

  fits(trace: WireTrace): boolean {
    return hasLives(trace) && showsOf(trace).length > 0;
  }

  #choice(name: string, options: readonly (readonly [string, string])[], label: string): string {
    const { chosen, element } = keptChoice(this.#shell, name, label, options);
    this.#tools.append(element);
    return chosen;
  }

  async update(ahead?: boolean): Promise<void> {
    const { trace, state } = this.#shell;
    const before = beforeOf(this.#shell);
    // Ignore the selection, which is shown elsewhere.
    const { selected: _, ...more } = state.more;
    const key = JSON.stringify([trace.name, state.range, state.moment, before?.name, more]);
    const signal = this.#latest.begin(key, ahead);
    if (!signal) return;
    this.#tools.replaceChildren();
    const show = this.#choice("map", showsOf(trace), "Show") as Show;
    const which = show === "tree" ? this.#choice("mapof", this.#whiches(), "of blocks") : "allocated";
    const rows = show === "lives" ? this.#choice("maprows", MAP_ROW_KINDS, "one row per") : "";
    this.#said.className = "soft";
    this.#said.textContent = "Running";
    try {
      const range = await recordsOf(state, trace, signal);
      const queries: string[] = [];
      const parts = await this.#parts(show, { which, rows }, range, signal, async (query) => {
        queries.push(query);
        return await drawnNumbersOf(query, MAP_ROWS, signal);
      });
      this.#said.textContent = before?.kind === "moment" && show !== "tree"
        ? `This map shows all points; the treemap compares with ${before.name}`
        : "";
      this.#body.replaceChildren(...parts);
      this.#queries.replaceChildren(
        ...queries.map((query) => askedLine(query, (text) => this.#shell.take(text))),
      );
      this.#latest.end();
    } catch (error) {
      if (!this.#latest.fails(error)) return;
      this.#said.className = "failed";
      this.#said.textContent = error.message;
    }
  }

  /** Prepares every drawing of the current range, and the treemap of each kind of blocks. */
  async prepare(): Promise<void> {
    const { trace, state } = this.#shell;
    const signal = this.#latestAhead.begin(JSON.stringify([trace.name, state]), true);
    if (!signal) return;
    try {
      const range = await recordsOf(state, trace, signal);
      for (const [show] of showsOf(trace)) {
        const choices = show === "tree"
          ? this.#whiches().map(([which]) => ({ which, rows: "" }))
          : (show === "lives" ? MAP_ROW_KINDS : [[""]]).map(([rows]) => ({
            which: "allocated",
            rows: rows!,
          }));
        for (const choice of choices) {
          await this.#parts(
            show,
            choice,
            range,
            signal,
            (query) => drawnNumbersOf(query, MAP_ROWS, signal),
          );
        }
      }
      this.#latestAhead.end();
    } catch (error) {
      // The error is shown to the user who chooses this drawing.
      this.#latestAhead.fails(error);
    }
  }

  /** Returns the options of a treemap. A point is compared with what was live at another one. */
  #whiches(): (readonly [string, string])[] {
    const sums = [["allocated", "allocated"], ["leaked", "leaked"]] as const;
    return [
      ...(beforeOf(this.#shell)?.kind === "moment" ? [] : sums),
      ["peak", "live at the peak"],
      ["end", "live at the end"],
      ...(this.#shell.state.moment === null ? [] : [["moment", "live at the selected point"] as const]),
    ];
  }

  async #parts(
    show: Show,
    { which, rows }: { readonly which: string; readonly rows: string },
    range: Range | null,
    signal: AbortSignal,
    ask: Ask,
  ): Promise<HTMLElement[]> {
    const { trace, state } = this.#shell;
    const before = beforeOf(this.#shell);
    const other = before?.kind === "trace" ? before.trace : null;
    // Use the same range of both, as the timeline shows them.
    const rangeOther = other && await recordsOf(this.#shell.state, other, signal);
    if (show === "sizes") return [await this.#sizes(trace, range, other, rangeOther, ask)];
    if (show === "tree") return [await this.#tree(trace, range, which, rangeOther, ask)];
    const wanted = { rows: rows as MapRows, moment: state.moment };
    const parts = await liveMap(this.#shell, { ...wanted, trace, range }, ask);
    if (other) {
      parts.push(
        h("h2", {}, `The map of ${other.name}`),
        ...await liveMap(this.#shell, { ...wanted, trace: other, range: rangeOther }, ask),
      );
    }
    return parts;
  }

  async #sizes(
    trace: WireTrace,
    range: Range | null,
    other: WireTrace | null,
    rangeOther: Range | null,
    ask: Ask,
  ): Promise<HTMLElement> {
    const most = Math.max(trace.events, other?.events ?? 0);
    const { from, to } = range ?? { from: 1, to: most + 1 };
    const step = mapStep({ from, to });
    const query = (each: WireTrace, stretch: Range | null): string =>
      `allocs${each.of}${rangeFilter(stretch)} | by step = bin(seq, ${step}), class = bucket(size): ` +
      "blocks = count(), bytes = sum(size)";
    const line = await ask(query(trace, range));
    const against = other ? await ask(query(other, rangeOther)) : null;
    const heat = new Heat("Sizes of blocks over the trace: arrows move from cell to cell");
    const data = sizesOf(line, against, { from, to, step }, other?.name);
    heat.show(
      data,
      data.spots.length > 0 ? "Blocks by size and record" : "Nothing to draw: no block was allocated here",
    );
    return heat.element;
  }

  async #tree(
    trace: WireTrace,
    range: Range | null,
    which: string,
    rangeOther: Range | null,
    ask: Ask,
  ): Promise<HTMLElement> {
    const { state } = this.#shell;
    const before = beforeOf(this.#shell);
    const names = treeKeys(trace);
    // The blocks live at the end that were allocated in the selected range.
    const live = (each: WireTrace, point: string, stretch: Range | null): string =>
      `live @ ${point}${each.of}${rangeFilter(stretch)}`;
    const source = (each: WireTrace, stretch: Range | null): string =>
      which === "peak" || which === "end"
        ? live(each, which, stretch)
        : which === "moment" && state.moment !== null
        ? live(each, pointOf(each, state.moment), stretch)
        : `${which === "leaked" ? "leaks" : "allocs"}${each.of}${rangeFilter(stretch)}`;
    const stages = ` | by ${
      names.join(", ")
    }: blocks = count(), bytes = sum(size) | sort bytes desc | take ${MOST_BOXES}`;
    const line = await ask(source(trace, range) + stages);
    const against = before === null ? null : await ask(
      (before.kind === "trace" ? source(before.trace, rangeOther) : live(trace, before.point, range)) +
        stages,
    );
    const map = new Treemap(
      "Bytes by file and function: arrows move, Enter shows the source",
      ({ outer }) => {
        if (names[0] === "file" && outer !== "") this.#shell.showSource(outer, 0);
      },
    );
    const leaves = leavesOf(line, against, names);
    const isEmpty = leaves.every(({ value, before = 0 }) => value === 0 && before === 0);
    map.show(
      leaves,
      isEmpty
        ? "Nothing to draw: no block has a byte"
        : `${grouped(String(line.rowCount))} ${names.join(" and ")}`,
      before && !isEmpty ? signedLegend(before.name) : undefined,
    );
    return map.element;
  }
}

function showsOf(trace: WireTrace): (readonly [Show, string])[] {
  const shows: (readonly [Show, string])[] = [];
  if (hasColumn(trace, "allocs", "addr")) shows.push(["lives", "blocks over the trace"]);
  shows.push(["sizes", "sizes over the trace"]);
  if (treeKeys(trace).length > 0) shows.push(["tree", `treemap by ${treeKeys(trace).join(" and ")}`]);
  return shows;
}

/** Returns the keys of the outer and the inner boxes. */
function treeKeys(trace: WireTrace): readonly string[] {
  const has = (name: string): boolean => hasColumn(trace, "allocs", name);
  const outer = ["file", "module", "type", "thread"].find(has);
  const inner = ["func", "name", "type"].find((name) => has(name) && name !== outer);
  return [outer, inner].filter((name) => name !== undefined);
}

function sizesOf(
  line: NumbersLine,
  against: NumbersLine | null,
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
  name?: string,
): HeatData {
  const first = Math.floor(from / step);
  const columns = Math.floor((to - 1) / step) - first + 1;
  interface Found {
    readonly column: number;
    readonly size: number;
    value: number;
    before: number;
    bytes: number;
  }
  const found = new Map<string, Found>();
  for (const [each, isBefore] of [[line, false], [against, true]] as const) {
    each?.cells[0]?.forEach((at, row) => {
      const column = Math.floor(Number(at) / step) - first;
      // Blocks of no bytes have no class.
      const size = numberOf(each.cells[1]![row]) ?? -1;
      const key = `${column} ${size}`;
      const spot = found.get(key) ?? { column, size, value: 0, before: 0, bytes: 0 };
      found.set(key, spot);
      const blocks = Number(each.cells[2]![row]);
      if (isBefore) spot.before += blocks;
      else spot.value += blocks, spot.bytes += numberOf(each.cells[3]![row]) ?? 0;
    });
  }
  const sizes = [...new Set([...found.values()].map(({ size }) => size))].sort((a, b) => b - a);
  const words = (size: number): string => size < 0 ? "0" : `${sizeText(2 ** size)} –`;
  return {
    rows: sizes.map(words),
    columns,
    left: `record ${from}`,
    right: String(to - 1),
    scale: {
      title: `blocks of ${step === 1 ? "each record" : `${grouped(String(step))} records`}`,
      most: [...found.values()].reduce((most, { value }) => Math.max(most, value), 0),
      isWhole: true,
      words: (value) => grouped(String(value)),
    },
    ...(name === undefined ? {} : { against: name }),
    spots: [...found.values()].sort((a, b) => b.size - a.size || a.column - b.column).map((
      { column, size, value, before, bytes },
    ) => ({
      row: sizes.indexOf(size),
      column,
      value,
      ...(against ? { before } : {}),
      blocks: value,
      bytes,
    })),
    said: ({ row, column, blocks, bytes = 0, before }) => {
      const size = sizes[row]!;
      return `${
        size < 0 ? "no bytes" : `${sizeText(2 ** size)} to ${sizeText(2 ** (size + 1))}`
      }, from record ${grouped(String((first + column) * step))}: ${grouped(String(blocks))} blocks, ${
        sizeText(bytes)
      }${before === undefined ? "" : `; ${grouped(String(before))} before`}`;
    },
  };
}

function leavesOf(line: NumbersLine, against: NumbersLine | null, names: readonly string[]): Leaf[] {
  const leaves = new Map<
    string,
    { path: readonly string[]; value: number; before: number; blocks: string }
  >();
  for (const [each, isBefore] of [[line, false], [against, true]] as const) {
    const at = (name: string): number => each?.columns.findIndex((column) => column.name === name) ?? -1;
    each?.cells[0]?.forEach((_, row) => {
      const path = names.map((name) => {
        const cell = each.cells[at(name)]![row];
        return cell === null || cell === undefined ? `(no ${name})` : String(cell);
      });
      const key = JSON.stringify(path);
      const leaf = leaves.get(key) ?? { path, value: 0, before: 0, blocks: "0" };
      leaves.set(key, leaf);
      const bytes = numberOf(each.cells[at("bytes")]![row]) ?? 0;
      if (isBefore) leaf.before += bytes;
      else {
        leaf.value += bytes;
        leaf.blocks = cellText(each.columns[at("blocks")]!, String(each.cells[at("blocks")]![row]!));
      }
    });
  }
  return [...leaves.values()].map(({ path, value, before, blocks }) => ({
    outer: path[0]!,
    inner: path.at(-1)!,
    value,
    ...(against ? { before } : {}),
    said: `${path.join(", ")}: ${sizeText(value)} in ${blocks} blocks${
      against ? `; ${sizeText(before)} before` : ""
    }`,
  }));
}
