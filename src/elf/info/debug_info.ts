/**
 * Finds the functions at an address from debug information, inlined ones first.
 * @module
 */

import { type LineProblem, recordProblemsIn, type ReportLines } from "../lines.ts";
import type { CodeSpan, SourceLine } from "../line_table.ts";
import { readSharedName } from "../notes.ts";
import type { ElfParts } from "../sections.ts";
import { type Companions, NO_COMPANIONS } from "./companions.ts";
import { Image } from "./image.ts";
import { InfoFile } from "./info_file.ts";
import type { InlineNode } from "./inline_tree.ts";
import { type Pieces, RangeList } from "./pieces.ts";
import { SplitUnits } from "./split_units.ts";
import { readUnits } from "./unit.ts";
import { EntryReaders, UnitCode } from "./unit_code.ts";
import { type UnitHeader, UnitHeaders } from "./unit_header.ts";
import { readUnitLines, type UnitLines } from "./unit_lines.ts";
import { TAG } from "./dwarf_constants.ts";

/** A function at an address. */
export interface CodeFrame {
  /** Name of the function as in symbol tables; undefined if it has none. */
  readonly func: string | undefined;
  /** The source line of the address; for callers, the line of the inlined call. */
  readonly source: SourceLine | undefined;
}

/** Maximum number of nested inlined functions that are shown. */
const MOST_FRAMES = 1024;

/**
 * From this DWARF version on, a unit that does not give the addresses of its code has no code: it contains
 * only types, or functions that are inlined elsewhere, and there may be thousands of such units. Range lists
 * came with version 3, and compilers adopted them late.
 */
const FIRST_WITH_RANGES = 4;

const MODULE_SUFFIX = ".pcm";

/** Reads debug information on demand: the headers of all units first, then the units of needed addresses. */
export class DebugInfo {
  /** Problems of the line information of the units read so far. */
  readonly lineProblems: LineProblem[] = [];
  /** Names of files that should contain units but are not available. */
  readonly missingFiles: ReadonlySet<string>;
  readonly #report: ReportLines;
  readonly #image: Image;
  readonly #code: readonly CodeSpan[];
  readonly #readers: EntryReaders;
  readonly #split: SplitUnits;
  readonly #heads: UnitHeader[] = [];
  readonly #owners: Pieces;
  /** Units that may have code but do not give its addresses. */
  readonly #silent: number[] = [];
  readonly #isUndamaged: boolean;
  readonly #units = new Map<number, UnitCode>();
  readonly #lines = new Map<number, UnitLines | undefined>();
  readonly #missing = new Set<string>();
  readonly #file: InfoFile;

  /**
   * Reads the headers of all units; `code` gives the ranges of code, and `companions` finds other files with
   * parts of this one.
   */
  constructor(elf: ElfParts, code: readonly CodeSpan[], companions: Companions = NO_COMPANIONS) {
    this.missingFiles = this.#missing;
    this.#report = recordProblemsIn(this.lineProblems);
    const file = InfoFile.of(elf, this.#report, { findShared: () => this.#findShared(elf, companions) });
    this.#file = file;
    this.#image = new Image(code);
    this.#code = code;
    this.#split = new SplitUnits(companions, this.#report);
    const units = readUnits(file);
    this.#readers = new EntryReaders(this.#image, units);
    const list = new RangeList(), reader = new UnitHeaders();
    let end = 0, isUndamaged = units.length > 0;
    for (const unit of units) {
      const read = reader.read(unit);
      isUndamaged &&= read !== undefined && unit.offset === end;
      end = unit.end;
      if (!read || (read.head.tag !== TAG.compileUnit && read.head.tag !== TAG.skeletonUnit)) continue;
      // A module that clang compiled in advance has types and no code.
      if (read.head.splitName?.endsWith(MODULE_SUFFIX)) continue;
      const number = this.#heads.push(read.head) - 1;
      if (!read.head.hasCode) {
        if (unit.version < FIRST_WITH_RANGES || read.head.splitName !== undefined) this.#silent.push(number);
      } else {
        this.#readers.ranges.read(
          read.entry,
          read.head,
          (start, end) => list.add(start, end, 0, number),
        );
      }
    }
    this.#owners = list.pieces();
    this.#isUndamaged = isUndamaged && end === file.section(".debug_info")?.length;
  }

  /** The functions at a link address, innermost first; empty if unknown. */
  framesAt(address: bigint): CodeFrame[] {
    const distance = Number(address - this.#image.base);
    const owner = this.#owners.ownerAt(distance);
    const found = owner >= 0 ? owner : this.#silent.find((each) => this.#unitOf(each).has(distance));
    return found === undefined ? [] : this.#framesIn(found, address, distance);
  }

  /**
   * Whether all units are valid and give the addresses of their code, so that code outside of them certainly
   * has no debug information.
   */
  get isWhole(): boolean {
    return this.#isUndamaged && this.#silent.length === 0;
  }

  /**
   * Returns the names of all files with parts of the debug information that are not available, even if no
   * address needs them.
   */
  absentFiles(): ReadonlySet<string> {
    // Accessing the shared file records whether it is missing.
    const isShared = this.#file.shared !== undefined;
    const absent = new Set(isShared ? [] : this.#missing);
    for (const head of this.#heads) {
      if (head.splitName !== undefined && !this.#split.unitOf(head)) absent.add(head.splitName);
    }
    return absent;
  }

  #framesIn(number: number, address: bigint, distance: number): CodeFrame[] {
    const unit = this.#unitOf(number);
    const innermost = unit.innermostAt(distance);
    const lines = this.#linesOf(this.#heads[number]!);
    let source = lines?.lineAt(address);
    if (!innermost) return source ? [{ func: undefined, source }] : [];
    const frames: CodeFrame[] = [];
    for (
      let node: InlineNode | undefined = innermost;
      node && frames.length < MOST_FRAMES;
      node = node.parent
    ) {
      frames.push({ func: unit.nameOf(node), source: source ?? this.#declaredIn(unit, node) });
      const file = lines?.fileAt(node.callFile), line = node.callLine;
      source = file === undefined || line === 0 ? undefined : { file, line };
    }
    return frames;
  }

  /**
   * Returns the file in which a function is declared, for code that compilers generate without line numbers.
   */
  #declaredIn(unit: UnitCode, node: InlineNode): SourceLine | undefined {
    const declared = unit.fileOf(node);
    const file = declared && this.#linesOf(declared.head)?.fileAt(declared.file);
    return file === undefined ? undefined : { file, line: 0 };
  }

  #unitOf(number: number): UnitCode {
    let unit = this.#units.get(number);
    if (!unit) this.#units.set(number, unit = this.#open(this.#heads[number]!));
    return unit;
  }

  /** Opens the unit of a header, or the split unit that the header refers to. */
  #open(head: UnitHeader): UnitCode {
    const split = this.#split.unitOf(head);
    if (split) return new UnitCode(split.head, new EntryReaders(this.#image, split.units));
    if (head.splitName !== undefined) this.#missing.add(head.splitName);
    return new UnitCode(head, this.#readers);
  }

  #linesOf({ lineProgram, unit }: UnitHeader): UnitLines | undefined {
    if (lineProgram < 0) return undefined;
    if (!this.#lines.has(lineProgram)) {
      this.#lines.set(lineProgram, readUnitLines(unit.file, lineProgram, this.#code, this.#report));
    }
    return this.#lines.get(lineProgram);
  }

  #findShared(elf: ElfParts, companions: Companions): InfoFile | undefined {
    const named = readSharedName(elf);
    if (!named) return undefined;
    const shared = companions.openShared(named.name, named.buildId);
    if (shared) return InfoFile.of(shared, this.#report);
    this.#missing.add(named.name);
    return undefined;
  }
}
