/**
 * Answers requests: the page, its script and style, and what they ask about the open traces. It touches no network and
 * no file itself, so that a test can call it.
 * @module
 */

import { colorTokens, complete, diagnose, formatEdits, hover, wantsWarmUp } from "../assist/assist.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { Session } from "../engine/session.ts";
import type {
  BlobRequest,
  CellRequest,
  RowsRequest,
  RunRequest,
  SourceAnswer,
  TextRequest,
  TracesRequest,
  WithinRequest,
} from "./api_types.ts";
import { blobOf } from "./blob_answer.ts";
import { cellAnswer } from "./cell_answer.ts";
import { type Door, newToken, refusal } from "./guard.ts";
import { HeldResults } from "./held_results.ts";
import { pagePolicy, usualHeaders, workbenchPage } from "./page.ts";
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

  /** Answers one request. */
  async handle(request: Request): Promise<Response> {
    const no = refusal(request, this.#options.door);
    if (no) return plain(no.status, no.reason);
    const path = new URL(request.url).pathname.split("/").slice(2).join("/");
    if (request.method === "GET") return await this.#file(path);
    let body: unknown;
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

  /** Gives back what is held. */
  close(): void {
    this.#ahead.close();
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

  async #answer(path: string, body: unknown): Promise<Response> {
    const { session } = this.#options;
    const { catalog, environment } = session;
    switch (path) {
      case "api/traces": {
        const facts = traceFacts(session);
        await this.#ahead.forPage(facts.traces, stepsOf(body as TracesRequest));
        return json(facts);
      }
      case "api/run": {
        this.#ahead.giveWay();
        const answer = this.#runs.answer(body as RunRequest);
        return new Response(answer, { headers: usualHeaders("application/x-ndjson") });
      }
      case "api/rows": {
        const { result, from, count } = body as RowsRequest;
        const outcome = this.#held.get(result);
        if (!outcome) return plain(410, "These rows have been given back: run the query again");
        return json(wireRows(outcome.table, from, Math.min(count, SHOW_LIMITS.sentRows.most)));
      }
      case "api/release":
        this.#held.release((body as RowsRequest).result);
        return json(null);
      case "api/cell": {
        const { result, row, column } = body as CellRequest;
        const outcome = this.#held.get(result);
        const answer = outcome && cellAnswer(outcome, session, { row, column });
        return answer ? json(answer) : plain(410, "These rows have been given back: run the query again");
      }
      case "api/blob": {
        const found = await this.#runs.inTurn(() => blobOf(session, body as BlobRequest));
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
        const answer = complete(textOf(body), offsetOf(body), catalog, environment);
        if (wantsWarmUp(catalog)) this.#ahead.countValues();
        return json(answer);
      }
      case "api/hover":
        return json(hover(textOf(body), offsetOf(body), catalog, environment));
      case "api/tokens":
        return json(colorTokens(textOf(body)).map(({ span, class: kind }) => [span.start, span.end, kind]));
      case "api/format":
        return json(formatEdits(textOf(body)));
      case "api/source":
        return json(await this.#source(String((body as { file?: unknown }).file ?? "")));
      case "api/within": {
        const { filters = [] } = body as WithinRequest;
        return json(withinQuery({ text: textOf(body), filters: filters.map(String) }, session));
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
async function readBody(request: Request): Promise<unknown> {
  const most = SHOW_LIMITS.requestBytes.most;
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
  if (typeof body !== "object" || body === null) throw new SyntaxError("A request is an object of JSON");
  return body;
}

function textOf(body: unknown): string {
  return String((body as TextRequest).text ?? "");
}

function offsetOf(body: unknown): number {
  const { offset } = body as TextRequest;
  const { length } = textOf(body);
  return typeof offset === "number" ? Math.min(Math.max(0, Math.trunc(offset)), length) : length;
}

/** Steps of the charts of a page; 0 where it does not say. */
function stepsOf({ steps }: TracesRequest): number {
  return Number.isInteger(steps) ? Math.min(Math.max(0, steps!), WIDEST) : 0;
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
