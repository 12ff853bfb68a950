/**
 * Finds split units: units whose entries are in other files so that linkers need not read them. Each is in a file
 * of its own (`.dwo`), or all of a program are in a package (`.dwp`). Source: the DWARF standard, version 5,
 * sections 3.1.2 and 7.3.2, and GNU's "DebugFission", an extension of version 4.
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
  /** Its header. Addresses and lines are taken from the skeleton unit in the program. */
  readonly head: UnitHeader;
  /** All units of the file that contains the split unit. */
  readonly units: readonly Unit[];
}

const SUFFIX = ".dwo";

/** Finds the split units of a program. */
export class SplitUnits {
  readonly #companions: Companions;
  readonly #report: ReportLines;
  readonly #heads = new UnitHeaders();
  /** Units of the files that were opened, by folder and name. */
  readonly #files = new Map<string, readonly Unit[][]>();
  #package: InfoFile | undefined;
  #isPackageSought = false;

  /** Creates a finder. `report` receives the sections that cannot be decompressed. */
  constructor(companions: Companions, report: ReportLines) {
    this.#companions = companions;
    this.#report = report;
  }

  /**
   * The split unit of a skeleton unit; undefined if the unit is not a skeleton, or its split unit is not
   * available.
   */
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

  /** The units of each file that the name may refer to. */
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

  /**
   * Returns the unit with this id. The id must match: a unit of a different build would give wrong functions.
   */
  #unitAmong(units: readonly Unit[], id: UnitId, skeleton: UnitHeader): SplitUnit | undefined {
    for (const unit of units) {
      const head = this.#heads.read(unit)?.head;
      if (!head?.splitId || head.splitId.low !== id.low || head.splitId.high !== id.high) continue;
      return { units, head: addCodePositions(head, skeleton) };
    }
    return undefined;
  }
}

/** Adds the positions of code from the skeleton unit, because linkers relocate only the program. */
function addCodePositions(head: UnitHeader, skeleton: UnitHeader): UnitHeader {
  const { lineProgram, low, high, hasCode, addressFile, addressBase, splitPairsBase } = skeleton;
  return { ...head, lineProgram, low, high, hasCode, addressFile, addressBase, pairsBase: splitPairsBase };
}
