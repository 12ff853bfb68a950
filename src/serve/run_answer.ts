/**
 * Runs scripts for pages, one after the other, and sends their results line by line.
 * @module
 */

import { renderDiagnostic } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { leftOutText } from "../engine/left_out.ts";
import { assertionName, runScript } from "../engine/run_script.ts";
import type { LeftOut } from "../base/left_out.ts";
import type { RunProgress, Session } from "../engine/session.ts";
import type { DrawnCell, EncodedRunLine, RunLine, RunRequest } from "./api_types.ts";
import type { ResultCache } from "./result_cache.ts";
import { AnswerCache } from "./answer_cache.ts";
import { decodeRunLine } from "./encoded_lines.ts";
import { trendQuery } from "./trend_query.ts";
import { drawnRows, wireColumn, wireRows } from "./wire_cells.ts";

/** Number of rows that a result includes unless more are requested. */
const FIRST_ROWS = 200;
/** Milliseconds between two progress messages. */
const PROGRESS_PAUSE = 250;

/** Rows of a chart. */
type DrawnRows = Extract<RunLine<DrawnCell>, { t: "rows" }>;

/** The runs of a session. */
export class Runs {
  readonly #session: Session;
  readonly #held: ResultCache;
  readonly #kept = new AnswerCache();
  #last: Promise<void> = Promise.resolve();

  /** Creates the object; nothing runs yet. */
  constructor(session: Session, held: ResultCache) {
    this.#session = session;
    this.#held = held;
  }

  /** Returns the response as a stream of JSON lines. Cancelling it cancels the run. */
  answer(request: RunRequest): ReadableStream<Uint8Array> {
    const cancel = new AbortController();
    const { signal } = cancel;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (line: Uint8Array): void => {
          if (!signal.aborted) controller.enqueue(line);
        };
        // A cached response does not have to wait its turn.
        const kept = this.#kept.find(request, this.#session.environment);
        if (kept) {
          kept.forEach(send);
          controller.close();
          return;
        }
        const job = async (): Promise<void> => {
          if (!signal.aborted) await this.#answerInto(send, request, signal);
          if (!signal.aborted) controller.close();
        };
        this.inTurn(job).catch(() => {});
      },
      cancel: () => cancel.abort(),
    });
  }

  /** Waits until all runs have ended, but at most this many milliseconds. */
  async end(patience: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.#last, new Promise((go) => timer = setTimeout(go, patience))]);
    clearTimeout(timer);
  }

  /** Runs a job after all previous jobs have ended or failed, because a session is single-threaded. */
  inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job, job);
    this.#last = done.then(() => {}, () => {});
    return done;
  }

  /**
   * Runs a query for a chart that nobody has requested yet, until a request comes in; returns its rows unless
   * it fails. It must be called within `inTurn`.
   */
  async runUnasked(request: RunRequest, signal: AbortSignal): Promise<DrawnRows | undefined> {
    let rows: DrawnRows | undefined;
    await this.#answerInto(() => {}, request, signal, (sent) => {
      const line = decodeRunLine<DrawnCell>(sent);
      if (line.t === "rows") rows = line;
      else if (line.t === "more" && rows) {
        rows = { ...rows, cells: rows.cells.map((cells, at) => cells.concat(line.cells[at]!)) };
      }
    });
    return signal.aborted ? undefined : rows;
  }

  /** Runs a script, sends lines as bytes, and caches them for equal requests. */
  async #answerInto(
    send: (line: Uint8Array) => void,
    request: RunRequest,
    signal: AbortSignal,
    seen: (line: EncodedRunLine) => void = () => {},
  ): Promise<void> {
    const { environment } = this.#session;
    const encoder = new TextEncoder();
    const lines: Uint8Array[] = [];
    let isWhole = false;
    await this.#run(request, signal, (line) => {
      if (signal.aborted) return;
      const bytes = encoder.encode(JSON.stringify(line) + "\n");
      if (line.t !== "progress") lines.push(bytes);
      isWhole ||= line.t === "end";
      seen(line);
      send(bytes);
    });
    if (isWhole && !signal.aborted) this.#kept.keep(request, environment, lines);
  }

  async #run(request: RunRequest, signal: AbortSignal, tell: (line: EncodedRunLine) => void): Promise<void> {
    const { text, rows = FIRST_ROWS, alone = false, drawn = false, numbers = false } = request;
    const most = SHOW_LIMITS.sentRows.most;
    const progress: RunProgress = { step: "", done: 0, total: 0 };
    const watch = setInterval(() => tell({ t: "progress", ...progress }), PROGRESS_PAUSE);
    try {
      await runScript(this.#session, text, {
        warning: (diagnostic) => tell({ t: "warning", diagnostic }),
        // Do not store results that nobody waits for.
        keep: (outcome) => {
          if (signal.aborted) outcome.release();
        },
        rows: (outcome) => {
          if (signal.aborted) return;
          const { table, milliseconds, scanned } = outcome;
          tell({
            t: "rows",
            result: drawn ? 0 : this.#held.hold(outcome),
            text: outcome.text,
            columns: table.columns.map(wireColumn),
            rowCount: table.rowCount,
            milliseconds,
            scanned: scanned.rows,
            trend: drawn ? null : trendQuery(outcome.pipeline, this.#session),
            ...(drawn ? drawnRows : wireRows)(table, 0, Math.min(rows, most), numbers),
          });
          if (!drawn) return;
          for (let from = most; from < Math.min(rows, table.rowCount); from += most) {
            tell({ t: "more", ...drawnRows(table, from, Math.min(most, rows - from), numbers) });
          }
          outcome.release();
        },
        verdict: (outcome) =>
          tell({
            t: "verdict",
            name: assertionName(outcome),
            passed: outcome.passed,
            found: outcome.found,
          }),
        // A chart has no place for this note, but the table of the same query shows it.
        ...(drawn ? {} : { leftOut: (leaks: LeftOut) => tell({ t: "note", text: leftOutText(leaks) }) }),
      }, {
        signal,
        alone,
        // Queries that the page itself runs do not become the last query of the user.
        aside: alone,
        progress,
      });
      tell({ t: "end" });
    } catch (error) {
      if (signal.aborted) return;
      tell(errorLine(error, text));
    } finally {
      clearInterval(watch);
    }
  }
}

/** The error message, with the position marked by carets. */
function errorLine(error: unknown, text: string): EncodedRunLine {
  if (!(error instanceof QueryError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { t: "error", message, diagnostics: [], drawn: message };
  }
  const { diagnostics, message } = error;
  const drawn = diagnostics.map((each) => renderDiagnostic(each, text)).join("\n");
  return { t: "error", message, diagnostics, drawn };
}
