/**
 * Names of code: symbols and sections of the programs of the open coverage traces.
 * @module
 */

import { formatNamed } from "../../formats/registry.ts";
import type { CodeNames, NamedCode, OpenRun } from "../../query/operators/extension.ts";
import type { Trace } from "../../tables/trace.ts";
import { programsOf } from "./attached_program.ts";
import type { AttachedProgram } from "./program_coverage.ts";

/** Columns of coverage traces that are empty until a program is available. */
const NAMED = new Set(["symbol", "offset", "file", "line"]);

/** Tables that do not exist until a program is available. */
const PROGRAM_TABLES = new Set(["functions", "lines", "files", "uncovered", "symbols", "sections"]);

/** Tables that also need source lines. */
const LINE_TABLES = new Set(["lines", "files"]);

/** Whether a coverage trace would have a table if its program were available. */
export function tableNeedsProgram(trace: Trace, table: string): boolean {
  return formatNamed(trace.header.format)?.has.includes("programs") === true &&
    programsOf(trace) === undefined && PROGRAM_TABLES.has(table);
}

/** Whether a coverage trace would have a table if its available program had a line table. */
export function needsLines(trace: Trace, table: string): boolean {
  return programsOf(trace) !== undefined && LINE_TABLES.has(table) && !trace.makers.has(table);
}

/** Whether a column of a coverage trace is empty because no program is available. */
export function columnNeedsProgram(trace: Trace, column: string): boolean {
  return formatNamed(trace.header.format)?.has.includes("programs") === true &&
    programsOf(trace) === undefined && NAMED.has(column);
}

interface NamedProgram {
  readonly module: string;
  readonly program: AttachedProgram;
}

/** Names of the programs and modules of some traces. */
export class ProgramNames implements CodeNames {
  readonly #traces: readonly OpenRun[];
  #found: { readonly main: NamedProgram[]; readonly modules: NamedProgram[] } | undefined;

  /** The programs are searched on first use. */
  constructor(traces: readonly OpenRun[]) {
    this.#traces = traces;
  }

  /**
   * Returns the function of a program at an address. Modules are ignored here, because their addresses count
   * from where they were loaded.
   */
  symbolAt(address: bigint): string | null {
    for (const { program } of this.#programs.main) {
      const found = program.symbols.symbolAt(address + program.bias);
      if (found) return found.symbol.name;
    }
    return null;
  }

  /** File and line of an address of a program, as `file:line`. */
  sourceAt(address: bigint): string | null {
    for (const { program } of this.#programs.main) {
      const found = program.lines?.lineAt(address + program.bias);
      if (found) return `${found.file}:${found.line}`;
    }
    return null;
  }

  /** The range of a function: in a program, otherwise in a module. */
  symbolRange(name: string): NamedCode | undefined {
    return this.#first(({ symbols, bias }) => {
      const symbol = symbols.functions.find((each) => each.name === name && each.size > 0n);
      return symbol && { low: symbol.address - bias, high: symbol.address + symbol.size - bias };
    });
  }

  sectionRange(name: string): NamedCode | undefined {
    return this.#first(({ sections = [], bias }) => {
      const section = sections.find((each) => each.name === name && each.loaded && each.size > 0n);
      return section && { low: section.addr - bias, high: section.addr + section.size - bias };
    });
  }

  #first(look: (program: AttachedProgram) => NamedCode | undefined): NamedCode | undefined {
    for (const { module, program } of [...this.#programs.main, ...this.#programs.modules]) {
      const range = look(program);
      if (range) return { ...range, module };
    }
    return undefined;
  }

  get #programs(): { readonly main: NamedProgram[]; readonly modules: NamedProgram[] } {
    if (this.#found) return this.#found;
    const main: NamedProgram[] = [], modules: NamedProgram[] = [];
    // Search each program once, because the runs of a campaign share it.
    const seen = new Set<string>();
    for (const { trace } of this.#traces) {
      const name = trace.tags.find((tag) => tag.name === "EXEC_FILE_NAME")?.value;
      for (const [module, program] of programsOf(trace) ?? []) {
        const key = `${program.bias} ${module}`;
        if (seen.has(key)) continue;
        seen.add(key);
        (module === (name ?? "") ? main : modules).push({ module, program });
      }
    }
    return this.#found = { main, modules };
  }
}
