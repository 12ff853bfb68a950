/** A tunnel to a server, which can be closed in the middle of an answer, and opened again on the same port. */

/** The beginning of an answer to a query. */
const ANSWER = '"t":"rows"';

/** Forwards bytes between its own port and a server. */
export class Tunnel {
  readonly port: number;
  #listener: Deno.TcpListener | null;
  #target = 0;
  readonly #ends = new Set<Deno.TcpConn>();
  #cuts = false;
  #closing = Promise.withResolvers<void>();

  /** Listens, without a server at first. */
  constructor() {
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.port = this.#listener.addr.port;
  }

  /** Sets the server behind it. */
  leadTo(port: number): void {
    this.#target = port;
    void this.#accept(this.#listener!);
  }

  /** From now on the first answer to a query is cut in the middle, and so are all other connections. */
  cutNext(): void {
    this.#cuts = true;
  }

  /** Resolves when it is closed. */
  get closed(): Promise<void> {
    return this.#closing.promise;
  }

  /** Refuses all connections. */
  close(): void {
    this.#cuts = false;
    this.#listener?.close();
    this.#listener = null;
    for (const end of this.#ends) shut(end);
    this.#ends.clear();
    this.#closing.resolve();
  }

  /** Listens again. */
  open(): void {
    this.#closing = Promise.withResolvers<void>();
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: this.port });
    void this.#accept(this.#listener);
  }

  async #accept(listener: Deno.TcpListener): Promise<void> {
    try {
      for await (const front of listener) {
        const back = await Deno.connect({ hostname: "127.0.0.1", port: this.#target });
        this.#ends.add(front).add(back);
        void this.#pass(front, back, false);
        void this.#pass(back, front, true);
      }
    } catch {
      // The tunnel was closed.
    }
  }

  async #pass(from: Deno.TcpConn, to: Deno.TcpConn, answers: boolean): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const piece of from.readable) {
        const isCut = answers && this.#cuts && decoder.decode(piece).includes(ANSWER);
        const rest = isCut ? piece.subarray(0, piece.length >> 1) : piece;
        for (let at = 0; at < rest.length;) at += await to.write(rest.subarray(at));
        if (isCut) return this.close();
      }
    } catch {
      // Either end has closed the connection.
    }
    shut(from);
    shut(to);
  }
}

function shut(end: Deno.TcpConn): void {
  try {
    end.close();
  } catch {
    // The tunnel is closed.
  }
}
