/**
 * Compiled code of the program, kept from one process to the next.
 *
 * Half of a small query is JavaScript that is parsed and compiled. V8 gives out what it has compiled and takes it back,
 * but looks at neither the bytes nor the script it is for: so a file begins with their checksum, and its name says which
 * program and which V8 it is for. Whatever is wrong with it, the code is compiled as if there were none.
 * @module
 */

import { writePrivately } from "../private_file.ts";
import type { Script } from "node:vm";

/** What code is kept for. */
export interface CodeKey {
  /** Folder of such files. */
  readonly folder: string;
  /** Which work: each needs other functions. */
  readonly work: string;
  /** A hash of the program's text. */
  readonly program: string;
}

/** Code of earlier runs. */
export interface KeptCode {
  /** For V8. */
  readonly code: Uint8Array;
  /** How many runs have added what they compiled. */
  readonly runs: number;
}

const DIGEST_BYTES = 32;
/** The checksum, a number, and what puts the code at an address that V8 takes without copying it. */
const HEAD_BYTES = 40;
/** Questions differ in the functions that they need: so many runs add what was not compiled before. */
const LEARNING_RUNS = 4;
/** A process that has run for long has compiled more than another start needs. */
const MOST_BYTES = 16 << 20;
/** Files of other versions go when they were not written for so long. */
const FORGOTTEN_MS = 30 * 24 * 3600 * 1000;
const SUFFIX = ".code";
/** Rights of everybody but the owner. */
const OTHERS = 0o077;

/** Code of earlier runs; undefined when there is none that can be trusted. */
export async function readCode(key: CodeKey): Promise<KeptCode | undefined> {
  try {
    // A folder that only its owner may enter, and that we have entered, is ours: nobody else puts code there.
    if (((Deno.statSync(key.folder).mode ?? 0) & OTHERS) !== 0) return undefined;
    const bytes = Deno.readFileSync(pathOf(key));
    const rest = bytes.subarray(DIGEST_BYTES);
    if (bytes.length <= HEAD_BYTES || !isSame(bytes, await digestOf(rest))) return undefined;
    return { code: bytes.subarray(HEAD_BYTES), runs: rest[0]! };
  } catch {
    return undefined;
  }
}

/** Keeps what has been compiled by now, unless enough runs have; says nothing where that cannot be written. */
export async function writeCode(key: CodeKey, script: Script, before: KeptCode | undefined): Promise<void> {
  const runs = (before?.runs ?? 0) + 1;
  if (runs > LEARNING_RUNS) return;
  try {
    const made = script.createCachedData();
    // V8 drops functions that are no longer used.
    const code = before !== undefined && made.length < before.code.length ? before.code : made;
    if (code.length > MOST_BYTES) return;
    const bytes = new Uint8Array(HEAD_BYTES + code.length);
    bytes[DIGEST_BYTES] = runs;
    bytes.set(code, HEAD_BYTES);
    bytes.set(await digestOf(bytes.subarray(DIGEST_BYTES)));
    Deno.mkdirSync(key.folder, { recursive: true, mode: 0o700 });
    writePrivately(pathOf(key), bytes);
    if (runs === 1) forgetOthers(key);
  } catch {
    // A home that cannot be written, or a full disk: the next start takes as long as this one.
  }
}

function forgetOthers({ folder, program }: CodeKey): void {
  for (const { name } of Deno.readDirSync(folder)) {
    if (name.includes(program) && name.endsWith(SUFFIX)) continue;
    const path = `${folder}/${name}`;
    const written = Deno.statSync(path).mtime?.getTime() ?? 0;
    if (Date.now() - written > FORGOTTEN_MS) Deno.removeSync(path);
  }
}

function pathOf({ folder, work, program }: CodeKey): string {
  return `${folder}/${work}-${program}-${Deno.version.v8}${SUFFIX}`;
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function isSame(bytes: Uint8Array, digest: Uint8Array): boolean {
  return digest.every((byte, at) => bytes[at] === byte);
}
