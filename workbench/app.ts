/**
 * The workbench: a bar with the views and the selected range, and one view below it.
 * @module
 */

import type { TracesRequest, WireTraces } from "../src/serve/api_types.ts";
import { Ahead } from "./ahead.ts";
import { ask, type Connection, onConnection, onWaits } from "./api.ts";
import { CallsView } from "./calls_view.ts";
import { stepsOfView } from "./chart.ts";
import { CompareView } from "./compare_view.ts";
import { button, choice, h } from "./dom.ts";
import { Details } from "./details.ts";
import { FlameView } from "./flame_view.ts";
import { headlines } from "./headline.ts";
import { MapView } from "./map_view.ts";
import { Notebook } from "./notebook.ts";
import { ObjectsView } from "./objects_view.ts";
import { chooser, Opening, takeDrops } from "./opening.ts";
import { followSwitch } from "./follow.ts";
import { Overview } from "./overview.ts";
import { type Command, openPalette, showKeys } from "./palette.ts";
import { helpCommands, valueCommands } from "./palette_answers.ts";
import { type Shell, tracesChanged, type View } from "./shell.ts";
import { PairsView } from "./pairs_view.ts";
import { SourceView } from "./source_view.ts";
import { readState, writeState } from "./state.ts";
import { TablesView } from "./tables_view.ts";
import { arrived, onSteps, redo, stepsFromHere, undo } from "./steps.ts";
import { setTheme, themeChoice, THEMES } from "./theme.ts";
import { TimelineView } from "./timeline_view.ts";
import { WorkspaceMenu } from "./workspace_menu.ts";

/** Messages about the server. */
const GONE: Readonly<Record<Connection, string>> = {
  there: "",
  gone: "The server does not answer. Your text is saved in this browser. " +
    "If it was ended, start quarry serve again, and open the address that it prints.",
  another: "The server was restarted: open the address that it printed. Your text is saved in this " +
    "browser; add the part from # on of this address to the new one to return to this view.",
};

/** Options for opening a page. */
interface PageOptions {
  /** The trace to show, instead of the one in the address. */
  readonly trace?: string;
  /** Errors of other traces that were opened together with it. */
  readonly wrong?: readonly string[];
  /** What the page says about files that the user opens in it. */
  readonly stays?: string;
}

/** Removes the listeners of the page that was shown before. */
let shown = new AbortController();

/** Requests the list of open traces and shows them; called again when they have changed. */
export async function showWorkbench(options: PageOptions = {}): Promise<void> {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  const main = h("main", { id: "main", tabindex: -1 }, h("p", { class: "soft" }, "Opening"));
  document.body.classList.add("framed");
  document.body.replaceChildren(main);
  let facts: WireTraces;
  try {
    facts = await ask<WireTraces>("traces", { steps: stepsOfView() } satisfies TracesRequest);
  } catch (error) {
    document.body.replaceChildren(
      h("main", { class: "alone" }, h("h1", {}, "Quarry"), h("p", {}, (error as Error).message)),
    );
    return;
  }
  const names = facts.traces.map(({ name }) => name);
  const state = readState(names);
  if (options.trace !== undefined && options.trace !== state.trace) {
    Object.assign(state, { trace: options.trace, range: null, moment: null });
  }
  main.replaceChildren();
  document.title = `${names.join(", ")} – Quarry`;
  const bar = h("nav", { "aria-label": "Views" });
  const shell: Shell = {
    get facts() {
      return facts;
    },
    state,
    get trace() {
      return facts.traces.find(({ name }) => name === state.trace) ?? facts.traces[0]!;
    },
    changed() {
      writeState(state, names);
      showBar();
      for (const view of views) if (view.id === state.view) void view.update();
      ahead.later();
    },
    take(query) {
      this.show("queries");
      notebook.take(query);
    },
    showSource(file, line) {
      Object.assign(state.more, { file, line: String(line) });
      this.show("source");
    },
    showRow: (line, cells) => details.showRow(line, cells),
    headlines: () =>
      first ??= headlines({}).catch((error) => {
        first = null;
        throw error;
      }),
    show(id) {
      const view = views.find((each) => each.id === id) ?? notebook;
      state.view = view.id;
      if (main.firstChild !== view.element) main.replaceChildren(view.element);
      this.changed();
    },
  };
  /** The headlines, until the traces change. */
  let first: ReturnType<Shell["headlines"]> | null = null;
  const overview = new Overview(shell);
  const details = new Details(shell);
  const notebook = new Notebook(shell);
  const views: readonly View[] = [
    notebook,
    new TimelineView(shell),
    new CallsView(shell),
    new ObjectsView(shell),
    new FlameView(shell),
    new MapView(shell),
    new PairsView(shell),
    new SourceView(shell),
    new CompareView(shell),
    new TablesView(shell),
  ];
  const there = (): readonly View[] => views.filter((view) => view.fits(shell.trace));
  const ahead = new Ahead(() => {
    const [shown, others] = [
      there().find(({ id }) => id === state.view),
      there().filter(({ id }) => id !== state.view),
    ];
    return { shown: shown ?? notebook, others };
  }, signal);
  function showBar(): void {
    bar.replaceChildren(
      ...there().map((view, at) =>
        button(view.title, () => shell.show(view.id), {
          "aria-current": view.id === state.view ? "page" : null,
          title: `Alt-${at + 1}`,
        })
      ),
    );
    const select = traces.querySelector("select");
    if (select) select.value = state.trace;
    overview.update();
    details.update();
  }
  const gone = h("div", { class: "gone", role: "alert" });
  const waits = h("span", { class: "waits soft", role: "status" });
  onWaits((does) => waits.textContent = does ? "Running" : "");
  onConnection((connection) => {
    document.body.classList.toggle("isgone", connection !== "there");
    gone.textContent = GONE[connection];
    // Repeat requests that failed.
    if (connection === "there") shell.changed();
  });
  const traces = names.length > 1
    ? choice("Trace", names.map((name) => [name, name] as const), state.trace, (name) => {
      state.trace = name;
      state.range = null;
      state.moment = null;
      const view = views.find(({ id }) => id === state.view)!;
      shell.show(view.fits(shell.trace) ? view.id : "queries");
    })
    : h("span", { class: "tracename", title: shell.trace.path }, names[0] ?? "");
  const opening = new Opening(([trace], wrong) => void showWorkbench({ ...options, trace: trace!, wrong }));
  opening.say(options.wrong ?? []);
  const take = (files: readonly File[]): void => void opening.open(files.map((from) => ({ from })));
  const open = chooser("Open", take, "Open more traces: choose files, or drop them on the page");
  takeDrops(take, signal);
  const workspace = new WorkspaceMenu({
    state,
    traces: names,
    opened(cells, missing) {
      notebook.replaceCells(cells);
      opening.say(missing);
      shell.show(state.view);
    },
    failed: (text) => opening.say([text]),
  });
  const follows = facts.follows
    ? [followSwitch((now) => {
      facts = { ...now, follows: true };
      first = null;
      tracesChanged();
      shell.changed();
    }, signal)]
    : [];
  const back = button("↶", undo, { "aria-label": "Undo", title: "Undo what was selected: Ctrl-Z" });
  const forward = button("↷", redo, { "aria-label": "Redo", title: "Redo what was selected: Ctrl-Shift-Z" });
  onSteps(() => {
    const { back: hasBack, forward: hasForward } = stepsFromHere();
    for (const [each, hasStep] of [[back, hasBack], [forward, hasForward]] as const) {
      each.setAttribute("aria-disabled", String(!hasStep));
      // A button that was just pressed keeps the keyboard focus.
      each.tabIndex = hasStep || each === document.activeElement ? 0 : -1;
    }
  }, signal);
  document.body.replaceChildren(
    h("a", {
      class: "skip",
      href: "#main",
      onclick: (event: Event) => (event.preventDefault(), main.focus()),
    }, "Skip to the view"),
    h(
      "header",
      {},
      h("h1", {}, "Quarry"),
      traces,
      bar,
      waits,
      h("span", { class: "steps" }, back, forward),
      open,
      workspace.element,
      ...follows,
      themeChoice(),
    ),
    opening.element,
    gone,
    overview.element,
    main,
    details.element,
    options.stays === undefined ? "" : h("footer", { class: "soft" }, options.stays),
  );
  const commands = (): Command[] => [
    ...there().map((view) => ({ kind: "view", name: view.title, act: () => shell.show(view.id) })),
    ...facts.questions.map(({ query, answers }) => ({
      kind: "query",
      name: answers,
      about: query,
      act: () => shell.take(query),
    })),
    ...shell.trace.tables.flatMap(({ name, doc, columns }) => [
      { kind: "table", name, about: doc, act: () => shell.take(`${name}${shell.trace.of}`) },
      ...columns.filter(({ isEmpty }) => !isEmpty).map((column) => ({
        kind: `column of ${name}`,
        name: column.name,
        about: column.doc,
        act: () => shell.take(`${name}${shell.trace.of} | by ${column.written}`),
      })),
    ]),
    { kind: "file", name: "Open traces", act: () => open.querySelector("button")!.click() },
    ...THEMES.map(([theme, shown]) => ({ kind: "theme", name: shown, act: () => setTheme(theme) })),
    {
      kind: "file",
      name: "Save workspace",
      about: "what is selected and typed",
      act: () => workspace.save(),
    },
    { kind: "file", name: "Open workspace", act: () => workspace.choose() },
    { kind: "selection", name: "Undo", about: "what was selected before", act: undo },
    { kind: "selection", name: "Redo", about: "what was selected after that", act: redo },
    { kind: "help", name: "Keys", act: showKeys },
  ];
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const isTyping = event.target instanceof Element &&
      event.target.closest("input, textarea, select, [contenteditable]") !== null;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      openPalette(commands(), {
        first: (signal) => helpCommands(shell.trace, signal),
        typed: (text, signal) => valueCommands(shell.trace, text, (query) => shell.take(query), signal),
      });
    } else if (event.key === "?" && !isTyping) showKeys();
    else if ((event.ctrlKey || event.metaKey) && !event.altKey && !isTyping && /^[zy]$/i.test(event.key)) {
      if (event.shiftKey || event.key.toLowerCase() === "y") redo();
      else undo();
    } else return;
    event.preventDefault();
  }, { signal });
  addEventListener("keydown", (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
    const view = there()[Number(event.key) - 1];
    if (!view) return;
    event.preventDefault();
    shell.show(view.id);
  }, { signal });
  addEventListener("hashchange", () => {
    arrived();
    const next = readState(names);
    Object.assign(state, { ...next, cells: state.cells });
    shell.show(state.view);
  }, { signal });
  shell.show(state.view === "" ? "queries" : state.view);
}
