/**
 * A question for a server that runs: where there is none, or none that answers at once, the program answers itself.
 * This is loaded before anything else, so that it needs little.
 * @module
 */

import { isAllowed } from "../../ingest/permission.ts";
import { ENVIRONMENT } from "../environment.ts";
import { readEnv, terminalSize } from "../surroundings.ts";
import { type Greeting, Piece, pieces, type Question, type Request, writeAll } from "./frames.ts";
import { HERE, type Place, placeFolder, proofOf } from "./place.ts";

/** A server that is there says so by then. */
const PATIENCE_MS = 100;
/** So much of an answer waits for its end, so that the program can still answer itself when the server is lost. */
const MOST_WAITING = 1 << 18;
/** The exit code for an answer that broke off. */
const BROKEN_OFF = 1;

const encoder = new TextEncoder();

/** A server that has proved that it is one of the same person. */
export interface ServerConnection {
  /** Says what is wanted, and hears what comes of it. */
  ask(request: Wanted): AsyncGenerator<{ readonly kind: Piece; readonly payload: Uint8Array }>;
  /** Breaks off. */
  close(): void;
}

/** A request without what every request has. */
type Wanted = { readonly question: Question } | { readonly status: true } | { readonly stop: true };

/** The exit code of what a server answered; undefined where the program has to answer itself. */
export async function askServer(args: readonly string[], version: string): Promise<number | undefined> {
  if (args[0] !== "query") return undefined;
  const place = placeOfServer(version);
  return place && await answered(place, args);
}

/** The place that a server of this version has written down; undefined where there is none. */
export function placeOfServer(version: string): Place | undefined {
  const folder = placeFolder({ env: readEnv });
  if (folder === undefined) return undefined;
  const path = `${folder}/${version}`;
  // Who may not is not asked whether it should be able to: there is no server for it.
  const mayTry = isAllowed({ name: "read", path }) && isAllowed({ name: "net", host: HERE });
  if (!mayTry) return undefined;
  try {
    const { port, secret } = JSON.parse(Deno.readTextFileSync(path));
    return { port, secret };
  } catch {
    return undefined;
  }
}

/** A connection to a server; throws where there is none any more. */
export async function connectTo({ port, secret }: Place): Promise<ServerConnection> {
  const socket = await Deno.connect({ hostname: HERE, port });
  const close = (): void => {
    try {
      socket.close();
    } catch {
      // It is closed.
    }
  };
  return {
    close,
    async *ask(wanted) {
      const said = pieces(socket);
      const word = crypto.randomUUID();
      await writeAll(socket, lineOf({ word }));
      const { value: first } = await said.next();
      // The port may have gone to somebody else, who must not see the question.
      const isProved = first?.kind === Piece.Proof &&
        new TextDecoder().decode(first.payload) === await proofOf(secret, word);
      if (!isProved) throw new Error("This is another server");
      await writeAll(socket, lineOf({ secret, ...wanted }));
      yield* said;
    },
  };
}

function lineOf(said: Greeting | Request): Uint8Array {
  return encoder.encode(`${JSON.stringify(said)}\n`);
}

function questionOf(args: readonly string[]): Question {
  const env: Record<string, string> = {};
  for (const { name } of ENVIRONMENT) {
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

/** Passes an answer on. Undefined where it was refused, or lost while nothing of it had been shown. */
async function answered(place: Place, args: readonly string[]): Promise<number | undefined> {
  let server: ServerConnection | undefined;
  const waiting: { readonly kind: Piece; readonly payload: Uint8Array }[] = [];
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
        case Piece.Taken:
          isTaken = true;
          break;
        case Piece.Declined:
          if (!isShown) return undefined;
          throw new Error("A server refused what it had begun");
        case Piece.End:
          show();
          return piece.payload[0];
        case Piece.Now:
          printed(piece.kind, piece.payload);
          break;
        default:
          waiting.push(piece);
          waitingBytes += piece.payload.length;
          // Who has seen enough of an answer closes the pipe.
          if ((isShown || waitingBytes > MOST_WAITING) && !show()) return 0;
      }
    }
  } catch {
    // It is gone, or another one, or nothing can be written: where nothing was shown, the program says so itself.
  } finally {
    clearTimeout(impatient);
    server?.close();
  }
  if (!isShown) return undefined;
  printed(Piece.Error, encoder.encode("error: The server ended before its answer did: ask again\n"));
  return BROKEN_OFF;
}

/** False where nobody reads any more. */
function printed(kind: Piece, payload: Uint8Array): boolean {
  const stream = kind === Piece.Output ? Deno.stdout : Deno.stderr;
  try {
    for (let at = 0; at < payload.length;) at += stream.writeSync(payload.subarray(at));
    return true;
  } catch (error) {
    if (kind !== Piece.Output) return true;
    if (error instanceof Deno.errors.BrokenPipe) return false;
    throw error;
  }
}
