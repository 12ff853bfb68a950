/**
 * What the page shows: in the address, so that a link leads to the same place, and in the browser, so that nothing that
 * was typed is lost.
 * @module
 */

/** A stretch of a trace: records from the first to before the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What the page shows. */
export interface PageState {
  /** Name of the view. */
  view: string;
  /** Name of the trace. */
  trace: string;
  /** What is brushed; it filters every view. */
  range: Range | null;
  /** The record after which something is shown as it was then. */
  moment: number | null;
  /** Texts of the cells. */
  cells: string[];
  /** Whatever views want to keep, by name. */
  more: Record<string, string>;
}

/** Characters of cells that an address takes; longer ones are only in the browser. */
const ADDRESS_CHARACTERS = 4000;

const key = (traces: readonly string[]): string => `quarry.cells:${traces.join("|")}`;

/** The state of the address and of the browser. */
export function readState(traces: readonly string[]): PageState {
  const fields = new URLSearchParams(location.hash.slice(1));
  const wanted = fields.get("trace") ?? "";
  const range = /^(\d+)-(\d+)$/.exec(fields.get("range") ?? "");
  const moment = /^\d+$/.exec(fields.get("at") ?? "");
  const more: Record<string, string> = {};
  for (const [name, value] of fields) if (name.startsWith("v.")) more[name.slice(2)] = value;
  return {
    view: fields.get("view") ?? "",
    trace: traces.includes(wanted) ? wanted : traces[0] ?? "",
    range: range ? { from: Number(range[1]), to: Number(range[2]) } : null,
    moment: moment ? Number(moment[0]) : null,
    cells: cellsOf(fields.get("cells")) ?? cellsOf(stored(traces)) ?? [],
    more,
  };
}

function stored(traces: readonly string[]): string | null {
  try {
    return localStorage.getItem(key(traces));
  } catch {
    return null; // The browser keeps nothing.
  }
}

function cellsOf(text: string | null): string[] | null {
  try {
    const cells: unknown = JSON.parse(text ?? "null");
    return Array.isArray(cells) && cells.every((each) => typeof each === "string") ? cells : null;
  } catch {
    return null;
  }
}

/** Keeps the state, in the address without a new entry of the history. */
export function writeState(state: PageState, traces: readonly string[]): void {
  const cells = JSON.stringify(state.cells);
  const fields = new URLSearchParams({ view: state.view, trace: state.trace });
  if (state.range) fields.set("range", `${state.range.from}-${state.range.to}`);
  if (state.moment !== null) fields.set("at", String(state.moment));
  for (const [name, value] of Object.entries(state.more)) fields.set(`v.${name}`, value);
  if (cells.length <= ADDRESS_CHARACTERS && cells !== "[]") fields.set("cells", cells);
  history.replaceState(null, "", `#${fields}`);
  try {
    localStorage.setItem(key(traces), cells);
  } catch {
    // The browser keeps nothing; the address has what is short enough.
  }
}
