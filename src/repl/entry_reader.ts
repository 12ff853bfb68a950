/**
 * Reads entries from a terminal: passes keys to the editor, views to the painter, frames to the screen.
 * @module
 */

import { dropTrailing } from "../base/drop_trailing.ts";
import type { Assistant } from "./assistant.ts";
import { decodeKeys, type Key } from "./keys.ts";
import { layOut } from "./layout.ts";
import type { EditorRequest, LineEditor } from "./line_editor.ts";
import { type Prompts, promptView } from "./prompt_view.ts";
import { ScreenPainter } from "./screen_painter.ts";
import type { Terminal } from "./terminal.ts";
import type { Theme } from "./theme.ts";
import { EMPTY_VIEW, type Run } from "./view.ts";

/** The outcome of reading an entry. */
type EntryOutcome =
  | { readonly kind: "entry"; readonly text: string }
  | { readonly kind: "cancelled" }
  | { readonly kind: "left" };

/** Options of the reader. */
interface EntryReaderOptions {
  /** Keyboard and screen. */
  readonly terminal: Terminal;
  /** State of the line. */
  readonly editor: LineEditor;
  /** Colours, warnings, completion. */
  readonly assistant: Assistant;
  /** The current colours. */
  readonly theme: () => Theme;
  /** The prompts for a screen with this many columns. */
  readonly prompts: (columns: number) => Prompts;
  /** A request that is sent to the terminal with the first prompt; empty for none. */
  readonly ask: string;
  /** Called with the terminal's answers. */
  readonly onAnswer: (answer: string) => void;
  /** Runs an external editor on a text; null if there is none. */
  readonly editOutside: (text: string) => Promise<string | null>;
}

const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";
/**
 * Milliseconds after an escape before it counts as the Escape key. Slow connections split sequences, so the
 * time must not be too short.
 */
const ESCAPE_WAIT_MS = 60;
/** Time to wait for the rest of a terminal's answer. */
const ANSWER_WAIT_MS = 1000;
/** Milliseconds without a key after which unfinished input is marked as well. */
const THINKING_MS = 700;
/** Interval between two steps of preparing completion. */
const PREPARE_MS = 30;

/** Why waiting ended. */
type Wake = { readonly input: string | null } | "resize" | "time";

/** Reads entries from the terminal. */
export class EntryReader {
  readonly #options: EntryReaderOptions;
  readonly #painter = new ScreenPainter();
  readonly #keys: Key[] = [];
  #rest = "";
  #ask: string;
  #reading: Promise<{ readonly input: string | null }> | null = null;
  #documentation: readonly (readonly Run[])[] = [];
  #typing = false;
  #preparing = true;

  /** Reads nothing yet. */
  constructor(options: EntryReaderOptions) {
    this.#options = options;
    this.#ask = options.ask;
  }

  /** Shows the prompt with an initial text and waits for an entry. */
  async read(begun = ""): Promise<EntryOutcome> {
    const { terminal, editor } = this.#options;
    terminal.setMode("editing");
    editor.reset(begun);
    this.#documentation = [];
    this.#preparing = true;
    let resized: (() => void) | null = null;
    let wasResized = false;
    const stop = terminal.onResize(() => {
      wasResized = true;
      resized?.();
    });
    try {
      await terminal.write(PASTE_ON + this.#ask);
      this.#ask = "";
      for (;;) {
        const outcome = await this.#pressAll();
        if (outcome) return outcome;
        await this.#paint();
        const wake = wasResized ? "resize" : await this.#wait((wakeUp) => resized = wakeUp);
        wasResized = false;
        if (wake === "resize") continue;
        if (wake === "time") this.#timePassed();
        else if (wake.input === null) return await this.#leave({ kind: "left" });
        else this.#decode(this.#rest + wake.input, false);
      }
    } finally {
      stop();
    }
  }

  #decode(input: string, idle: boolean): void {
    const { keys, answers, rest } = decodeKeys(input, idle);
    this.#keys.push(...keys);
    for (const answer of answers) this.#options.onAnswer(answer);
    this.#rest = rest;
  }

  /** Waits for input, a new size, or the time of the next scheduled work. */
  async #wait(onResize: (wakeUp: (() => void) | null) => void): Promise<Wake> {
    this.#reading ??= this.#options.terminal.read().then((input) => ({ input }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const time = new Promise<Wake>((resolve) => {
      const wait = this.#nextTime();
      if (wait !== null) timer = setTimeout(() => resolve("time"), wait);
    });
    const size = new Promise<Wake>((resolve) => onResize(() => resolve("resize")));
    const wake = await Promise.race([this.#reading, time, size]);
    if (timer !== undefined) clearTimeout(timer);
    onResize(null);
    if (typeof wake === "object") this.#reading = null;
    return wake;
  }

  #nextTime(): number | null {
    if (this.#rest.startsWith("\x1b]1")) return ANSWER_WAIT_MS;
    if (this.#rest !== "" && !this.#rest.startsWith("\x1b[200~")) return ESCAPE_WAIT_MS;
    if (this.#preparing) return PREPARE_MS;
    return this.#typing ? THINKING_MS : null;
  }

  #timePassed(): void {
    if (this.#rest !== "" && !this.#rest.startsWith("\x1b[200~")) this.#decode(this.#rest, true);
    else if (this.#preparing) this.#preparing = this.#options.assistant.prepareMore();
    else this.#typing = false;
  }

  async #pressAll(): Promise<EntryOutcome | null> {
    const { editor } = this.#options;
    for (let key = this.#keys.shift(); key; key = this.#keys.shift()) {
      const { cursor } = editor;
      const request = editor.press(key);
      if (request !== "documentation") this.#documentation = [];
      // After a key without effect, the word may still be incomplete.
      this.#typing = editor.justTyped || (this.#typing && editor.cursor === cursor);
      // Completing the typed text may need values that are not yet counted.
      this.#preparing = true;
      const outcome = request === null ? null : await this.#serve(request);
      if (outcome) return outcome;
    }
    return null;
  }

  async #serve(request: EditorRequest): Promise<EntryOutcome | null> {
    const { terminal, editor, assistant } = this.#options;
    switch (request) {
      case "accept":
        return await this.#leave({ kind: "entry", text: editor.text });
      case "cancel":
        return await this.#leave({ kind: "cancelled" }, "^C");
      case "leave":
        return await this.#leave({ kind: "left" });
      case "documentation": {
        const shown = this.#documentation.length > 0;
        const { columns } = terminal.size();
        this.#documentation = shown ? [] : assistant.documentation(editor.text, editor.cursor, columns);
        return null;
      }
      case "clear-screen":
        await terminal.write(this.#painter.clear());
        return null;
      case "edit-outside":
        await this.#editOutside();
        return null;
      case "suspend":
        await this.#takeAway();
        await terminal.suspend();
        await this.#comeBack();
        return null;
    }
  }

  async #editOutside(): Promise<void> {
    const { editor, editOutside, terminal } = this.#options;
    await this.#takeAway();
    terminal.setMode("plain");
    const text = await editOutside(editor.text);
    await this.#comeBack();
    // The text is shown but not run, so that the user can check it.
    if (text !== null) editor.buffer.replace(0, editor.text.length, dropTrailing(text, "\n"));
  }

  async #takeAway(): Promise<void> {
    const { terminal } = this.#options;
    await terminal.write(this.#painter.erase(terminal.size().columns) + PASTE_OFF);
  }

  async #comeBack(): Promise<void> {
    const { terminal } = this.#options;
    terminal.setMode("editing");
    await terminal.write(PASTE_ON);
  }

  async #paint(): Promise<void> {
    const { terminal, editor, assistant, theme } = this.#options;
    const size = terminal.size();
    const view = promptView(editor, assistant, {
      typing: this.#typing,
      documentation: this.#documentation,
      prompts: this.#options.prompts(size.columns),
    });
    const text = this.#painter.paint(layOut(view, size, theme()), size.columns);
    if (text !== "") await terminal.write(text);
  }

  /** Leaves the entry on the screen, without suggestions and other aids. */
  async #leave(outcome: EntryOutcome, mark = ""): Promise<EntryOutcome> {
    const { terminal, editor, assistant, theme } = this.#options;
    const size = terminal.size();
    const view = promptView(editor, assistant, {
      typing: true,
      documentation: [],
      prompts: this.#options.prompts(size.columns),
    });
    const { text } = editor;
    const last = { ...EMPTY_VIEW, prompt: view.prompt, continuation: view.continuation, spans: view.spans };
    const shown = { ...last, text: text + mark, cursor: text.length + mark.length };
    const frame = layOut(shown, { ...size, rows: Math.max(size.rows, text.length + 2) }, theme());
    // A text taller than the screen is written in full, since the user may scroll back to it.
    const tall = frame.rows.length > size.rows;
    const before = tall ? this.#painter.erase(size.columns) : "";
    await terminal.write(
      before + this.#painter.paint(frame, size.columns) + this.#painter.leave() + PASTE_OFF,
    );
    return outcome;
  }
}
