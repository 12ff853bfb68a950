/** A workbench on a real port, and clients that send arbitrary bytes. */
import { readNamedTrace } from "../../src/library/read_named_trace.ts";
import { Workbench } from "../../src/serve/handler.ts";
import { HttpServer } from "../../src/serve/http/server.ts";
import type { HttpApp } from "../../src/serve/http/connection.ts";
import { newToken } from "../../src/serve/guard.ts";
import { sampleSession } from "../support/sample_session.ts";

/** Serves an application on its own port. */
export function serveAt(
  app: (port: number) => HttpApp,
): { readonly server: HttpServer; readonly port: number } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  return { server: new HttpServer(listener, app(port)), port };
}

/** A workbench with a sample, on a port. */
export class BenchAtPort {
  readonly server: HttpServer;
  readonly port: number;
  readonly token: string = newToken();
  readonly bench: Workbench;

  private constructor(session: ConstructorParameters<typeof Workbench>[0]["session"]) {
    let bench: Workbench | undefined;
    const { server, port } = serveAt((port) =>
      bench = new Workbench({
        session,
        door: { token: this.token, port, address: "127.0.0.1" },
        sources: null,
        read: readNamedTrace,
      })
    );
    [this.server, this.port, this.bench] = [server, port, bench!];
  }

  static async open(path = "testdata/mpatrol/wordfreq-le64/trace.mtrc"): Promise<BenchAtPort> {
    return new BenchAtPort(await sampleSession({ a: path }));
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** The header of a request, ready for its body. */
  head(path: string, more = ""): string {
    return `POST /${this.token}/api/${path} HTTP/1.1\r\nHost: ${this.host}\r\nContent-Type: application/json\r\n${more}`;
  }

  async close(): Promise<void> {
    this.server.stop();
    this.server.stop();
    await this.server.finished;
    await this.bench.close();
  }
}

/** A client that sends bytes. */
export class RawClient {
  readonly #connection: Deno.TcpConn;

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  static async open(port: number): Promise<RawClient> {
    return new RawClient(await Deno.connect({ hostname: "127.0.0.1", port }));
  }

  async send(text: string | Uint8Array): Promise<void> {
    let bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    while (bytes.length > 0) bytes = bytes.subarray(await this.#connection.write(bytes));
  }

  /** The received text until `isEnough`, or until the server closes the connection. */
  async read(isEnough: (text: string) => boolean = () => false): Promise<string> {
    const buffer = new Uint8Array(1 << 16);
    const decoder = new TextDecoder();
    let text = "";
    while (!isEnough(text)) {
      const count = await this.#connection.read(buffer).catch(() => null);
      if (count === null) break;
      text += decoder.decode(buffer.subarray(0, count), { stream: true });
    }
    return text;
  }

  close(): void {
    try {
      this.#connection.close();
    } catch {
      // The server has closed it already.
    }
  }
}
