/** Sections, infos, entries and units of coverage traces. */

import { HEADER_BYTES, SECTION } from "../../../src/formats/gnatcov/constants.ts";
import { FILE_HEADER_BYTES, UNIT_LAYOUTS } from "../../../src/formats/gnatcov_src/layout.ts";
import type { FindStructure } from "../structure.ts";
import { giveUp, type Walk, walked } from "./walk.ts";

/** Reads kind and length of an info, and its data; returns whether more follow. */
function readInfo(walk: Walk, little: boolean, alignment: number): boolean {
  const kind = walk.number(4, little);
  walk.raw(walk.number(4, little));
  walk.pad(alignment);
  return kind !== 0;
}

/** Binary traces. */
export const gnatcovStructure: FindStructure = (bytes) =>
  walked(bytes, (walk) => {
    while (walk.left >= HEADER_BYTES) {
      let kind = 0, wide = false, little = true;
      walk.record(() => {
        walk.raw(12);
        walk.byte();
        kind = walk.byte();
        wide = walk.byte() === 8;
        little = walk.byte() === 0;
        walk.number(2, little);
        walk.raw(2);
      });
      if (kind === SECTION.info) {
        for (let more = true; more;) walk.record(() => more = readInfo(walk, little, 4));
        continue;
      }
      const rest = wide ? 5 : 1;
      while (walk.left >= (wide ? 16 : 8)) {
        walk.record(() => {
          walk.number(wide ? 8 : 4, little);
          walk.number(2, little);
          walk.byte();
          walk.raw(rest);
        });
      }
      return;
    }
  });

/** Source traces. */
export const gnatcovSourceStructure: FindStructure = (bytes) =>
  walked(bytes, (walk) => {
    walk.at = 32;
    const little = bytes[37] === 0;
    const version = walk.number(4, little);
    const alignment = Math.max(1, walk.byte());
    walk.byte();
    walk.at = FILE_HEADER_BYTES;
    for (let more = true; more;) walk.record(() => more = readInfo(walk, little, alignment));
    const layout = UNIT_LAYOUTS[version] ?? giveUp();
    while (walk.left >= layout.bytes) {
      walk.record(() => {
        const start = walk.at;
        const name = walk.number(4, little);
        walk.at = start + layout.counts;
        const counts = [0, 1, 2].map(() => walk.number(4, little));
        walk.at = start + layout.encoding;
        walk.byte();
        walk.at = start + layout.bytes;
        for (const length of [name, ...counts.map((bits) => (bits + 7) >>> 3)]) {
          walk.raw(length);
          walk.pad(alignment);
        }
      });
    }
  });
