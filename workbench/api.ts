/**
 * Questions to the server, and whether it is there.
 * @module
 */

import type { BlobRequest, RunLine, RunRequest } from "../src/serve/api_types.ts";

/** The server is gone: the program was ended, or the machine slept. */
class GoneError extends Error {}

/** Told when the server goes or comes back. */
const listeners: ((isThere: boolean) => void)[] = [];
let isThere = true;

/** Calls back when the server goes, and when it is back. */
export function onConnection(listener: (isThere: boolean) => void): void {
  listeners.push(listener);
}

function note(there: boolean): void {
  if (there === isThere) return;
  isThere = there;
  for (const listener of listeners) listener(there);
}

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    note(false);
    throw new GoneError("The server does not answer");
  }
  // Another server has taken the place of the one that this page belongs to.
  if (response.status === 403 || response.status === 421) {
    note(false);
    throw new GoneError("The server was started anew: open the address that it has printed");
  }
  note(true);
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

/** Runs a script; `tell` gets each line of the answer as it comes. */
export async function run(
  request: RunRequest,
  tell: (line: RunLine) => void,
  signal?: AbortSignal,
): Promise<void> {
  const response = await post("run", request, signal);
  let rest = "";
  try {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + piece.value).split("\n");
      rest = lines.pop()!;
      for (const line of lines) tell(JSON.parse(line) as RunLine);
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof TypeError) {
      note(false);
      throw new GoneError("The server went away while the query ran");
    }
    throw error;
  }
}

/** What a query of one statement gives. */
export type RowsLine = Extract<RunLine, { t: "rows" }>;

/** The rows of a query that the workbench itself has written. Throws what is wrong with it. */
export async function rowsOf(text: string, rows: number, signal?: AbortSignal): Promise<RowsLine> {
  let found: RowsLine | null = null;
  let wrong: string | null = null;
  await run(
    { text, rows, alone: true },
    (line) => {
      if (line.t === "rows") found = line;
      if (line.t === "error") wrong = line.drawn;
    },
    signal,
  );
  if (wrong !== null) throw new Error(wrong);
  if (found === null) throw new Error("The query has no rows to show");
  return found;
}

/** Says how often to look whether the server is there, in milliseconds. */
const PAUSE = 4000;

/** Looks whether the server is there, while somebody looks at the page, and at once when somebody does so again. */
export function watchConnection(): void {
  const look = (): void => {
    if (document.visibilityState === "visible") void ask("ping").catch(() => {});
  };
  setInterval(look, PAUSE);
  for (const event of ["online", "focus", "pageshow"]) addEventListener(event, look);
  document.addEventListener("visibilitychange", look);
}
