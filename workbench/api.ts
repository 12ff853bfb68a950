/**
 * Questions to the server, and whether it is there.
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

/** The server is gone: the program was ended, or the machine slept. */
export class GoneError extends Error {}

/** How it is with the server: it answers, it does not, or another one has taken its place. */
export type Connection = "there" | "gone" | "another";

/** Told when that changes. */
let tellConnection = (_now: Connection): void => {};
let connection: Connection = "there";

/** Calls back when the server goes, when it is back, and when another one is there. */
export function onConnection(listener: (connection: Connection) => void): void {
  tellConnection = listener;
}

/** Whether the server was there when it was asked last. */
export function isServerThere(): boolean {
  return connection === "there";
}

function note(now: Connection): void {
  if (now === connection) return;
  connection = now;
  tellConnection(now);
}

/** How questions reach what answers them. Rejects where nothing does. */
export type Send = (path: string, body: unknown, signal?: AbortSignal) => Promise<Response>;

/** The server that the page comes from. */
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

/** Bytes of a file that go to the server at once. */
const PIECE_BYTES = 1 << 20;

/** Sends a file to the server; what is to be opened there. */
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

/** The server does not want what it was sent. */
class RefusedError extends Error {}

let send = toServer;

/** From now on something else than the server answers. */
export function askThrough(other: Send): void {
  send = other;
  // What is kept was said of other traces.
  forgetAnswers();
}

/** Forgets what was answered: there are other traces. */
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
    throw new GoneError("The server does not answer");
  }
  // Another server has taken the place of the one that this page belongs to.
  if (response.status === 403 || response.status === 421) {
    note("another");
    throw new GoneError("The server was restarted: open the address that it printed");
  }
  note("there");
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

/** Asks something and gives the answer. */
export async function ask<Answer>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<Answer> {
  return await (await post(path, body, signal)).json() as Answer;
}

/** The memory behind an argument of a call. Throws why it does not come. */
export async function blob(request: BlobRequest, signal?: AbortSignal): Promise<Uint8Array> {
  return new Uint8Array(await (await post("blob", request, signal)).arrayBuffer());
}

/** Questions that nobody waits for yet, and how each is given up. */
export const askedAhead = new Map<AbortSignal, () => void>();
/** Questions without a whole answer. */
const running = new Set<{ readonly signal: AbortSignal | undefined }>();

/** Whether somebody waits for an answer: also for what was asked ahead, and is now looked at. */
export function isAwaited(): boolean {
  return [...running].some(({ signal }) => !signal || !askedAhead.has(signal) && !signal.aborted);
}

/** How often somebody who waits is looked for, in milliseconds: shorter waits are not worth a word. */
const LOOK = 250;
let tellWaits = (_waits: boolean): void => {};
let look = 0;

/** Calls back when somebody has to wait, and when that is over. */
export function onWaits(listener: (waits: boolean) => void): void {
  tellWaits = listener;
}

/** Runs a script; `tell` gets each line of the answer as it comes. */
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

/** Gives each line of an answer as it comes. */
async function eachLine<Line>({ body }: Response, tell: (line: Line) => void): Promise<void> {
  let rest = "";
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split("\n");
    rest = lines.pop()!;
    for (const text of lines) tell(JSON.parse(text) as Line);
  }
}

/** Opens a trace, and tells how far that is; the names that it has. Throws why it cannot be opened. */
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
  if (names === null) throw new GoneError("The trace was not read to its end");
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
  // A connection may end without an error of its own.
  if (isWhole) return;
  signal?.throwIfAborted();
  note("gone");
  throw new GoneError("The server went away while the query ran");
}

/** What a query of one statement gives. */
export type RowsLine<Cell = WireCell> = Extract<RunLine<Cell>, { t: "rows" }>;

/** The answer to a query of one statement, with numbers for a picture. */
export type NumbersLine = RowsLine<DrawnCell>;

/** The rows of a query that the workbench itself has written. Throws what is wrong with it. */
export async function rowsOf(text: string, rows: number, signal?: AbortSignal): Promise<RowsLine> {
  return await rowsOfRun({ text, rows, alone: true }, signal);
}

/** Cells of answers that are kept for when they are asked for again. */
const MOST_CELLS = 2_000_000;
/**
 * Answers by their queries, in the order in which they were last asked for: a trace does not change. Those with numbers have
 * a space in front.
 */
const answers = new Map<string, RowsLine | NumbersLine>();

/** The rows of a query that are drawn, so many at most; the page keeps them, the server does not. */
export async function drawnRowsOf(text: string, rows: number, signal: AbortSignal): Promise<RowsLine> {
  return await keptOr<WireCell>(
    text,
    rows,
    signal,
    () => askOnce(drawnRequest(text, rows), signal),
  );
}

/**
 * The rows of a query that are drawn, as numbers where a double has them exactly: parsing tens of thousands of texts
 * takes longer than the query.
 */
export async function drawnNumbersOf(text: string, rows: number, signal: AbortSignal): Promise<NumbersLine> {
  return await keptOr<DrawnCell>(
    ` ${text}`,
    rows,
    signal,
    () => askOnce(drawnRequest(text, rows, true), signal),
  );
}

/** The answer that is kept under a name, or another one, which is kept from then on. */
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

/** Whether as many rows have come as are wanted. */
function isWhole<Cell>({ cells, rowCount }: RowsLine<Cell>, rows: number): boolean {
  return (cells[0]?.length ?? 0) >= Math.min(rows, rowCount);
}

/** Answers that somebody waits for, by their questions: what two views ask for is asked once. */
const awaited = new Map<string, Promise<RowsLine | NumbersLine>>();

/** The answer to a question, also that of a view that has asked it before and still waits. */
async function askOnce<Cell>(request: RunRequest, signal: AbortSignal): Promise<RowsLine<Cell>> {
  // What was asked ahead is given up for any other question.
  if (askedAhead.has(signal)) return await rowsOfRun<Cell>(request, signal);
  const name = JSON.stringify(request);
  try {
    const line = await awaited.get(name);
    if (line) return line as RowsLine<Cell>;
  } catch {
    // The view that asked first has given up.
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

/** How often to look whether the server is there, and how long it may take to say so, in milliseconds. */
const PAUSE = 4000;
const PATIENCE = 10_000;

/** Looks whether the server is there, while somebody looks at the page, and at once when somebody does so again. */
export function watchConnection(): void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || document.visibilityState !== "visible") return;
    isLooking = true;
    // A server that is stopped takes a question and answers nothing.
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
