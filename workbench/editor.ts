/**
 * The editor of a cell: CodeMirror, with completion, hover, diagnostics and colours that the program itself
 * computes.
 * @module
 */

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  type Completion as Choice,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
  completionStatus,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic as Mark, linter, lintKeymap } from "@codemirror/lint";
import { EditorState, Prec, type Range, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  hoverTooltip,
  keymap,
  placeholder,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { Completion, Diagnostic, Hover } from "../src/serve/api_types.ts";
import { ask } from "./api.ts";
import { h } from "./dom.ts";

/** Events of an editor. */
interface EditorEvents {
  changed(text: string): void;
  run(): void;
  cancel(): void;
  /** The cursor leaves the editor upwards or downwards, towards another cell. */
  leave(direction: -1 | 1): void;
}

/** Creates an editor. */
export function newEditor(parent: HTMLElement, text: string, events: EditorEvents): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(document.body.dataset["nonce"] ?? ""),
        Prec.highest(keymap.of([
          {
            key: "Mod-Enter",
            run(view) {
              // Close a list that arrives late: it would take the Esc key that should cancel the run.
              closeCompletion(view);
              events.run();
              return true;
            },
          },
          {
            // If the focus left while the menu is open, the menu would stay.
            key: "Tab",
            run: (view) => completionStatus(view.state) === "active" && (acceptCompletion(view), true),
          },
          { key: "Alt-ArrowUp", run: () => (events.leave(-1), true) },
          { key: "Alt-ArrowDown", run: () => (events.leave(1), true) },
        ])),
        // These keys come after the keys of completion: Esc closes a list first.
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          { key: "Escape", run: () => (events.cancel(), true) },
          ...historyKeymap,
          ...lintKeymap,
          ...defaultKeymap,
        ]),
        history(),
        drawSelection(),
        closeBrackets(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Query", spellcheck: "false" }),
        placeholder("A query, such as: leaks | by func | top 10 by bytes"),
        autocompletion({ override: [complete], icons: false, maxRenderedOptions: 80 }),
        hoverTooltip(hoverAt, { hoverTime: 350 }),
        linter(check, { delay: 250 }),
        colors,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.changed(update.state.doc.toString());
        }),
      ],
    }),
  });
}

/** Replaces the text of an editor. */
export function setText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const { pos, explicit, state } = context;
  const before = state.sliceDoc(Math.max(0, pos - 1), pos);
  if (!explicit && !/[\w|:.@"'/{(=~, ]/.test(before)) return null;
  const text = state.doc.toString();
  if (!explicit && text.trim() === "") return null;
  const abort = new AbortController();
  context.addEventListener("abort", () => abort.abort());
  try {
    const { from, to, items } = await ask<Completion>("complete", { text, offset: pos }, abort.signal);
    if (items.length === 0) return null;
    return {
      from,
      to,
      filter: false,
      options: items.map((item): Choice => ({
        label: item.label,
        type: item.kind,
        ...(item.detail === undefined ? {} : { detail: item.detail }),
        ...(item.doc === undefined ? {} : { info: () => h("div", { class: "info" }, item.doc!) }),
        apply: (view) =>
          view.dispatch({
            changes: { from, to: view.state.selection.main.head, insert: item.insert },
            selection: { anchor: from + item.caret },
            userEvent: "input.complete",
          }),
      })),
    };
  } catch {
    return null; // The user has typed more, or the server is lost, which is shown elsewhere.
  }
}

async function hoverAt(view: EditorView, offset: number): Promise<Tooltip | null> {
  const found = await ask<Hover | null>("hover", { text: view.state.doc.toString(), offset }).catch(() =>
    null
  );
  if (!found) return null;
  return {
    pos: found.span.start,
    end: found.span.end,
    above: true,
    create: () => ({ dom: hoverBox(found) }),
  };
}

function hoverBox({ title, what, type, doc, facts, values, examples }: Hover): HTMLElement {
  const most = Math.max(...values.map(({ count }) => count), 1);
  return h(
    "div",
    { class: "hover" },
    h("div", {}, h("strong", {}, title), " ", h("span", { class: "soft" }, type ? `${what}, ${type}` : what)),
    doc !== "" && h("p", {}, doc),
    ...facts.map(({ name, value }) => h("div", {}, h("span", { class: "soft" }, `${name} `), value)),
    values.length > 0 && h(
      "table",
      {},
      ...values.map(({ value, count }) => {
        const bar = h("span", { class: "minibar" });
        bar.style.width = `${(60 * count / most).toFixed(0)}px`;
        return h("tr", {}, h("td", {}, value), h("td", { class: "n" }, String(count)), h("td", {}, bar));
      }),
    ),
    ...examples.map((each) => h("code", {}, each)),
  );
}

async function check(view: EditorView): Promise<Mark[]> {
  const text = view.state.doc.toString();
  if (text.trim() === "") return [];
  const found = await ask<Diagnostic[]>("check", { text }).catch(() => []);
  return found.map(({ span, severity, code, message, suggestion, fix }): Mark => ({
    from: Math.min(span.start, text.length),
    to: Math.min(Math.max(span.end, span.start + 1), text.length),
    severity: severity === "hint" ? "info" : severity,
    source: code,
    message: suggestion === undefined ? message : `${message}: ${suggestion}`,
    ...(fix === undefined ? {} : {
      actions: [{
        name: `Write ${fix.text}`,
        apply: (target: EditorView) =>
          target.dispatch({ changes: { from: fix.span.start, to: fix.span.end, insert: fix.text } }),
      }],
    }),
  }));
}

const setColors = StateEffect.define<DecorationSet>();

const colorField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects }) {
    const fresh = effects.find((each) => each.is(setColors));
    return fresh ? fresh.value as DecorationSet : marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Colours from the program's own lexer; until new ones arrive, the previous ones move with the text. */
const colors = [
  colorField,
  ViewPlugin.fromClass(
    class {
      #timer = 0;
      readonly #view: EditorView;

      constructor(view: EditorView) {
        this.#view = view;
        this.#later();
      }

      update({ docChanged }: ViewUpdate): void {
        if (docChanged) this.#later();
      }

      destroy(): void {
        clearTimeout(this.#timer);
      }

      #later(): void {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#color(), 40);
      }

      async #color(): Promise<void> {
        const text = this.#view.state.doc.toString();
        const tokens = await ask<[number, number, string][]>("tokens", { text }).catch(() => null);
        if (tokens === null || this.#view.state.doc.toString() !== text) return;
        const marks: Range<Decoration>[] = tokens.filter(([start, end]) => start < end).map((
          [start, end, kind],
        ) => Decoration.mark({ class: `tok-${kind}` }).range(start, end));
        this.#view.dispatch({ effects: setColors.of(Decoration.set(marks)) });
      }
    },
  ),
];
