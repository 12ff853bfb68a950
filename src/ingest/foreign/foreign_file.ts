/**
 * What Quarry knows of files that it does not read: how they begin, what they are, and what to do with them.
 * @module
 */

import { formatNamed } from "../../formats/registry.ts";

/** The first bytes of a file. */
export interface Head {
  /** As they are. */
  readonly bytes: Uint8Array;
  /** One character per byte. */
  readonly text: string;
}

/** A file that a command or a sentence speaks of. */
export interface Named {
  /** Its path as a shell takes it; `FILE` where it has none. */
  readonly file: string;
  /** The folder it is in, for tools that take folders. */
  readonly folder: string;
  /** Whether the bytes come out of a pipe or of a container, so that no command can name them. */
  readonly piped: boolean;
}

/** What to do about a file. */
export interface Advice {
  /** Follows what the file is, after a comma or a colon of its own. */
  readonly say: (file: Named) => string;
  /** The format of what comes out of it: the advice is given once Quarry reads that. */
  readonly makes?: string;
}

/** A kind of file. */
export interface ForeignFile {
  /** Its name: samples in `testdata/foreign` begin with it. */
  readonly name: string;
  /** The bytes it begins with, or has at a place. */
  readonly magic?: readonly number[];
  /** Where these are; absent = at its beginning. */
  readonly at?: number;
  /** Whether the first bytes are of such a file, where fixed ones do not tell. */
  readonly is?: (head: Head) => boolean;
  /** Completes "it is". */
  readonly what: string;
  /** What to do about it: the first one that holds. */
  readonly advice: readonly Advice[];
}

/** Bytes of a text. */
export function ascii(text: string): number[] {
  return [...text].map((char) => char.charCodeAt(0));
}

/** First bytes that are one of these, written as one character per byte. */
export function begins(...starts: readonly string[]): (head: Head) => boolean {
  return ({ text }) => starts.some((start) => text.startsWith(start));
}

/** A tool shows what is in the file. */
export function shows(command: (file: Named) => string): Advice {
  return { say: (file) => `, which Quarry does not read: try ${command(file)}` };
}

/** Another program is for such files. */
export function opens(program: string): Advice {
  return { say: () => `, which Quarry does not read: ${program}` };
}

/** A command makes a file in a format out of it. */
export function makes(format: string, command: (file: Named) => string): Advice {
  return { say: (file) => `: ${command(file)} makes a file that Quarry reads`, makes: format };
}

/** Whether the first bytes are of a kind of file. */
export function isOf({ magic, at = 0, is }: ForeignFile, head: Head): boolean {
  if (magic) return magic.every((byte, index) => head.bytes[at + index] === byte);
  return is?.(head) ?? false;
}

/** What a file is and what to do about it; completes "it is". */
export function describe({ what, advice }: ForeignFile, file: Named): string {
  const first = advice.find(({ makes }) => makes === undefined || formatNamed(makes) !== undefined);
  return what + (first?.say(file) ?? "");
}
