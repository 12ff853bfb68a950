/**
 * Shows results on standard output: mode, width, colours and pager.
 * @module
 */

import { firstRows, type ResultTable } from "../base/result_table.ts";
import { UsageError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { renderers } from "../render/registry.ts";
import { optionsForPager, type Renderer, type RenderOptions } from "../render/renderer.ts";
import type { ThreadNames } from "../render/screen_text.ts";
import { type NameStyle, tableAsDisplayed } from "../render/short_names.ts";
import { countValue } from "./args.ts";
import { COLOR_OPTION, useColor } from "./color.ts";
import type { Arguments, CommandOption } from "./command.ts";
import type { CliHost, Pager } from "./host.ts";
import { BrokenPipeError } from "../output/output_error.ts";

/** The ways in which results are printed. */
export const OUTPUT_MODES: readonly string[] = renderers.map(({ name }) => name);

/** The options of all commands that show results. */
export const OUTPUT_OPTIONS: readonly CommandOption[] = [
  {
    name: "mode",
    short: "m",
    value: "MODE",
    choices: OUTPUT_MODES,
    summary: OUTPUT_MODES.join(" "),
  },
  { name: "no-header", summary: "leave out the line of column names" },
  {
    name: "names",
    value: "LENGTH",
    choices: ["full", "short"],
    summary: "function names: by default short in output for people, full elsewhere",
  },
  { name: "limit", value: "ROWS", summary: "show at most this many rows of a result" },
  { name: "json-numbers", summary: "JSON: write 64-bit numbers as numbers even when that rounds them" },
  { name: "no-pager", summary: "never start a pager" },
  COLOR_OPTION,
];

/** Number of lines of a box in addition to its rows: frame, column names, footer, prompt. */
const BOX_EXTRA_LINES = 6;
const LEAST_BOX_ROWS = 10;
/** Maximum number of rows in a pager; nobody pages through more. */
const PAGER_ROWS = SHOW_LIMITS.pagerRows.most;
const PAGER = "less";

/** How to show results; a prompt can change this between two results. */
export interface OutputSettings {
  /** The renderer of the mode. */
  renderer: Renderer;
  /** Whether to show column names. */
  header: boolean;
  /** Maximum number of rows; undefined for all rows, or as many as fit in a box. */
  limit: number | undefined;
  /** Whether JSON contains numbers even if they must be rounded. */
  jsonNumbers: boolean;
  /** Command of the pager; empty for none. */
  pager: string;
  /** The value of `--color`. */
  color: string | undefined;
  /** How to show names of functions; undefined for short names in modes for the screen. */
  names: NameStyle | undefined;
  /** Names of threads that were shown before, so that they stay the same. */
  readonly threads: ThreadNames;
}

/**
 * Returns the settings from the options. The default mode is a box on a terminal and tab-separated values
 * otherwise.
 */
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
    names: args.value("names") as NameStyle | undefined,
    threads: new Map(),
  };
}

/** Returns the pager that the environment names; empty if input or output is not a terminal. */
function pagerCommand(host: CliHost): string {
  if (!host.stdinIsTerminal || !host.stdout.isTerminal) return "";
  return host.env("QUARRY_PAGER") ?? host.env("PAGER") ?? PAGER;
}

/** Shows a result. */
export async function showResult(
  host: CliHost,
  table: ResultTable,
  settings: OutputSettings,
  keep: readonly string[] = [],
): Promise<void> {
  const { renderer, limit } = settings;
  const { stdout } = host;
  const shown = tableAsDisplayed(
    limit === undefined ? table : firstRows(table, limit),
    settings.names,
    renderer,
  );
  const framed = renderer.framed === true;
  const { columns, rows } = host.terminalSize();
  const room = Math.max(LEAST_BOX_ROWS, rows - BOX_EXTRA_LINES);
  const options: RenderOptions = {
    header: settings.header,
    color: useColor(host, stdout, settings.color),
    terminal: stdout.isTerminal,
    footer: stdout.isTerminal && framed,
    jsonNumbers: settings.jsonNumbers,
    ...(keep.length > 0 ? { keep } : {}),
    ...(stdout.isTerminal ? { screen: columns } : {}),
    ...(stdout.isTerminal && framed ? { width: columns, readable: { threads: settings.threads } } : {}),
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
    (write) =>
      renderer.render(shown, write, { ...optionsForPager(options, settings.pager), maxRows: PAGER_ROWS }),
  );
}

/** Shows a text in a pager. A user may leave the pager before the end, which is not an error. */
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
