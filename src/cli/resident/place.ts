/**
 * Where a resident server listens: a socket that only its owner can reach, one for each version of the program.
 * @module
 */

import type { CliHost } from "../host.ts";
import { cacheFolder } from "../xdg.ts";

/** The system has room for about a hundred letters. */
const LONGEST_PATH = 100;

/** What tells this program from all other versions of it; set once, where the program begins. */
let version: string | undefined;

/** From now on this is the version of the program. */
export function setVersion(text: string): void {
  version = text;
}

/** The version of the program; undefined for a library, which has no server. */
export function versionOfProgram(): string | undefined {
  return version;
}

/** The version of a program that runs from its sources at this address. */
export function versionOfSources(address: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${Deno.version.deno} ${address}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}

/** The folder of sockets; undefined where the person has no home, and on systems without such sockets. */
export function socketFolder(host: Pick<CliHost, "env">): string | undefined {
  const folder = Deno.build.os === "windows" ? undefined : cacheFolder(host);
  return folder && `${folder}/server`;
}

/** The socket of a version; undefined where there can be none. */
export function socketPath(host: Pick<CliHost, "env">, version: string): string | undefined {
  const folder = socketFolder(host);
  const path = folder && `${folder}/${version}`;
  return path !== undefined && path.length <= LONGEST_PATH ? path : undefined;
}
