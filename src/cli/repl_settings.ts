/**
 * The settings that a prompt begins with, by the options of the command line.
 * @module
 */

import { type ReplSettings, usualSettings } from "../repl/settings.ts";
import type { Arguments } from "./command.ts";
import type { CliHost } from "./host.ts";
import { outputSettings } from "./output.ts";

/** How results are shown, as options say. */
export function replSettings(host: CliHost, args: Arguments): ReplSettings {
  const { renderer, header, limit, jsonNumbers, names } = outputSettings(host, args);
  // Long results print a screen and can be walked over: what is typed ahead goes to the prompt and to no other program.
  const pager = host.stdinIsTerminal && !args.has("no-pager") ? host.env("QUARRY_PAGER") ?? "" : "";
  return {
    ...usualSettings(),
    mode: renderer,
    headers: header,
    maxRows: limit ?? null,
    jsonNumbers,
    names,
    pager,
  };
}
