import { assertEquals } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { AddressSpace } from "../../src/formats/gnatcov/address_space.ts";
import { TAG } from "../../src/formats/gnatcov/constants.ts";
import { readInfoList } from "../../src/formats/gnatcov/info_list.ts";
import { END_MARKER, findTraces, START_MARKER } from "../../src/formats/gnatcov_src/base64_log.ts";
import { runsText } from "../../src/formats/gnatcov_src/bits.ts";
import { gnatcovSource } from "../../src/formats/gnatcov_src/mod.ts";
import { Arena } from "../../src/memory/arena.ts";
import { bytesOf } from "../formats/gnatcov/samples.ts";
import { read } from "../formats/gnatcov/reading.ts";
import { times, type Trials } from "./trial.ts";

/** For each trace that `findTraces()` finds in a log, whether it is complete. */
async function found(log: string): Promise<boolean[]> {
  const arena = new Arena();
  const window = new ByteWindow(sourceOf(new TextEncoder().encode(log)), arena, 1 << 16);
  try {
    return (await Array.fromAsync(findTraces(window))).map(({ complete }) => complete);
  } finally {
    window.close();
  }
}

/** Trials of the limits of coverage traces. */
export const COVERAGE_TRIALS: Trials = {
  modules(most) {
    const space = new AddressSpace();
    const load = (at: number): string => space.load({ start: BigInt(at) * 16n, size: 16n } as never).result;
    for (let at = 0; at < most - 1; at++) load(at);
    assertEquals([load(most - 1), load(most)], ["loaded", "too-many"]);
  },
  async info(most) {
    const kept = async (bytes: number): Promise<[number, number]> => {
      // Tag and length, the data, and a tag of 0 for the end.
      const list = new Uint8Array(8 + Math.ceil(bytes / 4) * 4 + 8);
      new DataView(list.buffer).setUint32(0, TAG.coverageContext, true);
      new DataView(list.buffer).setUint32(4, bytes, true);
      const window = new ByteWindow(sourceOf(list), new Arena(), 1 << 20);
      try {
        const { entries: [entry] } = await readInfoList(window, false);
        return [entry!.length, entry!.data.length];
      } finally {
        window.close();
      }
    };
    assertEquals(await kept(most), [most, most]);
    assertEquals(await kept(most + 1), [most + 1, 0]);
  },
  async infos(most) {
    const head = bytesOf("shop-x86_64.srctrace").subarray(0, 40);
    const codes = async (count: number): Promise<readonly string[]> => {
      const infos = new Uint8Array(8 * (count + 1));
      for (let at = 0; at < count; at++) infos[8 * at] = 1;
      return (await read(Uint8Array.from([...head, ...infos]), { format: gnatcovSource })).codes;
    };
    assertEquals((await codes(most)).includes("too-many-infos"), false);
    assertEquals((await codes(most + 1)).includes("too-many-infos"), true);
  },
  bufferText(most) {
    // Every other bit is set: the first run is "0", and each further run adds its number and a space.
    const text = (runs: number): string => runsText(new Uint8Array(runs / 4).fill(0x55), 2 * runs, true);
    let runs = 4;
    for (let step = 1 << 16; step >= 4; step /= 2) if (text(runs + step).length <= most) runs += step;
    assertEquals(text(runs).endsWith(" ..."), false);
    assertEquals(text(runs + 4).endsWith(" ..."), true);
  },
  async logLine(most) {
    const log = (columns: number): string => `${"x".repeat(columns - START_MARKER.length)}${START_MARKER}\n`;
    assertEquals((await found(log(most))).length, 1);
    assertEquals((await found(log(most + 1))).length, 0);
  },
  async openInLog(most) {
    const log = (count: number): string =>
      times(count, (at) => `${at}:${START_MARKER}\n`) + times(count, (at) => `${at}:${END_MARKER}\n`);
    const cut = async (count: number): Promise<number> =>
      (await found(log(count))).filter((whole) => !whole).length;
    assertEquals([await cut(most), await cut(most + 1)], [0, 1]);
  },
};
