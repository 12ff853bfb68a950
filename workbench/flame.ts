/**
 * A flame graph, live in the workbench and in a report: zoom, search, the other way round, by each of its numbers; with a
 * pointer or with keys. Boxes are elements: a browser draws as many as there is room for, and a screen reader reads them.
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

/** Pixels from one level to the next. */
const ROW = 20;
/** Of a narrower box nothing but the line to the next one is seen. */
const LEAST_PIXELS = 2;
/** Boxes narrower than this have no room for a name. */
const NAMED_PIXELS = 14;

/** What is known about a flame graph, and the callbacks that it uses. */
export interface FlameEvents {
  /** Another number is what boxes are as wide as. */
  measured?(title: string): void;
  /** Brings the tree the other way round; without it the tree that is shown is turned. */
  turned?(isTurned: boolean): void;
  /** Brings the tree with recursion call by call, or folded; without it only a tree that is shown as `folds` is folded. */
  unfolded?(isUnfolded: boolean): void;
  /** Somebody has chosen a function: its name, and how far it is from the root. */
  chosen?(name: string, level: number): void;
  /** Something else of the tree is shown, or by another number. */
  drawn?(part: FlamePart): void;
}

/** How a tree is shown. */
interface FlameShown {
  /** Title of the number that boxes are as wide as: the first one where there is no such. */
  readonly measure?: string;
  /** Whether the tree is one of innermost functions first. */
  readonly isTurned?: boolean;
  /** Whether recursion is in the tree call by call, as somebody wanted it. */
  readonly isUnfolded?: boolean;
  /** Recursion is in the tree call by call, and is to be one level until somebody wants to see it. */
  readonly folds?: boolean;
  /** Whether functions are missing, so that turning it would put what they have elsewhere. */
  readonly isCut?: boolean;
  /** Begins at the first function that calls several others: callers above it would be one bar each. */
  readonly startsBranching?: boolean;
}

/** A function with so much of its caller leaves nothing to see beside it. */
const NEARLY_ALL = 0.98;

/** How many flame graphs there have been: boxes have names. */
let made = 0;

/** Makes a flame graph of a box with `.flame` and `.said`. */
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
  /** Trees that are made of the one that came, by how they are shown. */
  readonly #roots = new Map<string, CallNode>();
  #cameTurned = false;
  #folds = false;
  #isUnfolded = false;
  #isTurned = false;
  #measure = 0;
  /** From the root to what is zoomed to. */
  #path: CallNode[] = [];
  #boxes: Box[] = [];
  #elements: HTMLElement[] = [];
  #at = -1;
  /** A text in names of functions that are marked, or the one name. */
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
    // Nothing has a width in a panel that is not seen, and a narrow window has no room for as many boxes.
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

  /** From the root to the first function that shares what it has with several others; the root alone where none does. */
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

  /** Makes boxes as wide as another number. */
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

  /** Marks the functions of this name. */
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

  /** Marks what is found. */
  #mark(): void {
    this.#elements.forEach(({ classList }, at) => {
      const isFound = this.#isFound(this.#boxes[at]!.node);
      classList.toggle("hit", isFound);
      classList.toggle("dim", !isFound && this.#isSearching);
    });
    if (this.#tree) this.#count(this.#shownSums);
  }

  /** What all that is found has together: inside what is found nothing is counted twice. */
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

  /** Goes to the next box that is found. */
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
