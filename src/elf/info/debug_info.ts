/**
 * Debug information of a program: the functions at an address, those that were inlined there first.
 * @module
 */

import { type LineProblem, type ReportLines, reportTo } from "../lines.ts";
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
  /** Names of files that units were looked for in, and that are not available. */
  readonly missingFiles: ReadonlySet<string>;
  readonly #report: ReportLines;
  readonly #image: Image;
  readonly #code: readonly CodeSpan[];
  readonly #readers: EntryReaders;
  readonly #split: SplitUnits;
  readonly #heads: UnitHeader[] = [];
  readonly #owners: Pieces;
  /** Units that do not say where their code is. */
  readonly #silent: number[] = [];
  readonly #units = new Map<number, UnitCode>();
  readonly #lines = new Map<number, UnitLines | undefined>();
  readonly #missing = new Set<string>();

  /** Reads the heads of units; `code` says where code is, and `companions` know of other files with parts of this one. */
  constructor(elf: ElfParts, code: readonly CodeSpan[], companions: Companions = NO_COMPANIONS) {
    this.missingFiles = this.#missing;
    this.#report = reportTo(this.lineProblems);
    const file = InfoFile.of(elf, this.#report, { findShared: () => this.#findShared(elf, companions) });
    this.#image = new Image(code);
    this.#code = code;
    this.#split = new SplitUnits(companions, this.#report);
    const units = readUnits(file);
    this.#readers = new EntryReaders(this.#image, units);
    const list = new RangeList(), reader = new UnitHeaders();
    for (const unit of units) {
      const read = reader.read(unit);
      if (!read || (read.head.tag !== TAG.compileUnit && read.head.tag !== TAG.skeletonUnit)) continue;
      const number = this.#heads.push(read.head) - 1;
      if (!read.head.hasCode) this.#silent.push(number);
      else {
        this.#readers.ranges.read(
          read.entry,
          read.head,
          (start, end) => list.add(start, end, 0, number),
        );
      }
    }
    this.#owners = list.pieces();
  }

  /** The functions at a link address, innermost first; none where nothing is known. */
  framesAt(address: bigint): CodeFrame[] {
    const distance = Number(address - this.#image.base);
    const owner = this.#owners.ownerAt(distance);
    const found = owner >= 0 ? owner : this.#silent.find((each) => this.#unitOf(each).has(distance));
    return found === undefined ? [] : this.#framesIn(found, address, distance);
  }

  #framesIn(number: number, address: bigint, distance: number): CodeFrame[] {
    const unit = this.#unitOf(number);
    const innermost = unit.innermostAt(distance);
    const lines = this.#linesOf(this.#heads[number]!);
    let source = lines?.table.lineAt(address);
    if (!innermost) return source ? [{ func: undefined, source }] : [];
    const frames: CodeFrame[] = [];
    for (
      let node: InlineNode | undefined = innermost;
      node && frames.length < MOST_FRAMES;
      node = node.parent
    ) {
      frames.push({ func: unit.nameOf(node), source });
      const file = lines?.fileAt(node.callFile), line = node.callLine;
      source = file === undefined || line === 0 ? undefined : { file, line };
    }
    return frames;
  }

  #unitOf(number: number): UnitCode {
    let unit = this.#units.get(number);
    if (!unit) this.#units.set(number, unit = this.#open(this.#heads[number]!));
    return unit;
  }

  /** The unit of a head, or the one that it stands for. */
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
