/**
 * Stores the state of the page: in the address, so that a link leads to the same place, and in the browser,
 * so that no typed text is lost.
 * @module
 */

import type { PageState } from "./page_state.ts";
import { writeStep } from "./steps.ts";

/** Maximum number of characters of cells in an address; longer cells are only in the browser. */
const ADDRESS_CHARACTERS = 4000;

/** Maximum number of texts of other tabs and earlier days that are kept; the oldest are removed. */
const MOST_KEPT = 12;
/** Every open page stores its texts under its own name, so that two tabs do not overwrite each other. */
const page = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
const KEPT = "quarry.page:";

const key = (traces: readonly string[]): string => `quarry.cells:${traces.join("|")}`;

/** Reads the state from the address and the browser. */
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
    // The cells of this tab from before it was reloaded, or those that were typed last in any tab.
    cells: cellsOf(fields.get("cells")) ?? cellsOf(stored(() => sessionStorage, traces)) ??
      cellsOf(stored(() => localStorage, traces)) ?? [],
    more,
  };
}

function stored(storage: () => Storage, traces: readonly string[]): string | null {
  try {
    return storage().getItem(key(traces));
  } catch {
    return null; // The browser keeps nothing.
  }
}

/** Returns what was typed in other tabs and earlier, newest first, for the same traces or others. */
export function keptCells(
  now: readonly string[],
): readonly { readonly at: Date; readonly cells: readonly string[] }[] {
  try {
    const seen = new Set([JSON.stringify(now)]);
    return keptKeys().reverse().flatMap((each) => {
      const { at, cells } = JSON.parse(localStorage.getItem(each) ?? "null") as {
        at: number;
        cells: unknown;
      };
      const text = JSON.stringify(cells);
      const found = cellsOf(text);
      if (found === null || seen.has(text)) return [];
      seen.add(text);
      return [{ at: new Date(at), cells: found }];
    });
  } catch {
    return [];
  }
}

/** Returns the names of stored texts, oldest first: names begin with their time. */
function keptKeys(): string[] {
  return Object.keys(localStorage).filter((each) => each.startsWith(KEPT)).sort();
}

function cellsOf(text: string | null): string[] | null {
  try {
    const cells: unknown = JSON.parse(text ?? "null");
    return Array.isArray(cells) && cells.every((each) => typeof each === "string") ? cells : null;
  } catch {
    return null;
  }
}

/**
 * Stores the state in the address and the browser. A new selection is a step of the browser's history, typed
 * text is not.
 */
export function writeState(state: PageState, traces: readonly string[]): void {
  const cells = JSON.stringify(state.cells);
  const fields = new URLSearchParams({ view: state.view, trace: state.trace });
  if (state.range) fields.set("range", `${state.range.from}-${state.range.to}`);
  if (state.moment !== null) fields.set("at", String(state.moment));
  for (const [name, value] of Object.entries(state.more)) fields.set(`v.${name}`, value);
  const place = Object.fromEntries(fields);
  if (cells.length <= ADDRESS_CHARACTERS && cells !== "[]") fields.set("cells", cells);
  // Keep the addresses of traces that a page without a server has opened.
  for (const url of new URLSearchParams(location.hash.slice(1)).getAll("url")) fields.append("url", url);
  writeStep(`#${fields}`, place);
  try {
    sessionStorage.setItem(key(traces), cells);
    localStorage.setItem(key(traces), cells);
    if (state.cells.every((text) => text.trim() === "")) return;
    localStorage.setItem(KEPT + page, JSON.stringify({ at: Date.now(), cells: state.cells }));
    for (const old of keptKeys().slice(0, -MOST_KEPT)) localStorage.removeItem(old);
  } catch {
    // The browser stores nothing; the address contains what is short enough.
  }
}
