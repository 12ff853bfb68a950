/** Properties of every view: checked in the page, with keys, and by axe. */
import type { Page, Request } from "playwright-core";
import { axeFindings } from "./browser_support.ts";

/** Runs before the page's own script: records which elements listen to a pointer and which to keys. */
export const LISTENERS = `
  globalThis.pointed = new WeakSet();
  globalThis.keyed = new WeakSet();
  const real = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, ...rest) {
    if (["click", "dblclick", "pointerdown"].includes(kind)) globalThis.pointed.add(this);
    if (kind === "keydown") globalThis.keyed.add(this);
    return real.call(this, kind, ...rest);
  };
`;

/** Elements that Tab stops at, in document order. */
const STOPS = `[...document.querySelectorAll("*")].filter((each) =>
  each.tabIndex >= 0 && !each.disabled && each.checkVisibility() && each.getClientRects().length > 0)`;

/** Maximum number of Tab presses: lists have thousands of stops. */
const MOST_STOPS = 40;

/** Errors in the current page, in words. */
const LOOK = `(() => {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push("the page is " + scrollWidth + " pixels wide, of " + innerWidth);
  for (const each of document.querySelectorAll(".failed")) found.push("failed: " + each.textContent);
  // Names of traces are not elements.
  const words = (each) => each.outerHTML.slice(0, 120);
  for (const each of document.querySelectorAll("i, b, img, script:not([src])")) {
    // The editor has its own image.
    if (!each.closest(".cm-editor")) found.push("made of a name: " + words(each));
  }
  if (globalThis.hurt) found.push("a name has run");
  const isKeyed = (each) =>
    globalThis.keyed.has(each) && (each.tabIndex >= 0 || each.querySelector("[tabindex='0']") !== null);
  for (const each of document.body.querySelectorAll("*")) {
    if (!globalThis.pointed.has(each) || !each.checkVisibility() || each.closest(".cm-editor")) continue;
    // Nothing happens on a click either.
    if (each.getAttribute("aria-disabled") === "true") continue;
    if (each.tabIndex >= 0 && (globalThis.keyed.has(each) || each.matches("a, button, input, select, summary"))) continue;
    let keys = each;
    while (keys && !isKeyed(keys)) keys = keys.parentElement;
    if (!keys) found.push("no key reaches " + words(each));
  }
  const main = document.querySelector("main");
  for (const canvas of main.querySelectorAll("canvas")) {
    const { width, height } = canvas;
    if (!canvas.checkVisibility()) continue;
    // The browser itself warns about reading the canvas.
    const copy = new OffscreenCanvas(Math.max(1, width), Math.max(1, height)).getContext("2d", { willReadFrequently: true });
    if (width * height > 0) copy.drawImage(canvas, 0, 0);
    const cells = new Uint32Array(copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height).data.buffer);
    const colors = new Set(cells);
    const said = main.innerText;
    if (colors.size < 2 && !/\\bNothing\\b|\\bno blocks\\b/.test(said)) found.push("nothing is drawn in " + words(canvas));
  }
  for (const flame of main.querySelectorAll(".flame")) {
    if (flame.checkVisibility() && flame.children.length === 0) found.push("nothing is drawn in " + words(flame));
  }
  const shown = main.querySelectorAll(
    "canvas, [role=grid], [role=treeitem], [role=listitem], tbody tr, .soft, .cm-editor",
  );
  if (![...shown].some((each) => each.checkVisibility() && each.getClientRects().length > 0)) {
    found.push("nothing is shown, and nothing says why");
  }
  return found;
})()`;

/** Drawings in which arrow keys move, with a line that describes the position. */
const DRAWINGS = "main canvas:not(.picture), main .flame";

/** Checks a page when it is idle. */
export class ViewChecks {
  readonly page: Page;
  #asked = 0;
  /** Open requests; of earlier ones only the end is reported. */
  readonly #open = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    const isAnswer = (url: string): boolean => url.includes("/api/") && !url.endsWith("/ping");
    page.on("request", (request) => {
      if (!isAnswer(request.url())) return;
      this.#asked++;
      this.#open.add(request);
    });
    const ended = (request: Request): void => void this.#open.delete(request);
    page.on("requestfinished", ended);
    page.on("requestfailed", ended);
  }

  /** Waits until everything that was requested has arrived and is drawn. */
  async settled(): Promise<void> {
    for (let quiet = 0, asked = -1; quiet < 3; quiet++) {
      if (asked !== this.#asked || this.#open.size > 0) quiet = 0;
      asked = this.#asked;
      const isRunning = await this.page.evaluate<boolean>(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => " +
          "done([...document.querySelectorAll('[role=status]')].some((each) => each.checkVisibility() && each.textContent === 'Running')))))",
      );
      if (isRunning) quiet = 0;
    }
  }

  /** Errors of the current view. */
  async look(): Promise<string[]> {
    await this.settled();
    return await this.page.evaluate<string[]>(LOOK);
  }

  /** Errors of the current view, including those that axe finds, which takes twenty times as long. */
  async lookWithAxe(): Promise<string[]> {
    return [...await this.look(), ...await axeFindings(this.page)];
  }

  /** Elements that Tab does not reach, or reaches without a visible focus. */
  async tabs(): Promise<string[]> {
    const { page } = this;
    const count = await page.evaluate<number>(`(() => {
      globalThis.stops = ${STOPS};
      globalThis.seen = new Set();
      globalThis.unmarked = [];
      globalThis.stops[0].focus();
      return Math.min(${MOST_STOPS}, globalThis.stops.length);
    })()`);
    // The browser also stops at scrollable elements.
    for (let at = 0; at < count + 12; at++) {
      const isDone = await page.evaluate<boolean>(`(() => {
        const here = document.activeElement;
        globalThis.seen.add(here);
        const { outlineStyle } = getComputedStyle(here);
        // Browsers mark elements reached by keys, and a script has focused the first.
        if (${at} > 0 && outlineStyle === "none" && !here.closest(".cm-editor")) globalThis.unmarked.push(here.outerHTML.slice(0, 120));
        return globalThis.stops.slice(0, ${count}).every((each) => globalThis.seen.has(each) || !each.isConnected);
      })()`);
      if (isDone) break;
      await page.keyboard.press("Tab");
    }
    return await page.evaluate<string[]>(`[
      ...globalThis.stops.slice(0, ${count}).filter((each) => each.isConnected && !globalThis.seen.has(each))
        .map((each) => "Tab does not reach " + each.outerHTML.slice(0, 120)),
      ...globalThis.unmarked.map((each) => "nothing marks the focus of " + each),
    ]`);
  }

  /** Drawings without a text when arrow keys are pressed in them. */
  async arrows(): Promise<string[]> {
    const found: string[] = [];
    const said = (at: number): Promise<string> =>
      this.page.evaluate<string>(
        `document.querySelectorAll("${DRAWINGS}")[${at}].closest(".chartbox, .flamebox").querySelector(".said").textContent`,
      );
    const drawings = this.page.locator(DRAWINGS);
    for (let at = 0; at < await drawings.count(); at++) {
      const canvas = drawings.nth(at);
      if (!await canvas.isVisible()) continue;
      const before = await said(at);
      await canvas.focus();
      for (const key of ["ArrowRight", "ArrowDown"]) await this.page.keyboard.press(key);
      if (await said(at) === before && !/Nothing/.test(await this.page.locator("main").innerText())) {
        found.push(`arrows say nothing in ${await canvas.getAttribute("aria-label")}: ${before}`);
      }
    }
    return found;
  }
}
