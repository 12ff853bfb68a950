/**
 * Describes files that Quarry recognizes but cannot read: how they begin, what they are, and what a user can
 * do with them.
 * @module
 */

import { formatNamed } from "../../formats/registry.ts";

/** The first bytes of a file. */
export interface FileHead {
  /** The bytes themselves. */
  readonly bytes: Uint8Array;
  /** The bytes as text, one character per byte. */
  readonly text: string;
}

/** The names of a file in commands and messages. */
export interface FileNames {
  /** Its path, quoted for a shell; `FILE` if it has none. */
  readonly file: string;
  /** The folder of the file, for tools that take folders. */
  readonly folder: string;
  /** Whether the bytes come from a pipe or a container, so that a command cannot name the file. */
  readonly piped: boolean;
}

/** Advice on what a user can do with a file. */
export interface Advice {
  /** The text that follows the description of the file; it begins with its own comma or colon. */
  readonly say: (file: FileNames) => string;
  /** The format that the command produces. The advice is given only if Quarry reads that format. */
  readonly makes?: string;
}

/** A kind of file. */
export interface ForeignFile {
  /** Name of the kind; samples in `testdata/foreign` begin with it. */
  readonly name: string;
  /** Magic number of the kind. */
  readonly magic?: readonly number[];
  /** Offset of the magic number; 0 if absent. */
  readonly at?: number;
  /** Recognizes the file by its first bytes, if it has no magic number. */
  readonly is?: (head: FileHead) => boolean;
  /** Completes "it is". */
  readonly what: string;
  /** Advice; the first one that applies is given. */
  readonly advice: readonly Advice[];
}

/** The bytes of an ASCII text. */
export function ascii(text: string): number[] {
  return [...text].map((char) => char.charCodeAt(0));
}

/** Tests whether a file begins with one of these texts, which have one character per byte. */
export function beginsWithAny(...starts: readonly string[]): (head: FileHead) => boolean {
  return ({ text }) => starts.some((start) => text.startsWith(start));
}

/** Advice: this command shows the contents of the file. */
export function adviseShow(command: (file: FileNames) => string): Advice {
  return { say: (file) => `, which Quarry does not read: try ${command(file)}` };
}

/** Advice to open the file with this program. */
export function adviseOpen(program: string): Advice {
  return { say: () => `, which Quarry does not read: ${program}` };
}

/** Advice: this command converts the file into a format. */
export function adviseConversion(format: string, command: (file: FileNames) => string): Advice {
  return { say: (file) => `: ${command(file)} makes a file that Quarry reads`, makes: format };
}

/** Whether the first bytes are those of a kind of file. */
export function isKindOf({ magic, at = 0, is }: ForeignFile, head: FileHead): boolean {
  if (magic) return magic.every((byte, index) => head.bytes[at + index] === byte);
  return is?.(head) ?? false;
}

/** Describes what a file is and what to do with it; completes "it is". */
export function describe({ what, advice }: ForeignFile, file: FileNames): string {
  const first = advice.find(({ makes }) => makes === undefined || formatNamed(makes) !== undefined);
  return what + (first?.say(file) ?? "");
}
