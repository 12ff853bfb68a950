/**
 * An interactive flame graph, in the workbench and in a report: zoom, search, inversion, and the choice of a
 * measure, with a pointer or with keys. Boxes are elements: a browser draws as many as there is room for, and
 * a screen reader reads them.
 * @module
 */

import {
  type CallNode,
  type CallTree,
  foldRecursionIn,
  hasFoldedCalls,
  inverted,
  type Measure,
  walk,
} from "../src/report/flame/call_tree.ts";
import {
  type Box,
  boxClass,
  boxLabel,
  boxName,
  boxText,
  layOut,
  measureText,
  type Sums,
  sumsOf,
} from "../src/report/flame/flame_layout.ts";
import { button, h } from "./dom.ts";
import type { FlamePart } from "./flame_table.ts";
import { shortName } from "../src/names/short_name.ts";

/** Height of a level in pixels. */
const ROW = 20;
/** Of a box narrower than this, only the line to the next one would be visible. */
const LEAST_PIXELS = 2;
/** Boxes narrower than this have no room for a name. */
const NAMED_PIXELS = 14;

/** What is known about a flame graph, and its callbacks. */
export interface FlameEvents {
  /** Called when another measure determines the width of boxes. */
  measured?(title: string): void;
  /** Requests the inverted tree; if absent, the shown tree is inverted in the page. */
  turned?(isTurned: boolean): void;
  /**
   * Requests the tree with recursion call by call, or folded; if absent, only a tree shown with `folds` can
   * be folded.
   */
  unfolded?(isUnfolded: boolean): void;
  /** Called when the user chooses a function: its name, and its distance from the root. */
  chosen?(name: string, level: number): void;
  /** Called when another part of the tree or another measure is shown. */
  drawn?(part: FlamePart): void;
}

/** How a tree is shown. */
interface FlameShown {
  /** Title of the measure for the width of boxes; the first measure if there is none with this title. */
  readonly measure?: string;
  /** Whether the tree has the innermost functions first. */
  readonly isTurned?: boolean;
  /** Whether the tree contains recursion call by call, as the user requested. */
  readonly isUnfolded?: boolean;
  /**
   * The tree contains recursion call by call, and it is shown as one level until the user wants to see it.
   */
  readonly folds?: boolean;
  /** Whether functions are missing, so that inverting the tree would attribute their numbers to others. */
  readonly isCut?: boolean;
  /**
   * Starts zoomed to the first function that calls several others: each caller above it would be a single
   * bar.
   */
  readonly startsBranching?: boolean;
}

/** A function with at least this share of its caller leaves no room for others. */
const NEARLY_ALL = 0.98;

/** Number of flame graphs created so far, to make ids of boxes unique. */
let made = 0;

/** Makes a flame graph in an element that contains `.flame` and `.said`. */
export class Flame {
  readonly #id = `flame${++made}`;
  readonly #events: FlameEvents;
  readonly #boxesIn: HTMLElement;
  readonly #said: HTMLElement;
  readonly #choice = h("select", { "aria-label": "Wide by" });
  readonly #turn: HTMLButtonElement;
  readonly #unfold: HTMLButtonElement;
  readonly #search = h("input", {
    type: "search",
    class: "filter",
    placeholder: "Find functions",
    "aria-label": "Find functions",
  });
  readonly #found = h("span", { class: "found", role: "status" });
  readonly #reset: HTMLButtonElement;
  readonly #sums = new Map<string, Sums>();
  #tree: CallTree | null = null;
  /** Trees derived from the original one, by how they are shown. */
  readonly #roots = new Map<string, CallNode>();
  #cameTurned = false;
  #folds = false;
  #isUnfolded = false;
  #isTurned = false;
  #measure = 0;
  /** The path from the root to the function that is zoomed to. */
  #path: CallNode[] = [];
  #boxes: Box[] = [];
  #elements: HTMLElement[] = [];
  #at = -1;
  /** The text to find in names of functions, or a complete name. */
  #pattern = "";
  #wanted: string | null = null;

  constructor(box: HTMLElement, events: FlameEvents = {}) {
    this.#events = events;
    this.#boxesIn = box.querySelector(".flame")!;
    this.#said = box.querySelector(".said")!;
    this.#said.setAttribute("aria-live", "polite");
    this.#reset = button("Zoom out", () => this.#zoomTo([this.#root]), { hidden: true });
    this.#unfold = button("Unfolded", () => this.#unfoldOrFold(), {
      title: "Recursion call by call (u); a function that calls itself is one box otherwise, with its depth",
    });
    this.#choice.addEventListener("change", () => {
      this.#wideBy(Number(this.#choice.value));
      events.measured?.(this.#shownMeasure.title);
    });
    this.#turn = button("Inverted", () => this.#turnRound(), {
      title: "Innermost functions on top, below them who called them",
    });
    box.prepend(
      h(
        "div",
        { class: "tools" },
        this.#choice,
        this.#turn,
        this.#unfold,
        this.#searched(),
        this.#reset,
        this.#found,
      ),
    );
    const flame = this.#boxesIn;
    flame.setAttribute("role", "tree");
    flame.setAttribute("tabindex", "0");
    flame.setAttribute(
      "aria-description",
      "Arrows move, Enter zooms in, Escape zooms out, u unfolds recursion",
    );
    flame.addEventListener("pointermove", (event) => this.#point(this.#indexOf(event)));
    flame.addEventListener("pointerleave", () => this.#point(-1));
    flame.addEventListener("click", (event) => this.#enter(this.#indexOf(event)));
    flame.addEventListener("keydown", (event) => this.#key(event));
    // Nothing has a width in a hidden panel, and a narrow window has no room for as many boxes.
    let width = 0;
    new ResizeObserver(() => {
      if (flame.clientWidth === width) return;
      width = flame.clientWidth;
      this.#draw();
    }).observe(flame);
  }

  /** Shows a tree. */
  show(
    tree: CallTree,
    { measure, isTurned = false, isUnfolded = false, folds = false, isCut = false, startsBranching = false }:
      FlameShown = {},
  ): void {
    this.#tree = tree;
    this.#sums.clear();
    this.#roots.clear();
    this.#folds = folds;
    this.#isUnfolded = isUnfolded;
    this.#cameTurned = this.#isTurned = isTurned;
    this.#measure = Math.max(0, tree.measures.findIndex(({ title }) => title === measure));
    this.#choice.replaceChildren(
      ...tree.measures.map(({ title }, at) =>
        h("option", { value: at, selected: at === this.#measure }, title)
      ),
    );
    this.#choice.hidden = tree.measures.length < 2;
    this.#turn.hidden = isCut && !this.#events.turned;
    this.#turn.setAttribute("aria-pressed", String(isTurned));
    this.#unfold.setAttribute("aria-pressed", String(isUnfolded));
    this.#unfold.hidden = !isUnfolded &&
      (folds || this.#events.unfolded ? !hasFoldedCalls(this.#root) : true);
    this.#zoomTo(startsBranching ? this.#toFirstBranch() : [this.#root]);
  }

  /**
   * Returns the path from the root to the first function whose numbers are shared by several callees; only
   * the root if there is none.
   */
  #toFirstBranch(): CallNode[] {
    const { width } = this.#shownSums;
    const path = [this.#root];
    for (;;) {
      const here = path.at(-1)!;
      const whole = Number(width.get(here)!);
      const children = [...here.children.values()];
      const only = children.find((each) => Number(width.get(each)!) >= whole * NEARLY_ALL);
      if (!only || whole === 0) return children.length > 1 && whole > 0 ? path : [this.#root];
      path.push(only);
    }
  }

  /** Changes the measure for the width of boxes. */
  wideBy(measure: string): void {
    const at = this.#tree?.measures.findIndex(({ title }) => title === measure) ?? -1;
    if (at < 0 || at === this.#measure) return;
    this.#choice.value = String(at);
    this.#wideBy(at);
  }

  #wideBy(measure: number): void {
    this.#measure = measure;
    this.#draw();
    this.#tell();
  }

  #turnRound(): void {
    if (this.#events.turned) return this.#events.turned(!this.#isTurned);
    this.#isTurned = !this.#isTurned;
    this.#turn.setAttribute("aria-pressed", String(this.#isTurned));
    this.#zoomTo([this.#root]);
  }

  #unfoldOrFold(): void {
    if (this.#events.unfolded) return this.#events.unfolded(!this.#isUnfolded);
    this.#isUnfolded = !this.#isUnfolded;
    this.#unfold.setAttribute("aria-pressed", String(this.#isUnfolded));
    this.#zoomTo([this.#root]);
  }

  get #root(): CallNode {
    const { root } = this.#tree!;
    const called = this.#folds && !this.#isUnfolded
      ? this.#made("folded", () => foldRecursionIn(root))
      : root;
    if (this.#isTurned === this.#cameTurned) return called;
    return this.#made(`turned ${this.#isUnfolded}`, () => inverted(called));
  }

  #made(how: string, make: () => CallNode): CallNode {
    let root = this.#roots.get(how);
    if (!root) this.#roots.set(how, root = make());
    return root;
  }

  get #shownMeasure(): Measure {
    return this.#tree!.measures[this.#measure]!;
  }

  get #shownSums(): Sums {
    const key = `${this.#measure} ${this.#isTurned} ${this.#isUnfolded}`;
    let sums = this.#sums.get(key);
    if (!sums) this.#sums.set(key, sums = sumsOf(this.#root, this.#shownMeasure));
    return sums;
  }

  /** Highlights the functions with this name. */
  find(name: string): void {
    this.#search.value = shortName(name);
    this.#pattern = "";
    this.#wanted = name;
    this.#mark();
  }

  #findAny(text: string): void {
    this.#pattern = text.toLowerCase();
    this.#wanted = null;
    this.#mark();
  }

  #searched(): HTMLElement {
    const search = this.#search;
    search.addEventListener("input", () => this.#findAny(search.value));
    search.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") this.#next();
    });
    return search;
  }

  get #isSearching(): boolean {
    return this.#wanted !== null || this.#pattern !== "";
  }

  #isFound({ name }: CallNode): boolean {
    if (this.#wanted !== null) return name === this.#wanted;
    const wanted = this.#pattern;
    return wanted !== "" &&
      [name, shortName(name)].some((each) => each.toLowerCase().includes(wanted));
  }

  #draw(): void {
    const width = this.#boxesIn.clientWidth;
    if (width === 0 || !this.#tree) return;
    const sums = this.#shownSums;
    const callers = this.#path.slice(0, -1).map((node, level): Box => ({
      node,
      level,
      left: 0,
      width: 1,
      parent: null,
    }));
    const drawn = layOut(this.#path.at(-1)!, sums, { least: LEAST_PIXELS / width });
    const above = callers.length;
    this.#boxes = [...callers, ...drawn];
    const levels = Math.max(...drawn.map(({ level }) => level)) + 1 + above;
    this.#elements = this.#boxes.map((box, at) => {
      const { node } = box;
      const level = at < above ? box.level : box.level + above;
      const element = h("span", {
        class: boxClass(node, sums) + (at < above ? " above" : ""),
        id: `${this.#id}-${at}`,
        role: "treeitem",
        "aria-level": String(level + 1),
        "aria-label": boxName(node, sums, this.#root, this.#shownMeasure),
      }, box.width * width < NAMED_PIXELS ? "" : boxLabel(node, sums));
      element.style.left = `${(100 * box.left).toFixed(3)}%`;
      element.style.width = `${(100 * box.width).toFixed(3)}%`;
      element.style.top = `${level * ROW}px`;
      element.dataset["at"] = String(at);
      return element;
    });
    this.#boxesIn.style.height = `${levels * ROW}px`;
    this.#boxesIn.replaceChildren(...this.#elements);
    this.#reset.hidden = above === 0;
    this.#at = -1;
    this.#boxesIn.removeAttribute("aria-activedescendant");
    this.#mark();
    this.#events.drawn?.(this.#part(sums));
  }

  #part(sums: Sums): FlamePart {
    return {
      top: this.#path.at(-1)!,
      root: this.#root,
      sums,
      measure: this.#shownMeasure,
      isInverted: this.#isTurned,
    };
  }

  /** Highlights the functions that match. */
  #mark(): void {
    this.#elements.forEach(({ classList }, at) => {
      const isFound = this.#isFound(this.#boxes[at]!.node);
      classList.toggle("hit", isFound);
      classList.toggle("dim", !isFound && this.#isSearching);
    });
    if (this.#tree) this.#count(this.#shownSums);
  }

  /** Adds up everything that matches; functions below a match are not counted again. */
  #count(sums: Sums): void {
    if (!this.#isSearching) {
      this.#found.textContent = "";
      return;
    }
    let [functions, sum] = [0, 0n];
    let inside = Infinity;
    for (const [node, level] of walk(this.#path.at(-1)!)) {
      if (level <= inside) inside = Infinity;
      if (!this.#isFound(node)) continue;
      functions++;
      if (inside !== Infinity) continue;
      inside = level;
      sum += sums.after.get(node)!;
    }
    const all = Number(sums.after.get(this.#root)!);
    const share = all === 0 ? "" : ` (${(100 * Number(sum) / all).toFixed(1)}%)`;
    this.#found.textContent = functions === 0
      ? "Not found"
      : `Found ${functions} ${functions === 1 ? "time" : "times"}: ${
        measureText(sum, this.#shownMeasure)
      }${share}`;
  }

  #indexOf({ target }: Event): number {
    return target instanceof HTMLElement && target.dataset["at"] !== undefined
      ? Number(target.dataset["at"])
      : -1;
  }

  #point(at: number): void {
    if (at === this.#at) return;
    this.#elements[this.#at]?.classList.remove("at");
    this.#at = at;
    const element = this.#elements[at];
    if (element) {
      element.classList.add("at");
      this.#boxesIn.setAttribute("aria-activedescendant", element.id);
    } else this.#boxesIn.removeAttribute("aria-activedescendant");
    this.#tell();
  }

  #tell(): void {
    const node = this.#boxes[this.#at]?.node ?? this.#path.at(-1)!;
    const measure = this.#shownMeasure;
    this.#said.textContent = `${boxText(node, this.#shownSums, this.#root, measure)} (${measure.title})`;
  }

  #zoomTo(path: CallNode[]): void {
    this.#path = path;
    this.#draw();
    this.#tell();
  }

  #enter(at: number): void {
    const box = this.#boxes[at];
    if (!box) return;
    const above = this.#path.length - 1;
    if (at < above) this.#zoomTo(this.#path.slice(0, at + 1));
    else {
      const path: CallNode[] = [];
      for (let each: Box | null = box; each?.parent; each = each.parent) path.unshift(each.node);
      this.#zoomTo([...this.#path, ...path]);
    }
    this.#events.chosen?.(box.node.name, this.#path.length - 1);
  }

  /** Moves to the next box that matches. */
  #next(): void {
    const from = this.#at + 1;
    const order = this.#boxes.map((_, at) => (from + at) % this.#boxes.length);
    const at = order.find((each) => this.#isFound(this.#boxes[each]!.node));
    if (at === undefined) return;
    this.#point(at);
    this.#elements[at]!.scrollIntoView({ block: "nearest" });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const above = this.#path.length - 1;
    const here = this.#at < 0 ? above : this.#at;
    const levelOf = (at: number): number => at < above ? at : this.#boxes[at]!.level + above;
    const level = levelOf(here);
    const places = this.#boxes.map((_, at) => at);
    const same = places.filter((at) => levelOf(at) === level);
    const to = (at: number | undefined): void => {
      this.#point(at ?? here);
      this.#elements[this.#at]?.scrollIntoView({ block: "nearest" });
    };
    if (event.key === "ArrowDown") {
      to(here < above ? here + 1 : places.find((at) => this.#boxes[at]!.parent === this.#boxes[here]));
    } else if (event.key === "ArrowUp") {
      to(here <= above ? Math.max(0, here - 1) : this.#boxes.indexOf(this.#boxes[here]!.parent!));
    } else if (event.key === "ArrowRight") to(same[same.indexOf(here) + 1]);
    else if (event.key === "ArrowLeft") to(same[same.indexOf(here) - 1]);
    else if (event.key === "Home") to(0);
    else if (event.key === "u") {
      if (this.#unfold.hidden) return;
      this.#unfoldOrFold();
    } else if (event.key === "Enter" || event.key === " ") this.#enter(here);
    else if (event.key === "Escape" || event.key === "Backspace") {
      if (above > 0) this.#zoomTo(this.#path.slice(0, -1));
    } else return;
    event.preventDefault();
  }
}
