/**
 * Debug information of a program: the functions at an address, those that were inlined there first.
 * @module
 */

import { type LineProblem, type ReportLines, reportTo } from "../lines.ts";
import type { CodeSpan, SourceLine } from "../line_table.ts";
import type { ElfParts } from "../sections.ts";
import { EntryNames } from "./entry_names.ts";
import { Image } from "./image.ts";
import { InfoFile } from "./info_file.ts";
import { type InlineNode, InlineTrees } from "./inline_tree.ts";
import { type Pieces, RangeList } from "./pieces.ts";
import { RangeReader } from "./ranges.ts";
import { readUnits } from "./unit.ts";
import { FunctionEntries, UnitFunctions } from "./unit_functions.ts";
import { type UnitHead, UnitHeads } from "./unit_head.ts";
import { readUnitLines, type UnitLines } from "./unit_lines.ts";
import { TAG } from "./words.ts";

/** A function at an address. */
export interface CodeFrame {
  /** Its name, as symbol tables have it; undefined where there is none. */
  readonly func: string | undefined;
  /** Where in it the address is: for callers, where the inlined function was called. */
  readonly source: SourceLine | undefined;
}

/** More functions inlined into one another are not shown. */
const MOST_FRAMES = 1024;

/** Reads what is asked for: heads of all units first, then the units of the addresses. */
export class DebugInfo {
  /** What was wrong with the lines of units that were read. */
  readonly lineProblems: LineProblem[] = [];
  readonly #report: ReportLines;
  readonly #image: Image;
  readonly #code: readonly CodeSpan[];
  readonly #entries: FunctionEntries;
  readonly #inlined: InlineTrees;
  readonly #names: EntryNames;
  readonly #heads: UnitHead[] = [];
  readonly #owners: Pieces;
  /** Units that do not say where their code is. */
  readonly #silent: number[] = [];
  readonly #functions = new Map<number, UnitFunctions>();
  readonly #lines = new Map<number, UnitLines | undefined>();

  /** Reads the heads of units; `code` says where code is. */
  constructor(elf: ElfParts, code: readonly CodeSpan[]) {
    this.#report = reportTo(this.lineProblems);
    const file = new InfoFile(elf, this.#report);
    this.#image = new Image(code);
    this.#code = code;
    const bytes = file.section(".debug_info")?.length ?? 0;
    const ranges = new RangeReader(this.#image, bytes);
    this.#entries = new FunctionEntries(ranges);
    this.#inlined = new InlineTrees(ranges, bytes);
    const units = readUnits(file);
    this.#names = new EntryNames(units);
    const list = new RangeList(), reader = new UnitHeads();
    for (const unit of units) {
      const read = reader.read(unit);
      if (!read || (read.head.tag !== TAG.compileUnit && read.head.tag !== TAG.skeletonUnit)) continue;
      const number = this.#heads.push(read.head) - 1;
      if (!read.head.hasCode) this.#silent.push(number);
      else ranges.read(read.entry, read.head, (start, end) => list.add(start, end, 0, number));
    }
    this.#owners = list.pieces();
  }

  /** The functions at a link address, innermost first; none where nothing is known. */
  framesAt(address: bigint): CodeFrame[] {
    const distance = Number(address - this.#image.base);
    const owner = this.#owners.ownerAt(distance);
    const found = owner >= 0
      ? owner
      : this.#silent.find((each) => this.#functionsOf(each).functionAt(distance) >= 0);
    return found === undefined ? [] : this.#framesIn(found, address, distance);
  }

  #framesIn(number: number, address: bigint, distance: number): CodeFrame[] {
    const head = this.#heads[number]!, functions = this.#functionsOf(number);
    const found = functions.functionAt(distance);
    const lines = this.#linesOf(head);
    const frames: CodeFrame[] = [];
    let source = lines?.table.lineAt(address);
    if (found < 0) return source ? [{ func: undefined, source }] : [];
    for (
      let node: InlineNode | undefined = this.#inlined.innermostAt(head, found, distance);
      node && frames.length < MOST_FRAMES;
      node = node.parent
    ) {
      frames.push({ func: this.#names.nameOf(node.entry), source });
      const file = lines?.fileAt(node.callFile), line = node.callLine;
      source = file === undefined || line === 0 ? undefined : { file, line };
    }
    return frames;
  }

  #functionsOf(number: number): UnitFunctions {
    let functions = this.#functions.get(number);
    if (!functions) {
      this.#functions.set(number, functions = new UnitFunctions(this.#heads[number]!, this.#entries));
    }
    return functions;
  }

  #linesOf({ lineProgram, unit }: UnitHead): UnitLines | undefined {
    if (lineProgram < 0) return undefined;
    if (!this.#lines.has(lineProgram)) {
      this.#lines.set(lineProgram, readUnitLines(unit.file, lineProgram, this.#code, this.#report));
    }
    return this.#lines.get(lineProgram);
  }
}
