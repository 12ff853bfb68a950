/** Graphics objects and user memory as blocks. */
import { closePools, newPools } from "../../../src/tables/pools.ts";
import { assertEquals } from "@std/assert";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { readApitrace } from "../../../src/formats/apitrace/reader.ts";
import { MadeStream } from "./made_stream.ts";
import { TraceBuilder } from "../../../src/tables/trace_builder.ts";
import type { Row } from "../../support/memory_sink.ts";
import { readStream } from "./support.ts";
import { atFullEffort } from "../../support/effort.ts";

const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  glXCreateContext: ["dpy", "vis", "shareList", "direct"],
  glXMakeCurrent: ["dpy", "drawable", "ctx"],
  eglMakeCurrent: ["dpy", "draw", "read", "context"],
  wglMakeCurrent: ["hdc", "hglrc"],
  wglMakeContextCurrentARB: ["hDrawDC", "hReadDC", "unknown"],
  CGLSetCurrentContext: ["ctx"],
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
  "IDirect3DDevice9::CreateVertexBuffer": [
    "this",
    "Length",
    "Usage",
    "FVF",
    "Pool",
    "ppVertexBuffer",
    "pSharedHandle",
  ],
  "IDirect3DVertexBuffer9::Lock": ["this", "OffsetToLock", "SizeToLock", "ppbData", "Flags"],
  "IDirect3DVertexBuffer9::Unlock": ["this"],
  "IDirect3DCubeTexture9::LockRect": ["this", "FaceType", "Level", "pLockedRect", "pRect", "Flags"],
  "IDirect3DCubeTexture9::UnlockRect": ["this", "FaceType", "Level"],
  "ID3D11Device::CreateBuffer": ["this", "pDesc", "pInitialData", "ppBuffer"],
  "ID3D11DeviceContext::Map": ["this", "pResource", "Subresource", "MapType", "MapFlags", "pMappedResource"],
  "ID3D11DeviceContext::Unmap": ["this", "pResource", "Subresource"],
  "ID3D11DeviceContext1::UpdateSubresource": [
    "this",
    "pDstResource",
    "DstSubresource",
    "pDstBox",
    "pSrcData",
    "SrcRowPitch",
    "SrcDepthPitch",
  ],
  "ID3D12Resource::Map": ["this", "Subresource", "pReadRange", "ppData"],
  "ID3D12Resource::Unmap": ["this", "Subresource", "pWrittenRange"],
};

/** Structures by their number. */
const STRUCTS: readonly (readonly [string, readonly string[]])[] = [
  ["D3D11_BUFFER_DESC", ["ByteWidth", "Usage"]],
  ["D3D11_MAPPED_SUBRESOURCE", ["pData", "RowPitch", "DepthPitch"]],
  ["D3DLOCKED_RECT", ["Pitch", "pBits"]],
];

/** A structure: its number in `STRUCTS`, then its members. */
interface Struct {
  readonly struct: number;
  readonly members: readonly Arg[];
}

type Arg = number | bigint | string | Struct | readonly Arg[] | Uint8Array | null;

/** A stream of these calls: name, arguments, return value. Pointers are bigints. */
function streamOfCalls(
  calls: readonly (readonly [string, readonly Arg[], (Arg | undefined)?, number?])[],
): Uint8Array {
  const out = new MadeStream(6);
  const write = (arg: Arg): void => {
    if (arg === null) out.null();
    else if (typeof arg === "number") out.int(arg);
    else if (typeof arg === "bigint") out.pointer(arg);
    else if (typeof arg === "string") out.text(arg);
    else if (arg instanceof Uint8Array) out.blob(arg);
    else if ("struct" in arg) {
      const [name, members] = STRUCTS[arg.struct]!;
      out.struct(arg.struct, name, members);
      for (const each of arg.members) write(each);
    } else {
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

Deno.test("ObjectTracker keeps share groups separate", async () => {
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

Deno.test("ObjectTracker follows mapped memory of Direct3D", async () => {
  const mapped = (pointer: bigint, pitch: number): Arg => [{ struct: 1, members: [pointer, 64, pitch] }];
  const events = await memoryEvents([
    ["IDirect3DDevice9::CreateVertexBuffer", [1n, 480, 0, 0, 0, [0x100n], null], 0],
    ["IDirect3DVertexBuffer9::Lock", [0x100n, 0, 0, [0x5000n], 0], 0],
    ["memcpy", [0x5000n, new Uint8Array(480), 480]],
    ["IDirect3DVertexBuffer9::Unlock", [0x100n], 0],
    ["IDirect3DVertexBuffer9::Lock", [0x100n, 16, 32, [0x6000n], 0], 0],
    ["IDirect3DVertexBuffer9::Lock", [0x101n, 0, 0, [null], 0], 0x8876086c],
    ["IDirect3DVertexBuffer9::Unlock", [0x100n], 0],
    ["IDirect3DCubeTexture9::LockRect", [0x110n, 1, 0, [{ struct: 2, members: [256, 0x7000n] }], null, 0], 0],
    ["IDirect3DCubeTexture9::LockRect", [0x110n, 2, 0, [{ struct: 2, members: [256, 0x7800n] }], null, 0], 0],
    ["IDirect3DCubeTexture9::UnlockRect", [0x110n, 1, 0], 0],
    ["ID3D11Device::CreateBuffer", [2n, [{ struct: 0, members: [4096, 2] }], null, [0x200n]], 0],
    ["ID3D11DeviceContext::Map", [3n, 0x200n, 0, 4, 0, mapped(0x8000n, 0)], 0],
    ["ID3D11DeviceContext::Map", [3n, 0x201n, 1, 4, 0, mapped(0x9000n, 16384)], 0],
    ["ID3D11DeviceContext::Unmap", [3n, 0x201n, 1]],
    ["ID3D11DeviceContext::Unmap", [3n, 0x200n, 0]],
    ["ID3D11DeviceContext::Unmap", [3n, 0x200n, 0]],
    ["ID3D11DeviceContext1::UpdateSubresource", [3n, 0x200n, 0, null, new Uint8Array(77), 0, 0]],
    ["ID3D12Resource::Map", [0x300n, 0, null, [0xa000n]], 0],
    ["ID3D12Resource::Unmap", [0x300n, 0, null]],
  ]);
  assertEquals(events, [
    [1, "alloc", "mapping", 0x5000, 480],
    [2, "call", null, 0x5000, 480],
    [3, "free", "mapping", 0x5000, 480],
    [4, "alloc", "mapping", 0x6000, 32],
    [6, "free", "mapping", 0x6000, 32],
    [7, "alloc", "mapping", 0x7000, 0],
    [8, "alloc", "mapping", 0x7800, 0],
    [9, "free", "mapping", 0x7000, 0],
    [11, "alloc", "mapping", 0x8000, 4096],
    [12, "alloc", "mapping", 0x9000, 16384],
    [13, "free", "mapping", 0x9000, 16384],
    [14, "free", "mapping", 0x8000, 4096],
    [16, "call", null, 0x200, 77],
    [17, "alloc", "mapping", 0xa000, 0],
    [18, "free", "mapping", 0xa000, 0],
  ]);
});

Deno.test("the table objects has labels, sources and uploads", async () => {
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

Deno.test(atFullEffort("the table allocs pairs objects by type and name"), async () => {
  const pools = newPools();
  const builder = new TraceBuilder(pools);
  const calls: [string, Arg[], Arg?][] = [];
  // The rows of one call cross the end of a batch of 65536 rows.
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

Deno.test("deleting an object that was used but never created leaves the memory of others unchanged", async () => {
  const pools = newPools();
  const builder = new TraceBuilder(pools);
  const stream = streamOfCalls([
    ["glBindBuffer", [0x8892, 3]],
    ["glBufferSubData", [0x8892, 0, 4, new Uint8Array(4)]],
    ["glDeleteBuffers", [1, [3]]],
  ]);
  const first = pools.arena.u8.slice(0, 64);
  const window = new ByteWindow(sourceOf(stream), pools.arena);
  await readApitrace(window, builder, {});
  window.close();
  const [trace] = builder.finish("t");
  assertEquals(trace!.problems.map(({ code }) => code), ["unmatched-free"]);
  assertEquals(pools.arena.u8.slice(0, 64), first);
  closePools(pools);
});

Deno.test("ObjectTracker allocates objects older than the trace when they are first used, and then resizes them", async () => {
  const events = await memoryEvents([
    ["glBindBuffer", [0x8892, 7]],
    ["glBufferData", [0x8892, 100, null, 0]],
    ["glBufferData", [0x8892, 200, null, 0]],
    ["glBufferData", [0x8892, 300, null, 0]],
  ]);
  assertEquals(events.map(([no, kind, , addr, size]) => [no, kind, addr, size]), [
    [1, "alloc", 7, 100],
    [2, "realloc", 7, 200],
    [3, "realloc", 7, 300],
  ]);
});

Deno.test("ObjectTracker follows the context of each thread, by the argument of a call or its last context", async () => {
  for (const name of Object.keys(FUNCTIONS).filter((each) => /Current/.test(each))) {
    const makeCurrent = (context: bigint): readonly [string, Arg[]] => [
      name,
      FUNCTIONS[name]!.map((_, at, all) => at === all.length - 1 ? context : 0x99n),
    ];
    const events = await memoryEvents([
      makeCurrent(0x10n),
      ["glBindBuffer", [0x8892, 1]],
      makeCurrent(0x20n),
      ["glBindBuffer", [0x8892, 2]],
      makeCurrent(0x10n),
      ["glBufferData", [0x8892, 64, null, 0]],
    ]);
    assertEquals(events.map(([, kind, , addr, size]) => [kind, addr, size]), [["alloc", 1, 64]], name);
  }
});
