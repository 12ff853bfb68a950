/**
 * Units whose entries lie in other files, so that linkers need not read them: each in one of its own (`.dwo`), or all of a
 * program in a package (`.dwp`). Read from the DWARF standard, version 5, sections 3.1.2 and 7.3.2, and from GNU's
 * "DebugFission", which version 4 was extended by.
 * @module
 */

import type { ReportLines } from "../lines.ts";
import type { Companions } from "./companions.ts";
import { InfoFile } from "./info_file.ts";
import { packagedFile, type UnitId } from "./package_index.ts";
import { readUnits, type Unit } from "./unit.ts";
import { type UnitHeader, UnitHeaders } from "./unit_header.ts";

/** A split unit that was found. */
interface SplitUnit {
  /** Its head: addresses and lines are where the unit that stands for it in the program says. */
  readonly head: UnitHeader;
  /** All units of its file. */
  readonly units: readonly Unit[];
}

const SUFFIX = ".dwo";

/** Looks for split units. */
export class SplitUnits {
  readonly #companions: Companions;
  readonly #report: ReportLines;
  readonly #heads = new UnitHeaders();
  /** Units of the files that were asked for, by what names them. */
  readonly #files = new Map<string, readonly Unit[][]>();
  #package: InfoFile | undefined;
  #isPackageSought = false;

  /** `report` learns of sections that cannot be unpacked. */
  constructor(companions: Companions, report: ReportLines) {
    this.#companions = companions;
    this.#report = report;
  }

  /** The unit that another one stands for; undefined where it stands for none, or that is not available. */
  unitOf(skeleton: UnitHeader): SplitUnit | undefined {
    const { splitId: id, splitName: name } = skeleton;
    if (!id || name === undefined) return undefined;
    const packed = this.#packed();
    const file = packed && packagedFile(packed, id);
    const found = file && this.#unitAmong(readUnits(file), id, skeleton);
    if (found) return found;
    for (const units of this.#unitsOf(skeleton.folder, name)) {
      const unit = this.#unitAmong(units, id, skeleton);
      if (unit) return unit;
    }
    return undefined;
  }

  /** Units of each file that may be meant. */
  #unitsOf(folder: string, name: string): readonly Unit[][] {
    const key = `${folder}\0${name}`;
    let files = this.#files.get(key);
    if (!files) {
      files = Array.from(
        this.#companions.openSplit(folder, name),
        (elf) => readUnits(InfoFile.of(elf, this.#report, { suffix: SUFFIX })),
      );
      this.#files.set(key, files);
    }
    return files;
  }

  #packed(): InfoFile | undefined {
    if (!this.#isPackageSought) {
      this.#isPackageSought = true;
      const elf = this.#companions.openPackage();
      this.#package = elf && InfoFile.of(elf, this.#report, { suffix: SUFFIX });
    }
    return this.#package;
  }

  /** The unit with an id: one of another build would give functions that are not there. */
  #unitAmong(units: readonly Unit[], id: UnitId, skeleton: UnitHeader): SplitUnit | undefined {
    for (const unit of units) {
      const head = this.#heads.read(unit)?.head;
      if (!head?.splitId || head.splitId.low !== id.low || head.splitId.high !== id.high) continue;
      return { units, head: joined(head, skeleton) };
    }
    return undefined;
  }
}

/** Where code is, is said by the program alone: linkers write there. */
function joined(head: UnitHeader, skeleton: UnitHeader): UnitHeader {
  const { lineProgram, low, high, hasCode, addressFile, addressBase, splitPairsBase } = skeleton;
  return { ...head, lineProgram, low, high, hasCode, addressFile, addressBase, pairsBase: splitPairsBase };
}
