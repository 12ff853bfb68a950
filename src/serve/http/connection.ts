/**
 * One client: its requests, one after the other, and their answers. Nothing of a request is waited for beyond its headers
 * before it is known that the client may ask.
 * @module
 */

import { SERVE_LIMITS } from "../../base/limits/serve_limits.ts";
import { readHead, type RequestHead } from "./request_head.ts";
import { answerHead, sendAnswer } from "./send_answer.ts";
import { type ByteConnection, GoneError, Wire } from "./wire.ts";

/** What answers requests. */
export interface HttpApp {
  /** Why a request is not answered, before its body is read; null where it may continue. */
  refuse(request: Request): Response | null;
  /** Answers a request that is not refused. */
  answer(request: Request): Promise<Response>;
}

/** Time as the server has it: it stands still while a query holds the thread. */
interface Clock {
  /** Seconds. */
  readonly now: number;
}

/** How long what a client still sends is read and dropped, so that it can read why it was refused, in milliseconds. */
const LINGER = 300;

/** A connection of a client. */
export class Connection {
  readonly #connection: ByteConnection;
  readonly #wire: Wire;
  readonly #app: HttpApp;
  readonly #clock: Clock;
  readonly #closed = Promise.withResolvers<void>();
  #isClosed = false;
  /** When it is closed unless something happens, by the clock. */
  #end: number;
  /** Nothing is being answered. */
  isWaiting = true;
  /** The client has shown that it may ask. */
  isKnown = false;
  /** Since when it waits. */
  since: number;
  #isEnding = false;
  /** The request that is coming has a time. */
  #isTimed = false;

  /** Waits for a request when `run` is called. */
  constructor(connection: ByteConnection, app: HttpApp, clock: Clock) {
    this.#connection = connection;
    this.#wire = new Wire(connection);
    [this.#app, this.#clock] = [app, clock];
    this.since = clock.now;
    // The first request is what the client is here for.
    this.#end = clock.now + SERVE_LIMITS.requestSeconds.most;
  }

  /** Answers requests until the client leaves or is sent away. */
  async run(): Promise<void> {
    try {
      while (!this.#isClosed && !this.#isEnding && await this.#request());
    } catch (error) {
      if (!(error instanceof GoneError)) throw error;
    } finally {
      this.close();
    }
  }

  /** Closes it when the client has taken too long. */
  check(): void {
    if (this.#clock.now > this.#end) this.close();
  }

  /** Ends it after the answer that is being sent; at once where there is none. */
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
      // The system has closed it already.
    }
  }

  /** Whether another request may follow. */
  async #request(): Promise<boolean> {
    const text = await this.#wire.head(() => this.#begin());
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
      // Not every method may be asked for by this class.
      return await this.#refuse(plain(405, "Only GET and POST are understood"));
    }
    const no = this.#app.refuse(request);
    if (no) return await this.#refuse(no);
    this.isKnown = true;
    const asked = await this.#withBody(request, head);
    if (asked instanceof Response) return await this.#refuse(asked);
    return await this.#answer(asked, head);
  }

  /** A request has begun: the rest of it must come soon. */
  #begin(): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#end = this.#clock.now + SERVE_LIMITS.requestSeconds.most;
  }

  async #withBody(request: Request, { length, waitsForWord }: RequestHead): Promise<Request | Response> {
    if (length === 0) return request;
    if (waitsForWord && this.#wire.waiting === 0) {
      await this.#connection.write(new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n"))
        .catch(() => {});
    }
    const body = await this.#wire.body(length);
    if (!(body instanceof Uint8Array)) return plain(body.status, body.reason);
    return request.method === "POST" ? new Request(request, { body }) : request;
  }

  async #answer(request: Request, head: RequestHead): Promise<boolean> {
    this.isWaiting = false;
    this.#end = Infinity;
    const response = await this.#app.answer(request);
    const inChunks = head.knowsChunks;
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

  /** Settles when the client has left while it is answered; what it asks meanwhile is read, within bounds. */
  async #leaves(): Promise<void> {
    while (!this.isWaiting && this.#wire.waiting < SERVE_LIMITS.requestHead.most) {
      if (!await this.#wire.more()) return;
    }
    // It continues asking: that it has left shows when the answer is written.
    await new Promise(() => {});
  }

  /** Says why, and ends. */
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
    // A connection that is closed with bytes unread loses what was sent before.
    const timer = setTimeout(() => this.close(), LINGER);
    while (await this.#wire.more()) this.#wire.clear();
    clearTimeout(timer);
    return false;
  }
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}
