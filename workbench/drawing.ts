/**
 * A drawing of things in an order: a pointer and keys go to them, and a line below says what each is.
 * @module
 */

import { canvasWith, h, onNewLook } from "./dom.ts";

/** Where keys go: so many things on, as far as there are any, or to the thing that follows from where one is. */
type Keys = Readonly<Record<string, number | ((at: number) => number)>>;

/** What is drawn: its things have numbers from 0. */
interface Things {
  /** Class of the canvas. */
  readonly kind: string;
  readonly label: string;
  readonly keys: Keys;
  count(): number;
  draw(): void;
  /** The thing at a place of the canvas; -1 for none. */
  find(x: number, y: number): number;
  /** A thing in words. */
  words(at: number): string;
  /** What a click and Enter do. */
  open?(at: number): void;
  /** Where a thing begins, in a canvas that is taller than the room for it. */
  top?(at: number): number;
}

/** A drawing in the page. */
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

  /** The thing that is pointed at; -1 for none. */
  get at(): number {
    return this.#at;
  }

  /** Draws other things, and says a sentence until somebody points at one. */
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
