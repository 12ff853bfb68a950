/**
 * Where files of the program live: the folders of the XDG base directory specification.
 * @module
 */

import type { CliHost } from "./host.ts";

const APP = "quarry";

/** What a file is for. */
type XdgKind = "config" | "cache" | "state" | "data";

const FOLDERS: Readonly<Record<XdgKind, readonly [variable: string, fallback: string]>> = {
  config: ["XDG_CONFIG_HOME", ".config"],
  cache: ["XDG_CACHE_HOME", ".cache"],
  state: ["XDG_STATE_HOME", ".local/state"],
  data: ["XDG_DATA_HOME", ".local/share"],
};

/** The program's folder of a kind; undefined when the person has no home. */
export function xdgFolder(host: Pick<CliHost, "env">, kind: XdgKind): string | undefined {
  const [variable, fallback] = FOLDERS[kind];
  const folder = host.env(variable);
  // The specification says to ignore relative paths.
  if (folder?.startsWith("/")) return `${folder}/${APP}`;
  const home = host.env("HOME") || host.env("USERPROFILE");
  return home ? `${home}/${fallback}/${APP}` : undefined;
}
