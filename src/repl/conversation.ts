/**
 * One conversation over open traces: runs what was typed, keeps the last result, and remembers the settings.
 * The prompt, the plain loop and scripts from a pipe all talk through this.
 * @module
 */

import { renderDiagnostic } from "../base/diagnostic.ts";
import { QueryError, UsageError } from "../base/errors.ts";
import type { AssertOutcome, Session } from "../engine/session.ts";
import { visible } from "../render/visible.ts";
import { didYouMean } from "../base/did_you_mean.ts";
import { explainEmptiness } from "./emptiness.ts";
import { grouped } from "./first_steps.ts";
import { HeldResults, namesGiven, type ShownResult } from "./held_results.ts";
import { History } from "./history.ts";
import { refinement } from "./hints.ts";
import type { ReplHost } from "./host.ts";
import { CancelledError, Interrupts } from "./interrupt.ts";
import type { ReplSettings } from "./settings.ts";
import { showResult } from "./show_result.ts";
import { chooseTheme, type Theme } from "./theme.ts";
import { dotCommands } from "./dot/registry.ts";

/** Exit codes of the program that a conversation can come to. */
const OK = 0;
const FAILED = 1;
const USAGE = 2;
const INTERRUPTED = 130;
const LAST = "_";

/** What a conversation needs. */
export interface ConversationOptions {
  /** The open traces. */
  readonly session: Session;
  /** The program around it. */
  readonly host: ReplHost;
  /** How results are shown. */
  readonly settings: ReplSettings;
  /** Earlier entries. */
  readonly history?: History;
  /** True when a person sits there: hints and explanations make sense. */
  readonly personal: boolean;
}

/** A conversation. */
export class Conversation {
  /** The open traces. */
  readonly session: Session;
  /** The program around it. */
  readonly host: ReplHost;
  /** How results are shown. */
  readonly settings: ReplSettings;
  /** Earlier entries. */
  readonly history: History;
  /** Ctrl-C. */
  readonly interrupts: Interrupts = new Interrupts();
  /** Statements that ran without a mistake, for `.save`. */
  readonly statements: string[] = [];
  readonly #personal: boolean;
  readonly #held = new HeldResults();
  #last: ShownResult | null = null;
  #leaving = false;

  /** Runs nothing yet. */
  constructor(options: ConversationOptions) {
    this.session = options.session;
    this.host = options.host;
    this.settings = options.settings;
    this.history = options.history ?? new History();
    this.#personal = options.personal;
  }

  /** The last result. */
  get last(): ShownResult | null {
    return this.#last;
  }

  /** True after `.quit`. */
  get leaving(): boolean {
    return this.#leaving;
  }

  /** Ends the conversation after this entry. */
  leave(): void {
    this.#leaving = true;
  }

  /** The colours of now. */
  get theme(): Theme {
    return chooseTheme(this.settings.theme, this.host.color, (name) => this.host.env(name));
  }

  /** Writes to standard output. */
  async say(text: string): Promise<void> {
    await this.host.stdout.write(text.endsWith("\n") ? text : text + "\n");
  }

  /** Runs an entry: dot commands on lines of their own, statements between them. Gives the exit code. */
  async run(text: string, file?: string): Promise<number> {
    let code: number = OK;
    let statements = "";
    let line = 0;
    const flush = async (): Promise<void> => {
      if (statements.trim() !== "") code = Math.max(code, await this.#runStatements(statements, file));
      // Line numbers of what follows stay those of the file.
      statements = "\n".repeat(line);
    };
    for (const each of text.split("\n")) {
      if (!/^\s*\.[a-z]/i.test(each)) {
        statements += each + "\n";
        line++;
        continue;
      }
      line++;
      await flush();
      code = Math.max(code, await this.#runDotCommand(each.trim()));
      if (this.#leaving) return code;
    }
    await flush();
    return code;
  }

  /** Runs statements and gives the results without showing them; the caller releases them. */
  async query(text: string): Promise<ShownResult[]> {
    const results: ShownResult[] = [];
    for await (const outcome of this.session.run(this.session.prepare(text))) {
      if (outcome.kind === "query") results.push(outcome);
    }
    return results;
  }

  /** Shows a table as the settings say. */
  async show(table: ShownResult["table"]): Promise<void> {
    await showResult(this.host, table, this.settings);
  }

  /** Lets results and the listening thread go. */
  close(): void {
    this.interrupts.stop();
    this.#held.clear();
  }

  async #runStatements(text: string, file: string | undefined): Promise<number> {
    const { host, session } = this;
    const stop = host.onInterrupt(() => this.interrupts.raise());
    let code: number = OK;
    try {
      const prepared = session.prepare(text);
      for (const warning of prepared.warnings) {
        const place = file === undefined ? {} : { file };
        await host.stderr.write(renderDiagnostic(warning, text, { color: this.theme.color, ...place }) + "\n");
      }
      let newest: ShownResult | null = null;
      let count = 0;
      for await (const outcome of session.run(prepared, this.interrupts.signal())) {
        if (outcome.kind === "assert") {
          if (outcome.passed) continue;
          code = FAILED;
          await this.#reportAssertion(outcome);
          continue;
        }
        newest = outcome;
        // `_` still means the result before this script.
        this.#held.hold(outcome, [`#${count++}`, ...namesGiven(outcome.text)]);
        await this.show(outcome.table);
        if (this.settings.timer) await host.stderr.write(this.theme.paint("faint", timing(outcome)) + "\n");
      }
      if (newest) await this.#keepLast(newest);
      if (this.#personal) this.statements.push(text.trim());
    } catch (error) {
      if (error instanceof CancelledError) {
        await host.stderr.write(this.theme.paint("warning", "cancelled") + "\n");
        return INTERRUPTED;
      }
      return await host.reportFailure(error, file);
    } finally {
      stop();
      this.#held.forget((name) => name.startsWith("#"));
    }
    return code;
  }

  async #keepLast(result: ShownResult): Promise<void> {
    this.#held.hold(result, [LAST]);
    this.#last = result;
    this.session.keep(LAST, result.table);
    if (!this.#personal || !this.settings.hints) return;
    if (result.table.rowCount === 0) {
      for (const line of await explainEmptiness(this.session, result)) await this.say(this.theme.paint("hint", line));
      return;
    }
    const hint = refinement(result, this.session);
    if (hint !== null) await this.say(this.theme.paint("faint", `next: ${hint}`));
  }

  async #reportAssertion({ message, text, found }: AssertOutcome): Promise<void> {
    const what = message ?? text.replaceAll(/\s+/g, " ").trim();
    const label = this.theme.paint("error", "assertion failed");
    await this.host.stderr.write(`${label}: ${visible(what)} (found ${visible(found)})\n`);
  }

  async #runDotCommand(line: string): Promise<number> {
    const [, name = "", rest = ""] = /^\.(\S*)\s*([^]*)$/.exec(line) ?? [];
    const command = dotCommands.find((each) => each.name === name || each.aliases?.includes(name));
    const stop = this.host.onInterrupt(() => this.interrupts.raise());
    try {
      if (!command) {
        const near = didYouMean(name, dotCommands.map((each) => each.name));
        throw new UsageError(`Unknown command .${name}: ${near ? `did you mean .${near}?` : ".help lists them"}`);
      }
      await command.run(this, rest.trim());
      return OK;
    } catch (error) {
      if (error instanceof CancelledError) {
        await this.host.stderr.write(this.theme.paint("warning", "cancelled") + "\n");
        return INTERRUPTED;
      }
      const code = await this.host.reportFailure(error);
      return error instanceof QueryError ? code : Math.max(code, USAGE);
    } finally {
      stop();
    }
  }
}

/** `12 rows in 3.2 ms, 1_234 rows looked at in 1 block, 4 blocks skipped`. */
export function timing({ table, milliseconds, scanned }: ShownResult): string {
  const blocks = scanned.blocks > 0 ? ` in ${plural(scanned.blocks, "block")}` : "";
  const skipped = scanned.blocksSkipped > 0 ? `, ${plural(scanned.blocksSkipped, "block")} skipped` : "";
  const time = milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0);
  return `${plural(table.rowCount, "row")} in ${time} ms, ${plural(scanned.rows, "row")} scanned${blocks}${skipped}`;
}

function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}
