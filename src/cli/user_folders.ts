/**
 * Locations of the program's files: the folders of the XDG base directory specification, and the cache folder of
 * the system.
 * @module
 */

import type { CliHost } from "./host.ts";

const APP = "quarry";

/** The purpose of a file. */
type XdgKind = "config" | "cache" | "state" | "data";

const FOLDERS: Readonly<Record<XdgKind, readonly [variable: string, fallback: string]>> = {
  config: ["XDG_CONFIG_HOME", ".config"],
  cache: ["XDG_CACHE_HOME", ".cache"],
  state: ["XDG_STATE_HOME", ".local/state"],
  data: ["XDG_DATA_HOME", ".local/share"],
};

/** The program's folder for a purpose; undefined if the user has no home directory. */
export function xdgFolder(host: Pick<CliHost, "env">, kind: XdgKind): string | undefined {
  const [variable, fallback] = FOLDERS[kind];
  const folder = host.env(variable);
  // The specification says to ignore relative paths.
  if (isAbsolute(folder)) return `${folder}/${APP}`;
  const home = homeOf(host);
  return home ? `${home}/${fallback}/${APP}` : undefined;
}

/** The program's folder for files that can be generated again; undefined if the user has no home directory. */
export function cacheFolder(host: Pick<CliHost, "env">, system: string = Deno.build.os): string | undefined {
  const home = homeOf(host);
  const isSaid = isAbsolute(host.env("XDG_CACHE_HOME"));
  const own = system === "darwin" && home
    ? `${home}/Library/Caches`
    : system === "windows"
    ? host.env("LOCALAPPDATA")
    : undefined;
  if (isSaid || !isAbsolute(own)) return xdgFolder(host, "cache");
  return `${own}/${APP}`;
}

/** The folder of compiled code; undefined if the user has no home directory. */
export function codeFolder(host: Pick<CliHost, "env">): string | undefined {
  const folder = cacheFolder(host);
  return folder && `${folder}/code`;
}

/** Whether the user has disabled cached files. */
export function isCachingDisabled(host: Pick<CliHost, "env">): boolean {
  return /^(off|0|no|false)$/i.test(host.env("QUARRY_CACHE") ?? "");
}

/** Returns the folder in which debuginfod stores downloads; undefined if the user has no home directory. */
export function debuginfodCache(host: Pick<CliHost, "env">): string | undefined {
  const named = host.env("DEBUGINFOD_CACHE_PATH");
  if (isAbsolute(named)) return named;
  const folder = host.env("XDG_CACHE_HOME");
  if (isAbsolute(folder)) return `${folder}/debuginfod_client`;
  const home = homeOf(host);
  return home ? `${home}/.cache/debuginfod_client` : undefined;
}

function homeOf(host: Pick<CliHost, "env">): string | undefined {
  return host.env("HOME") || host.env("USERPROFILE");
}

function isAbsolute(path: string | undefined): boolean {
  return path !== undefined && /^(?:[a-z]:)?[\\/]/i.test(path);
}
