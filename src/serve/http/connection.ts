/**
 * Handles one client: its requests, one after another, and the responses. The body of a request is read only
 * after its headers have shown that the client is authorized.
 * @module
 */

import { SERVE_LIMITS } from "../../base/limits/serve_limits.ts";
import { readHead, type RequestHead } from "./request_head.ts";
import { answerHead, sendAnswer } from "./send_answer.ts";
import { type ByteConnection, ClientDisconnectedError, ConnectionReader } from "./connection_reader.ts";

/** The application that answers requests. */
export interface HttpApp {
  /** Returns the response that refuses a request before its body is read; null if the request is accepted. */
  refuse(request: Request): Response | null;
  /** Answers a request that was not refused. */
  answer(request: Request): Promise<Response>;
}

/** The clock of the server; it does not advance while a query blocks the thread. */
interface Clock {
  /** The time in seconds. */
  readonly now: number;
}

/**
 * Milliseconds during which further data of a refused client is read and discarded, so that the client can
 * read the reason.
 */
const LINGER = 300;

/** A connection to a client. */
export class Connection {
  readonly #connection: ByteConnection;
  readonly #reader: ConnectionReader;
  readonly #app: HttpApp;
  readonly #clock: Clock;
  readonly #closed = Promise.withResolvers<void>();
  #isClosed = false;
  /** The time at which the connection is closed unless something happens. */
  #end: number;
  /** Whether no request is being answered. */
  isWaiting = true;
  /** Whether the client has shown that it is authorized. */
  isKnown = false;
  /** The time since which the connection has been waiting. */
  since: number;
  #isEnding = false;
  /** Whether the deadline for receiving a request applies. */
  #isTimed = false;

  /** Creates the object; `run` waits for requests. */
  constructor(connection: ByteConnection, app: HttpApp, clock: Clock) {
    this.#connection = connection;
    this.#reader = new ConnectionReader(connection);
    [this.#app, this.#clock] = [app, clock];
    this.since = clock.now;
    // A new client must send its first request within the time limit for a request.
    this.#end = clock.now + SERVE_LIMITS.requestSeconds.most;
  }

  /** Answers requests until the client disconnects or the server disconnects it. */
  async run(): Promise<void> {
    try {
      while (!this.#isClosed && !this.#isEnding && await this.#request());
    } catch (error) {
      if (!(error instanceof ClientDisconnectedError)) throw error;
    } finally {
      this.close();
    }
  }

  /** Closes the connection if the client has taken too long. */
  check(): void {
    if (this.#clock.now > this.#end) this.close();
  }

  /** Closes the connection after the response in progress, or at once if there is none. */
  endSoon(): void {
    this.#isEnding = true;
    if (this.isWaiting) this.close();
  }

  /** Closes the connection. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closed.resolve();
    try {
      this.#connection.close();
    } catch {
      // The system has already closed the connection.
    }
  }

  /** Handles one request; returns whether another one may follow. */
  async #request(): Promise<boolean> {
    const text = await this.#reader.head(() => this.#begin());
    if (text === null) return false;
    const head = typeof text === "string" ? readHead(text) : text;
    if ("status" in head) return await this.#refuse(plain(head.status, head.reason));
    let request: Request;
    try {
      request = new Request(`http://${head.headers.get("host")}${head.target}`, {
        method: head.method,
        headers: head.headers,
      });
    } catch {
      // The class `Request` does not support all methods.
      return await this.#refuse(plain(405, "Only GET and POST are supported"));
    }
    const no = this.#app.refuse(request);
    if (no) return await this.#refuse(no);
    this.isKnown = true;
    const asked = await this.#withBody(request, head);
    if (asked instanceof Response) return await this.#refuse(asked);
    return await this.#answer(asked, head);
  }

  /** Marks the start of a request, which must be complete within the time limit. */
  #begin(): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#end = this.#clock.now + SERVE_LIMITS.requestSeconds.most;
  }

  async #withBody(request: Request, { length, expectsContinue }: RequestHead): Promise<Request | Response> {
    if (length === 0) return request;
    if (expectsContinue && this.#reader.waiting === 0) {
      await this.#connection.write(new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n"))
        .catch(() => {});
    }
    const body = await this.#reader.body(length);
    if (!(body instanceof Uint8Array)) return plain(body.status, body.reason);
    return request.method === "POST" ? new Request(request, { body }) : request;
  }

  async #answer(request: Request, head: RequestHead): Promise<boolean> {
    this.isWaiting = false;
    this.#end = Infinity;
    const response = await this.#app.answer(request);
    const inChunks = head.supportsChunks;
    const staysOpen = head.staysOpen && !this.#isEnding;
    const isSent = await sendAnswer(this.#connection, response, {
      staysOpen,
      inChunks,
      gone: Promise.race([this.#closed.promise, this.#leaves()]),
      waits: (isWaiting) =>
        this.#end = isWaiting ? this.#clock.now + SERVE_LIMITS.unreadSeconds.most : Infinity,
    });
    if (!isSent || !staysOpen) return false;
    [this.isWaiting, this.since, this.#isTimed] = [true, this.#clock.now, false];
    this.#end = this.#clock.now + SERVE_LIMITS.idleSeconds.most;
    return true;
  }

  /**
   * Resolves when the client disconnects while its request is being answered. Data that it sends in the
   * meantime is read, up to a limit.
   */
  async #leaves(): Promise<void> {
    while (!this.isWaiting && this.#reader.waiting < SERVE_LIMITS.requestHead.most) {
      if (!await this.#reader.more()) return;
    }
    // If the client sends more requests, a disconnect is noticed when the response is written.
    await new Promise(() => {});
  }

  /** Sends the reason and ends the connection. */
  async #refuse(response: Response): Promise<false> {
    const text = new Uint8Array(await response.arrayBuffer());
    const head = answerHead(response, { staysOpen: false, inChunks: false });
    try {
      for (let bytes of [head, text]) {
        while (bytes.length > 0) bytes = bytes.subarray(await this.#connection.write(bytes));
      }
      await this.#connection.closeWrite();
    } catch {
      return false;
    }
    // Closing a connection with unread data would discard what was sent before.
    const timer = setTimeout(() => this.close(), LINGER);
    while (await this.#reader.more()) this.#reader.clear();
    clearTimeout(timer);
    return false;
  }
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}
