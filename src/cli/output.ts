/**
 * Results on standard output: which mode, how wide, in colour or not, through a pager or not.
 * @module
 */

import { firstRows, type ResultTable } from "../base/result_table.ts";
import { UsageError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { renderers } from "../render/registry.ts";
import { inPager, type Renderer, type RenderOptions } from "../render/renderer.ts";
import type { ThreadNames } from "../render/screen_text.ts";
import { type NamesShown, shownTable } from "../render/short_names.ts";
import { countValue } from "./args.ts";
import { COLOR_OPTION, useColor } from "./color.ts";
import type { Arguments, CommandOption } from "./command.ts";
import type { CliHost, Pager } from "./host.ts";
import { BrokenPipeError } from "../output/output_error.ts";

/** Options of every command that shows results. */
export const OUTPUT_OPTIONS: readonly CommandOption[] = [
  {
    name: "mode",
    short: "m",
    value: "MODE",
    choices: renderers.map(({ name }) => name),
    summary: renderers.map(({ name }) => name).join(" "),
  },
  { name: "no-header", summary: "leave out the line of column names" },
  {
    name: "names",
    value: "LENGTH",
    choices: ["full", "short"],
    summary: "names of functions: short ones are shown where people read, whole ones elsewhere",
  },
  { name: "limit", value: "ROWS", summary: "show at most this many rows of a result" },
  { name: "json-numbers", summary: "JSON: write 64-bit numbers as numbers even when that rounds them" },
  { name: "no-pager", summary: "never start a pager" },
  COLOR_OPTION,
];

/** Lines that a box needs beside its rows: frame, names, footer, prompt. */
const BOX_EXTRA_LINES = 6;
const LEAST_BOX_ROWS = 10;
/** A user does not page through more. */
const PAGER_ROWS = SHOW_LIMITS.pagerRows.most;
const PAGER = "less";

/** How results are to be shown; a prompt may change it between two results. */
export interface OutputSettings {
  /** How to show them. */
  renderer: Renderer;
  /** Column names. */
  header: boolean;
  /** Most rows shown; undefined = all, or what finds room in a box. */
  limit: number | undefined;
  /** JSON numbers even where they are rounded. */
  jsonNumbers: boolean;
  /** Command of the pager; empty = none. */
  pager: string;
  /** Value of `--color`. */
  color: string | undefined;
  /** How names of functions are shown; undefined = short where people read the mode. */
  names: NamesShown | undefined;
  /** Names that threads have got on the screen. */
  readonly threads: ThreadNames;
}

/** Settings from options: a box on a terminal, tab-separated values in a pipe. */
export function outputSettings(host: CliHost, args: Arguments): OutputSettings {
  const mode = args.value("mode") ?? (host.stdout.isTerminal ? "box" : "tsv");
  const renderer = renderers.find(({ name }) => name === mode);
  if (!renderer) throw new UsageError(`Unknown mode "${mode}"`);
  return {
    renderer,
    header: !args.has("no-header"),
    limit: countValue(args, "limit"),
    jsonNumbers: args.has("json-numbers"),
    pager: args.has("no-pager") ? "" : pagerCommand(host),
    color: args.value("color"),
    names: args.value("names") as NamesShown | undefined,
    threads: new Map(),
  };
}

/** The pager that the environment wants; empty where there is none, or nobody to use it. */
function pagerCommand(host: CliHost): string {
  if (!host.stdinIsTerminal || !host.stdout.isTerminal) return "";
  return host.env("QUARRY_PAGER") ?? host.env("PAGER") ?? PAGER;
}

/** Shows a result. */
export async function showResult(host: CliHost, table: ResultTable, settings: OutputSettings): Promise<void> {
  const { renderer, limit } = settings;
  const { stdout } = host;
  const shown = shownTable(limit === undefined ? table : firstRows(table, limit), settings.names, renderer);
  const framed = renderer.framed === true;
  const { columns, rows } = host.terminalSize();
  const room = Math.max(LEAST_BOX_ROWS, rows - BOX_EXTRA_LINES);
  const options: RenderOptions = {
    header: settings.header,
    color: useColor(host, stdout, settings.color),
    terminal: stdout.isTerminal,
    footer: stdout.isTerminal && framed,
    jsonNumbers: settings.jsonNumbers,
    ...(stdout.isTerminal ? { screen: columns } : {}),
    ...(stdout.isTerminal && framed ? { width: columns, people: { threads: settings.threads } } : {}),
  };
  const pager = shown.rowCount > room && framed && settings.pager !== ""
    ? host.startPager(settings.pager)
    : null;
  if (pager === null) {
    const most = stdout.isTerminal && framed && limit === undefined ? { maxRows: room } : {};
    await renderer.render(shown, (text) => stdout.write(text), { ...options, ...most });
    return;
  }
  await throughPager(
    pager,
    (write) => renderer.render(shown, write, { ...inPager(options, settings.pager), maxRows: PAGER_ROWS }),
  );
}

/** Writes to a pager, which a user may leave before the end: they have seen enough. */
async function throughPager(
  pager: Pager,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  try {
    await work((text) => pager.input.write(text));
  } catch (error) {
    if (!(error instanceof BrokenPipeError)) throw error;
  } finally {
    await pager.close();
  }
}
