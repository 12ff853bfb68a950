/**
 * A list of all commands of the page, found by typing (Ctrl-K), and the list of keys (`?`).
 * @module
 */

import { h } from "./dom.ts";

/** A command. */
export interface Command {
  /** The kind of the command. */
  readonly kind: string;
  readonly name: string;
  /** Additional description. */
  readonly about?: string;
  act(): void;
}

/** Maximum number of commands that are shown at once. */
const SHOWN = 12;

/**
 * Returns the commands that have every word of a text in their names, kinds or descriptions. Those whose
 * names begin with it come first, then those with it in their names, then values that were found, and then
 * the others.
 */
function matching(
  commands: readonly Command[],
  values: readonly Command[],
  text: string,
): readonly Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter((word) => word !== "");
  const ranks: [begin: Command[], inside: Command[], others: Command[]] = [[], [], []];
  for (const command of commands) {
    const { kind, name, about = "" } = command;
    const own = name.toLowerCase(), all = `${kind} ${own} ${about}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) continue;
    ranks[own.startsWith(wanted) ? 0 : words.every((word) => own.includes(word)) ? 1 : 2].push(command);
  }
  const [begin, inside, others] = ranks;
  return [...begin, ...inside, ...values, ...others];
}

/** Commands that are requested: some when the list opens, others for the typed text. */
export interface AskedCommands {
  first(signal: AbortSignal): Promise<readonly Command[]>;
  typed(text: string, signal: AbortSignal): Promise<readonly Command[]>;
}

/** Opens the list; the chosen command runs after the list has closed. */
export function openPalette(own: readonly Command[], asked: AskedCommands): void {
  let commands = own;
  let found: readonly Command[] = [];
  /** Commands that were requested for the typed text. */
  let values: readonly Command[] = [];
  const closed = new AbortController();
  let typing = new AbortController();
  let at = 0;
  const list = h("ul", {
    id: "palette",
    role: "listbox",
    "aria-label": "Commands",
  });
  const count = h("p", { class: "soft", role: "status" });
  const input = h("input", {
    type: "text",
    role: "combobox",
    "aria-label": "Find a view, a table, a column, a value, a query or help",
    "aria-controls": "palette",
    "aria-expanded": "true",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "A view, a table, a column, a value, a query, help",
    oninput: () => {
      values = [];
      draw(0);
      void search();
    },
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
    {
      "aria-label": "Commands",
      onclose: () => {
        closed.abort();
        typing.abort();
        dialog.remove();
      },
    },
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
  /** Requests commands for the text; errors, and results for an earlier text, are ignored. */
  async function search(): Promise<void> {
    typing.abort();
    const { signal } = typing = new AbortController();
    const more = await asked.typed(input.value, signal).catch(() => []);
    if (signal.aborted) return;
    values = more;
    draw(at);
  }
  async function askFirst(): Promise<void> {
    const more = await asked.first(closed.signal).catch(() => []);
    if (closed.signal.aborted) return;
    commands = [...own, ...more];
    draw(at);
  }
  function draw(next: number): void {
    found = matching(commands, values, input.value);
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
          h("span", { class: "name" }, command.name),
          h("span", { class: "soft" }, command.about ? ` – ${command.about}` : ""),
        )
      ),
    );
    input.setAttribute("aria-activedescendant", found.length > 0 ? `palette-${at}` : "");
    count.textContent = found.length === 0 ? "There is nothing with this name" : `${found.length} found`;
  }
  draw(0);
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
  void askFirst();
}

/** What keys do, by where they work. */
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
    "arrows move, with Shift they select a range, Shift-Enter applies it, Enter picks a point, + and - zoom, l is for logarithmic axes, Esc clears",
  ],
  ["a tree", "arrows move, right opens, left closes, Enter does either"],
  [
    "Who frees",
    "arrows move, Home and End in the row, Page Up and Page Down in the column; Enter shows the blocks of a cell",
  ],
  ["a map", "arrows move, Home, End; Enter shows the details of a block, the source of a box"],
  ["a flame graph", "arrows and Home move, Enter zooms in, Esc zooms out, u unfolds recursion"],
  [
    "a line between panes",
    "arrows move it, Home and End move it to the ends, Enter folds and unfolds the pane",
  ],
];

/** Shows a text, with a button that closes it. */
export function showDialog(label: string, ...parts: (Node | string)[]): void {
  const close = h("button", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = h(
    "dialog",
    { "aria-label": label, onclose: () => dialog.remove() },
    ...parts,
    close,
  );
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

/** Shows the list of keys. */
export function showKeys(): void {
  showDialog(
    "Keys",
    h("h2", {}, "Keys"),
    h("dl", {}, ...KEYS.flatMap(([where, what]) => [h("dt", {}, where), h("dd", {}, what)])),
  );
}
