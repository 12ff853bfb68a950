/**
 * The engine of a page without a server, which answers the requests that `quarry serve` would answer, as
 * messages.
 * @module
 */

import { Session } from "../engine/session.ts";
import { nameOfInput, type TraceInput } from "../library/input_kinds.ts";
import { readIndexBlob } from "../library/read_index_blob.ts";
import { readNamedTrace } from "../library/read_named_trace.ts";
import { Answers } from "../serve/answers.ts";
import { openAnswer } from "../serve/open_answer.ts";
import { Connection, type MessageEndpoint } from "../worker/connection.ts";
import type { OpenRequest, PageRequest } from "./messages.ts";

/** The engine of one page. */
export class PageEngine {
  readonly #session = new Session();
  readonly #answers = new Answers(this.#session, null);

  /** Creates an engine without open traces. */
  constructor(port: MessageEndpoint) {
    new Connection(port, (request, signal) => this.#reply(request as PageRequest, signal));
  }

  async *#reply({ path, body }: PageRequest, signal: AbortSignal): AsyncGenerator<unknown> {
    const { status, body: content } = await this.#answer(path, body);
    const reader = content?.getReader();
    const stop = (): void => void reader?.cancel().catch(() => {});
    signal.addEventListener("abort", stop);
    try {
      yield status;
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
        yield piece.value;
      }
    } finally {
      stop();
    }
  }

  async #answer(path: string, body: object): Promise<Response> {
    return path === "open" ? this.#open(body as OpenRequest) : await this.#answers.answer(path, body);
  }

  #open({ from, name, isIndex }: OpenRequest): Response {
    const input: TraceInput = typeof from === "string" ? new URL(from) : from;
    return openAnswer({
      name: name ?? nameOfInput(input),
      session: this.#session,
      read: (free, signal, progress) =>
        isIndex && input instanceof Blob
          ? readIndexBlob(this.#session, input, free)
          : readNamedTrace(this.#session, input, free, signal, progress),
      inTurn: (job) => this.#answers.inTurn(job),
      opened: () => this.#answers.tracesChanged(),
    });
  }
}
