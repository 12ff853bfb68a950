/**
 * What a stand-in for an original tool is: a name, and a function from arguments to an exit code that reaches the
 * world through its host only.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import type { Arena } from "../memory/arena.ts";
import type { Trace } from "../tables/trace.ts";

/** How a file is loaded. */
export interface CompatOpenOptions {
  /** Name functions by the programs available. */
  readonly resolve?: {
    /** Folder that stands for the root of the traced machine; the own root when absent. */
    readonly sysroot?: string | undefined;
    /** Folders with debug files. */
    readonly debugDirs?: readonly string[] | undefined;
  };
}

/** The world as a stand-in sees it. */
export interface CompatHost {
  /** Machine name of this computer, such as `x86_64`. */
  readonly machine?: string;
  /** Loads a file (`-` = standard input): its segments, at least one. Throws when nothing can be kept. */
  open(path: string, options?: CompatOpenOptions): Promise<readonly Trace[]>;
  /**
   * Opens a file's bytes (`-` = standard input), unwrapped from its containers, for stand-ins that print what no table
   * holds. With the arena that they will be read into, another thread may decode them there. A host of tests may leave
   * it out.
   */
  openBytes?(path: string, arena?: Arena): ByteSource | Promise<ByteSource>;
  /** Opens a file's bytes as they are, containers and all, for stand-ins that tell or change the container. */
  openRaw?(path: string): ByteSource | Promise<ByteSource>;
  /** Writes to standard output, text as UTF-8. */
  writeOut(chunk: Uint8Array | string): void | Promise<void>;
  /** Writes to standard error. */
  writeError(text: string): void | Promise<void>;
  /** Creates or replaces a file, of the pieces that `work` makes: it may be as long as the trace. */
  writeFile(path: string, work: WriteWork): Promise<void>;
}

/** Takes a piece of a file, which may be used again when it is written. */
export type WritePiece = (piece: Uint8Array) => void | Promise<void>;

/** Makes the pieces of a file. */
type WriteWork = (write: WritePiece) => void | Promise<void>;

/** True when a command line asks for its options instead of doing anything. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes("--help") || options[0] === "-h" || options[0] === "help";
}

/** A stand-in for one original tool. */
export interface StandIn {
  /** Name as in `quarry as NAME`. */
  readonly name: string;
  /** One line for help. */
  readonly summary: string;
  /** Options, one line each. */
  readonly usage: string;
  /** Does what the original does; gives the exit code. `args` are those after the name. */
  run(args: readonly string[], host: CompatHost): Promise<number>;
}
