/**
 * Separators between panes, which are moved by a pointer or by keys; the browser stores their positions.
 * Enter collapses a pane, and expands it again.
 * @module
 */

import { h } from "./dom.ts";

/** A pane with a height of its own; the view gets the remaining height. */
export interface Pane {
  /** Name of its height in the style sheet, and in the browser's storage. */
  readonly name: string;
  readonly label: string;
  /** The element that has this height. */
  readonly controls: string;
  readonly usual: number;
  readonly least: number;
  /** Whether it is above the separator, so that moving the separator down makes it higher. */
  readonly isAbove: boolean;
}

const KEPT = "quarry.panes";
/** Number of pixels that a key moves a separator. */
const STEP = 16;
/** Minimum height of the view. */
const LEAST_VIEW = 160;

function kept(): Record<string, number> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    const heights = found !== null && typeof found === "object" ? Object.entries(found) : [];
    return Object.fromEntries(heights.filter(([, height]) => Number.isFinite(height)));
  } catch {
    return {}; // The browser keeps nothing.
  }
}

function keep(name: string, height: number): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name]: height }));
  } catch {
    // The height still applies to this page.
  }
}

/** Creates the separator of a pane, and restores the pane's last height. */
export function separatorOf({ name, label, controls, usual, least, isAbove }: Pane): HTMLElement {
  let height = Math.max(least, kept()[name] ?? usual);
  let unfolded = height > least ? height : usual;
  let from: { readonly y: number; readonly height: number } | null = null;
  const most = (): number => {
    const room = document.querySelector("main")?.clientHeight ?? 0;
    return Math.max(least, height + room - LEAST_VIEW);
  };
  const set = (wanted: number): void => {
    height = Math.round(Math.max(least, Math.min(wanted, most())));
    if (height > least) unfolded = height;
    document.body.style.setProperty(`--${name}`, `${height}px`);
    tell();
    keep(name, height);
  };
  const tell = (): void => {
    line.setAttribute("aria-valuenow", String(height));
    line.setAttribute("aria-valuemax", String(Math.max(height, most())));
  };
  const line = h("div", {
    class: "separator",
    role: "separator",
    tabindex: 0,
    title: `${label}: drag, or arrows; Enter folds it`,
    "aria-label": label,
    "aria-orientation": "horizontal",
    "aria-controls": controls,
    "aria-valuemin": least,
    onfocus: () => tell(),
    onpointerdown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      from = { y: event.clientY, height };
      line.setPointerCapture(event.pointerId);
    },
    onpointermove: (event: PointerEvent) => {
      if (from) set(from.height + (isAbove ? 1 : -1) * (event.clientY - from.y));
    },
    onpointerup: () => from = null,
    onpointercancel: () => from = null,
    ondblclick: () => set(usual),
    onkeydown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const up = isAbove ? -STEP : STEP;
      if (event.key === "ArrowUp") set(height + up);
      else if (event.key === "ArrowDown") set(height - up);
      else if (event.key === "Home") set(least);
      else if (event.key === "End") set(most());
      else if (event.key === "Enter") set(height > least ? least : unfolded);
      else return;
      event.preventDefault();
    },
  });
  document.body.style.setProperty(`--${name}`, `${height}px`);
  line.setAttribute("aria-valuenow", String(height));
  line.setAttribute("aria-valuemax", String(height));
  return line;
}
