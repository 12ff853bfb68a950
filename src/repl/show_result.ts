/**
 * Shows a result on the screen, in the pager or in a file.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { firstRows, type ResultTable } from "../base/result_table.ts";
import { writeWhole } from "../output/all_or_nothing.ts";
import type { Output, Piece } from "../output/output.ts";
import { rendererOfFile } from "../render/registry.ts";
import {
  optionsForPager as pagerOptions,
  PLAIN_OPTIONS,
  type Renderer,
  type RenderOptions,
} from "../render/renderer.ts";
import type { Session } from "../engine/session.ts";
import type { ReplHost, ReplOutput } from "./host.ts";
import { CancelledError } from "./interrupt.ts";
import type { ReplSettings } from "./settings.ts";
import { tableAsDisplayed } from "../render/short_names.ts";

/** Lines that a box needs in addition to its rows: frame, names, footer, prompt. */
const BOX_EXTRA_LINES = 7;
const LEAST_BOX_ROWS = 10;
/** Maximum rows passed to a pager. */
const PAGER_ROWS = SHOW_LIMITS.pagerRows.most;

/** What exporters need of a result in addition to its rows. */
interface ShowOptions {
  /** Cancels writing to a file. */
  readonly signal?: AbortSignal;
  /** Texts and stacks of the session. */
  readonly pools: Session["pools"];
  /** The query that gave the result. */
  readonly query: string;
}

/** Rows of a box that fit on a screen of this many lines. */
function rowsOfScreen(lines: number): number {
  return Math.max(LEAST_BOX_ROWS, lines - BOX_EXTRA_LINES);
}

/** Whether only part of a result was printed. */
export function wasCutShort(
  host: ReplHost,
  table: ResultTable,
  { mode, maxRows, pager }: ReplSettings,
): boolean {
  return host.stdout.isTerminal && mode.framed === true && pager === "" &&
    table.rowCount > (maxRows ?? rowsOfScreen(host.terminalSize().rows));
}

/** Shows a result according to the settings. */
export async function showResult(
  host: ReplHost,
  table: ResultTable,
  settings: ReplSettings,
  options: ShowOptions,
): Promise<void> {
  const { once } = settings;
  const { signal } = options;
  // The file is used only once, even if it cannot be written.
  settings.once = null;
  if (once !== null && await writeExported(host, table, settings, { ...options, file: once })) return;
  if (once !== null || settings.output !== null) {
    const shown = settings.maxRows === null ? table : firstRows(table, settings.maxRows);
    // `.output` collects results of many kinds, in the mode that the user has set.
    const mode = (once && rendererOfFile(once.path)) ?? settings.mode;
    const open = (): Promise<Output> => once ? host.openOutput(once) : settings.output!.begin();
    return await writeResult(host, shown, settings, { open, mode, signal });
  }
  const { mode, maxRows } = settings;
  const { columns, rows } = host.terminalSize();
  const person = host.stdout.isTerminal;
  const framed = mode.framed === true;
  const chosen = maxRows === null || framed ? table : firstRows(table, maxRows);
  const shown = tableAsDisplayed(chosen, settings.names, mode);
  const room = maxRows ?? rowsOfScreen(rows);
  const rendering: RenderOptions = {
    header: settings.headers,
    color: host.color && settings.theme !== "none",
    terminal: person,
    footer: person && framed,
    jsonNumbers: settings.jsonNumbers,
    ...(person ? { screen: settings.maxWidth ?? columns } : {}),
    ...(person && framed ? { width: settings.maxWidth ?? columns, keep: settings.keep } : {}),
    ...(person && framed && !settings.raw ? { readable: { threads: settings.threads } } : {}),
  };
  // If the user has set a maximum number of rows, no pager is needed.
  const tall = person && framed && maxRows === null && shown.rowCount > room;
  const paged = tall && await inPager(host, settings, async (write) => {
    await mode.render(shown, write, { ...pagerOptions(rendering, settings.pager), maxRows: PAGER_ROWS });
  });
  if (paged) return;
  const most = framed && (person || maxRows !== null) ? { maxRows: room } : {};
  await mode.render(shown, (text) => host.stdout.write(text), { ...rendering, ...most });
}

/** Writes the output of `render` to a pager; false if there is none. */
async function inPager(
  host: ReplHost,
  settings: ReplSettings,
  render: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<boolean> {
  const pager = settings.pager === "" ? null : host.startPager(settings.pager);
  if (!pager) return false;
  try {
    await render((text) => pager.input.write(text));
  } catch (error) {
    // The user has left the pager.
    if (!(error instanceof Error) || error.name !== "BrokenPipeError") throw error;
  } finally {
    await pager.close();
  }
  return true;
}

/** How a result is written. */
interface WriteOptions {
  /** Opens the output. */
  readonly open: () => Promise<Output>;
  /** Mode in which the result is written. */
  readonly mode: Renderer;
  /** Aborts the operation. */
  readonly signal?: AbortSignal | undefined;
}

/** Writes a result to a file. Throws `OutputError`. */
export async function writeResult(
  host: ReplHost,
  table: ResultTable,
  settings: ReplSettings,
  { open, mode, signal }: WriteOptions,
): Promise<void> {
  const options = { ...PLAIN_OPTIONS, header: settings.headers, jsonNumbers: settings.jsonNumbers };
  const shown = tableAsDisplayed(table, settings.names, mode);
  await writePieces(host, { open, signal }, (write) => mode.render(shown, write, options));
}

/** Writes a result in another tool's format, if the file name has its extension. Throws `OutputError`. */
export async function writeExported(
  host: ReplHost,
  table: ResultTable,
  { headers, jsonNumbers }: ReplSettings,
  { file, signal, ...of }: ShowOptions & { readonly file: ReplOutput },
): Promise<boolean> {
  const writer = host.resultWriter(file.path);
  if (writer === null) return false;
  await writePieces(
    host,
    { open: () => host.openOutput(file), signal },
    (write) => writer.write({ table, ...of }, write, { header: headers, jsonNumbers }),
  );
  return true;
}

/** Writes a file, unless the user cancels. Throws `OutputError`. */
async function writePieces(
  host: ReplHost,
  { open, signal }: Pick<WriteOptions, "open" | "signal">,
  work: (write: (piece: Piece) => Promise<void>) => Promise<void>,
): Promise<void> {
  await writeWhole(() => unlessInterrupted(host, open), async (write) => {
    await work(async (piece) => {
      signal?.throwIfAborted();
      await write(piece);
    });
    signal?.throwIfAborted();
  });
}

/** Opens an output. A pipe may wait forever for its reader, so Ctrl-C ends that. */
async function unlessInterrupted(host: ReplHost, open: () => Promise<Output>): Promise<Output> {
  const interrupted = Promise.withResolvers<never>();
  const stop = host.onInterrupt(() => interrupted.reject(new CancelledError()));
  const opening = open();
  try {
    return await Promise.race([opening, interrupted.promise]);
  } catch (error) {
    if (error instanceof CancelledError) void opening.then((output) => output.discard(), () => {});
    throw error;
  } finally {
    stop();
  }
}
