import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";

/** A trace whose rows take some time to write. */
export function longTrace(events: number): Uint8Array<ArrayBuffer> {
  const writer = new MtrcWriter().head();
  for (let at = 1; at <= events; at++) {
    writer.alloc(at, 0x10000 + 16 * at, at % 1000, {
      thread: 1,
      func: `function_${at % 97}`,
      file: "long.c",
      line: at % 5000,
    });
  }
  return writer.trailer().take() as Uint8Array<ArrayBuffer>;
}
