/**
 * A conversation about open traces: runs entries, stores the last result, and contains the settings. Used by
 * the prompt, the plain loop and scripts from a pipe.
 * @module
 */

import { leftOutText } from "../engine/left_out.ts";
import { type Diagnostic, renderDiagnostic } from "../base/diagnostic.ts";
import { QueryError, UsageError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { assertionName, LastRows, runScript, type ScriptReceiver } from "../engine/run_script.ts";
import type { AssertOutcome, QueryOutcome, Session } from "../engine/session.ts";
import { followedText, type Follower } from "../engine/follow.ts";
import { statementsOf } from "../engine/statements_of.ts";
import { suggestsQuery } from "../engine/try_out.ts";
import type { Headline } from "../headline/headline.ts";
import { headlinesOf } from "../headline/headlines.ts";
import { OutputError } from "../output/output_error.ts";
import { canEraseLine } from "../render/status_line.ts";
import { visible } from "../render/visible.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { explainEmptyResult } from "./explain_empty.ts";
import { History } from "./history.ts";
import type { HistoryFile } from "./history_file.ts";
import type { FirstQuery } from "../formats/format_types.ts";
import { refiningQueries } from "./hints.ts";
import { wrapWords } from "./layout.ts";
import { QueryStatus } from "./query_status.ts";
import { dotCommandForWord } from "./plain_words.ts";
import { plural } from "./plural.ts";
import type { ReplHost } from "./host.ts";
import { CancelledError, Interrupts } from "./interrupt.ts";
import { type ReplSettings, SLOW_MS } from "./settings.ts";
import { sharesOf, withShares } from "./shares.ts";
import { showResult, wasCutShort } from "./show_result.ts";
import { chooseTheme, type Theme } from "./theme.ts";
import type { DotCommand, DotFamily } from "./dot/command.ts";
import { dotCommandNamed, dotCommands, dotFamilies, unknownDotCommand } from "./dot/registry.ts";

/** Exit codes of a conversation. */
const OK = 0;
const FAILED = 1;
const USAGE = 2;
/** The exit code after Ctrl-C. */
export const INTERRUPTED_EXIT_CODE = 130;
const LAST = "_";
/** Maximum nesting of scripts; a deeper script probably reads itself. */
const DEEPEST_READ = FILE_LIMITS.scriptsInScripts.most;

/** Parts of a `Conversation`: its session, host and settings, and optionally a history of entries. */
type ConversationOptions =
  & Pick<Conversation, "session" | "host" | "settings" | "personal">
  & Partial<Pick<Conversation, "history">>;

/** A conversation. */
export class Conversation {
  /** The open traces. */
  readonly session: Session;
  /** The program around the conversation. */
  readonly host: ReplHost;
  /** Settings of the session. */
  readonly settings: ReplSettings;
  /** History of entries. */
  readonly history: History;
  /** State of Ctrl-C. */
  readonly interrupts: Interrupts = new Interrupts();
  /** Whether hints and explanations are shown, as on a terminal. */
  readonly personal: boolean;
  /** Whether the background of the terminal is light; undefined if the terminal has not reported it. */
  light: boolean | undefined;
  /** Dot commands by family. */
  readonly dotFamilies: readonly DotFamily[] = dotFamilies;
  /** All dot commands. */
  readonly dotCommands: readonly DotCommand[] = dotCommands;
  /** Statements that ran without an error, for `.save`. */
  readonly statements: string[] = [];
  /** Opens the viewer over the last result; null on terminals without cursor control. */
  view: (() => Promise<void>) | null = null;
  /** The last failed entry with its error corrected. */
  correction: { readonly text: string; readonly runs: boolean } | null = null;
  /** Suggested queries. The user can run one by its number, from 1 on. */
  proposed: readonly FirstQuery[] = [];
  readonly #last = new LastRows();
  #stopped = false;
  /** Reads appended data before each entry; null if traces are not followed. */
  follower: Follower | null = null;
  /** True after `.quit`: the conversation ends after this entry. */
  leaving = false;
  #reading = 0;

  /** Starts without running anything. */
  constructor(options: ConversationOptions) {
    this.session = options.session;
    this.host = options.host;
    this.settings = options.settings;
    this.history = options.history ?? new History();
    this.personal = options.personal;
  }

  /** The last result. */
  get last(): QueryOutcome | null {
    return this.#last.outcome;
  }

  /** The current colours. */
  get theme(): Theme {
    return chooseTheme(this.settings.theme, this.host.color, (name) => this.host.env(name), this.light);
  }

  /** Writes to standard output. */
  async say(text: string): Promise<void> {
    await this.host.stdout.write(text.endsWith("\n") ? text : text + "\n");
  }

  /**
   * Resolves an entry: a number means a suggested query, and some plain words from other prompts mean dot
   * commands.
   */
  meaning(entry: string): string {
    const number = /^\s*(\d{1,2})\s*$/.exec(entry)?.[1];
    if (number !== undefined) return this.proposed[Number(number) - 1]?.query ?? ".next";
    return dotCommandForWord(entry) ?? entry;
  }

  /** Runs an entry of the user and adds it to the history. Returns the exit code. */
  async enter(entry: string, file?: Pick<HistoryFile, "add" | "fail">): Promise<number> {
    const text = this.meaning(entry);
    if (text !== entry && !text.startsWith(".")) await this.say(this.theme.paint("faint", `> ${text}`));
    if (this.history.add(text)) await file?.add(text);
    const code = await this.run(text);
    if (code !== OK && code !== INTERRUPTED_EXIT_CODE && !this.history.hasFailed(text)) {
      this.history.fail(text);
      await file?.fail(text);
    }
    return code;
  }

  /** Runs an entry: dot commands on lines of their own, statements between them. Returns the exit code. */
  async run(text: string, file?: string): Promise<number> {
    return await this.#runParts(partsOf(text), file);
  }

  /**
   * Runs input from a pipe up to the first statement with an error, and then reports how much remains.
   * Returns the exit code.
   */
  async runUpToError(text: string, file?: string): Promise<number> {
    const parts = partsOf(text).flatMap((part) =>
      part.isCommand ? [part] : statementsOf(part.text).map((text) => ({ text, isCommand: false }))
    );
    let code: number = OK;
    for (const [at, part] of parts.entries()) {
      this.#stopped = false;
      code = Math.max(code, await this.#runParts([part], file));
      if (this.leaving || code === INTERRUPTED_EXIT_CODE) return code;
      if (!this.#stopped) continue;
      const left = parts.slice(at + 1).filter(({ text }) => text.trim() !== "").length;
      if (left > 0) {
        await this.host.stderr.write(`${plural(left, "statement")} after the error did not run\n`);
      }
      return code;
    }
    return code;
  }

  async #runParts(parts: readonly Part[], file: string | undefined): Promise<number> {
    let code: number = OK;
    for (const { text, isCommand } of parts) {
      if (text.trim() === "") continue;
      code = Math.max(
        code,
        await (isCommand ? this.#runDotCommand(text.trim()) : this.#runStatements(text, file)),
      );
      if (code === INTERRUPTED_EXIT_CODE || (isCommand && this.leaving)) return code;
    }
    return code;
  }

  /** Runs a file; returns the exit code. Throws `InputError`. */
  async read(path: string): Promise<number> {
    if (this.#reading === DEEPEST_READ) {
      throw new UsageError(`Cannot read "${path}": ${DEEPEST_READ} files already read one another`);
    }
    this.#reading++;
    try {
      return await this.run(await this.host.readTextFile(path), path);
    } finally {
      this.#reading--;
    }
  }

  /**
   * Runs statements that the user did not enter; their rows are valid until `read` has ended. `_` stays
   * unchanged.
   */
  async query(text: string, read: (table: ResultTable) => void | Promise<void>): Promise<void> {
    await this.#aside(text, { rows: ({ table }) => read(table) });
  }

  /**
   * The rows of a query that the user did not enter, which the caller must release; null if there are none.
   * `_` stays unchanged.
   */
  async hold(text: string): Promise<QueryOutcome | null> {
    const rows = new LastRows();
    try {
      await this.#aside(text, { keep: rows.keep });
    } catch (error) {
      rows.release();
      throw error;
    }
    return rows.outcome;
  }

  async #aside(text: string, receiver: ScriptReceiver): Promise<void> {
    try {
      await runScript(this.session, text, receiver, { signal: this.interrupts.signal() });
    } finally {
      if (this.last) this.session.keep(LAST, this.last.table);
    }
  }

  /** Headlines of the open traces; empty if the user interrupts them. */
  async headlines(): Promise<readonly Headline[]> {
    const stop = this.host.onInterrupt(() => this.interrupts.raise());
    const status = this.#status();
    try {
      return await headlinesOf(this.session, this.interrupts.signal(() => status?.look()));
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
      this.interrupts.lower();
      return [];
    } finally {
      status?.clear();
      stop();
    }
  }

  /** Shows a table according to the settings. */
  async show(table: ResultTable): Promise<void> {
    const { pools } = this.session;
    const query = this.last?.text ?? "";
    await showResult(this.host, table, this.settings, { pools, query, signal: this.interrupts.signal() });
  }

  /** Releases results and stops the listening thread. */
  close(): void {
    this.interrupts.stop();
    this.#last.release();
    this.settings.output?.close();
  }

  async #runStatements(text: string, file: string | undefined): Promise<number> {
    const { host } = this;
    const stop = host.onInterrupt(() => this.interrupts.raise());
    let code: number = OK;
    this.correction = null;
    const status = this.#status();
    try {
      await this.#readNews();
      await runScript(this.session, text, {
        warning: (warning) => this.#remark(warning, text, file),
        keep: this.#last.keep,
        rows: (outcome) => {
          status?.clear();
          return this.#showRows(outcome);
        },
        verdict: async (outcome) => {
          status?.clear();
          if (!outcome.passed) code = FAILED;
          await this.#reportAssertion(outcome);
        },
        leftOut: async (leaks) => {
          status?.clear();
          await host.stderr.write(this.theme.paint("faint", leftOutText(leaks)) + "\n");
        },
      }, { file, signal: this.interrupts.signal(() => status?.look()), progress: status?.progress });
      this.statements.push(text.trim());
    } catch (error) {
      status?.clear();
      if (error instanceof CancelledError) return await this.#cancelled();
      this.#stopped = true;
      if (error instanceof QueryError) this.#correct(error, text);
      const reported = await host.reportFailure(error, file);
      if (error instanceof QueryError) await this.#offer(error);
      return reported;
    } finally {
      status?.clear();
      stop();
    }
    return code;
  }

  /** Reads what was appended to followed traces since the last entry, and reports it. */
  async #readNews(): Promise<void> {
    for (const line of (await this.follower?.look(this.interrupts.signal()) ?? []).flatMap(followedText)) {
      await this.host.stderr.write(this.theme.paint("faint", visible(line)) + "\n");
    }
  }

  async #cancelled(): Promise<number> {
    this.interrupts.lower();
    await this.host.stderr.write(this.theme.paint("warning", "cancelled") + "\n");
    return INTERRUPTED_EXIT_CODE;
  }

  /** The progress line of a query; null if a line cannot be erased. */
  #status(): QueryStatus | null {
    const { host, personal } = this;
    const isSeen = personal && canEraseLine(host) && host.env("TERM") !== undefined;
    return isSeen ? new QueryStatus((text) => host.writeStatus(text)) : null;
  }

  /** Stores the text with its first error corrected, for the key that accepts the correction. */
  #correct({ diagnostics }: QueryError, text: string): void {
    const wrong = diagnostics.find((each) => each.severity === "error" && each.fix !== undefined);
    if (wrong?.fix === undefined) return;
    const { span, text: meant } = wrong.fix;
    this.correction = {
      text: (text.slice(0, span.start) + meant + text.slice(span.end)).trim(),
      runs: diagnostics.length === 1 && suggestsQuery(wrong),
    };
  }

  /** Tells the user how to run the suggested correction of a query. */
  async #offer({ diagnostics }: QueryError): Promise<void> {
    const [wrong, another] = diagnostics.filter(suggestsQuery);
    if (!this.personal || wrong?.fix === undefined || another) return;
    this.proposed = [wrong.fix, ...wrong.others ?? []].map(({ text }) => ({ query: text, answers: "" }));
    const numbers = this.proposed.length === 1 ? "1 runs it" : `1 to ${this.proposed.length} run them`;
    const key = this.view !== null && this.correction?.runs ? "Alt-. or " : "";
    await this.host.stderr.write(this.theme.paint("faint", `${key}${numbers}`) + "\n");
  }

  async #remark(remark: Diagnostic, text: string, file: string | undefined): Promise<void> {
    const { stderr } = this.host;
    const place = {
      ...(file === undefined ? {} : { file }),
      ...(stderr.isTerminal ? { width: this.host.terminalSize().columns } : {}),
    };
    await stderr.write(renderDiagnostic(remark, text, { color: this.theme.color, ...place }) + "\n");
  }

  async #showRows(outcome: QueryOutcome): Promise<void> {
    await this.show(await this.#shared(outcome));
    const { timer } = this.settings;
    const isSlow = this.personal && outcome.milliseconds >= SLOW_MS;
    if (timer === "on" || (timer === "slow" && isSlow)) {
      await this.host.stderr.write(this.theme.paint("faint", timing(outcome)) + "\n");
    }
    if (this.personal && this.view !== null && wasCutShort(this.host, outcome.table, this.settings)) {
      await this.say(this.theme.paint("faint", "all rows: .view, or Enter on an empty line"));
    }
    await this.#followUp(outcome);
  }

  /** The rows as they are displayed: groups with their shares. */
  async #shared(outcome: QueryOutcome): Promise<ResultTable> {
    const { mode, raw, once, output } = this.settings;
    const isSeen = this.personal && this.host.stdout.isTerminal && mode.framed === true && !raw && !once &&
      !output;
    const shared = isSeen ? sharesOf(outcome) : null;
    if (shared === null) return outcome.table;
    let total: number | null = null;
    if (shared.total !== null) {
      try {
        await this.query(shared.total, (table) => void (total = Number(table.value(0, 0))));
      } catch (error) {
        if (error instanceof CancelledError) throw error;
        return outcome.table;
      }
    }
    return withShares(outcome.table, shared.column, total);
  }

  /** Explains an empty result, or suggests a next query. */
  async #followUp(result: QueryOutcome): Promise<void> {
    if (!this.personal || !this.settings.hints) return;
    if (result.table.rowCount === 0) {
      for (const line of await explainEmptyResult(this, result)) {
        await this.say(this.theme.paint("hint", line));
      }
      return;
    }
    const queries = refiningQueries(result, this.session);
    if (queries.length === 0) return;
    this.proposed = queries.map((query) => ({ query, answers: "" }));
    const width = this.host.terminalSize().columns;
    // The number is shown so that the user can type it.
    const more = queries.length > 1 ? `   (${queries.length - 1} more: .next)` : "";
    const next = `next: 1 ${queries[0]}`;
    const room = this.host.stdout.isTerminal ? width - 2 : Infinity;
    const lines = wrapWords(next.length + more.length <= room ? next + more : next, room);
    await this.say(this.theme.paint("faint", lines.join("\n  ")));
  }

  async #reportAssertion(outcome: AssertOutcome): Promise<void> {
    const { passed, found } = outcome;
    const what = visible(assertionName(outcome));
    const line = passed
      ? `${this.theme.paint("string", "assertion passed")}: ${what}`
      : `${this.theme.paint("error", "assertion failed")}: ${what} (found ${visible(found)})`;
    await this.host.stderr.write(line + "\n");
  }

  async #runDotCommand(line: string): Promise<number> {
    const [, name = "", rest = ""] = /^\.(\S*)\s*([^]*)$/.exec(line) ?? [];
    const command = dotCommandNamed(name);
    const stop = this.host.onInterrupt(() => this.interrupts.raise());
    try {
      if (!command) throw new UsageError(unknownDotCommand(name));
      return await command.run(this, rest.trim()) ?? OK;
    } catch (error) {
      if (error instanceof CancelledError) return await this.#cancelled();
      const code = await this.host.reportFailure(error);
      return error instanceof QueryError || error instanceof OutputError ? code : Math.max(code, USAGE);
    } finally {
      stop();
    }
  }
}

/** A part of an entry: a dot command, or statements. */
interface Part {
  /** Statements are padded with empty lines, so that their line numbers match the whole text. */
  readonly text: string;
  readonly isCommand: boolean;
}

/** The parts of an entry; a dot command takes a line of its own. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let statements = "";
  for (const [line, each] of text.split("\n").entries()) {
    // Words that are not a query are a command where a statement may begin.
    const word = !isBegun(statements) ? dotCommandForWord(each) : null;
    if (word === null && !/^\s*\.[a-z]/i.test(each)) {
      statements += each + "\n";
      continue;
    }
    parts.push({ text: statements, isCommand: false }, { text: word ?? each, isCommand: true });
    statements = "\n".repeat(line + 1);
  }
  return [...parts, { text: statements, isCommand: false }];
}

/** Whether the last line is not blank, so that the next line may belong to it. */
function isBegun(statements: string): boolean {
  return (statements.split("\n").at(-2) ?? "").trim() !== "";
}

/** Formats the timing line: `12 rows in 3.2 ms, 1_234 rows scanned in 1 block, 4 blocks skipped`. */
function timing({ table, milliseconds, scanned }: QueryOutcome): string {
  const blocks = scanned.blocks > 0 ? ` in ${plural(scanned.blocks, "block")}` : "";
  const skipped = scanned.blocksSkipped > 0 ? `, ${plural(scanned.blocksSkipped, "block")} skipped` : "";
  const time = milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0);
  return `${plural(table.rowCount, "row")} in ${time} ms, ${
    plural(scanned.rows, "row")
  } scanned${blocks}${skipped}`;
}
