/**
 * Caches compiled code of the program between processes.
 *
 * Half the time of a small query goes into parsing and compiling JavaScript. V8 can export compiled code and
 * accept it again, but checks neither the bytes nor the script they belong to. So a file begins with a
 * checksum, and its name contains the program's hash and the V8 version. If anything is wrong, the code is
 * compiled as usual.
 * @module
 */

import { replaceFile } from "../replace_file.ts";
import type { Script } from "node:vm";

/** The key of cached code: everything that makes it invalid when it changes. */
export interface CodeKey {
  /** Folder of the cache files. */
  readonly folder: string;
  /** The command; each command needs different functions. */
  readonly work: string;
  /** A hash of the program's text. */
  readonly program: string;
}

/** Cached code of earlier runs. */
export interface CachedCode {
  /** The bytes for V8. */
  readonly code: Uint8Array;
  /** Number of runs that have contributed compiled functions. */
  readonly runs: number;
}

const DIGEST_BYTES = 32;
/** Header: the checksum, the number of runs, and padding so that V8 accepts the code without copying it. */
const HEAD_BYTES = 40;
/** Queries need different functions, so this many runs add the functions that they compiled. */
const LEARNING_RUNS = 4;
/** More code than this comes from a process that ran for a long time and compiled more than the next start needs. */
const MOST_BYTES = 16 << 20;
/** Cache files of other versions are removed after this many milliseconds. */
const FORGOTTEN_MS = 30 * 24 * 3600 * 1000;
const SUFFIX = ".code";
/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;

/** Reads cached code; undefined if there is none that can be trusted. */
export async function readCode(key: CodeKey): Promise<CachedCode | undefined> {
  try {
    // If only its owner may enter the folder and this process can, then nobody else can have put code there.
    if (((Deno.statSync(key.folder).mode ?? 0) & OTHERS) !== 0) return undefined;
    const bytes = Deno.readFileSync(pathOf(key));
    const rest = bytes.subarray(DIGEST_BYTES);
    if (bytes.length <= HEAD_BYTES || !isSame(bytes, await digestOf(rest))) return undefined;
    return { code: bytes.subarray(HEAD_BYTES), runs: rest[0]! };
  } catch {
    return undefined;
  }
}

/** Caches the code compiled so far, unless enough runs have contributed; failing to write is ignored. */
export async function writeCode(key: CodeKey, script: Script, before: CachedCode | undefined): Promise<void> {
  const runs = (before?.runs ?? 0) + 1;
  if (runs > LEARNING_RUNS) return;
  try {
    const made = script.createCachedData();
    // V8 discards unused functions, so keep the larger of the old and the new code.
    const code = before !== undefined && made.length < before.code.length ? before.code : made;
    if (code.length > MOST_BYTES) return;
    const bytes = new Uint8Array(HEAD_BYTES + code.length);
    bytes[DIGEST_BYTES] = runs;
    bytes.set(code, HEAD_BYTES);
    bytes.set(await digestOf(bytes.subarray(DIGEST_BYTES)));
    Deno.mkdirSync(key.folder, { recursive: true, mode: 0o700 });
    replaceFile(pathOf(key), bytes);
    if (runs === 1) forgetOthers(key);
  } catch {
    // If the folder is not writable or the disk is full, the next start just takes as long as this one.
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
