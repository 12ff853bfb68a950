/**
 * The settings that a prompt begins with, from the options of the command line.
 * @module
 */

import { defaultSettings, type ReplSettings } from "../repl/settings.ts";
import type { Arguments } from "./command.ts";
import type { CliHost } from "./host.ts";
import { outputSettings } from "./output.ts";

/** Settings for showing results, from the options. */
export function replSettings(host: CliHost, args: Arguments): ReplSettings {
  const { renderer, header, limit, jsonNumbers, names } = outputSettings(host, args);
  // By default there is no pager: a prompt shows one screen of a long result, and keys typed ahead must reach
  // the prompt.
  const pager = host.stdinIsTerminal && !args.has("no-pager") ? host.env("QUARRY_PAGER") ?? "" : "";
  return {
    ...defaultSettings(),
    mode: renderer,
    headers: header,
    maxRows: limit ?? null,
    jsonNumbers,
    names,
    pager,
  };
}
