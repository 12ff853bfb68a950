/**
 * Requests to the server, and the state of the connection.
 * @module
 */

import type {
  BlobRequest,
  DrawnCell,
  EncodedRunLine,
  OpenLine,
  RunLine,
  RunRequest,
  WireCell,
  WireRows,
} from "../src/serve/api_types.ts";
import type { OpenRequest } from "../src/page/messages.ts";
import { drawnRequest } from "../src/serve/picture_queries.ts";
import { decodeRunLine } from "../src/serve/encoded_lines.ts";

/** The server cannot be reached: the program has ended, or the machine was asleep. */
export class ClientDisconnectedError extends Error {}

/** State of the connection: the server answers, it does not answer, or another server has taken its place. */
export type Connection = "there" | "gone" | "another";

/** Called when the state of the connection changes. */
let tellConnection = (_now: Connection): void => {};
let connection: Connection = "there";

/** Calls `listener` when the server is lost, when it is back, and when another server has taken its place. */
export function onConnection(listener: (connection: Connection) => void): void {
  tellConnection = listener;
}

/** Whether the server answered the last request. */
export function isServerThere(): boolean {
  return connection === "there";
}

function note(now: Connection): void {
  if (now === connection) return;
  connection = now;
  tellConnection(now);
}

/** Sends a request; rejects if nothing answers. */
export type Send = (path: string, body: unknown, signal?: AbortSignal) => Promise<Response>;

/** Sends requests to the server that the page comes from. */
const toServer: Send = async (path, body, signal) =>
  path === "open"
    ? await sendJson(path, await uploaded(body as OpenRequest, signal), signal)
    : await sendJson(path, body, signal);

function sendJson(path: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
  return sendTo(path, "application/json", JSON.stringify(body), signal);
}

function sendTo(
  path: string,
  type: string,
  body: BodyInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const init = { method: "POST", headers: { "content-type": type }, body };
  return fetch(`api/${path}`, signal ? { ...init, signal } : init);
}

/** Number of bytes of a file that are sent to the server in one request. */
const PIECE_BYTES = 1 << 20;

/** Uploads a file to the server; returns what has to be opened there. */
async function uploaded(
  { from, name }: OpenRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly file: string; readonly name: string }> {
  if (typeof from === "string") throw new Error("A server opens files that it is sent");
  let file = "";
  for (let at = 0; at < from.size || at === 0; at += PIECE_BYTES) {
    const piece = from.slice(at, at + PIECE_BYTES);
    const query = file === "" ? "" : `?file=${file}`;
    const answer = await sendTo(`upload${query}`, "application/octet-stream", piece, signal);
    if (!answer.ok) throw new RefusedError((await answer.text()).trim());
    ({ file } = await answer.json() as { file: string });
  }
  return { file, name: name ?? (from instanceof File ? from.name : "") };
}

/** The server refuses what was sent. */
class RefusedError extends Error {}

let send = toServer;

/** From now on, `other` answers requests instead of the server. */
export function askThrough(other: Send): void {
  send = other;
  // Cached answers are about other traces.
  forgetAnswers();
}

/** Drops cached answers, because the traces have changed. */
export function forgetAnswers(): void {
  answers.clear();
}

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await send(path, body, signal);
  } catch (error) {
    if (signal?.aborted || error instanceof RefusedError) throw error;
    note("gone");
    throw new ClientDisconnectedError("The server does not answer");
  }
  // Another server has taken the place of the server that this page belongs to.
  if (response.status === 403 || response.status === 421) {
    note("another");
    throw new ClientDisconnectedError("The server was restarted: open the address that it printed");
  }
  note("there");
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

/** Sends a request and returns the answer. */
export async function ask<Answer>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<Answer> {
  return await (await post(path, body, signal)).json() as Answer;
}

/** Returns the memory behind an argument of a call. Throws an error that says why there is none. */
export async function blob(request: BlobRequest, signal?: AbortSignal): Promise<Uint8Array> {
  return new Uint8Array(await (await post("blob", request, signal)).arrayBuffer());
}

/** Requests that nobody is waiting for yet, each with a function that cancels it. */
export const askedAhead = new Map<AbortSignal, () => void>();
/** Requests whose answers are incomplete. */
const running = new Set<{ readonly signal: AbortSignal | undefined }>();

/**
 * Whether the user is waiting for an answer; also true for a request that was made ahead if the user now
 * looks at its view.
 */
export function isAwaited(): boolean {
  return [...running].some(({ signal }) => !signal || !askedAhead.has(signal) && !signal.aborted);
}

/**
 * Interval in milliseconds for checking whether the user is waiting; a shorter wait is not worth a message.
 */
const LOOK = 250;
let tellWaits = (_waits: boolean): void => {};
let look = 0;

/** Calls `listener` when the user has to wait, and when the wait is over. */
export function onWaits(listener: (waits: boolean) => void): void {
  tellWaits = listener;
}

/** Runs a script; calls `tell` for each line of the answer as it arrives. */
export async function run<Cell = WireCell>(
  request: RunRequest,
  tell: (line: RunLine<Cell>) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (!signal || !askedAhead.has(signal)) {
    for (const [each, giveUp] of askedAhead) {
      askedAhead.delete(each);
      giveUp();
    }
  }
  const question = { signal };
  running.add(question);
  look ||= setInterval(() => tellWaits(isAwaited()), LOOK);
  try {
    await readLines(await post("run", request, signal), tell, signal);
  } finally {
    running.delete(question);
    if (running.size === 0) {
      clearInterval(look);
      look = 0;
      tellWaits(false);
    }
  }
}

/** Calls `tell` for each line of an answer as it arrives. */
async function eachLine<Line>({ body }: Response, tell: (line: Line) => void): Promise<void> {
  let rest = "";
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split("\n");
    rest = lines.pop()!;
    for (const text of lines) tell(JSON.parse(text) as Line);
  }
}

/**
 * Opens a trace and reports the progress; returns the names of the traces. Throws an error that says why it
 * cannot be opened.
 */
export async function openTrace(
  body: OpenRequest,
  tell: (line: OpenLine) => void,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  let names: readonly string[] | null = null;
  await eachLine<OpenLine>(await post("open", body, signal), (line) => {
    if (line.t === "error") throw new Error(line.message);
    if (line.t === "opened") names = line.names;
    tell(line);
  });
  if (names === null) throw new ClientDisconnectedError("The trace was not read to its end");
  forgetAnswers();
  return names;
}

async function readLines<Cell>(
  response: Response,
  tell: (line: RunLine<Cell>) => void,
  signal?: AbortSignal,
): Promise<void> {
  let isWhole = false;
  try {
    await eachLine<EncodedRunLine>(response, (sent) => {
      const line = decodeRunLine<Cell>(sent);
      isWhole ||= line.t === "end" || line.t === "error";
      tell(line);
    });
  } catch (error) {
    if (signal?.aborted || !(error instanceof TypeError)) throw error;
  }
  // A connection may end without reporting an error.
  if (isWhole) return;
  signal?.throwIfAborted();
  note("gone");
  throw new ClientDisconnectedError("The server went away while the query ran");
}

/** The answer to a query of one statement. */
export type RowsLine<Cell = WireCell> = Extract<RunLine<Cell>, { t: "rows" }>;

/** The answer to a query of one statement, with numbers for a chart. */
export type NumbersLine = RowsLine<DrawnCell>;

/** Returns the rows of a query that the workbench itself has built. Throws the errors of the query. */
export async function rowsOf(text: string, rows: number, signal?: AbortSignal): Promise<RowsLine> {
  return await rowsOfRun({ text, rows, alone: true }, signal);
}

/** Maximum number of cells in cached answers. */
const MOST_CELLS = 2_000_000;
/**
 * Cached answers by query, least recently used first; they stay valid because a trace does not change. Keys
 * of answers with numbers begin with a space.
 */
const answers = new Map<string, RowsLine | NumbersLine>();

/** Returns at most this many rows of a query for drawing; the page caches them, the server does not. */
export async function drawnRowsOf(text: string, rows: number, signal: AbortSignal): Promise<RowsLine> {
  return await keptOr<WireCell>(
    text,
    rows,
    signal,
    () => askOnce(drawnRequest(text, rows), signal),
  );
}

/**
 * Returns the rows of a query for drawing. Values are numbers if a double is exact, because parsing tens of
 * thousands of texts takes longer than the query.
 */
export async function drawnNumbersOf(text: string, rows: number, signal: AbortSignal): Promise<NumbersLine> {
  return await keptOr<DrawnCell>(
    ` ${text}`,
    rows,
    signal,
    () => askOnce(drawnRequest(text, rows, true), signal),
  );
}

/** Returns the cached answer for a key, or requests an answer and caches it. */
async function keptOr<Cell>(
  name: string,
  rows: number,
  signal: AbortSignal,
  ask: () => Promise<RowsLine<Cell>>,
): Promise<RowsLine<Cell>> {
  const known = answers.get(name) as RowsLine<Cell> | undefined;
  const line = known && isWhole(known, rows) ? known : await ask();
  signal.throwIfAborted();
  answers.delete(name);
  answers.set(name, line as RowsLine | NumbersLine);
  const cells = ({ cells }: { readonly cells: readonly (readonly unknown[])[] }): number =>
    cells.length * (cells[0]?.length ?? 0);
  let kept = [...answers.values()].reduce((sum, each) => sum + cells(each), 0);
  for (const [old, each] of answers) {
    if (kept <= MOST_CELLS || old === name) break;
    kept -= cells(each);
    answers.delete(old);
  }
  return line;
}

/** Whether all requested rows have arrived. */
function isWhole<Cell>({ cells, rowCount }: RowsLine<Cell>, rows: number): boolean {
  return (cells[0]?.length ?? 0) >= Math.min(rows, rowCount);
}

/** Pending answers by request: a query that two views need is run once. */
const awaited = new Map<string, Promise<RowsLine | NumbersLine>>();

/**
 * Returns the answer to a request, sharing it with a view that has made the same request and is still
 * waiting.
 */
async function askOnce<Cell>(request: RunRequest, signal: AbortSignal): Promise<RowsLine<Cell>> {
  // A request that was made ahead is cancelled by any other request.
  if (askedAhead.has(signal)) return await rowsOfRun<Cell>(request, signal);
  const name = JSON.stringify(request);
  try {
    const line = await awaited.get(name);
    if (line) return line as RowsLine<Cell>;
  } catch {
    // The view that made the request first has cancelled it.
    signal.throwIfAborted();
  }
  const answer = rowsOfRun<Cell>(request, signal);
  awaited.set(name, answer as Promise<RowsLine | NumbersLine>);
  try {
    return await answer;
  } finally {
    if (awaited.get(name) === answer as Promise<unknown>) awaited.delete(name);
  }
}

async function rowsOfRun<Cell = WireCell>(
  request: RunRequest,
  signal?: AbortSignal,
): Promise<RowsLine<Cell>> {
  let found: RowsLine<Cell> | null = null;
  let wrong: string | null = null;
  const more: WireRows<Cell>["cells"][] = [];
  await run<Cell>(
    request,
    (line) => {
      if (line.t === "rows") found = line;
      if (line.t === "more") more.push(line.cells);
      if (line.t === "error") wrong = line.drawn;
    },
    signal,
  );
  if (wrong !== null) throw new Error(wrong);
  if (found === null) throw new Error("The query has no rows to show");
  const line: RowsLine<Cell> = found;
  if (more.length === 0) return line;
  return { ...line, cells: line.cells.map((cells, at) => cells.concat(...more.map((each) => each[at]!))) };
}

/** Interval for checking the server, and the maximum time that its answer may take, in milliseconds. */
const PAUSE = 4000;
const PATIENCE = 10_000;

/** Checks the server as long as the page is visible, and at once when the page becomes visible again. */
export function watchConnection(): void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || document.visibilityState !== "visible") return;
    isLooking = true;
    // A server that is being stopped accepts a request but does not answer.
    const patience = AbortSignal.timeout(PATIENCE);
    try {
      await ask("ping", {}, patience);
    } catch {
      if (patience.aborted) note("gone");
    } finally {
      isLooking = false;
    }
  };
  setInterval(() => void look(), PAUSE);
  for (const event of ["online", "focus", "pageshow"]) addEventListener(event, () => void look());
  for (const event of ["visibilitychange", "resume"]) document.addEventListener(event, () => void look());
}
