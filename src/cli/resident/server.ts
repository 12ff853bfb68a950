/**
 * A server for one user, which answers queries one at a time, over traces that stay open.
 * @module
 */

import { parseArguments } from "../args.ts";
import { UsageError } from "../../base/errors.ts";
import type { Arguments, CommandOption, Program } from "../command.ts";
import { withColorOption } from "../color.ts";
import { queryCommand } from "../commands/query.ts";
import { ENVIRONMENT_VARIABLES } from "../environment.ts";
import { reportFailure } from "../failure.ts";
import { exists } from "../deno_host.ts";
import type { CliHost } from "../host.ts";
import { replaceFile } from "../replace_file.ts";
import { traceOperands } from "../trace_operands.ts";
import { connectionLine } from "./connection_line.ts";
import {
  encodeMessage,
  type GreetingMessage,
  MessageKind,
  type QueryMessage,
  type ServerRequest,
  writeAll,
} from "./messages.ts";
import { SessionCache } from "./session_cache.ts";
import { LOOPBACK_ADDRESS, newSecret, proofOfSecret, type ServerAddress } from "./server_address.ts";
import { DeclinedError, remoteHost } from "./remote_host.ts";

/** The status of a server. */
export interface ServerStatus {
  readonly pid: number;
  readonly answered: number;
  readonly declined: number;
  readonly sessions: number;
  readonly bytes: number;
  readonly idleMs: number;
}

/** Options of `quarry query` that do not involve output files, data folders or other machines. */
const SUPPORTED_OPTIONS: ReadonlySet<string> = new Set([
  ...["eval", "mine", "suppressions", "set", "format", "strict"],
  ...["mode", "no-header", "limit", "json-numbers", "no-pager", "color", "names"],
]);
/** Modes whose output is binary and is written by another command. */
const BINARY_MODES: ReadonlySet<string> = new Set(["arrow", "parquet"]);
/** Environment variables that affect a whole process. */
const PROCESS_VARIABLES: readonly string[] = ENVIRONMENT_VARIABLES.map(({ name }) => name).filter((name) =>
  /^(QUARRY_(?!PAGER)|XDG_|HOME$|USERPROFILE$|LOCALAPPDATA$|DEBUGINFOD)/.test(name)
);
const LOOK_AT_CLOCK_MS = 1000;

/** Answers queries until it is stopped or has been idle for `idleMs`. */
export async function serveQueries(
  own: CliHost,
  path: string,
  { idleMs, program }: { readonly idleMs: number; readonly program: Program },
): Promise<void> {
  // Load these modules before the first client waits.
  await import("../run_queries.ts");
  const listener = Deno.listen({ hostname: LOOPBACK_ADDRESS, port: 0 });
  const place: ServerAddress = { port: listener.addr.port, secret: newSecret() };
  const written = JSON.stringify(place);
  const server = new Server(own, { program, secret: place.secret, idleMs, stop: () => listener.close() });
  // Replaces the file that a killed server may have left.
  replaceFile(path, new TextEncoder().encode(written));
  // If another server has been started, clients use that one, so this one ends.
  const clock = setInterval(() => {
    if (server.isIdle || !isAt(path, written)) listener.close();
  }, LOOK_AT_CLOCK_MS);
  try {
    for await (const socket of listener) void server.serveClient(socket);
  } finally {
    clearInterval(clock);
    server.close();
    if (isAt(path, written)) Deno.removeSync(path);
  }
}

function isAt(path: string, text: string): boolean {
  try {
    return Deno.readTextFileSync(path) === text;
  } catch {
    return false;
  }
}

/** Settings of a server. */
interface ServerSettings {
  readonly program: Program;
  readonly secret: string;
  readonly idleMs: number;
  /** Stops accepting clients. */
  stop(): void;
}

class Server {
  readonly #own: CliHost;
  readonly #about: ServerSettings;
  readonly #sessions = new SessionCache();
  #answered = 0;
  #declined = 0;
  #isBusy = false;
  #last = Date.now();

  constructor(own: CliHost, about: ServerSettings) {
    this.#own = own;
    this.#about = about;
  }

  get isIdle(): boolean {
    return !this.#isBusy && Date.now() - this.#last > this.#about.idleMs;
  }

  close(): void {
    this.#sessions.closeAll();
  }

  /** Serves one client. */
  async serveClient(socket: Deno.TcpConn): Promise<void> {
    let order = Promise.resolve();
    // Messages are sent in order, even if nobody awaits them.
    const say = (kind: MessageKind, payload: Uint8Array = new Uint8Array()): Promise<void> =>
      order = order.then(() => writeAll(socket, encodeMessage(kind, payload)));
    const gone = new AbortController();
    try {
      const { word }: GreetingMessage = JSON.parse(await connectionLine(socket));
      await say(MessageKind.Proof, new TextEncoder().encode(await proofOfSecret(this.#about.secret, word)));
      const request: ServerRequest = JSON.parse(await connectionLine(socket));
      if (request.secret !== this.#about.secret) return;
      const leave = (): void => gone.abort(new DOMException("Nobody waits", "AbortError"));
      socket.read(new Uint8Array(1)).then(leave, leave);
      if ("question" in request) await this.#answer(request.question, say, gone.signal);
      else {
        await say(MessageKind.Status, new TextEncoder().encode(JSON.stringify(this.#status())));
        if ("stop" in request) this.#about.stop();
      }
    } catch {
      // Ignore a client that has disconnected.
    } finally {
      await order.catch(() => {});
      try {
        socket.close();
      } catch {
        // The connection is closed.
      }
    }
  }

  #status(): ServerStatus {
    const { size, bytes } = this.#sessions;
    return {
      pid: Deno.pid,
      answered: this.#answered,
      declined: this.#declined,
      sessions: size,
      bytes,
      idleMs: this.#about.idleMs,
    };
  }

  async #answer(
    question: QueryMessage,
    say: (kind: MessageKind, payload?: Uint8Array) => Promise<void>,
    gone: AbortSignal,
  ): Promise<void> {
    const args = this.#isBusy ? undefined : this.#supportedArguments(question);
    if (!args) {
      this.#declined++;
      return await say(MessageKind.Declined);
    }
    this.#isBusy = true;
    try {
      await say(MessageKind.Taken);
      const code = await this.#codeOf(question, args, say, gone);
      if (code === undefined) {
        this.#declined++;
        return await say(MessageKind.Declined);
      }
      this.#answered++;
      await say(MessageKind.End, Uint8Array.of(code));
    } finally {
      this.#sessions.trim();
      this.#last = Date.now();
      this.#isBusy = false;
    }
  }

  /** Returns the exit code; undefined if it turns out that the client must answer itself. */
  async #codeOf(
    question: QueryMessage,
    args: Arguments,
    say: (kind: MessageKind, payload?: Uint8Array) => Promise<void>,
    gone: AbortSignal,
  ): Promise<number | undefined> {
    const world = remoteHost(question, say, gone, {
      open: (host, key, paths, make) => this.#sessions.open(host, key, paths, make),
    });
    const host = withColorOption(world, args);
    try {
      return await queryCommand.run(host, args, this.#about.program);
    } catch (error) {
      if (error instanceof DeclinedError || gone.aborted) return undefined;
      // Pass an unexpected error to the client, which knows how to report it.
      return await reportFailure(host, error).catch(() => undefined);
    }
  }

  /** Returns the arguments of a query if this process can answer it just as the client would. */
  #supportedArguments({ args, env, folder, outputFile }: QueryMessage): Arguments | undefined {
    if (!PROCESS_VARIABLES.every((name) => env[name] === this.#own.env(name))) return undefined;
    try {
      Deno.chdir(folder);
      const parsed = parseArguments(args.slice(1), queryCommand, { exists });
      return isSupported(parsed) && !readsOutput(parsed, outputFile) ? parsed : undefined;
    } catch (error) {
      // The client reports problems with its arguments, such as a missing folder.
      if (error instanceof UsageError || error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }
}

/** Whether this process can answer the query just as the client would. */
function isSupported(args: Arguments): boolean {
  const isSet = ({ name, value }: CommandOption): boolean =>
    value === undefined ? args.has(name) : args.values(name).length > 0;
  if (
    args.has("help") || queryCommand.options.some((each) => !SUPPORTED_OPTIONS.has(each.name) && isSet(each))
  ) {
    return false;
  }
  if (BINARY_MODES.has(args.value("mode") ?? "")) return false;
  const texts = args.values("eval");
  // Dot commands may change settings that apply to all queries.
  if (texts.length === 0 || texts.some((text) => /^\s*\./m.test(text))) return false;
  return !args.operands.some((operand) => /(^|=)-$/.test(operand) || operand.startsWith("@"));
}

/** Whether standard output is one of the traces. */
function readsOutput({ operands }: Arguments, outputFile: string): boolean {
  return outputFile !== "" &&
    traceOperands({ exists }, operands).some(({ path }) => fileOf(path) === outputFile);
}

function fileOf(path: string): string {
  const { dev, ino } = Deno.statSync(path);
  return `${dev}:${ino}`;
}
