/**
 * Answers requests: the page, its script and style, and what they ask about the open traces. It touches no network and
 * no file itself, so that a test can call it.
 * @module
 */

import { colorTokens, complete, diagnose, formatEdits, hover, wantsWarmUp } from "../assist/assist.ts";
import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { Session } from "../engine/session.ts";
import type { CellRequest, HeadlineRequest, RowsRequest, SourceAnswer, TextRequest } from "./api_types.ts";
import { blobOf } from "./blob_answer.ts";
import { cellAnswer } from "./cell_answer.ts";
import { type Door, newToken, refusal } from "./guard.ts";
import { headlineAnswer } from "./headline_answer.ts";
import { HeldResults } from "./held_results.ts";
import { pagePolicy, usualHeaders, workbenchPage } from "./page.ts";
import { COUNT, DIGITS, FLAG, NUMBER, optional, shaped, ShapeError, TEXT, TEXTS } from "./request_shape.ts";
import { Runs } from "./run_answer.ts";
import { type SourceFiles, sourceLines } from "./sources.ts";
import { traceFacts } from "./trace_facts.ts";
import { wireRows } from "./wire_cells.ts";
import { withinQuery } from "./within_query.ts";
import { WorkAhead } from "./work_ahead.ts";
import { APP, STYLE } from "./workbench_bundle.ts";

/** What the workbench is opened with. */
export interface WorkbenchOptions {
  readonly session: Session;
  readonly door: Door;
  /** Where source files may be read; null for nowhere. */
  readonly sources: SourceFiles | null;
}

/** Steps that a chart has at most, however wide a page says that it is. */
const WIDEST = 8192;

/** How long what runs may take to hear that it is to end, in milliseconds. */
const PATIENCE = 200;

/** What `run` is asked. */
const RUN = {
  text: TEXT,
  rows: optional(COUNT),
  alone: optional(FLAG),
  drawn: optional(FLAG),
  numbers: optional(FLAG),
};

/** Requests in, answers out. */
export class Workbench {
  readonly #options: WorkbenchOptions;
  readonly #held = new HeldResults();
  readonly #runs: Runs;
  readonly #ahead: WorkAhead;

  /** Asks nothing yet. */
  constructor(options: WorkbenchOptions) {
    this.#options = options;
    this.#runs = new Runs(options.session, this.#held);
    this.#ahead = new WorkAhead(options.session, this.#runs);
  }

  /** Why a request is not answered, which shows before its body has come; null where it may go on. */
  refuse(request: Request): Response | null {
    const no = refusal(request, this.#options.door);
    return no && plain(no.status, no.reason);
  }

  /** Answers one request. */
  async handle(request: Request): Promise<Response> {
    return this.refuse(request) ?? await this.answer(request);
  }

  /** Answers a request that is not refused. Whatever goes wrong is an answer as well. */
  async answer(request: Request): Promise<Response> {
    try {
      return await this.#answerTo(request);
    } catch (error) {
      if (error instanceof ShapeError) return plain(400, error.message);
      return plain(500, `Quarry has met a bug: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #answerTo(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.split("/").slice(2).join("/");
    if (request.method === "GET") return await this.#file(path);
    let body: object;
    try {
      body = await readBody(request);
    } catch (error) {
      return plain(error instanceof RangeError ? 413 : 400, (error as Error).message);
    }
    return await this.#answer(path, body);
  }

  /** Does what the first pictures need, before a page is there. */
  prepare(): void {
    this.#ahead.begin(traceFacts(this.#options.session).traces);
  }

  /** Ends what runs, whose askers are gone, and gives back what is held. */
  async close(): Promise<void> {
    this.#ahead.close();
    await this.#runs.end(PATIENCE);
    this.#held.releaseAll();
  }

  async #file(path: string): Promise<Response> {
    switch (path) {
      case "": {
        const nonce = newToken();
        const names = this.#options.session.traces.map(({ name }) => name).join(", ");
        return new Response(workbenchPage(nonce, `${names} – Quarry`), {
          headers: {
            ...usualHeaders("text/html; charset=utf-8"),
            "content-security-policy": pagePolicy(nonce),
          },
        });
      }
      case "app.js":
        return await unpacked(APP, "text/javascript; charset=utf-8");
      case "style.css":
        return await unpacked(STYLE, "text/css; charset=utf-8");
      default:
        return plain(404, "There is nothing here");
    }
  }

  async #answer(path: string, body: object): Promise<Response> {
    const { session } = this.#options;
    const { catalog, environment } = session;
    switch (path) {
      case "api/traces": {
        const { steps } = shaped(body, { steps: optional(NUMBER) });
        const facts = traceFacts(session);
        await this.#ahead.forPage(facts.traces, stepsOf(steps));
        return json(facts);
      }
      case "api/run": {
        const request = shaped(body, RUN);
        this.#ahead.giveWay();
        return new Response(this.#runs.answer(request), { headers: usualHeaders("application/x-ndjson") });
      }
      case "api/rows": {
        const { result, from, count }: RowsRequest = shaped(body, {
          result: COUNT,
          from: NUMBER,
          count: NUMBER,
        });
        const outcome = this.#held.get(result);
        if (!outcome) return plain(410, "These rows have been given back: run the query again");
        return json(wireRows(outcome.table, from, Math.min(count, SHOW_LIMITS.sentRows.most)));
      }
      case "api/release":
        this.#held.release(shaped(body, { result: COUNT }).result);
        return json(null);
      case "api/cell": {
        const { result, row, column }: CellRequest = shaped(body, {
          result: COUNT,
          row: COUNT,
          column: COUNT,
        });
        const outcome = this.#held.get(result);
        const answer = outcome && cellAnswer(outcome, session, { row, column });
        return answer ? json(answer) : plain(410, "These rows have been given back: run the query again");
      }
      case "api/blob": {
        const wanted = shaped(body, { trace: TEXT, no: DIGITS, argument: TEXT });
        const found = await this.#runs.inTurn(() => blobOf(session, wanted));
        return found instanceof Uint8Array
          ? new Response(found, { headers: usualHeaders("application/octet-stream") })
          : plain(404, found);
      }
      case "api/check": {
        const answer = diagnose(textOf(body), catalog, environment);
        if (wantsWarmUp(catalog)) this.#ahead.countValues();
        return json(answer);
      }
      case "api/complete": {
        const answer = complete(...placeIn(body), catalog, environment);
        if (wantsWarmUp(catalog)) this.#ahead.countValues();
        return json(answer);
      }
      case "api/hover":
        return json(hover(...placeIn(body), catalog, environment));
      case "api/tokens":
        return json(colorTokens(textOf(body)).map(({ span, class: kind }) => [span.start, span.end, kind]));
      case "api/format":
        return json(formatEdits(textOf(body)));
      case "api/source":
        return json(await this.#source(shaped(body, { file: TEXT }).file));
      case "api/within": {
        const { text, filters = [] } = shaped(body, { text: TEXT, filters: optional(TEXTS) });
        return json(withinQuery({ text, filters }, session));
      }
      case "api/headline": {
        const request: HeadlineRequest = shaped(body, { before: optional(TEXT), after: optional(TEXT) });
        return json(await this.#runs.inTurn(() => headlineAnswer(session, request)));
      }
      case "api/ping":
        return json(null);
      default:
        return plain(404, "There is nothing here");
    }
  }

  async #source(file: string): Promise<SourceAnswer> {
    const { sources } = this.#options;
    if (sources === null) {
      return { file, lines: null, reason: "Source files are read only with --sources DIR" };
    }
    const found = await sourceLines(sources, file);
    return found
      ? { file: found.path, lines: found.lines, reason: null }
      : { file, lines: null, reason: `Below the folder of --sources is no file "${file}"` };
  }
}

/** Reads the JSON of a request. Throws `RangeError` for a long one. */
async function readBody(request: Request): Promise<object> {
  const most = SERVE_LIMITS.requestBytes.most;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request.body ?? []) {
    length += piece.length;
    if (length > most) throw new RangeError(`A request has at most ${most} bytes`);
    pieces.push(piece);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  const body: unknown = JSON.parse(new TextDecoder().decode(all));
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ShapeError("A request is an object of JSON");
  }
  return body;
}

function textOf(body: object): string {
  return shaped(body, { text: TEXT }).text;
}

/** A text and the place in it that is asked about: its end where none is named. */
function placeIn(body: object): [text: string, offset: number] {
  const { text, offset = text.length }: TextRequest = shaped(body, { text: TEXT, offset: optional(NUMBER) });
  return [text, Math.min(Math.max(0, Math.trunc(offset)), text.length)];
}

/** Steps of the charts of a page; 0 where it does not say. */
function stepsOf(steps = 0): number {
  return Math.min(Math.max(0, Math.trunc(steps)), WIDEST);
}

function json(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: usualHeaders("application/json") });
}

function plain(status: number, text: string): Response {
  return new Response(text + "\n", { status, headers: usualHeaders("text/plain; charset=utf-8") });
}

/** A part of the workbench, which the program carries packed. */
async function unpacked(packed: string, type: string): Promise<Response> {
  const bytes = Uint8Array.fromBase64(packed);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(await new Response(stream).arrayBuffer(), { headers: usualHeaders(type) });
}
