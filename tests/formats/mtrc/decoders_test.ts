import { assertEquals } from "@std/assert";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { generateMtrc } from "../../bench/generate_mtrc.ts";
import type { Row } from "../../support/memory_sink.ts";
import { MtrcWriter } from "./mtrc_writer.ts";
import { randomFrom, readBytes } from "./support.ts";
import { atFullEffort, seeds } from "../../support/effort.ts";

/** An unsigned number of any length in bits. */
function anyNumber(random: () => number, bits: number): bigint {
  const value = (BigInt(random()) << 32n) | BigInt(random());
  return BigInt.asUintN(random() % (bits + 1), value);
}

function anyName(random: () => number): string {
  const choice = random() % 40;
  if (choice === 0) return "";
  // Lengths around the words and the cache entries of the compiled decoder.
  const length = choice === 1 ? 232 + (random() % 16) : choice === 2 ? random() % 2000 : 1 + (random() % 20);
  return `${random() % 60}`.padEnd(length, "_é*abc ").slice(0, length);
}

for (const wordBytes of [4, 8] as const) {
  Deno.test(`both decoders read random records of ${8 * wordBytes} bits like a bigint oracle`, async () => {
    for (let seed = 1; seed <= seeds(20); seed++) {
      const random = randomFrom(seed * wordBytes);
      const writer = new MtrcWriter({ wordBytes, little: seed % 2 === 0 }).head();
      const expected: Row[] = [];
      for (let at = 0; at < 300; at++) {
        const [index, addr, size, thread] = Array.from({ length: 4 }, () => anyNumber(random, 8 * wordBytes));
        const source = {
          thread: thread!,
          func: anyName(random),
          file: anyName(random),
          line: random() >>> (random() % 32),
        };
        const named = {
          thread: thread!,
          func: source.func || null,
          file: source.file || null,
          line: source.line,
        };
        const kind = ["alloc", "realloc", "free", "reserve", "internal"][random() % 5]!;
        if (kind === "alloc") writer.alloc(index!, addr!, size!, source);
        else if (kind === "realloc") writer.realloc(index!, addr!, size!, source);
        else if (kind === "free") writer.free(index!, source);
        else if (kind === "reserve") writer.reserve(addr!, size!);
        else writer.internal(addr!, size!);
        const place = { addr: addr!, size: size! };
        if (kind === "free") expected.push({ kind, ...named, addr: null, size: null, index: index! });
        else if (kind === "alloc" || kind === "realloc") {
          expected.push({ kind, ...named, ...place, index: index! });
        } else {expected.push({
            kind,
            thread: null,
            func: null,
            file: null,
            line: null,
            ...place,
            index: null,
          });}
      }
      const bytes = writer.trailer().take();
      // The smallest window leaves everything to the careful decoder, the standard window almost nothing.
      for (const reading of [{}, { window: 32, piece: 16 }, { window: 512 }]) {
        const sink = await readBytes(bytes, reading);
        assertEquals(sink.problems, [], `seed ${seed}`);
        assertEquals(sink.rows("events"), expected, `seed ${seed}`);
      }
    }
  });
}

Deno.test(atFullEffort("readMtrc() hands many rows over in batches"), async () => {
  const bytes = joinBytes(generateMtrc({ events: 150_000, seed: 3, shape: "be32" }));
  const sink = await readBytes(bytes);
  assertEquals(sink.problems, []);
  const rows = sink.rows("events");
  assertEquals(rows.filter((row) => row["index"] !== null).length, 150_000);
  const funcs = new Set(rows.map((row) => row["func"]).filter((func) => func !== null));
  // The generator names a function and its file by one number, so that a stale slot would be noticed.
  for (const row of rows) {
    if (row["func"] === null) continue;
    const part = Number((row["func"] as string).split("_").pop()) % 60;
    if (row["file"] !== `src/server/module_${part % 12}/part_${part}.c`) throw new Error(JSON.stringify(row));
  }
  assertEquals(funcs.size > 100, true);
});

Deno.test("generateMtrc() gives the same bytes for the same seed", () => {
  const one = joinBytes(generateMtrc({ events: 2000, seed: 5 }));
  assertEquals(one, joinBytes(generateMtrc({ events: 2000, seed: 5 })));
});
