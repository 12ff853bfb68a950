/** Names and values that no tracer writes, and numbers of stack frames beyond what the original keeps. */
import { assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { scanHeader } from "../../../src/formats/apitrace/header.ts";
import { MadeStream } from "../../formats/apitrace/made_stream.ts";
import { run } from "./running.ts";

async function print(writer: MadeStream, ...args: string[]): Promise<string> {
  const files = new Map([["made.trace", new Uint8Array(gzipSync(writer.take()))]]);
  const { status, out } = await run([...args, "made.trace"], files);
  assertEquals(status, 0);
  return new TextDecoder("latin1").decode(out);
}

const dump = (writer: MadeStream): Promise<string> => print(writer, "dump", "--color=never", "--verbose");

Deno.test("apitrace dump ends names at their first NUL", async () => {
  const writer = new MadeStream(6, 6, [["b\0c", "late\0r"], ["b", "last"], ["a", "first"]]);
  const no = writer.enter(1, "glXSwapBuffers\0old", ["x\0y", "flags", "name"]);
  writer.arg(0);
  writer.struct(1, "S\0", ["m\0n"]);
  writer.int(1);
  writer.arg(1);
  writer.mask(1, [["A\0B", 1]], 1);
  writer.arg(2);
  writer.enum(1, [["E\0F", 2]], 2);
  writer.backtrace([[1, [[1, "mod\0ule"], [2, "f\0g"], [3, "a.c\0"], [4, 7n]]]]);
  writer.end();
  writer.leave(no);
  writer.end();
  assertEquals(
    await dump(writer),
    '// a = "first"\n// b = "last"\n' +
      "0 glXSwapBuffers(x = {m = 1}, flags = A, name = E)\nBacktrace:\nmod: f: a.c:7\n\n",
  );
});

Deno.test("a name that begins with a NUL ends the properties, like an empty name", () => {
  const scan = scanHeader(Uint8Array.of(6, 6, 1, 97, 0, 1, 0, 0, 0), 0, 9);
  if (typeof scan === "string") throw new Error(scan);
  assertEquals([scan.bytes, scan.header.properties.length], [7, 1]);
});

Deno.test("apitrace dump sorts properties by bytes", async () => {
  const names = [0xff, 0x80, 0x9f, 0x7a].map((byte) => Uint8Array.of(byte));
  const text = await dump(new MadeStream(6, 6, names.map((name) => [name, ""])));
  const sorted = text.split("\n").slice(0, 4).map((line) => line.charAt(3));
  assertEquals(sorted, ["z", "\u20ac", "\u0178", "\u00ff"]);
});

Deno.test("apitrace dump leaves out lines and offsets that the original reads as negative", async () => {
  const writer = new MadeStream(6);
  writer.enter(1, "f", []);
  writer.backtrace([
    [1, [[3, "a.c"], [4, 38771074865696n]]],
    [2, [[3, "a.c"], [4, 11406772851n]]],
    [3, [[1, "m"], [5, 1n << 63n]]],
    [4, [[1, "m"], [5, (1n << 63n) - 1n]]],
  ]);
  writer.end();
  assertEquals(
    await dump(writer),
    "0 f() // incomplete\nBacktrace:\n?: a.c:405084704\n?: a.c\nm\nm+0x7fffffffffffffff\n",
  );
});

Deno.test("apitrace pickle writes a question mark for each byte of a name beyond ASCII", async () => {
  const writer = new MadeStream(6);
  const no = writer.enter(1, Uint8Array.of(0x66, 0xff), [Uint8Array.of(0xc3, 0xbc)]);
  writer.arg(0);
  writer.struct(1, "S", ["\u00e9"]);
  writer.enum(1, [["\u00e9\u00e9", 2]], 2);
  writer.end();
  writer.leave(no);
  writer.end();
  const text = await print(writer, "pickle", "-s");
  for (const said of ["U\x02f?q", "U\x02??q", "U\x04????q"]) assertEquals(text.includes(said), true, said);
});

Deno.test("apitrace dump hides a glGetError that returned a fraction, which the original reads as 0", async () => {
  const writer = new MadeStream(6);
  for (const [no, value] of [0, 0.9, -0.9, 1, NaN].entries()) {
    writer.enter(1, "glGetError", []);
    writer.end();
    writer.leave(no);
    writer.ret();
    if (no % 2 === 0) writer.float(value);
    else writer.double(value);
    writer.end();
  }
  assertEquals(await print(writer, "dump", "--color=never"), "3 glGetError() = 1\n4 glGetError() = nan\n");
});
