/** Graphics objects and user memory as lives of blocks. */
import { assertEquals } from "@std/assert";
import { StackPool } from "../../../src/events/stack_pool.ts";
import { StringPool } from "../../../src/events/string_pool.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { readApitrace } from "../../../src/formats/apitrace/reader.ts";
import { StreamWriter } from "../../../src/formats/apitrace/writer.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { TraceBuilder } from "../../../src/tables/trace_builder.ts";
import type { Row } from "../../support/memory_sink.ts";
import { readStream } from "./support.ts";

const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  glXCreateContext: ["dpy", "vis", "shareList", "direct"],
  glXMakeCurrent: ["dpy", "drawable", "ctx"],
  glGenBuffers: ["n", "buffer"],
  glDeleteBuffers: ["n", "buffer"],
  glGenTextures: ["n", "textures"],
  glGenFramebuffers: ["n", "framebuffers"],
  glBindBuffer: ["target", "buffer"],
  glBindTexture: ["target", "texture"],
  glBufferData: ["target", "size", "data", "usage"],
  glBufferSubData: ["target", "offset", "size", "data"],
  glTexImage2D: [
    "target",
    "level",
    "internalformat",
    "width",
    "height",
    "border",
    "format",
    "type",
    "pixels",
  ],
  glTexStorage2D: ["target", "levels", "internalformat", "width", "height"],
  glMapBufferRange: ["target", "offset", "length", "access"],
  glUnmapBuffer: ["target"],
  glCreateShader: ["type"],
  glShaderSource: ["shader", "count", "string", "length"],
  glObjectLabel: ["identifier", "name", "length", "label"],
  glDeleteShader: ["shader"],
  malloc: ["size"],
  realloc: ["ptr", "size"],
  free: ["ptr"],
  memcpy: ["dest", "src", "n"],
};

type Arg = number | bigint | string | number[] | string[] | Uint8Array | null;

/** A stream out of calls: name, arguments, return value. Pointers are bigints. */
function streamOfCalls(
  calls: readonly (readonly [string, readonly Arg[], (Arg | undefined)?, number?])[],
): Uint8Array {
  const out = new StreamWriter(6);
  const write = (arg: Arg): void => {
    if (arg === null) out.null();
    else if (typeof arg === "number") out.int(arg);
    else if (typeof arg === "bigint") out.pointer(arg);
    else if (typeof arg === "string") out.text(arg);
    else if (arg instanceof Uint8Array) out.blob(arg);
    else {
      out.array(arg.length);
      for (const each of arg) write(each);
    }
  };
  for (const [name, args, result, thread = 0] of calls) {
    const id = Object.keys(FUNCTIONS).indexOf(name);
    const no = out.enter(id, name, FUNCTIONS[name]!, thread);
    args.forEach((arg, at) => {
      out.arg(at);
      write(arg);
    });
    out.end();
    out.leave(no);
    if (result !== undefined) {
      out.ret();
      write(result);
    }
    out.end();
  }
  return out.take();
}

const pick = (rows: readonly Row[], ...names: string[]): unknown[][] =>
  rows.map((row) => names.map((name) => typeof row[name] === "bigint" ? Number(row[name]) : row[name]));

async function memoryEvents(
  calls: Parameters<typeof streamOfCalls>[0],
): Promise<unknown[][]> {
  const sink = await readStream(streamOfCalls(calls));
  const rows = sink.rows("events").filter((row) => row["kind"] !== "call" || row["addr"] !== null);
  return pick(rows, "no", "kind", "type", "addr", "size");
}

Deno.test("ObjectTracker makes a row for each object of a call", async () => {
  const events = await memoryEvents([
    ["glGenBuffers", [2, [1, 2]]],
    ["glBindBuffer", [0x8892, 2]],
    ["glBufferData", [0x8892, 100, new Uint8Array(100), 0x88e4]],
    ["glBufferData", [0x8892, 40, null, 0x88e4]],
    ["glDeleteBuffers", [3, [1, 2, 77]]],
  ]);
  assertEquals(events, [
    [0, "alloc", "buffer", 1, 0],
    [0, "alloc", "buffer", 2, 0],
    [2, "realloc", "buffer", 2, 100],
    [3, "realloc", "buffer", 2, 40],
    [4, "free", "buffer", 1, 0],
    [4, "free", "buffer", 2, 40],
  ]);
});

Deno.test("ObjectTracker keeps share groups apart", async () => {
  const events = await memoryEvents([
    ["glXCreateContext", [1n, 2n, null, 1], 0x10n],
    ["glXCreateContext", [1n, 2n, 0x10n, 1], 0x20n],
    ["glXCreateContext", [1n, 2n, null, 1], 0x30n],
    ["glXMakeCurrent", [1n, 5, 0x10n], 1, 0],
    ["glXMakeCurrent", [1n, 5, 0x20n], 1, 1],
    ["glXMakeCurrent", [1n, 5, 0x30n], 1, 2],
    ["glGenTextures", [1, [1]], undefined, 0],
    ["glGenFramebuffers", [1, [1]], undefined, 0],
    ["glGenFramebuffers", [1, [1]], undefined, 1],
    ["glGenTextures", [1, [1]], undefined, 2],
    ["glBindTexture", [0x0de1, 1], undefined, 1],
    ["glTexImage2D", [0x0de1, 0, 0x1908, 4, 4, 0, 0x1908, 0x1401, new Uint8Array(64)], undefined, 1],
    ["glTexImage2D", [0x0de1, 1, 0x1908, 2, 2, 0, 0x1908, 0x1401, null], undefined, 1],
  ]);
  const second = 2 ** 32;
  assertEquals(events, [
    [6, "alloc", "texture", 1, 0],
    [7, "alloc", "framebuffer", 1, 0],
    [8, "alloc", "framebuffer", second + 1, 0],
    [9, "alloc", "texture", second + 1, 0],
    [11, "realloc", "texture", 1, 64],
    [12, "realloc", "texture", 1, 80],
  ]);
});

Deno.test("ObjectTracker follows mappings and user memory", async () => {
  const events = await memoryEvents([
    ["glGenBuffers", [1, [9]]],
    ["glBindBuffer", [0x8892, 9]],
    ["glMapBufferRange", [0x8892, 0, 4096, 2], 0x7000n],
    ["memcpy", [0x7010n, new Uint8Array(16), 16]],
    ["glUnmapBuffer", [0x8892], 1],
    ["malloc", [100], 0x8000n],
    ["realloc", [0x8000n, 200], 0x8000n],
    ["realloc", [0x8000n, 300], 0x9000n],
    ["free", [0x9000n]],
  ]);
  assertEquals(events, [
    [0, "alloc", "buffer", 9, 0],
    [2, "alloc", "mapping", 0x7000, 4096],
    [3, "call", null, 0x7010, 16],
    [4, "free", "mapping", 0x7000, 4096],
    [5, "alloc", "memory", 0x8000, 100],
    [6, "realloc", "memory", 0x8000, 200],
    [7, "free", "memory", 0x8000, 200],
    [7, "alloc", "memory", 0x9000, 300],
    [8, "free", "memory", 0x9000, 300],
  ]);
});

Deno.test("objects holds labels, sources and uploads", async () => {
  const sink = await readStream(streamOfCalls([
    ["glCreateShader", [0x8b30], 3],
    ["glShaderSource", [3, 2, ["void main()", " {}\n"], null]],
    ["glObjectLabel", [0x82e1, 3, -1, "my shader"]],
    ["glGenBuffers", [1, [4]]],
    ["glBindBuffer", [0x8892, 4]],
    ["glBufferData", [0x8892, 8, new Uint8Array(8), 0x88e4]],
    ["glBufferSubData", [0x8892, 0, 4, new Uint8Array(4)]],
    ["glBindTexture", [0x0de1, 12]],
    ["glTexStorage2D", [0x0de1, 3, 0x8058, 16, 8]],
    ["glDeleteShader", [3]],
  ]));
  const objects = sink.rows("objects");
  assertEquals(pick(objects, "type", "object", "size", "uploads", "upload_bytes", "made", "deleted"), [
    ["shader", 3, 0, 0, 0, 0, 9],
    ["buffer", 4, 8, 2, 12, 3, null],
    ["texture", 12, 4 * (16 * 8 + 8 * 4 + 4 * 2), 0, 0, null, null],
  ]);
  assertEquals(objects[0]!["source"], "void main() {}\n");
  assertEquals(objects[0]!["label"], "my shader");
});

Deno.test("allocs pairs objects by type and name", async () => {
  const pools = { arena: new Arena(), strings: new StringPool(), stacks: new StackPool() };
  const builder = new TraceBuilder(pools);
  const calls: [string, Arg[], Arg?][] = [];
  // Rows of one call go over the end of a batch of 65536 rows.
  const names = Array.from({ length: 70_000 }, (_, at) => at + 1);
  calls.push(["glGenBuffers", [names.length, names]], ["glDeleteBuffers", [2, [5, 69_999]]]);
  calls.push(["glGenTextures", [1, [5]]]);
  await readApitrace(new ByteWindow(sourceOf(streamOfCalls(calls)), pools.arena), builder, {});
  const [trace] = builder.finish("x");
  const allocs = trace!.tables.get("allocs")!;
  assertEquals(trace!.tables.get("events")!.rowCount, 70_003);
  assertEquals(allocs.rowCount, 70_001);
  const freed = allocs.cells("freed");
  assertEquals([freed[4], freed[69_998], freed[0], freed[70_000]], [70_001n, 70_002n, null, null]);
  assertEquals([...new Set(trace!.tables.get("events")!.cells("no"))], [0n, 1n, 2n]);
  assertEquals(trace!.problems, []);
});
