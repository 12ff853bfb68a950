/**
 * Records where a resident server runs: its port and a secret that only its owner can read, in one file per
 * version of the program.
 *
 * A Unix socket would need no secret, but a compiled program may not use one: its path would have to be among
 * Deno's permissions, which are fixed for all users.
 * @module
 */

import type { CliHost } from "../host.ts";
import { cacheFolder } from "../user_folders.ts";

/** The version of this program, distinct from all others; set once at the start. */
let version: string | undefined;

/** Sets the version of the program. */
export function setVersion(text: string): void {
  version = text;
}

/** The version of the program; undefined for a library, which has no server. */
export function versionOfProgram(): string | undefined {
  return version;
}

/** The version of a program that runs from its sources at this address. */
export function sourceVersion(address: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${Deno.version.deno} ${address}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}

/** The address at which a server listens; only programs on this machine can reach it. */
export const LOOPBACK_ADDRESS = "127.0.0.1";

/** The port of a server and its secret. */
export interface ServerAddress {
  readonly port: number;
  /** 64 hexadecimal digits. */
  readonly secret: string;
}

/** The folder of these files; undefined if the user has no home folder. */
export function serverFolder(host: Pick<CliHost, "env">): string | undefined {
  const folder = cacheFolder(host);
  return folder && `${folder}/server`;
}

/** Computes the proof that this process knows the secret, for a word that was never used before. */
export async function proofOfSecret(secret: string, word: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${secret} ${word}`);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Creates a random secret. */
export function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toHex();
}
