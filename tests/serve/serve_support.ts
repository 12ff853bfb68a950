/** A workbench without a network: requests in, answers out. */
import type { RunLine, WireRows } from "../../src/serve/api_types.ts";
import { Workbench, type WorkbenchOptions } from "../../src/serve/handler.ts";
import { readNamedTrace } from "../../src/library/read_named_trace.ts";
import { sampleSession } from "../support/sample_session.ts";

/** Other parts of a request besides its path. */
interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: unknown;
}

const PORT = 7237;
const TOKEN = "0123456789abcdefghijkl";

/** A workbench with samples. */
export class TestWorkbench {
  readonly workbench: Workbench;

  private constructor(workbench: Workbench) {
    this.workbench = workbench;
  }

  static async open(
    traces: Readonly<Record<string, string>>,
    options: Partial<WorkbenchOptions> = {},
  ): Promise<TestWorkbench> {
    return new TestWorkbench(
      new Workbench({
        session: await sampleSession(traces),
        door: { token: TOKEN, port: PORT, address: "127.0.0.1" },
        sources: null,
        read: readNamedTrace,
        ...options,
      }),
    );
  }

  /** Sends one request, from a page of the server unless its headers say otherwise. */
  async send(
    path: string,
    { headers = {}, method = "GET", body }: RequestParts = {},
  ): Promise<Response> {
    const request = new Request(`http://127.0.0.1:${PORT}${path}`, {
      method,
      headers: { host: `127.0.0.1:${PORT}`, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return await this.workbench.handle(request);
  }

  /** Sends a request like the page. */
  async ask(path: string, body: unknown = {}): Promise<Response> {
    return await this.send(`/${TOKEN}/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: `http://127.0.0.1:${PORT}` },
      body,
    });
  }

  /** Sends a piece of a file like the page. */
  async upload(piece: Uint8Array<ArrayBuffer>, query: string): Promise<Response> {
    const origin = `http://127.0.0.1:${PORT}`;
    return await this.workbench.handle(
      new Request(`${origin}/${TOKEN}/api/upload${query}`, {
        method: "POST",
        headers: { host: `127.0.0.1:${PORT}`, origin, "content-type": "application/octet-stream" },
        body: piece,
      }),
    );
  }

  /** The answer to a request. */
  async answer<Answer>(path: string, body: unknown = {}): Promise<Answer> {
    return await (await this.ask(path, body)).json() as Answer;
  }

  /** The lines that answer a script. */
  async run(text: string, rows?: number): Promise<RunLine[]> {
    const response = await this.ask("run", { text, ...(rows === undefined ? {} : { rows }) });
    return (await response.text()).trim().split("\n").map((line) => JSON.parse(line) as RunLine);
  }

  /** The rows of a query. */
  async rows(text: string): Promise<Extract<RunLine, { t: "rows" }>> {
    const lines = await this.run(text);
    const found = lines.find((line) => line.t === "rows");
    if (!found) throw new Error(JSON.stringify(lines));
    return found;
  }

  /** The path of a part of the page. */
  static place(name: string): string {
    return `/${TOKEN}/${name}`;
  }
}

export type { WireRows };
