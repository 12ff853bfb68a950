/**
 * The viewer: browses the last result, sorts, searches and filters it, and opens rows. Each step is a query,
 * which can be taken to the prompt.
 * @module
 */

import { writtenName } from "../../assist/value_syntax.ts";
import { queriesForRow } from "../../engine/drill/behind_row.ts";
import { cellTest, columnNode, valueOfCell } from "../../engine/drill/cell_test.ts";
import type { QueryOutcome } from "../../engine/session.ts";
import { parsePipeline, printTree } from "../../language/script.ts";
import { sortedBy, sortNode } from "../../query/stages/sort.ts";
import { whereNode } from "../../query/stages/where.ts";
import { pipelineNode, withStages } from "../../query/syntax/build_nodes.ts";
import type { Conversation } from "../conversation.ts";
import { CancelledError } from "../interrupt.ts";
import { decodeKeys, type Key } from "../keys.ts";
import type { Terminal } from "../terminal.ts";
import { sourceFilePaths, sourceTable } from "./source_table.ts";
import { cellText, rowsShown, viewerScreen, type ViewerStep, viewerStep } from "./viewer_screen.ts";

const ENTER_SCREEN = "\x1b[?1049h\x1b[?25l";
const LEAVE_SCREEN = "\x1b[?25h\x1b[?1049l";
const ERASE_REST = "\x1b[K";
/** Searches both the displayed and the full names. */
const SEARCHED = ["short", "full"] as const;
/** Rows searched between two checks of the keyboard. */
const SEARCHED_AT_ONCE = 1_000_000;
const HELP =
  "arrows PgUp PgDn g G: move · s: sort, again: other way · / n N: search · f F: keep, drop this value · " +
  "Enter: open · Bksp: back · e: query to the prompt · q: quit";

/** Shows a result; returns the query that the user takes to the prompt, or null. */
export async function runViewer(conversation: Conversation, terminal: Terminal): Promise<string | null> {
  const { last } = conversation;
  if (!last) return null;
  const viewer = new Viewer(conversation, terminal, last);
  terminal.setMode("editing");
  await terminal.write(ENTER_SCREEN);
  const stop = terminal.onResize(() => void viewer.paint());
  try {
    return await viewer.run();
  } finally {
    stop();
    viewer.close();
    await terminal.write(LEAVE_SCREEN);
  }
}

class Viewer {
  readonly #conversation: Conversation;
  readonly #terminal: Terminal;
  readonly #steps: ViewerStep[];
  #message = "";
  /** The search text; null while none is being typed. */
  #typed: string | null = null;
  #wanted = "";
  #taken: string | null = null;

  constructor(conversation: Conversation, terminal: Terminal, last: QueryOutcome) {
    this.#conversation = conversation;
    this.#terminal = terminal;
    const { table, text } = last;
    this.#steps = [viewerStep({ query: text.trim(), isQuery: true, table, outcome: last })];
  }

  get #step(): ViewerStep {
    return this.#steps.at(-1)!;
  }

  /** Handles keys until the user leaves. */
  async run(): Promise<string | null> {
    let rest = "";
    for (;;) {
      await this.paint();
      const input = await this.#terminal.read();
      if (input === null) return null;
      const { keys, rest: unfinished } = decodeKeys(rest + input, rest + input === "\x1b");
      rest = unfinished;
      for (const key of keys.flatMap(oneByOne)) if (await this.#press(key)) return this.#taken;
    }
  }

  /** Releases the rows of all steps except the first, which belong to the conversation. */
  close(): void {
    for (const { outcome } of this.#steps.splice(1)) outcome?.release();
  }

  async paint(): Promise<void> {
    const { settings, theme } = this.#conversation;
    const message = this.#typed === null ? this.#message : `/${this.#typed}`;
    const lines = viewerScreen(this.#step, {
      size: this.#terminal.size(),
      theme,
      threads: settings.raw ? null : settings.threads,
      names: settings.names,
      message,
      depth: this.#steps.length - 1,
    });
    await this.#terminal.write("\x1b[H" + lines.map((line) => line + ERASE_REST).join("\r\n") + "\x1b[J");
  }

  /** Handles a key; true if the user leaves. */
  async #press(key: Key): Promise<boolean> {
    if (this.#typed !== null) return this.#pressInSearch(key);
    this.#message = "";
    const name = key.kind === "chord" ? key.chord : key.text;
    if (this.#move(name)) return false;
    if (["q", "Escape", "C-c", "C-d"].includes(name)) return true;
    if (name === "e") {
      if (this.#step.isQuery) this.#taken = this.#step.query;
      else this.#message = "Lines of a source file cannot be turned into a query";
      return this.#taken !== null;
    }
    if (name === "Enter") await this.#openRow();
    else if (name === "Backspace") this.#goBack();
    else if (name === "s") await this.#sort();
    else if (name === "f" || name === "F") await this.#filter(name === "F");
    else if (name === "/") this.#typed = "";
    else if (name === "n" || name === "N") this.#search(name === "n" ? 1 : -1);
    else if (name === "?") this.#message = HELP;
    return false;
  }

  /** Moves the cursor; false if the key does not move it. */
  #move(name: string): boolean {
    const step = this.#step;
    const { row, column, table } = step;
    const [lastRow, lastColumn] = [table.rowCount - 1, table.columns.length - 1];
    const page = rowsShown(this.#terminal.size());
    const rows = new Map<string, number>([
      ...[["Up", row - 1], ["k", row - 1], ["Down", row + 1], ["j", row + 1]] as const,
      ...[["PageUp", row - page], ["PageDown", row + page], [" ", row + page]] as const,
      ...[["g", 0], ["C-Home", 0], ["G", lastRow], ["C-End", lastRow]] as const,
    ]);
    const columns = new Map<string, number>([
      ...[["Left", column - 1], ["h", column - 1], ["Right", column + 1], ["l", column + 1]] as const,
      ...[["Home", 0], ["End", lastColumn]] as const,
    ]);
    step.row = Math.max(0, Math.min(lastRow, rows.get(name) ?? row));
    step.column = Math.max(0, Math.min(lastColumn, columns.get(name) ?? column));
    return rows.has(name) || columns.has(name);
  }

  #pressInSearch(key: Key): boolean {
    const typed = this.#typed ?? "";
    if (key.kind !== "chord") this.#typed = typed + key.text;
    else if (key.chord === "Enter") {
      this.#typed = null;
      if (typed !== "") this.#wanted = typed;
      this.#search(1);
    } else if (key.chord === "Backspace" && typed !== "") this.#typed = typed.slice(0, -1);
    else this.#typed = null;
    return false;
  }

  /** Finds the next or previous row with the text in some cell. */
  #search(by: 1 | -1): void {
    const step = this.#step;
    const wanted = this.#wanted.toLowerCase();
    const { rowCount, columns } = step.table;
    if (wanted === "" || rowCount === 0) return;
    for (let count = 1; count <= Math.min(rowCount, SEARCHED_AT_ONCE); count++) {
      const row = (step.row + by * count % rowCount + rowCount) % rowCount;
      const column = columns.findIndex((_, at) =>
        SEARCHED.some((names) =>
          cellText(step, row, at, { threads: null, names }).toLowerCase().includes(wanted)
        )
      );
      if (column < 0) continue;
      step.row = row;
      step.column = column;
      return;
    }
    this.#message = `No row has "${this.#wanted}"`;
  }

  async #sort(): Promise<void> {
    const step = this.#step;
    if (!step.isQuery) return;
    const { name } = step.table.columns[step.column]!;
    const asked = parsePipeline(step.query);
    if (asked === null) return;
    const column = columnNode(name);
    // A second sort by the same column reverses the order.
    const { source, stages } = asked;
    const sorted = sortedBy(stages.at(-1), column);
    const before = sorted === null ? asked : pipelineNode(source, stages.slice(0, -1));
    const query = printTree(withStages(before, sortNode(column, sorted === "desc" ? null : "desc")));
    if (await this.#open(query, { column: step.column, sameRows: true }) && sorted !== null) {
      this.#dropBelow();
    }
  }

  async #filter(not: boolean): Promise<void> {
    const step = this.#step;
    if (!step.isQuery || step.table.rowCount === 0) return;
    const column = step.table.columns[step.column]!;
    const value = valueOfCell(column, step.table.value(step.row, step.column));
    const asked = parsePipeline(step.query);
    if (value === undefined || asked === null) {
      this.#message = `Values of ${writtenName(column.name)} cannot be written in a filter`;
    } else {
      const test = cellTest(
        { node: columnNode(column.name), column, session: this.#conversation.session },
        not ? "!=" : "==",
        value,
      );
      await this.#open(printTree(withStages(asked, whereNode(test))), { column: step.column });
    }
  }

  async #openRow(): Promise<void> {
    const step = this.#step;
    if (!step.isQuery || !step.outcome || step.table.rowCount === 0) return;
    const { session, host } = this.#conversation;
    // Sorting and filtering extend the query of the step.
    const { table } = step.outcome;
    const pipeline = parsePipeline(step.query) ?? step.outcome.pipeline;
    const found = queriesForRow({ table, pipeline }, step.row, session);
    for (const behind of found) {
      if (behind.kind === "query") {
        if (await this.#open(behind.query, { wantsRows: true })) return;
        continue;
      }
      for (const path of sourceFilePaths(behind.file, session)) {
        const text = await host.readTextFile(path).catch(() => null);
        if (text === null) continue;
        const table = sourceTable(text);
        const row = Math.min(behind.line, table.rowCount) - 1;
        const query = `${behind.file}:${behind.line}`;
        this.#steps.push({ ...viewerStep({ query, isQuery: false, table }, row), column: 1 });
        return;
      }
      this.#message = `${behind.file}:${behind.line} is the source location; the file is not available`;
      return;
    }
    this.#message ||= "No further details are available for this row";
  }

  #goBack(): void {
    if (this.#steps.length === 1) this.#message = "This is already the first result: q quits";
    else this.#steps.pop()!.outcome?.release();
  }

  /** Removes the previous step, since the same rows in another order are not a step to return to. */
  #dropBelow(): void {
    if (this.#steps.length > 2) { for (const { outcome } of this.#steps.splice(-2, 1)) outcome?.release(); }
  }

  /** Runs a query and shows its rows; true if they are shown. */
  async #open(
    query: string,
    { column = 0, wantsRows = false, sameRows = false }: {
      readonly column?: number;
      readonly wantsRows?: boolean;
      readonly sameRows?: boolean;
    } = {},
  ): Promise<boolean> {
    const { interrupts } = this.#conversation;
    let outcome: QueryOutcome | null;
    interrupts.reset();
    this.#terminal.setMode("running");
    this.#message = "running …";
    await this.paint();
    this.#message = "";
    try {
      outcome = await this.#conversation.hold(query);
    } catch (error) {
      if (error instanceof CancelledError) interrupts.lower();
      this.#message = error instanceof CancelledError
        ? "cancelled"
        : error instanceof Error
        ? error.message
        : String(error);
      return false;
    } finally {
      this.#terminal.setMode("editing");
    }
    if (!outcome || (outcome.table.rowCount === 0 && (wantsRows || !sameRows))) {
      outcome?.release();
      if (!wantsRows) this.#message = "No rows";
      return false;
    }
    this.#steps.push({ ...viewerStep({ query, isQuery: true, table: outcome.table, outcome }), column });
    return true;
  }
}

/** Characters that arrive together are separate keys. */
function oneByOne(key: Key): Key[] {
  return key.kind === "chord" ? [key] : [...key.text].map((text) => ({ kind: "text", text }));
}
