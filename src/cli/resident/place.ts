/**
 * Where a resident server is written down: its port on this machine and what only its owner can read, in a file for each
 * version of the program.
 *
 * A socket with a path would do without that secret. A compiled program may not reach one: Deno wants its path among the
 * permissions, which are the same for everybody.
 * @module
 */

import type { CliHost } from "../host.ts";
import { cacheFolder } from "../xdg.ts";

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

/** The only machine that a server hears. */
export const HERE = "127.0.0.1";

/** Where a server is, and what its owner knows of it. */
export interface Place {
  readonly port: number;
  /** 64 hexadecimal digits. */
  readonly secret: string;
}

/** The folder of places; undefined where the user has no home. */
export function placeFolder(host: Pick<CliHost, "env">): string | undefined {
  const folder = cacheFolder(host);
  return folder && `${folder}/server`;
}

/** What who knows the secret says to a word that nobody has said before. */
export async function proofOf(secret: string, word: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${secret} ${word}`);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Something that nobody can guess. */
export function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toHex();
}
