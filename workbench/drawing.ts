/**
 * A drawing of things that have an order: a pointer and keys move between them, and a line below describes
 * the current one.
 * @module
 */

import { canvasWith, h, onNewLook } from "./dom.ts";

/**
 * Where keys lead: this many things further, as far as there are any, or to the thing that a function returns
 * for the current one.
 */
type Keys = Readonly<Record<string, number | ((at: number) => number)>>;

/** The things that are drawn, numbered from 0. */
interface Things {
  /** Class of the canvas. */
  readonly kind: string;
  readonly label: string;
  readonly keys: Keys;
  count(): number;
  draw(): void;
  /** Returns the thing at a position of the canvas; -1 for none. */
  find(x: number, y: number): number;
  /** Describes a thing. */
  words(at: number): string;
  /** Called for a click or the Enter key. */
  open?(at: number): void;
  /** Returns where a thing begins, in a canvas that is taller than its visible part. */
  top?(at: number): number;
}

/** A drawing element. */
export class Drawing {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly #said: HTMLElement;
  readonly #legend = h("div");
  readonly #things: Things;
  #at = -1;

  constructor(things: Things) {
    this.#things = things;
    const { kind, label, open, top } = things;
    const { canvas, said } = canvasWith(kind, label, {
      onpointermove: ({ offsetX, offsetY }: PointerEvent) => this.#point(things.find(offsetX, offsetY)),
      onclick: open && (({ offsetX, offsetY }: MouseEvent) => this.#enter(things.find(offsetX, offsetY))),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    this.canvas = canvas;
    this.#said = said;
    const room = top ? h("div", { class: "flamescroll" }, canvas) : canvas;
    this.element = h("div", { class: "chartbox" }, this.#legend, room, said);
    onNewLook(canvas, () => things.draw(), room);
  }

  /** The thing under the pointer; -1 for none. */
  get at(): number {
    return this.#at;
  }

  /** Draws other things, and shows a sentence until the pointer is on one. */
  show(said: string, legend?: HTMLElement): void {
    this.#at = -1;
    this.#legend.replaceChildren(...legend ? [legend] : []);
    this.#said.textContent = said;
    this.#things.draw();
  }

  #has(at: number): boolean {
    return at >= 0 && at < this.#things.count();
  }

  #point(at: number): void {
    if (at === this.#at || !this.#has(at)) return;
    this.#at = at;
    this.#things.draw();
    this.#said.textContent = this.#things.words(at);
  }

  #enter(at: number): void {
    if (this.#has(at)) this.#things.open?.(at);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { keys, open, top } = this.#things;
    const step = keys[event.key];
    if (typeof step === "number") {
      this.#point(Math.min(this.#things.count() - 1, Math.max(0, this.#at + step)));
    } else if (step) this.#point(step(this.#at));
    else if (event.key === "Enter" && open) this.#enter(this.#at);
    else return;
    event.preventDefault();
    if (top) this.canvas.parentElement!.scrollTop = Math.max(0, top(this.#at) - 200);
  }
}
