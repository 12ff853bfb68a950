/**
 * Finds names for addresses of a process, in the programs and libraries of its memory map.
 * @module
 */

import type { ElfFile } from "./elf_file.ts";
import { findModule, type ModuleName, type ModuleSearch, type SymbolSearchPaths } from "./find_module.ts";
import type { SourceLine } from "./line_table.ts";
import type { LineProblem } from "./lines.ts";
import type { Mapping } from "./segments.ts";

/** Where to search for files, and what to find. */
interface ResolverOptions extends SymbolSearchPaths {
  /** Whether to find source lines too. */
  readonly lines?: boolean | undefined;
}

/** The source position of a call. */
interface ResolvedCall {
  /** Name of the function, as it is in the file. */
  readonly func: string;
  /** File and line, if requested and if the program or its debug file has a line table. */
  readonly source: SourceLine | undefined;
  /** If functions were inlined and lines are requested: all of them, innermost first; `func` is the last. */
  readonly frames?: readonly ResolvedCall[];
}

/** A program and its debug file. */
interface Module {
  readonly path: string;
  readonly program: ElfFile;
  /** The file whose symbols are used. */
  readonly symbols: ElfFile;
}

/** Resolves addresses; opens a module when it is first needed. */
export class AddressResolver {
  readonly #options: ResolverOptions;
  readonly #modules = new Map<string, Module | undefined>();
  readonly #others = new Set<string>();

  /** Creates a resolver; modules are opened on demand. */
  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /**
   * Returns the function that contains a return address, and the line of the call, to which the byte before
   * the address belongs. Undefined if the module or the function is unknown.
   */
  callAt(name: ModuleName, mapping: Mapping, returnAddress: bigint): ResolvedCall | undefined {
    const { path } = name;
    const module = this.#module(name);
    if (!module || returnAddress === 0n) return undefined;
    if (!module.program.fits(mapping)) {
      this.#others.add(path);
      return undefined;
    }
    const address = module.program.linkAddress(returnAddress - 1n, mapping);
    const symbol = module.symbols.symbolAt(address)?.symbol.name;
    const frames = this.#options.lines ? module.symbols.debugInfo.framesAt(address) : [];
    // The symbol names the outermost function; unlike debug information, it distinguishes parts and copies of
    // a function.
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
    // The line table of all units is large, and adds information only if debug information is damaged or
    // missing.
    if (!this.#options.lines || module.symbols.debugInfo.isWhole) return { func, source: undefined };
    return { func, source: module.symbols.lines.table.lineAt(address) };
  }

  /** Modules with damaged line tables, and the problems. */
  get damagedLines(): [path: string, problems: readonly LineProblem[]][] {
    if (!this.#options.lines) return [];
    return [...this.#modules.values()].flatMap((module) => {
      const problems = module?.symbols.lineProblems ?? [];
      return module && problems.length > 0 ? [[module.path, problems]] : [];
    });
  }

  /**
   * Modules whose debug information is partly in other files that are not available, with the names of these
   * files.
   */
  get missingFiles(): [path: string, files: readonly string[]][] {
    return [...this.#modules.values()].flatMap((module) => {
      const files = module?.symbols.missingFiles ?? [];
      return module && files.length > 0 ? [[module.path, files]] : [];
    });
  }

  /** Modules whose files come from a different build than the traced one. */
  get otherBuilds(): readonly string[] {
    return [...this.#others];
  }

  /** Whether a module is available. */
  has(name: ModuleName): boolean {
    return this.#module(name) !== undefined;
  }

  /** Searches for the files of a module, whether they are available or not. */
  search(name: ModuleName): ModuleSearch {
    return findModule(name, this.#options);
  }

  #module(name: ModuleName): Module | undefined {
    const key = `${name.buildId ?? ""} ${name.path}`;
    if (!this.#modules.has(key)) this.#modules.set(key, this.#find(name));
    return this.#modules.get(key);
  }

  #find(name: ModuleName): Module | undefined {
    const { program, symbols, otherBuilds } = this.search(name);
    if (program && symbols) return { path: name.path, program: program.file, symbols: symbols.file };
    if (otherBuilds.length > 0) this.#others.add(name.path);
    return undefined;
  }
}
