/**
 * Requests and replies over messages, in both directions. A reply consists of pieces. Each is sent on demand,
 * so that the sender does not get ahead of the receiver, which can also cancel the rest.
 * @module
 */

import { type SentError, sentError, toError } from "./sent_error.ts";

/** The messages of both ends. Each end numbers its own requests. */
type Message =
  | { readonly id: number; readonly request: unknown }
  | { readonly id: number; readonly isWanted: true }
  | { readonly id: number; readonly isGivenUp: true }
  | { readonly id: number; readonly piece: unknown }
  | { readonly id: number; readonly isOver: true; readonly error?: SentError };

/** The common interface of a message port, a worker, and a worker's own scope. */
export interface MessageEndpoint {
  postMessage(message: Message, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  start?(): void;
}

/** A piece of a reply whose buffers are moved instead of copied. */
export class MovedReply {
  readonly value: unknown;
  readonly buffers: Transferable[];

  /** Creates a piece. Afterwards the buffers are empty on this side. */
  constructor(value: unknown, buffers: Transferable[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** Answers a request piece by piece; errors it throws are thrown at the other end. */
type Answerer = (request: unknown, signal: AbortSignal) => AsyncIterable<unknown>;

/** The reply of an end that accepts no requests. */
async function* nothing(): AsyncGenerator<never> {}

/** A request of this end, which waits for the next piece of its reply. */
interface Sent {
  came(piece: unknown): void;
  ended(error: Error | undefined): void;
}

/** A request of the other end. */
interface Answering {
  wanted(): void;
  giveUp(): void;
}

/** An end of a connection. */
export class Connection {
  readonly #port: MessageEndpoint;
  readonly #answer: Answerer;
  readonly #changed: (waiting: number) => void;
  readonly #sent = new Map<number, Sent>();
  readonly #answering = new Map<number, Answering>();
  #last = 0;
  #broken: Error | undefined;

  /** Creates an end; `changed` receives the number of pending replies. */
  constructor(
    port: MessageEndpoint,
    answer: Answerer = nothing,
    changed: (waiting: number) => void = () => {},
  ) {
    [this.#port, this.#answer, this.#changed] = [port, answer, changed];
    port.addEventListener("message", ({ data }) => this.#hear(data as Message));
    port.start?.();
  }

  /**
   * Sends a request and returns the reply. If the signal is aborted, the reply fails at once, whatever the
   * other end does.
   */
  send(request: unknown, signal?: AbortSignal, buffers: Transferable[] = []): Reply {
    const id = ++this.#last;
    const reply = new Reply(signal, {
      want: () => this.#say({ id, isWanted: true }),
      giveUp: () => {
        if (this.#forget(id)) this.#say({ id, isGivenUp: true });
      },
      over: () => void this.#forget(id),
    });
    if (this.#broken) reply.ended(this.#broken);
    else if (signal?.aborted) reply.ended(signal.reason as Error);
    else {
      this.#say({ id, request }, buffers);
      this.#sent.set(id, reply);
      this.#changed(this.#sent.size);
    }
    return reply;
  }

  /** Sends a request whose reply is one piece or none. */
  async ask<T>(request: unknown, signal?: AbortSignal, buffers?: Transferable[]): Promise<T> {
    const reply = this.send(request, signal, buffers);
    const { value } = await reply.next();
    reply.finish();
    return value as T;
  }

  /** Ends the connection: all pending and later requests throw this error. */
  break(error: Error): void {
    this.#broken ??= error;
    for (const sent of [...this.#sent.values()]) sent.ended(error);
    for (const answering of this.#answering.values()) answering.giveUp();
  }

  #say(message: Message, buffers: Transferable[] = []): void {
    if (!this.#broken) this.#port.postMessage(message, buffers);
  }

  #forget(id: number): boolean {
    const was = this.#sent.delete(id);
    if (was) this.#changed(this.#sent.size);
    return was;
  }

  #hear(message: Message): void {
    const { id } = message;
    if ("request" in message) void this.#begin(id, message.request);
    else if ("isWanted" in message) this.#answering.get(id)?.wanted();
    else if ("isGivenUp" in message) this.#answering.get(id)?.giveUp();
    else if ("piece" in message) this.#sent.get(id)?.came(message.piece);
    else this.#sent.get(id)?.ended(message.error && toError(message.error));
  }

  async #begin(id: number, request: unknown): Promise<void> {
    const ending = new AbortController();
    let wanted = Promise.withResolvers<void>();
    this.#answering.set(id, {
      wanted: () => wanted.resolve(),
      giveUp() {
        ending.abort();
        wanted.resolve();
      },
    });
    try {
      const pieces = this.#answer(request, ending.signal)[Symbol.asyncIterator]();
      for (;;) {
        await wanted.promise;
        wanted = Promise.withResolvers();
        if (ending.signal.aborted) {
          await pieces.return?.();
          break;
        }
        const { done, value } = await pieces.next();
        if (done) break;
        if (value instanceof MovedReply) this.#say({ id, piece: value.value }, value.buffers);
        else this.#say({ id, piece: value });
      }
      this.#say({ id, isOver: true });
    } catch (error) {
      this.#say({ id, isOver: true, error: sentError(error) });
    } finally {
      this.#answering.delete(id);
    }
  }
}

/** How a reply communicates with its connection. */
interface Link {
  want(): void;
  giveUp(): void;
  over(): void;
}

/** A reply being received; only one piece can be awaited at a time. */
export class Reply implements Sent, AsyncIterableIterator<unknown> {
  readonly #link: Link;
  readonly #signal: AbortSignal | undefined;
  readonly #abort = (): void => {
    this.#link.giveUp();
    this.ended(this.#signal!.reason as Error);
  };
  #next: PromiseWithResolvers<IteratorResult<unknown, undefined>> | undefined;
  #isOver = false;
  #error: Error | undefined;

  /** Creates a reply that requests nothing yet. */
  constructor(signal: AbortSignal | undefined, link: Link) {
    [this.#signal, this.#link] = [signal, link];
    signal?.addEventListener("abort", this.#abort);
  }

  /** Requests the next piece. */
  async next(): Promise<IteratorResult<unknown, undefined>> {
    if (this.#error !== undefined) throw this.#error;
    if (this.#isOver) return { done: true, value: undefined };
    this.#next = Promise.withResolvers();
    this.#link.want();
    return await this.#next.promise;
  }

  /** Accepts what has arrived and expects no more; the request can no longer be cancelled. */
  finish(): void {
    if (this.#isOver) return;
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#link.want();
  }

  /** Cancels the rest of the reply. */
  return(): Promise<IteratorResult<unknown, undefined>> {
    if (!this.#isOver) this.#link.giveUp();
    this.ended(undefined);
    return Promise.resolve({ done: true, value: undefined });
  }

  came(piece: unknown): void {
    const next = this.#next;
    this.#next = undefined;
    next?.resolve({ done: false, value: piece });
  }

  ended(error: Error | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#link.over();
    if (error) this.#next?.reject(error);
    else this.#next?.resolve({ done: true, value: undefined });
    this.#next = undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Pieces as a stream, each requested when it is read. */
export function streamOf<T>(pieces: AsyncIterator<unknown>): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value as T);
    },
    cancel: () => void pieces.return?.(),
  }, { highWaterMark: 0 });
}
