/**
 * Recognizes files without a magic number: text of other tools, and protocol buffers, which may begin with
 * any field.
 * @module
 */

import type { FileHead } from "./foreign_file.ts";

/** A text counts as a list of calls only if this many lines are calls. */
const FEW_LINES = 5;

/** Matches what may precede a call: a process, a time, and the time since the last call. */
const BEFORE_CALL = /^(?:\[pid +\d+\] |\d+ +)?(?:\d+:\d+:\d+(?:\.\d+)? |\d+\.\d+ )?/;
/** Matches a call with its result, or without one if it was interrupted or the line is truncated. */
const CALL = /^([A-Za-z_][\w.@>-]*)\(.*(?:\) *= ?\S|<unfinished \.\.\.>$|<no return \.\.\.>$)/;
/** Matches lines of strace and ltrace between calls, and frames of `strace -k`. */
const BETWEEN_CALLS = /^(?:---|\+\+\+|<\.\.\.|strace: | > )/;

/** System calls that programs begin with, or that occur in any list of system calls. */
const SYSTEM_CALLS = new Set(
  ("execve brk mmap access openat read write close fstat newfstatat futex poll ppoll epoll_wait select pselect6 " +
    "clock_nanosleep nanosleep restart_syscall wait4 recvmsg sendmsg rt_sigaction mprotect munmap arch_prctl")
    .split(" "),
);

/** The names of the first calls if all of the first lines are calls, else none. */
function firstCalls({ text }: FileHead): string[] {
  const names: string[] = [];
  // The last line may be incomplete.
  const lines = text.split("\n").slice(0, -1).filter((line) => line.trim() !== "").slice(0, FEW_LINES);
  for (const line of lines) {
    const rest = line.trimStart().replace(BEFORE_CALL, "");
    const name = CALL.exec(rest)?.[1];
    if (name !== undefined) names.push(name);
    else if (!BETWEEN_CALLS.test(line) && !BETWEEN_CALLS.test(rest)) return [];
  }
  return names;
}

/** Whether a text is a list of system calls as strace writes it. */
export function isStrace(head: FileHead): boolean {
  const names = firstCalls(head);
  return names.length > 0 && names.every((name) => SYSTEM_CALLS.has(name));
}

/** Whether a text is a list of library calls as ltrace writes it. */
export function isLtrace(head: FileHead): boolean {
  return firstCalls(head).length > 0;
}

/** Whether the bytes are a pickle of protocol 2 or later. */
export function isPickle({ bytes }: FileHead): boolean {
  return bytes[0] === 0x80 && bytes[1]! >= 2 && bytes[1]! <= 5;
}

/** Tests whether a file is a JSON object whose first key is one of these. */
export function beginsWithKey(...keys: readonly string[]): (head: FileHead) => boolean {
  return ({ text }) => keys.includes(/^\s*\{\s*"([^"]*)"\s*:/.exec(text)?.[1] ?? "");
}

/**
 * The numbers of the top-level fields of a protocol buffer, as far as the bytes go; null if the bytes are
 * something else.
 */
function topFields({ bytes }: FileHead): Map<number, number> | null {
  const found = new Map<number, number>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length && scale < 2 ** 63; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    return -1;
  };
  while (at < bytes.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    if (tag < 0) break;
    if (field === 0) return null;
    found.set(field, (found.get(field) ?? 0) + 1);
    const wire = tag % 8;
    if (wire === 0) varint();
    else if (wire === 2) {
      const length = varint();
      if (length < 0) break;
      at += length;
    } else return null;
  }
  return found;
}

/**
 * Whether the bytes are a Perfetto trace: they contain only packets, the first of which has a time, a
 * sequence or a system.
 */
export function isPerfetto(head: FileHead): boolean {
  const fields = topFields(head);
  if (head.bytes[0] !== 0x0a || fields === null || fields.size !== 1) return false;
  let at = 1;
  while (head.bytes[at]! >= 0x80) at++;
  const end = at + 1 + (head.bytes[at]! & 0x7f);
  const packet = topFields({ bytes: head.bytes.subarray(at + 1, Math.max(end, at + 64)), text: "" });
  return packet !== null && [8, 10, 33, 36, 41, 58].some((field) => packet.has(field));
}
