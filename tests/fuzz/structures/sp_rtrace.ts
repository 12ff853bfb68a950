/** Packets of binary logs, and lines of reports. */

import { readHandshake } from "../../../src/formats/sp_rtrace_bin/handshake.ts";
import type { Field, FindStructure, Part } from "../structure.ts";
import { giveUp, walked } from "./walk.ts";

/** Binary logs: a handshake, then packets of words. */
export const spRtraceBinStructure: FindStructure = (bytes) =>
  walked(bytes, (walk) => {
    const shake = readHandshake(bytes, 0, bytes.length) ?? giveUp();
    const { littleEndian, pointerSize, major } = shake;
    for (let at = 0; at < shake.length; at++) walk.byte();
    while (walk.left >= 8) {
      walk.record(() => {
        let length: number;
        if (major < 2) {
          length = walk.number(4, littleEndian) - 4;
          walk.raw(4);
        } else {
          walk.raw(4);
          length = walk.number(4, littleEndian);
        }
        const end = walk.at + length;
        if (end > bytes.length) giveUp();
        // Half of the packets as words, the others as pointers, since both occur.
        const word = walk.records.length % 2 === 0 ? 4 : pointerSize;
        while (end - walk.at >= word) walk.number(word, littleEndian);
        walk.raw(end - walk.at);
      });
    }
  });

/** Texts: lines, and the numbers and words in them. */
export const lineStructure: FindStructure = (bytes) => {
  const text = new TextDecoder("latin1").decode(bytes);
  const records: Part[] = [];
  const fields: Field[] = [];
  for (const { 0: line, index: at } of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    records.push({ at, length: line.length });
  }
  for (const { 0: found, index: at } of text.matchAll(/0x[0-9a-f]+|\d+|[a-z_<>]{2,}|[^\w\s]/gi)) {
    if (/^0x/.test(found)) fields.push({ at: at + 2, length: found.length - 2, encoding: "hex" });
    else fields.push({ at, length: found.length, encoding: /^\d/.test(found) ? "decimal" : "raw" });
  }
  return { records, fields };
};
