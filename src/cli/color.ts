/**
 * Decides whether output to a stream is coloured.
 * @module
 */

import type { Arguments, CommandOption } from "./command.ts";
import type { CliHost, OutputStream } from "./host.ts";

/** The option `--color[=WHEN]`. */
export const COLOR_OPTION: CommandOption = {
  name: "color",
  value: "WHEN",
  bare: "always",
  choices: ["auto", "always", "never"],
  summary: "auto (on a terminal), always or never",
};

/**
 * Whether to use colours: decided by the option, then NO_COLOR, then FORCE_COLOR, then whether the stream is
 * a terminal.
 */
export function useColor(
  host: CliHost,
  stream: OutputStream,
  choice: string | undefined = host.colorChoice,
): boolean {
  if (choice === "always") return true;
  if (choice === "never") return false;
  if (host.env("NO_COLOR")) return false;
  const force = host.env("FORCE_COLOR");
  if (force !== undefined) return force !== "0" && force !== "false";
  return stream.isTerminal && host.env("TERM") !== "dumb";
}

/** Returns the host with the colour choice of the arguments. */
export function withColorOption(host: CliHost, args: Pick<Arguments, "value">): CliHost {
  const colorChoice = args.value(COLOR_OPTION.name);
  return colorChoice === undefined ? host : { ...host, colorChoice };
}
