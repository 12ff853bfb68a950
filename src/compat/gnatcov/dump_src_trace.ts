/**
 * `dump-src-trace`: prints a source trace as text.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { bitAt } from "../../formats/gnatcov_src/bits.ts";
import { INFO_NAMES } from "../../formats/gnatcov_src/layout.ts";
import {
  readSourceTrace,
  type SourceFault,
  type SourceUnit,
} from "../../formats/gnatcov_src/source_trace.ts";
import { hexOf } from "../../formats/gnatcov_src/unit_rows.ts";
import { DumpError } from "./dump_error.ts";
import type { Output } from "./output.ts";

const LABELS = ["Statement buffer: ", "Decision buffer:  ", "MCDC buffer:      "];

/** Prints one file. */
export async function dumpSourceTrace(window: ByteWindow, out: Output): Promise<void> {
  let afterInfos = false;
  let wrong: SourceFault | null = null;
  await readSourceTrace(window, {
    header: () => {},
    info: async (kind, data) => {
      await out.text(`Info ${INFO_NAMES[kind]}: `);
      await out.bytes(data);
      await out.text("\n");
      afterInfos = true;
    },
    unit: async (unit) => {
      if (afterInfos) await out.text("\n");
      afterInfos = false;
      await dumpUnit(unit, out);
    },
    fault: (fault) => {
      // The original ignores stray bytes at the end.
      if (fault.code === "stray-bytes") return true;
      wrong ??= fault;
      return false;
    },
  });
  if (wrong) throw new DumpError((wrong as SourceFault).message);
}

async function dumpUnit(unit: SourceUnit, out: Output): Promise<void> {
  const [obligations, maps, annotations] = unit.hashes.map(hexOf);
  await out.text("Unit ");
  await out.bytes(unit.name);
  await out.text(` (SCOs hash=${obligations}, bit maps hash=${maps}, annotations hash=${annotations})\n`);
  for (let kind = 0; kind < LABELS.length; kind++) {
    const bits = unit.counts[kind]!, buffer = unit.buffers[kind]!;
    await out.text(`${LABELS[kind]}[${bits === 0 ? "empty range" : `0-${bits - 1}`}]`);
    let some = false;
    for (let bit = 0; bit < bits; bit++) {
      if (!bitAt(buffer, bit)) continue;
      some = true;
      await out.text(` ${bit}`);
    }
    await out.text(some ? "\n" : " <empty>\n");
  }
  await out.text("\n");
}
