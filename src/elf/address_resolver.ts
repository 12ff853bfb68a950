/**
 * Names for addresses of a process, from the programs and libraries of its memory map.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import type { ByteAccess } from "./byte_access.ts";
import { ElfFile } from "./elf_file.ts";
import type { SourceLine } from "./line_table.ts";
import type { LineProblem } from "./lines.ts";
import { debugFilePlaces } from "./notes.ts";
import type { Mapping } from "./segments.ts";

/** Where files are looked for. */
interface ResolverOptions {
  /** Opens a file, undefined when there is none. */
  readonly open: (path: string) => ByteAccess | undefined;
  /** Folder that stands for the root of the traced machine; the own root when absent. */
  readonly sysroot?: string | undefined;
  /** Folders with debug files. */
  readonly debugDirs?: readonly string[] | undefined;
  /** Whether lines of calls are asked for. */
  readonly lines?: boolean | undefined;
}

/** Where a call stands. */
interface ResolvedCall {
  /** Name of the function, as it stands in the file. */
  readonly func: string;
  /** File and line, when they are asked for and the program or its debug file has a line table. */
  readonly source: SourceLine | undefined;
  /** Where functions were inlined and lines are asked for: all of them, innermost first; `func` is the last. */
  readonly frames?: readonly ResolvedCall[];
}

/** A program and its debug file. */
interface Module {
  readonly program: ElfFile;
  /** The file whose symbols are used. */
  readonly symbols: ElfFile;
}

/** Opens modules when they are first asked for. */
export class AddressResolver {
  readonly #options: ResolverOptions;
  readonly #modules = new Map<string, Module | undefined>();
  readonly #others = new Set<string>();

  /** Opens nothing yet. */
  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /**
   * The function that a return address lies in, and the line of the call: the byte before it belongs to that. Undefined
   * when module or function are not known.
   */
  callAt(path: string, mapping: Mapping, returnAddress: bigint): ResolvedCall | undefined {
    const module = this.#module(path);
    if (!module || returnAddress === 0n) return undefined;
    if (!module.program.fits(mapping)) {
      this.#others.add(path);
      return undefined;
    }
    const address = module.program.linkAddress(returnAddress - 1n, mapping);
    const symbol = module.symbols.symbolAt(address)?.symbol.name;
    const frames = this.#options.lines ? module.symbols.debugInfo.framesAt(address) : [];
    // The symbol names the function around all others: it tells apart parts and copies.
    const func = symbol ?? frames.at(-1)?.func;
    if (func === undefined) return undefined;
    const source = frames[0]?.source;
    if (frames.length === 1) return { func, source };
    if (frames.length > 1) {
      const last = frames.length - 1;
      return {
        func,
        source,
        frames: frames.map((frame, at) => ({ ...frame, func: at < last ? frame.func ?? func : func })),
      };
    }
    return { func, source: this.#options.lines ? module.symbols.lines.table.lineAt(address) : undefined };
  }

  /** Modules whose line tables are damaged. */
  get damagedLines(): [path: string, problems: readonly LineProblem[]][] {
    if (!this.#options.lines) return [];
    return [...this.#modules].flatMap(([path, module]) => {
      const problems = module?.symbols.lineProblems ?? [];
      return problems.length > 0 ? [[path, problems]] : [];
    });
  }

  /** Modules whose files are of another build than those that were traced. */
  get otherBuilds(): readonly string[] {
    return [...this.#others];
  }

  /** True when a module is at hand. */
  has(path: string): boolean {
    return this.#module(path) !== undefined;
  }

  #module(path: string): Module | undefined {
    if (!this.#modules.has(path)) {
      this.#modules.set(path, path.startsWith("/") ? this.#find(path) : undefined);
    }
    return this.#modules.get(path);
  }

  #find(path: string): Module | undefined {
    const program = this.#open((this.#options.sysroot ?? "") + path);
    if (!program) return undefined;
    const folders = [...(this.#options.debugDirs ?? [])];
    for (const place of debugFilePlaces(path, program, folders)) {
      const symbols = this.#open(place);
      // A debug file of another build names everything wrongly.
      if (symbols && (!program.buildId || symbols.buildId === program.buildId)) return { program, symbols };
    }
    return { program, symbols: program };
  }

  #open(path: string): ElfFile | undefined {
    const access = this.#options.open(path);
    if (!access) return undefined;
    try {
      return new ElfFile(access);
    } catch (error) {
      if (error instanceof FormatError) return undefined;
      throw error;
    }
  }
}
