/**
 * An HTTP/1.1 server for a few known clients. Clients that are slow, or that send too much or nothing, are
 * disconnected so that they do not affect others, and the server stops on request.
 *
 * The server of Deno has no time limits: not for headers, not for a body, and not for connected clients when
 * it stops; and it must read a body before it can refuse it.
 * @module
 */

import { SERVE_LIMITS } from "../../base/limits/serve_limits.ts";
import { Connection, type HttpApp } from "./connection.ts";
import type { ByteConnection } from "./connection_reader.ts";

/** A source of connections. */
interface ByteListener {
  accept(): Promise<ByteConnection>;
  close(): void;
}

/** Interval in milliseconds for checking connections. */
const TICK = 250;
/** Maximum milliseconds that responses may take when the server stops. */
const GRACE = 800;
/**
 * Milliseconds to wait after a connection could not be accepted: the system may have run out of descriptors.
 */
const PAUSE = 50;

/** A server that runs until it is stopped. */
export class HttpServer {
  readonly #listener: ByteListener;
  readonly #app: HttpApp;
  readonly #connections = new Set<Connection>();
  readonly #finished = Promise.withResolvers<void>();
  readonly #clock = { now: 0 };
  readonly #ticks: ReturnType<typeof setInterval>;
  #grace: ReturnType<typeof setTimeout> | undefined;
  #isStopping = false;

  /** Starts accepting connections. */
  constructor(listener: ByteListener, app: HttpApp) {
    [this.#listener, this.#app] = [listener, app];
    let last = performance.now();
    this.#ticks = setInterval(() => {
      const now = performance.now();
      // While a query blocked the thread, no client could be read, so most of that time does not count.
      this.pass(Math.min(now - last, 2 * TICK) / 1000);
      last = now;
    }, TICK);
    void this.#accept();
  }

  /** Resolves when the server has stopped. */
  get finished(): Promise<void> {
    return this.#finished.promise;
  }

  /** Number of open connections. */
  get size(): number {
    return this.#connections.size;
  }

  /** Advances the clock and closes connections that have taken too long. */
  pass(seconds: number): void {
    this.#clock.now += seconds;
    for (const each of this.#connections) each.check();
  }

  /** Stops the server; responses in progress may continue for a moment. A second call stops at once. */
  stop(): void {
    if (this.#isStopping) return this.#end();
    this.#isStopping = true;
    this.#listener.close();
    for (const each of this.#connections) each.endSoon();
    this.#grace = setTimeout(() => this.#end(), GRACE);
    this.#endIfDone();
  }

  async #accept(): Promise<void> {
    while (!this.#isStopping) {
      let connection: ByteConnection;
      try {
        connection = await this.#listener.accept();
      } catch {
        await new Promise((go) => setTimeout(go, PAUSE));
        continue;
      }
      if (this.#isStopping) {
        connection.close();
        break;
      }
      if (this.#connections.size >= SERVE_LIMITS.connections.most && !this.#closeLongestIdle()) {
        connection.close();
        continue;
      }
      void this.#serve(new Connection(connection, this.#app, this.#clock));
    }
  }

  async #serve(connection: Connection): Promise<void> {
    this.#connections.add(connection);
    try {
      await connection.run();
    } catch {
      // The connection is closed. Errors of one client do not affect others.
    }
    this.#connections.delete(connection);
    this.#endIfDone();
  }

  /**
   * Closes the connection that has waited longest, preferably one that has not sent the token; returns false
   * if all are busy.
   */
  #closeLongestIdle(): boolean {
    let found: Connection | undefined;
    for (const each of this.#connections) {
      if (!each.isWaiting) continue;
      const isBetter = !found || (found.isKnown && !each.isKnown) ||
        (found.isKnown === each.isKnown && each.since < found.since);
      if (isBetter) found = each;
    }
    if (!found) return false;
    this.#connections.delete(found);
    found.close();
    return true;
  }

  #endIfDone(): void {
    if (this.#isStopping && this.#connections.size === 0) this.#end();
  }

  #end(): void {
    clearTimeout(this.#grace);
    clearInterval(this.#ticks);
    for (const each of this.#connections) each.close();
    this.#finished.resolve();
  }
}
