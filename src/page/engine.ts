/**
 * The engine of a page without a server: what `quarry serve` answers, over messages.
 * @module
 */

import { Session } from "../engine/session.ts";
import { nameOfInput, type TraceInput } from "../library/input.ts";
import { readGiven } from "../library/read_given.ts";
import { Answers } from "../serve/answers.ts";
import { openAnswer } from "../serve/open_answer.ts";
import type { FromEngine, OpenRequest, ToEngine } from "./messages.ts";

/** The other end. */
interface PagePort {
  postMessage(message: FromEngine, transfer?: Transferable[]): void;
}

/** The engine of one page. */
export class PageEngine {
  readonly #port: PagePort;
  readonly #session = new Session();
  readonly #answers = new Answers(this.#session, null);
  /** How to give up the answers that are on their way. */
  readonly #giveUp = new Map<number, () => void>();

  /** Nothing is open yet. */
  constructor(port: PagePort) {
    this.#port = port;
  }

  /** Hears what the page says. */
  async hear(message: ToEngine): Promise<void> {
    const { id } = message;
    if ("isGivenUp" in message) {
      this.#giveUp.get(id)?.();
      return;
    }
    let isGivenUp = false;
    this.#giveUp.set(id, () => isGivenUp = true);
    try {
      const { status, body } = await this.#answer(message.path, message.body);
      this.#port.postMessage({ id, status });
      const reader = body?.getReader();
      const stop = (): void => void reader?.cancel().catch(() => {});
      this.#giveUp.set(id, stop);
      if (isGivenUp) stop();
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
        this.#port.postMessage({ id, bytes: piece.value });
      }
      this.#port.postMessage({ id, isOver: true });
    } finally {
      this.#giveUp.delete(id);
    }
  }

  async #answer(path: string, body: object): Promise<Response> {
    return path === "open" ? this.#open(body as OpenRequest) : await this.#answers.answer(path, body);
  }

  #open({ from, name }: OpenRequest): Response {
    const input: TraceInput = typeof from === "string" ? new URL(from) : from;
    return openAnswer({
      name: name ?? nameOfInput(input),
      session: this.#session,
      read: (free, signal, progress) => readGiven(this.#session, input, free, signal, progress),
      inTurn: (job) => this.#answers.inTurn(job),
      opened: () => this.#answers.tracesChanged(),
    });
  }
}
