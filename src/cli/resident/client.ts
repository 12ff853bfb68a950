/**
 * Passes a query to a running server. If there is none, or none that answers promptly, the program runs the
 * query itself. This module is loaded before anything else, so it must need little.
 * @module
 */

import { isAllowed } from "../../ingest/permission.ts";
import { ENVIRONMENT_VARIABLES } from "../environment.ts";
import { readEnv, terminalSize } from "../process_environment.ts";
import {
  type GreetingMessage,
  MessageKind,
  type QueryMessage,
  receiveMessages,
  type ServerRequest,
  writeAll,
} from "./messages.ts";
import { LOOPBACK_ADDRESS, proofOfSecret, type ServerAddress, serverFolder } from "./server_address.ts";

/** A running server must answer within this time. */
const PATIENCE_MS = 100;
/**
 * Maximum bytes of an answer that are held back, so that the program can still run the query itself if the connection
 * is lost.
 */
const MOST_WAITING = 1 << 18;
/** Exit code of an answer that was cut off. */
const CUT_OFF_CODE = 1;

const encoder = new TextEncoder();

/** A connection to a server that has proved to belong to this user. */
export interface ServerConnection {
  /** Sends a request and yields the pieces of the answer. */
  ask(request: ClientRequest): AsyncGenerator<{ readonly kind: MessageKind; readonly payload: Uint8Array }>;
  /** Closes the connection. */
  close(): void;
}

/** A request without the fields that all requests share. */
type ClientRequest = { readonly question: QueryMessage } | { readonly status: true } | {
  readonly stop: true;
};

/** Returns the exit code of the server's answer; undefined if the program must run the query itself. */
export async function queryServer(args: readonly string[], version: string): Promise<number | undefined> {
  if (args[0] !== "query") return undefined;
  const place = readServerAddress(version);
  return place && await relayAnswer(place, args);
}

/** Returns the address that a server of this version has stored; undefined if there is none. */
export function readServerAddress(version: string): ServerAddress | undefined {
  const folder = serverFolder({ env: readEnv });
  if (folder === undefined) return undefined;
  const path = `${folder}/${version}`;
  // Without this permission there is no server for the program, so do not ask the user for the permission.
  const mayTry = isAllowed({ name: "read", path }) && isAllowed({ name: "net", host: LOOPBACK_ADDRESS });
  if (!mayTry) return undefined;
  try {
    const { port, secret } = JSON.parse(Deno.readTextFileSync(path));
    return { port, secret };
  } catch {
    return undefined;
  }
}

/** Connects to a server; throws if it has ended. */
export async function connectTo({ port, secret }: ServerAddress): Promise<ServerConnection> {
  const socket = await Deno.connect({ hostname: LOOPBACK_ADDRESS, port });
  const close = (): void => {
    try {
      socket.close();
    } catch {
      // The connection is already closed.
    }
  };
  return {
    close,
    async *ask(wanted) {
      const said = receiveMessages(socket);
      const word = crypto.randomUUID();
      await writeAll(socket, lineOf({ word }));
      const { value: first } = await said.next();
      // Another program may be using the port now, and must not see the query.
      const isProved = first?.kind === MessageKind.Proof &&
        new TextDecoder().decode(first.payload) === await proofOfSecret(secret, word);
      if (!isProved) throw new Error("Another server answered");
      await writeAll(socket, lineOf({ secret, ...wanted }));
      yield* said;
    },
  };
}

function lineOf(said: GreetingMessage | ServerRequest): Uint8Array {
  return encoder.encode(`${JSON.stringify(said)}\n`);
}

function questionOf(args: readonly string[]): QueryMessage {
  const env: Record<string, string> = {};
  for (const { name } of ENVIRONMENT_VARIABLES) {
    const value = readEnv(name);
    if (value !== undefined) env[name] = value;
  }
  return {
    args,
    folder: Deno.cwd(),
    env,
    stdinIsTerminal: Deno.stdin.isTerminal(),
    stdoutIsTerminal: Deno.stdout.isTerminal(),
    stderrIsTerminal: Deno.stderr.isTerminal(),
    ...terminalSize(),
    outputFile: outputFile(),
  };
}

function outputFile(): string {
  try {
    const { isFile, dev, ino } = Deno.statSync("/dev/stdout");
    return isFile ? `${dev}:${ino}` : "";
  } catch {
    return "";
  }
}

/**
 * Passes an answer on. Returns undefined if the request was refused, or the connection was lost before any of
 * the answer was shown.
 */
async function relayAnswer(place: ServerAddress, args: readonly string[]): Promise<number | undefined> {
  let server: ServerConnection | undefined;
  const waiting: { readonly kind: MessageKind; readonly payload: Uint8Array }[] = [];
  let waitingBytes = 0, isShown = false, isTaken = false;
  const impatient = setTimeout(() => {
    if (!isTaken) server?.close();
  }, PATIENCE_MS);
  const show = (): boolean =>
    waiting.splice(0).every(({ kind, payload }) => {
      const goesOn = printed(kind, payload);
      isShown = true;
      return goesOn;
    });
  try {
    server = await connectTo(place);
    for await (const piece of server.ask({ question: questionOf(args) })) {
      switch (piece.kind) {
        case MessageKind.Taken:
          isTaken = true;
          break;
        case MessageKind.Declined:
          if (!isShown) return undefined;
          throw new Error("The server refused a query that it had started");
        case MessageKind.End:
          show();
          return piece.payload[0];
        case MessageKind.Now:
          printed(piece.kind, piece.payload);
          break;
        default:
          waiting.push(piece);
          waitingBytes += piece.payload.length;
          // The reader of the output has closed the pipe.
          if ((isShown || waitingBytes > MOST_WAITING) && !show()) return 0;
      }
    }
  } catch {
    // The server has ended or is not the right one, or nothing can be written. If nothing was shown yet, the program
    // runs the query itself.
  } finally {
    clearTimeout(impatient);
    server?.close();
  }
  if (!isShown) return undefined;
  printed(
    MessageKind.Error,
    encoder.encode("error: The server ended before its answer was complete: run the command again\n"),
  );
  return CUT_OFF_CODE;
}

/** Writes a message; returns false if nobody reads the output any more. */
function printed(kind: MessageKind, payload: Uint8Array): boolean {
  const stream = kind === MessageKind.Output ? Deno.stdout : Deno.stderr;
  try {
    for (let at = 0; at < payload.length;) at += stream.writeSync(payload.subarray(at));
    return true;
  } catch (error) {
    if (kind !== MessageKind.Output) return true;
    if (error instanceof Deno.errors.BrokenPipe) return false;
    throw error;
  }
}
