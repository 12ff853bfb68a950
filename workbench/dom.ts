/**
 * Creates elements. Everything from a trace is inserted as text: nothing here accepts HTML.
 * @module
 */

/** The properties of an element: attributes, listeners (`onclick`), `class`. */
type Props = Readonly<
  Record<string, string | number | boolean | null | undefined | ((event: never) => void)>
>;

type Child = Node | string | null | undefined | false;

/** Creates an element. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** Creates a button with a label. */
export function button(label: string, act: () => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: () => act(), ...props }, label);
}

/** Creates a choice between a few values. */
export function choice<Value extends string>(
  label: string,
  options: readonly (readonly [value: Value, shown: string])[],
  chosen: Value,
  choose: (value: Value) => void,
): HTMLLabelElement {
  const select = h(
    "select",
    { onchange: () => choose(select.value as Value) },
    ...options.map(([value, shown]) => h("option", { value, selected: value === chosen }, shown)),
  );
  return h("label", { class: "choice" }, h("span", {}, label), select);
}

/** Creates the line with the query of a view, followed by buttons for what can be done with it. */
export function queryLine(
  query: string,
  take: (query: string) => void,
  ...more: readonly HTMLElement[]
): HTMLElement {
  return h(
    "div",
    { class: "query" },
    h("code", {}, query),
    button("Edit", () => take(query), { title: "Take the query to a new cell" }),
    ...more,
  );
}

/** Offers a file to the user for saving. */
export function saveFile(name: string, content: Blob): void {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Calls `draw` now, and again whenever the element's size changes. */
export function onResize(element: HTMLElement, draw: () => void): void {
  new ResizeObserver(() => draw()).observe(element);
}

const NEW_COLORS = "newcolors";

/** Draws a canvas now, and again whenever its size or the colours of the page change. */
export function onNewLook(canvas: HTMLCanvasElement, draw: () => void, room: HTMLElement = canvas): void {
  onResize(room, draw);
  canvas.addEventListener(NEW_COLORS, () => draw());
}

/**
 * Tells the drawings of the page that its colours have changed. A listener for each drawing would keep
 * removed ones alive; a drawing that was removed and is inserted again has a new size anyway.
 */
export function colorsChanged(): void {
  for (const canvas of document.querySelectorAll("canvas")) canvas.dispatchEvent(new Event(NEW_COLORS));
}

/** A canvas whose drawing is to be recorded elsewhere. */
let recorded: { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D } | null =
  null;
let isRecorded = false;

/** Lets a canvas be drawn again into another context; returns false if nothing draws it. */
export function recordDrawing(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): boolean {
  recorded = { canvas, context };
  isRecorded = false;
  try {
    canvas.dispatchEvent(new Event(NEW_COLORS));
    return isRecorded;
  } finally {
    recorded = null;
  }
}

/** Sizes a canvas to the resolution of the screen, and returns its context in pixels of the page. */
export function fitCanvas(canvas: HTMLCanvasElement): {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
} {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (recorded?.canvas === canvas) {
    isRecorded = true;
    return { context: recorded.context, width, height };
  }
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** Returns the available width of a view in the page. */
export function roomOfView(): number {
  const main = document.querySelector("main")!;
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  return main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

/**
 * Creates a canvas that can have the keyboard focus, and the line that describes what is under the pointer.
 */
export function canvasWith(kind: string, label: string, listeners: Props): {
  readonly canvas: HTMLCanvasElement;
  readonly said: HTMLElement;
} {
  return {
    canvas: h("canvas", { class: kind, tabindex: 0, role: "img", "aria-label": label, ...listeners }),
    said: h("div", { class: "said", "aria-live": "polite" }),
  };
}

/** Returns a colour of the style sheet. */
export function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/**
 * Returns a colour that depends on the name, so that a function has the same one everywhere; in comparisons,
 * it depends on the difference.
 */
export function fillOf(name: string, value: number, before: number | undefined): string {
  if (before !== undefined) {
    const share = (value - before) / Math.max(value, before, 1);
    if (share === 0) return color("same");
    const percent = Math.round(20 + 60 * Math.abs(share));
    return `color-mix(in oklab, ${color(share > 0 ? "grew" : "shrank")} ${percent}%, ${color("same")})`;
  }
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (hash * 31 + name.charCodeAt(at)) | 0;
  return color(`f${(hash >>> 0) % 6 + 1}`);
}
