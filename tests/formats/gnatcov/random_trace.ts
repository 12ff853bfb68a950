/**
 * Random traces, as bytes and as their content.
 * @module
 */

import { SECTION, SPECIAL, TAG } from "../../../src/formats/gnatcov/constants.ts";
import type { InfoToWrite, TraceShape } from "../../../src/formats/gnatcov/writer.ts";
import { writeTrace } from "./write_trace.ts";

/** Numbers from a seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** An entry as it was written. */
export interface WrittenEntry {
  readonly pc: bigint;
  readonly size: number;
  readonly op: number;
}

/** A trace and its content. */
export interface RandomTrace {
  readonly bytes: Uint8Array;
  readonly shape: TraceShape;
  readonly entries: readonly WrittenEntry[];
}

const ENCODER = new TextEncoder();
const OPS = [0x10, 0x11, 0x12, 0x13, 0x01, 0x02, 0x20, 0x30, 0x00, 0x81, 0x90];

/** The infos of a module load. */
export function moduleInfos(path: string, size: number): InfoToWrite[] {
  const text = (tag: number, value: string): InfoToWrite => ({
    tag,
    data: ENCODER.encode(value),
  });
  return [
    text(TAG.execFileName, path),
    text(TAG.execFileSize, " 100"),
    text(TAG.execFileTimeStamp, "2026-01-02 03:04:05"),
    text(TAG.execFileCrc32, " 7"),
    text(TAG.execCodeSize, ` ${size}`),
  ];
}

/** A trace of a few hundred entries, with modules that are loaded and unloaded. */
export function randomTrace(
  seed: number,
  options: { modules?: boolean; entries?: number } = {},
): RandomTrace {
  const random = randomOf(seed);
  const pcSize = random(2) === 0 ? 4 : 8;
  const infos = Array.from({ length: random(5) }, (): InfoToWrite => ({
    tag: [
      TAG.execFileName,
      TAG.coverageOptions,
      TAG.userData,
      TAG.coverageContext,
    ][random(4)]!,
    data: Uint8Array.from({ length: random(20) }, () => random(256)),
  }));
  const shape: TraceShape = {
    kind: random(2) === 0 ? SECTION.flat : SECTION.history,
    pcSize,
    bigEndian: random(2) === 0,
    infoBigEndian: random(2) === 0,
    machine: 40,
    infos,
  };
  const entries: WrittenEntry[] = [];
  const bytes = writeTrace(shape, (writer) => {
    let loaded = 0;
    for (let left = options.entries ?? random(400); left > 0; left--) {
      if (options.modules && random(40) === 0) {
        if (loaded === 0) {
          writer.moduleLoad(
            0x5000,
            0,
            moduleInfos(`lib${random(3)}.so`, 0x1000),
          );
        } else writer.special(0x5000, 0, SPECIAL.moduleUnload);
        loaded = 1 - loaded;
        continue;
      }
      const low = random(4) === 0 ? 0xffff_fff0 + random(16) : random(0x8000);
      const high = pcSize === 8 && random(4) === 0 ? 0xffff_ffff - random(2) : 0;
      const entry = {
        pc: (BigInt(high) << 32n) | BigInt(low),
        size: random(64),
        op: OPS[random(OPS.length)]!,
      };
      writer.entry(low, high, entry.size, entry.op);
      entries.push(entry);
    }
  });
  return { bytes, shape, entries };
}
