/**
 * A tree whose branches are requested when the user opens them; keys work as screen readers expect of trees.
 * @module
 */

import { h } from "./dom.ts";

/** A line of a tree. */
export interface Branch {
  /** What the line shows. */
  readonly content: readonly (Node | string)[];
  readonly class?: string;
  /** Returns the lines below; if absent, the line is a leaf. */
  readonly open?: () => Promise<readonly Branch[]>;
  /** Replaces the line by the rest of a long list. */
  readonly more?: () => Promise<readonly Branch[]>;
  readonly isOpen?: boolean;
  /** Called for the Enter key on a line that cannot be opened. */
  act?(): void;
  /** Called for a click or Enter on the line, in addition to its other effects. */
  chosen?(): void;
}

interface Line {
  readonly element: HTMLElement;
  readonly branch: Branch;
  readonly level: number;
  isOpen: boolean;
  isBusy: boolean;
}

/** A tree element. */
export class Tree {
  readonly element: HTMLElement;
  #lines: Line[] = [];
  #here: Line | null = null;
  readonly #failed: (error: Error) => void;

  constructor(label: string, failed: (error: Error) => void) {
    this.#failed = failed;
    this.element = h("div", {
      class: "tree",
      role: "tree",
      "aria-label": label,
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
  }

  /** Shows these branches in place of the current ones. */
  async show(branches: readonly Branch[]): Promise<void> {
    this.#lines = [];
    this.#here = null;
    this.element.replaceChildren();
    this.#lines = branches.map((branch) => this.#line(branch, 1));
    this.element.append(...this.#lines.map(({ element }) => element));
    this.#lines[0]?.element.setAttribute("tabindex", "0");
    for (const line of [...this.#lines]) if (line.branch.isOpen) await this.#toggle(line);
  }

  #line(branch: Branch, level: number): Line {
    const canOpen = branch.open !== undefined;
    const line: Line = {
      branch,
      level,
      isOpen: false,
      isBusy: false,
      element: h(
        "div",
        {
          role: "treeitem",
          class: `branch ${branch.class ?? ""}`,
          tabindex: -1,
          "aria-level": level,
          "aria-expanded": canOpen ? "false" : null,
          onclick: (event: MouseEvent) => {
            this.#go(line);
            // Buttons within a line have their own effect.
            if (!(event.target as Element).closest("button")) void this.#enter(line);
          },
          onfocus: () => this.#here = line,
        },
        h("span", { class: "twist", "aria-hidden": "true" }, canOpen ? "▸" : branch.more ? "…" : ""),
        ...branch.content,
      ),
    };
    line.element.style.paddingLeft = `${(level - 1) * 1.1 + 0.3}rem`;
    return line;
  }

  async #enter(line: Line): Promise<void> {
    line.branch.chosen?.();
    if (line.branch.open) await this.#toggle(line);
    else if (line.branch.more) await this.#replace(line);
    else line.branch.act?.();
  }

  async #toggle(line: Line): Promise<void> {
    if (line.isBusy) return;
    if (line.isOpen) return this.#close(line);
    await this.#load(line, line.branch.open!, (below) => {
      line.isOpen = true;
      line.element.setAttribute("aria-expanded", "true");
      line.element.firstElementChild!.textContent = "▾";
      this.#insert(this.#lines.indexOf(line) + 1, line.element, below, line.level + 1);
    });
  }

  async #replace(line: Line): Promise<void> {
    await this.#load(line, line.branch.more!, (next) => {
      const at = this.#lines.indexOf(line);
      this.#insert(at + 1, line.element, next, line.level);
      this.#lines.splice(at, 1);
      line.element.remove();
      const first = this.#lines[at];
      if (first && this.#here === line) this.#go(first);
    });
  }

  async #load(
    line: Line,
    ask: () => Promise<readonly Branch[]>,
    take: (found: readonly Branch[]) => void,
  ): Promise<void> {
    line.isBusy = true;
    line.element.setAttribute("aria-busy", "true");
    try {
      const found = await ask();
      // The tree may show something else by now.
      if (this.#lines.includes(line)) take(found);
    } catch (error) {
      if ((error as Error).name !== "AbortError") this.#failed(error as Error);
    } finally {
      line.isBusy = false;
      line.element.removeAttribute("aria-busy");
    }
    for (
      const below of this.#lines.filter(({ branch, isOpen, level }) =>
        branch.isOpen && !isOpen && level === line.level + 1
      )
    ) await this.#toggle(below);
  }

  #insert(at: number, after: HTMLElement, branches: readonly Branch[], level: number): void {
    const lines = branches.map((branch) => this.#line(branch, level));
    this.#lines.splice(at, 0, ...lines);
    after.after(...lines.map(({ element }) => element));
  }

  #close(line: Line): void {
    const at = this.#lines.indexOf(line) + 1;
    let end = at;
    while (end < this.#lines.length && this.#lines[end]!.level > line.level) end++;
    for (const { element } of this.#lines.splice(at, end - at)) element.remove();
    line.isOpen = false;
    line.element.setAttribute("aria-expanded", "false");
    line.element.firstElementChild!.textContent = "▸";
  }

  #go(line: Line): void {
    this.element.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    line.element.setAttribute("tabindex", "0");
    line.element.focus();
    this.#here = line;
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLButtonElement) return;
    const line = this.#here ?? this.#lines[0];
    if (!line) return;
    const at = this.#lines.indexOf(line);
    const parent = this.#lines.slice(0, at).findLast(({ level }) => level < line.level);
    const to = (next: Line | undefined): void => next && this.#go(next);
    if (event.key === "ArrowDown") to(this.#lines[at + 1]);
    else if (event.key === "ArrowUp") to(this.#lines[at - 1]);
    else if (event.key === "Home") to(this.#lines[0]);
    else if (event.key === "End") to(this.#lines.at(-1));
    else if (event.key === "ArrowRight") {
      if (line.branch.open && !line.isOpen) void this.#toggle(line);
      else if (line.isOpen) to(this.#lines[at + 1]);
    } else if (event.key === "ArrowLeft") {
      if (line.isOpen) this.#close(line);
      else to(parent);
    } else if (event.key === "Enter" || event.key === " ") void this.#enter(line);
    else return;
    event.preventDefault();
  }
}
