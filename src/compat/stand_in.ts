/**
 * The interface of a stand-in for an original tool: a name, and a function from arguments to an exit code.
 * The function accesses the outside only through its host.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import type { Arena } from "../memory/arena.ts";
import type { Trace } from "../tables/trace.ts";

/** Options for loading a file. */
export interface CompatOpenOptions {
  /** Resolves functions with the available programs. */
  readonly resolve?: {
    /** Folder that represents the root of the traced machine; the local root if absent. */
    readonly sysroot?: string | undefined;
    /** Folders with debug files. */
    readonly debugDirs?: readonly string[] | undefined;
  };
}

/** The environment of a stand-in. */
export interface CompatHost {
  /** Machine name of this computer, such as `x86_64`. */
  readonly machine?: string;
  /**
   * Loads a file (`-` = standard input) and returns its segments, at least one. Throws if nothing can be
   * read.
   */
  open(path: string, options?: CompatOpenOptions): Promise<readonly Trace[]>;
  /**
   * Opens a file's bytes (`-` = standard input), unwrapped from its containers, for stand-ins that print what
   * no table holds. If an arena for the bytes is given, another thread may decode them into it. Test hosts
   * may omit this method.
   */
  openBytes?(path: string, arena?: Arena): ByteSource | Promise<ByteSource>;
  /** Opens a file's bytes unchanged, for stand-ins that show or change the container. */
  openRaw?(path: string): ByteSource | Promise<ByteSource>;
  /** Writes to standard output, text as UTF-8. */
  writeOut(chunk: Uint8Array | string): void | Promise<void>;
  /** Writes to standard error. */
  writeError(text: string): void | Promise<void>;
  /** Creates or replaces a file from the chunks that `work` writes: it may be as long as the trace. */
  writeFile(path: string, work: WriteWork): Promise<void>;
}

/** Writes a chunk of a file; the array may be reused once it is written. */
export type WritePiece = (piece: Uint8Array) => void | Promise<void>;

/** Produces the chunks of a file. */
type WriteWork = (write: WritePiece) => void | Promise<void>;

/** Returns whether a command line only asks for help. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes("--help") || options[0] === "-h" || options[0] === "help";
}

/** A stand-in for one original tool. */
export interface StandIn {
  /** Name as in `quarry as NAME`. */
  readonly name: string;
  /** Summary in one line for help. */
  readonly summary: string;
  /** Options, one per line. */
  readonly usage: string;
  /** Runs the stand-in; returns the exit code. `args` are those after the name. */
  run(args: readonly string[], host: CompatHost): Promise<number>;
}
