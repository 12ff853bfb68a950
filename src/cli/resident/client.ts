/**
 * A question for a server that runs: where there is none, or none that answers at once, the program answers itself.
 * This is loaded before anything else, so that it needs little.
 * @module
 */

import { ENVIRONMENT } from "../environment.ts";
import { type Connection, Piece, pieces, type Question, type Request, writeAll } from "./frames.ts";
import { socketPath } from "./place.ts";

/** A server that is there says so by then. */
const PATIENCE_MS = 100;
/** So much of an answer waits for its end, so that the program can still answer itself when the server is lost. */
const MOST_WAITING = 1 << 18;
/** The exit code for an answer that broke off. */
const BROKEN_OFF = 1;

const encoder = new TextEncoder();

/** The exit code of what a server answered; undefined where the program has to answer itself. */
export async function askServer(args: readonly string[], version: string): Promise<number | undefined> {
  if (args[0] !== "query") return undefined;
  const socket = await connectTo(version);
  if (!socket) return undefined;
  try {
    await send(socket, { question: questionOf(args) });
    return await answered(socket);
  } catch {
    // It ended before it took the question.
    return undefined;
  } finally {
    hangUp(socket);
  }
}

/** Closes a connection that may have been closed for want of patience. */
function hangUp(socket: Deno.Conn): void {
  try {
    socket.close();
  } catch {
    // It is closed.
  }
}

/** A connection to the server of a version; undefined where none runs. */
export async function connectTo(version: string): Promise<Deno.Conn | undefined> {
  const path = socketPath({ env: readVariable }, version);
  // Who may not is not asked whether it should be able to: there is no server for it.
  const mayTry = path !== undefined &&
    (["read", "write"] as const).every((name) =>
      Deno.permissions.querySync({ name, path }).state === "granted"
    );
  if (!mayTry) return undefined;
  try {
    return await Deno.connect({ transport: "unix", path });
  } catch {
    return undefined;
  }
}

/** Says what is wanted. */
export async function send(socket: Connection, request: Request): Promise<void> {
  await writeAll(socket, encoder.encode(`${JSON.stringify(request)}\n`));
}

function readVariable(name: string): string | undefined {
  const isAllowed = Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
  return isAllowed ? Deno.env.get(name) : undefined;
}

function questionOf(args: readonly string[]): Question {
  let size = { columns: 80, rows: 24 };
  try {
    size = Deno.consoleSize();
  } catch {
    // No terminal.
  }
  const env: Record<string, string> = {};
  for (const { name } of ENVIRONMENT) {
    const value = readVariable(name);
    if (value !== undefined) env[name] = value;
  }
  return {
    args,
    folder: Deno.cwd(),
    env,
    stdinIsTerminal: Deno.stdin.isTerminal(),
    stdoutIsTerminal: Deno.stdout.isTerminal(),
    stderrIsTerminal: Deno.stderr.isTerminal(),
    columns: size.columns,
    rows: size.rows,
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
async function answered(socket: Deno.Conn): Promise<number | undefined> {
  const waiting: { readonly kind: Piece; readonly payload: Uint8Array }[] = [];
  let waitingBytes = 0, isShown = false, isTaken = false;
  const impatient = setTimeout(() => {
    if (!isTaken) hangUp(socket);
  }, PATIENCE_MS);
  const show = (): boolean => {
    isShown = true;
    return waiting.splice(0).every(({ kind, payload }) => printed(kind, payload));
  };
  try {
    for await (const piece of pieces(socket)) {
      switch (piece.kind) {
        case Piece.Taken:
          isTaken = true;
          break;
        case Piece.Declined:
          return undefined;
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
  } catch (error) {
    if (!isTaken) return undefined;
    if (!isShown) throw error;
  } finally {
    clearTimeout(impatient);
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
