/**
 * Answers requests of the page about the open traces. It uses no network, page or file itself: a server runs it
 * behind access control, and a page without a server runs it in a worker.
 * @module
 */

import { colorTokens, complete, diagnose, formatEdits, hover, needsWarmUp } from "../assist/assist.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { Session } from "../engine/session.ts";
import type {
  CellRequest,
  HeadlineRequest,
  NewsAnswer,
  RowsRequest,
  SourceAnswer,
  TextRequest,
} from "./api_types.ts";
import { blobOf } from "./blob_answer.ts";
import { cellAnswer } from "./cell_answer.ts";
import { HeadlineAnswers } from "./headline_answer.ts";
import { ResultCache } from "./result_cache.ts";
import { jsonAnswer, plainAnswer, responseHeaders } from "./plain_answers.ts";
import {
  checkShape,
  COUNT,
  DIGITS,
  FLAG,
  NUMBER,
  optional,
  ShapeError,
  TEXT,
  TEXTS,
} from "./request_shape.ts";
import { Runs } from "./run_answer.ts";
import { type SourceFiles, sourceLines } from "./sources.ts";
import { traceFacts } from "./trace_facts.ts";
import { wireRows } from "./wire_cells.ts";
import { queryInRange } from "./range_query.ts";
import { BackgroundWork } from "./background_work.ts";

/** Maximum number of steps of a chart, whatever number a page requests. */
const WIDEST = 8192;

/** Milliseconds to wait until cancelled work has stopped. */
const PATIENCE = 200;

/** The fields of a request to run a query. */
const RUN = {
  text: TEXT,
  rows: optional(COUNT),
  alone: optional(FLAG),
  drawn: optional(FLAG),
  numbers: optional(FLAG),
};

/** Answers requests of the page. */
export class Answers {
  readonly #session: Session;
  readonly #sources: SourceFiles | null;
  readonly #held = new ResultCache();
  readonly #runs: Runs;
  readonly #headlines: HeadlineAnswers;
  #ahead: BackgroundWork;
  readonly #readNews: (() => Promise<NewsAnswer>) | undefined;

  /**
   * Creates the object. Source files are read from `sources`; null means from nowhere. `readNews` reads data
   * appended to the traces, if they are followed.
   */
  constructor(session: Session, sources: SourceFiles | null, readNews?: () => Promise<NewsAnswer>) {
    this.#readNews = readNews;
    [this.#session, this.#sources] = [session, sources];
    this.#runs = new Runs(session, this.#held);
    this.#headlines = new HeadlineAnswers(session);
    this.#ahead = new BackgroundWork(session, this.#runs, this.#headlines);
  }

  /** Starts computing what the first charts need, before a page is open. */
  prepare(): void {
    this.#ahead.begin(traceFacts(this.#session).traces);
  }

  /** Runs a job after all previous jobs, because a session is single-threaded. */
  inTurn<T>(job: () => Promise<T>): Promise<T> {
    return this.#runs.inTurn(job);
  }

  /**
   * Called when the session has other traces: work for the first charts starts again. Running requests and
   * cached results are kept.
   */
  tracesChanged(): void {
    this.#ahead.close();
    this.#ahead = new BackgroundWork(this.#session, this.#runs, this.#headlines);
  }

  /** Cancels running requests, whose clients have disconnected, and releases cached results. */
  async close(): Promise<void> {
    this.#ahead.close();
    await this.#runs.end(PATIENCE);
    this.#held.releaseAll();
  }

  /** Answers one request. Errors are returned as answers. */
  async answer(path: string, body: object): Promise<Response> {
    try {
      return await this.#answer(path, body);
    } catch (error) {
      if (error instanceof ShapeError) return plainAnswer(400, error.message);
      return plainAnswer(
        500,
        `This is a bug in Quarry: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async #answer(path: string, body: object): Promise<Response> {
    const session = this.#session;
    const { catalog, environment } = session;
    switch (path) {
      case "traces": {
        const { steps } = checkShape(body, { steps: optional(NUMBER) });
        const facts = traceFacts(session);
        await this.#ahead.forPage(facts.traces, stepsOf(steps));
        return jsonAnswer({ ...facts, follows: this.#readNews !== undefined });
      }
      case "news": {
        const read = this.#readNews;
        return jsonAnswer(read ? await this.#runs.inTurn(read) : { news: [], facts: null, ended: true });
      }
      case "run": {
        const request = checkShape(body, RUN);
        this.#ahead.giveWay();
        return new Response(this.#runs.answer(request), { headers: responseHeaders("application/x-ndjson") });
      }
      case "rows": {
        const { result, from, count }: RowsRequest = checkShape(body, {
          result: COUNT,
          from: NUMBER,
          count: NUMBER,
        });
        const outcome = this.#held.get(result);
        if (!outcome) return plainAnswer(410, "These rows were freed: run the query again");
        return jsonAnswer(wireRows(outcome.table, from, Math.min(count, SHOW_LIMITS.sentRows.most)));
      }
      case "release":
        this.#held.release(checkShape(body, { result: COUNT }).result);
        return jsonAnswer(null);
      case "cell": {
        const { result, row, column }: CellRequest = checkShape(body, {
          result: COUNT,
          row: COUNT,
          column: COUNT,
        });
        const outcome = this.#held.get(result);
        const answer = outcome && cellAnswer(outcome, session, { row, column });
        return answer ? jsonAnswer(answer) : plainAnswer(410, "These rows were freed: run the query again");
      }
      case "blob": {
        const wanted = checkShape(body, { trace: TEXT, no: DIGITS, argument: TEXT });
        const found = await this.#runs.inTurn(() => blobOf(session, wanted));
        return found instanceof Uint8Array
          ? new Response(found, { headers: responseHeaders("application/octet-stream") })
          : plainAnswer(404, found);
      }
      case "check": {
        const answer = diagnose(textOf(body), catalog, environment);
        if (needsWarmUp(catalog)) this.#ahead.countValues();
        return jsonAnswer(answer);
      }
      case "complete": {
        const answer = complete(...placeIn(body), catalog, environment);
        if (needsWarmUp(catalog)) this.#ahead.countValues();
        return jsonAnswer(answer);
      }
      case "hover":
        return jsonAnswer(hover(...placeIn(body), catalog, environment));
      case "tokens":
        return jsonAnswer(
          colorTokens(textOf(body)).map(({ span, class: kind }) => [span.start, span.end, kind]),
        );
      case "format":
        return jsonAnswer(formatEdits(textOf(body)));
      case "source":
        return jsonAnswer(await this.#source(checkShape(body, { file: TEXT }).file));
      case "within": {
        const { text, filters = [] } = checkShape(body, { text: TEXT, filters: optional(TEXTS) });
        return jsonAnswer(queryInRange({ text, filters }, session));
      }
      case "headline": {
        const request: HeadlineRequest = checkShape(body, { before: optional(TEXT), after: optional(TEXT) });
        return jsonAnswer(await this.#runs.inTurn(() => this.#headlines.answer(request)));
      }
      case "ping":
        return jsonAnswer(null);
      default:
        return plainAnswer(404, "No such page");
    }
  }

  async #source(file: string): Promise<SourceAnswer> {
    const sources = this.#sources;
    if (sources === null) {
      return { file, lines: null, reason: "Source files are read only with --sources DIR" };
    }
    const found = await sourceLines(sources, file);
    return found
      ? { file: found.path, lines: found.lines, reason: null }
      : { file, lines: null, reason: `The folder of --sources has no file "${file}"` };
  }
}

function textOf(body: object): string {
  return checkShape(body, { text: TEXT }).text;
}

/** Returns the text of a request and an offset in it, by default its end. */
function placeIn(body: object): [text: string, offset: number] {
  const { text, offset = text.length }: TextRequest = checkShape(body, {
    text: TEXT,
    offset: optional(NUMBER),
  });
  return [text, Math.min(Math.max(0, Math.trunc(offset)), text.length)];
}

/** Returns the number of steps of a page's charts; 0 if it is not given. */
function stepsOf(steps = 0): number {
  return Math.min(Math.max(0, Math.trunc(steps)), WIDEST);
}
