/**
 * Answers requests: for the page, its script and style, and for data of the open traces. It uses no network or
 * file itself, so that a test can call it.
 * @module
 */

import { groupDigits } from "../base/group_digits.ts";
import { joinBytes } from "../base/join_bytes.ts";
import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { followedText, type Follower } from "../engine/follow.ts";
import type { Session } from "../engine/session.ts";
import { Answers } from "./answers.ts";
import { newToken, refusalReason, type ServerAccess } from "./guard.ts";
import { openAnswer, type ReadTrace } from "./open_answer.ts";
import { pagePolicy, workbenchPage } from "./page.ts";
import { jsonAnswer, plainAnswer, responseHeaders } from "./plain_answers.ts";
import { checkShape, TEXT } from "./request_shape.ts";
import type { SourceFiles } from "./sources.ts";
import { traceFacts } from "./trace_facts.ts";
import { Uploads } from "./uploads.ts";
import { APP, STYLE } from "./workbench_bundle.ts";

/** What the workbench needs. */
export interface WorkbenchOptions {
  readonly session: Session;
  readonly door: ServerAccess;
  /** Reads data appended to the traces; absent if they are not followed. */
  readonly follower?: Follower;
  /** Access to source files; null for none. */
  readonly sources: SourceFiles | null;
  /** Reads files that pages upload. */
  readonly read: ReadTrace;
  /** Aborted when the server stops. */
  readonly leaving?: AbortSignal;
}

/** The path prefix of data requests. */
const API_PREFIX = "api/";

/** Answers requests of browsers. */
export class Workbench {
  readonly #options: WorkbenchOptions;
  readonly #answers: Answers;
  readonly #uploads = new Uploads();

  /** Creates the object; nothing runs yet. */
  constructor(options: WorkbenchOptions) {
    this.#options = options;
    this.#answers = this.#newAnswers();
  }

  #newAnswers(): Answers {
    const { session, sources, follower, leaving } = this.#options;
    if (!follower) return new Answers(session, sources);
    return new Answers(session, sources, async () => {
      const found = await follower.look(leaving).catch((error) => {
        if (leaving?.aborted) return [];
        throw error;
      });
      const news = found.flatMap(followedText);
      return { news, facts: news.length > 0 ? traceFacts(session) : null, ended: follower.isEnded };
    });
  }

  /** Returns the response that refuses a request before its body is read; null if the request is accepted. */
  refuse(request: Request): Response | null {
    const no = refusalReason(request, this.#options.door);
    return no && plainAnswer(no.status, no.reason);
  }

  /** Answers one request. */
  async handle(request: Request): Promise<Response> {
    return this.refuse(request) ?? await this.answer(request);
  }

  /** Answers a request that was not refused. Errors are returned as answers. */
  async answer(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.split("/").slice(2).join("/");
    if (request.method === "GET") return await this.#file(path);
    if (!path.startsWith(API_PREFIX)) return plainAnswer(404, "No such page");
    const question = path.slice(API_PREFIX.length);
    try {
      const bytes = await readBody(request);
      if (question === "upload") return this.#upload(bytes, new URL(request.url).searchParams.get("file"));
      const body = objectOf(bytes);
      return question === "open" ? this.#open(body) : await this.#answers.answer(question, body);
    } catch (error) {
      return plainAnswer(error instanceof RangeError ? 413 : 400, (error as Error).message);
    }
  }

  #upload(bytes: Uint8Array<ArrayBuffer>, file: string | null): Response {
    const name = this.#uploads.add(bytes, file);
    if (name !== null) return jsonAnswer({ file: name });
    const { most, cure } = SERVE_LIMITS.uploadBytes;
    return plainAnswer(413, `Files that are sent have at most ${groupDigits(String(most))} bytes: ${cure}`);
  }

  #open(body: object): Response {
    const { file, name } = checkShape(body, { file: TEXT, name: TEXT });
    const content = this.#uploads.take(file);
    if (!content) return plainAnswer(410, "The file has not been uploaded");
    const { session, read } = this.#options;
    return openAnswer({
      name: name === "" ? "trace" : name,
      session,
      read: (free, signal, progress) => read(session, content, free, signal, progress),
      inTurn: (job) => this.#answers.inTurn(job),
      opened: () => this.#answers.tracesChanged(),
    });
  }

  /** Starts computing what the first charts need, before a page is open. */
  prepare(): void {
    this.#answers.prepare();
  }

  /** Cancels running requests, whose clients have disconnected, and releases cached results. */
  async close(): Promise<void> {
    await this.#answers.close();
  }

  async #file(path: string): Promise<Response> {
    switch (path) {
      case "": {
        const nonce = newToken();
        const names = this.#options.session.traces.map(({ name }) => name).join(", ");
        return new Response(workbenchPage(nonce, `${names} – Quarry`), {
          headers: {
            ...responseHeaders("text/html; charset=utf-8"),
            "content-security-policy": pagePolicy(nonce),
          },
        });
      }
      case "app.js":
        return await unpacked(APP, "text/javascript; charset=utf-8");
      case "style.css":
        return await unpacked(STYLE, "text/css; charset=utf-8");
      default:
        return plainAnswer(404, "No such page");
    }
  }
}

/** Reads the body of a request. Throws `RangeError` if it is too long. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const most = SERVE_LIMITS.requestBytes.most;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request.body ?? []) {
    length += piece.length;
    if (length > most) throw new RangeError(`A request may have at most ${most} bytes`);
    pieces.push(piece);
  }
  return joinBytes(pieces);
}

/** Parses the JSON object in a request. */
function objectOf(bytes: Uint8Array): object {
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new TypeError("A request must be a JSON object");
  }
  return body;
}

/** Returns a part of the workbench, which the program contains in compressed form. */
async function unpacked(packed: string, type: string): Promise<Response> {
  const bytes = Uint8Array.fromBase64(packed);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(await new Response(stream).arrayBuffer(), { headers: responseHeaders(type) });
}
