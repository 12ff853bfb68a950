/**
 * A server of HTTP/1.1 for few clients that one knows: whoever waits, sends much or says nothing is sent away, so that nobody
 * else notices, and it ends when it is told to.
 *
 * That of Deno waits for as long as a client likes: for headers, for a body, at its end for whoever is connected; and what it
 * refuses it must have read.
 * @module
 */

import { SERVE_LIMITS } from "../../base/limits/serve_limits.ts";
import { Connection, type HttpApp } from "./connection.ts";
import type { ByteConnection } from "./wire.ts";

/** Where connections come from. */
interface ByteListener {
  accept(): Promise<ByteConnection>;
  close(): void;
}

/** How often connections are looked at, in milliseconds. */
const TICK = 250;
/** How long answers that are being sent may take at the end, in milliseconds. */
const GRACE = 800;
/** How long to wait after a connection could not be taken, in milliseconds: the system may have run out of descriptors. */
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

  /** Begins to answer. */
  constructor(listener: ByteListener, app: HttpApp) {
    [this.#listener, this.#app] = [listener, app];
    let last = performance.now();
    this.#ticks = setInterval(() => {
      const now = performance.now();
      // While a query held the thread, nobody could have been heard.
      this.pass(Math.min(now - last, 2 * TICK) / 1000);
      last = now;
    }, TICK);
    void this.#accept();
  }

  /** Settles at the end. */
  get finished(): Promise<void> {
    return this.#finished.promise;
  }

  /** How many connections there are. */
  get size(): number {
    return this.#connections.size;
  }

  /** Lets time pass: whoever has taken too long is sent away. */
  pass(seconds: number): void {
    this.#clock.now += seconds;
    for (const each of this.#connections) each.check();
  }

  /** Ends it: what is being answered may continue for a moment; said again, at once. */
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
      if (this.#connections.size >= SERVE_LIMITS.connections.most && !this.#sendOneAway()) {
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
      // It has been closed; what is wrong with one client is not for the others.
    }
    this.#connections.delete(connection);
    this.#endIfDone();
  }

  /** Closes the connection that has waited longest, one without the token before any with it; false where all are answered. */
  #sendOneAway(): boolean {
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
