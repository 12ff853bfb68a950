/**
 * A list of everything that the page can do, found by typing (Ctrl-K), and the keys (`?`).
 * @module
 */

import { h } from "./dom.ts";

/** Something that can be done. */
export interface Command {
  /** What kind of thing it is. */
  readonly kind: string;
  readonly name: string;
  /** More about it. */
  readonly about?: string;
  act(): void;
}

const WIDTH = "width: min(42rem, 92vw)";

/** Commands that are shown at once. */
const SHOWN = 12;

/** The commands with every word of a text in their names, kinds or descriptions; those whose names begin with it first. */
function matching(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter((word) => word !== "");
  const rank = ({ name }: Command): number => {
    const own = name.toLowerCase();
    return own.startsWith(wanted) ? 0 : words.every((word) => own.includes(word)) ? 1 : 2;
  };
  return commands
    .filter(({ kind, name, about = "" }) => {
      const all = `${kind} ${name} ${about}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .sort((left, right) => rank(left) - rank(right));
}

/** Opens the list; the command that is taken is done when it has closed. */
export function openPalette(commands: readonly Command[]): void {
  let found: readonly Command[] = [];
  let at = 0;
  const list = h("ul", {
    id: "palette",
    role: "listbox",
    "aria-label": "Commands",
    style: "list-style: none; padding: 0",
  });
  const count = h("p", { class: "soft", role: "status" });
  const input = h("input", {
    type: "text",
    style: "width: 100%; font: inherit",
    role: "combobox",
    "aria-label": "Find a view, a table, a column or a query",
    "aria-controls": "palette",
    "aria-expanded": "true",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "A view, a table, a column, a query",
    oninput: () => draw(0),
    onkeydown: (event: KeyboardEvent) => {
      const steps: Readonly<Record<string, number>> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: SHOWN,
        PageUp: -SHOWN,
      };
      const step = steps[event.key];
      if (event.key === "Enter") take(at);
      else if (step === undefined) return;
      else draw(Math.min(Math.max(0, at + step), found.length - 1));
      event.preventDefault();
    },
  });
  const dialog = h(
    "dialog",
    { "aria-label": "Commands", style: WIDTH, onclose: () => dialog.remove() },
    input,
    list,
    count,
  );
  function take(number: number): void {
    const command = found[number];
    if (!command) return;
    dialog.close();
    command.act();
  }
  function draw(next: number): void {
    found = matching(commands, input.value);
    at = Math.max(0, next);
    const from = Math.max(0, Math.min(at - SHOWN + 1, found.length - SHOWN));
    list.replaceChildren(
      ...found.slice(from, from + SHOWN).map((command, n) =>
        h(
          "li",
          {
            role: "option",
            id: `palette-${from + n}`,
            "aria-selected": from + n === at ? "true" : "false",
            onclick: () => take(from + n),
          },
          h("span", { class: "soft" }, `${command.kind} `),
          h(from + n === at ? "mark" : "span", {}, command.name),
          h("span", { class: "soft" }, command.about ? ` – ${command.about}` : ""),
        )
      ),
    );
    input.setAttribute("aria-activedescendant", found.length > 0 ? `palette-${at}` : "");
    count.textContent = found.length === 0 ? "Nothing has this name" : `${found.length} found`;
  }
  draw(0);
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}

/** What keys do, by where they do it. */
const KEYS: readonly (readonly [where: string, what: string])[] = [
  [
    "anywhere",
    "Alt-1 to Alt-9: the views; Ctrl-K: commands; ?: these keys; Ctrl-Z and Ctrl-Shift-Z: undo and redo what was selected",
  ],
  [
    "a cell",
    "Ctrl-Enter runs, Esc cancels, Ctrl-Space completes, Tab or Enter takes what the menu offers, Alt-Up and Alt-Down go to the next cell",
  ],
  [
    "a table",
    "arrows, Page Up, Page Down, Home, End; s sorts, f keeps rows with this value, F drops them, Enter shows the rows behind",
  ],
  [
    "the overview, a timeline",
    "arrows move, with Shift they brush, Shift-Enter takes the brush, Enter picks a point, + and - zoom, l is for logarithmic axes, Esc clears",
  ],
  ["a tree", "arrows move, right opens, left closes, Enter does either"],
  ["a map", "arrows move, Home, End; Enter shows the details of a block, the source of a box"],
  ["a flame graph", "arrows and Home move, Enter zooms in, Esc zooms out, u unfolds recursion"],
  [
    "a line between panes",
    "arrows move it, Home and End as far as it goes, Enter folds and unfolds the pane",
  ],
];

/** Shows the keys. */
export function showKeys(): void {
  const close = h("button", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = h(
    "dialog",
    { "aria-label": "Keys", style: WIDTH, onclose: () => dialog.remove() },
    h("h2", {}, "Keys"),
    h("dl", {}, ...KEYS.flatMap(([where, what]) => [h("dt", {}, where), h("dd", {}, what)])),
    close,
  );
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
