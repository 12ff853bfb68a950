/**
 * Files that no fixed bytes tell: text of other tools, and protocol buffers, which begin with any field.
 * @module
 */

import type { Head } from "./foreign_file.ts";

/** Lines that are looked at before text counts as a list of calls. */
const FEW_LINES = 5;

/** What may appear before a call: a process, a time, the time since the last one. */
const BEFORE_CALL = /^(?:\[pid +\d+\] |\d+ +)?(?:\d+:\d+:\d+(?:\.\d+)? |\d+\.\d+ )?/;
/** A call with its result, or without one where it was interrupted or the line is cut. */
const CALL = /^([A-Za-z_][\w.@>-]*)\(.*(?:\) *= ?\S|<unfinished \.\.\.>$|<no return \.\.\.>$)/;
/** Marks of strace and ltrace between calls, and frames of `strace -k`. */
const BETWEEN_CALLS = /^(?:---|\+\+\+|<\.\.\.|strace: | > )/;

/** Calls with which a program begins, or that are in every list of calls to the system. */
const SYSTEM_CALLS = new Set(
  ("execve brk mmap access openat read write close fstat newfstatat futex poll ppoll epoll_wait select pselect6 " +
    "clock_nanosleep nanosleep restart_syscall wait4 recvmsg sendmsg rt_sigaction mprotect munmap arch_prctl")
    .split(" "),
);

/** The names of the first calls, where all first lines are calls. */
function firstCalls({ text }: Head): string[] {
  const names: string[] = [];
  // The last line may be cut.
  const lines = text.split("\n").slice(0, -1).filter((line) => line.trim() !== "").slice(0, FEW_LINES);
  for (const line of lines) {
    const rest = line.trimStart().replace(BEFORE_CALL, "");
    const name = CALL.exec(rest)?.[1];
    if (name !== undefined) names.push(name);
    else if (!BETWEEN_CALLS.test(line) && !BETWEEN_CALLS.test(rest)) return [];
  }
  return names;
}

/** Calls to the system, as strace writes them. */
export function isStrace(head: Head): boolean {
  const names = firstCalls(head);
  return names.length > 0 && names.every((name) => SYSTEM_CALLS.has(name));
}

/** Calls of libraries, as ltrace writes them. */
export function isLtrace(head: Head): boolean {
  return firstCalls(head).length > 0;
}

/** A pickle of protocol 2 and later. */
export function isPickle({ bytes }: Head): boolean {
  return bytes[0] === 0x80 && bytes[1]! >= 2 && bytes[1]! <= 5;
}

/** A JSON object whose first key is one of these. */
export function beginsWithKey(...keys: readonly string[]): (head: Head) => boolean {
  return ({ text }) => keys.includes(/^\s*\{\s*"([^"]*)"\s*:/.exec(text)?.[1] ?? "");
}

/** The numbers of the fields at the top of a protocol buffer, as far as they can be seen; null for other bytes. */
function topFields({ bytes }: Head): Map<number, number> | null {
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

/** A trace of Perfetto: packets and nothing else, and the first one has a time, a sequence or a system that it is of. */
export function isPerfetto(head: Head): boolean {
  const fields = topFields(head);
  if (head.bytes[0] !== 0x0a || fields === null || fields.size !== 1) return false;
  let at = 1;
  while (head.bytes[at]! >= 0x80) at++;
  const end = at + 1 + (head.bytes[at]! & 0x7f);
  const packet = topFields({ bytes: head.bytes.subarray(at + 1, Math.max(end, at + 64)), text: "" });
  return packet !== null && [8, 10, 33, 36, 41, 58].some((field) => packet.has(field));
}
