/**
 * Finds the program to record and determines its kind.
 * @module
 */

import { programPath, realPath } from "./machine.ts";
import type { Program } from "./tracer.ts";

/** Number of first bytes that determine the kind of a file. */
const HEAD_BYTES = 4096;
/** Program header type of dynamic programs: the name of their loader. */
const PT_INTERP = 3;
/** Maximum number of bytes of a program to search for the name of a function. */
const SEARCHED_BYTES = 1 << 28;
const PIECE = 1 << 20;

/** Finds a program and determines its kind; null if it does not exist. */
export function programOf(name: string, args: readonly string[]): Program | null {
  const path = programPath(name);
  if (path === null) return null;
  const head = headOf(path);
  const base = { name, path, title: baseName(name) };
  if (isPython(baseName(name))) return pythonTarget(base, args);
  const line = shebang(head);
  if (line !== undefined) {
    const [interpreter = "", ...options] = line;
    const python = isPython(baseName(interpreter))
      ? { python: { python: interpreter, options, runs: [path, ...args] } }
      : {};
    return {
      ...base,
      title: withoutPy(base.title),
      kind: "script",
      interpreter: baseName(interpreter),
      ...python,
    };
  }
  return { ...base, kind: elfKind(head) };
}

/** Options of Python whose value is the next argument. */
const WITH_WORD = new Set(["-W", "-X", "--check-hash-based-pycs"]);

/** Splits `python OPTIONS script …` into its parts, since memray must be inserted between them. */
function pythonTarget(base: Pick<Program, "name" | "path" | "title">, args: readonly string[]): Program {
  let at = 0;
  while (at < args.length && args[at]!.startsWith("-") && !/^-[cm]/.test(args[at]!)) {
    at += WITH_WORD.has(args[at]!) ? 2 : 1;
  }
  const program = { ...base, kind: "native" as const };
  const [first, second] = args.slice(at);
  // A Python that reads from a terminal or a pipe has no script.
  if (first === undefined || first === "-") return program;
  const title = first === "-m"
    ? second ?? base.title
    : first.startsWith("-")
    ? base.title
    : withoutPy(baseName(first));
  const python = { python: base.path, options: args.slice(0, at), runs: args.slice(at) };
  return { ...program, title, python };
}

function isPython(name: string): boolean {
  return /^python(\d+(\.\d+)*)?$/.test(name);
}

/** The name of a file without its folders. */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function withoutPy(name: string): string {
  return name.replace(/(?<=.)\.py$/, "");
}

function headOf(path: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  try {
    using file = Deno.openSync(path);
    return head.subarray(0, file.readSync(head) ?? 0);
  } catch {
    return head.subarray(0, 0); // The file may be executed but not read
  }
}

/** The words in the first line of a script, without `env` and its options. */
function shebang(head: Uint8Array): string[] | undefined {
  const [line = ""] = new TextDecoder().decode(head).split("\n", 1);
  if (!line.startsWith("#!")) return undefined;
  const words = line.slice(2).trim().split(/\s+/);
  if (baseName(words[0] ?? "") !== "env") return words;
  return words.slice(1).filter((word, index, all) =>
    !(word === "-S" || /^\w+=/.test(word)) || index > all.length
  );
}

/** Whether LD_PRELOAD affects a program. */
function elfKind(head: Uint8Array): Program["kind"] {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (head.length < 64 || view.getUint32(0) !== 0x7f454c46) return "other";
  const [wide, little] = [head[4] === 2, head[5] === 1];
  const start = wide ? Number(view.getBigUint64(32, little)) : view.getUint32(28, little);
  const size = view.getUint16(wide ? 54 : 42, little);
  const count = view.getUint16(wide ? 56 : 44, little);
  for (let at = start, left = count; left > 0 && at + 4 <= head.length; at += size, left--) {
    if (view.getUint32(at, little) === PT_INTERP) return "native";
    if (size === 0) break;
  }
  return "static";
}

/**
 * Whether the name of a function is among the strings of a program, as it is if the program calls it from a
 * library.
 */
export function namesFunction(path: string, name: string): boolean {
  const wanted = new TextEncoder().encode(`\0${name}\0`);
  try {
    using file = Deno.openSync(realPath(path));
    const piece = new Uint8Array(PIECE + wanted.length);
    let kept = 0;
    for (let read = 0; read < SEARCHED_BYTES;) {
      const count = file.readSync(piece.subarray(kept, kept + PIECE));
      if (count === null) return false;
      read += count;
      if (holds(piece.subarray(0, kept + count), wanted)) return true;
      const rest = Math.min(kept + count, wanted.length - 1);
      piece.copyWithin(0, kept + count - rest, kept + count);
      kept = rest;
    }
  } catch {
    // The file cannot be read, so the answer is unknown.
  }
  return false;
}

function holds(bytes: Uint8Array, wanted: Uint8Array): boolean {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
