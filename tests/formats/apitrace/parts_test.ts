/** Call sets, classes, numbers, identifiers. */
import { assertEquals, assertThrows } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { CallSetError, inCallSet, LAST_CALL, parseCallSet } from "../../../src/formats/apitrace/call_set.ts";
import { classNames } from "../../../src/formats/apitrace/call_classes.ts";
import { ApiGuess, classBits } from "../../../src/formats/apitrace/classes.ts";
import { guidText } from "../../../src/formats/apitrace/guids.ts";
import { formatG } from "../../../src/formats/apitrace/numbers.ts";
import { MadeStream } from "./made_stream.ts";
import { pointBefore } from "../../../src/containers/container.ts";
import { SnappySource } from "../../../src/containers/snappy.ts";
import { decodeSnappyPrefix } from "../../../src/containers/snappy_block.ts";
import { Random } from "./random_stream.ts";
import { readStream } from "./support.ts";
import { atFullEffort } from "../../support/effort.ts";
import { snappyStream } from "../../support/snappy_stream.ts";

Deno.test("parseCallSet() reads numbers, ranges, steps, kinds and lists", () => {
  const all = { first: 0, last: LAST_CALL, step: 1, classes: 0 };
  assertEquals(parseCallSet("5, 7 9-11"), [
    { first: 5, last: 5, step: 1, classes: 0 },
    { first: 7, last: 7, step: 1, classes: 0 },
    { first: 9, last: 11, step: 1, classes: 0 },
  ]);
  assertEquals(parseCallSet("*"), [all]);
  assertEquals(parseCallSet("100-/7"), [{ first: 100, last: LAST_CALL, step: 7, classes: 0 }]);
  assertEquals(parseCallSet("draw"), [{ ...all, classes: 8 }]);
  assertEquals(parseCallSet("*/frame"), [{ ...all, classes: 32 }]);
  assertEquals(parseCallSet("0-9/fbo"), [{ first: 0, last: 9, step: 1, classes: 48 }]);
  assertEquals(
    parseCallSet("@list,3", () => "1\n2 4\n"),
    [1, 2, 4, 3].map((no) => ({ ...all, first: no, last: no })),
  );
});

Deno.test("parseCallSet() reports the position of the error", () => {
  for (const [set, index] of [["x", 0], ["1,5-3-2", 2], ["7/ship", 0], ["-", 0], ["1,2-9/0", 2]] as const) {
    assertEquals(assertThrows(() => parseCallSet(set), CallSetError).index, index);
  }
  assertThrows(() => parseCallSet("@loop", () => "@loop"), CallSetError);
});

Deno.test("inCallSet() counts steps from the start of a range", () => {
  const set = parseCallSet("3-10/4,20-10");
  assertEquals([0, 3, 4, 7, 10, 11, 15].map((no) => inCallSet(set, no, 0)), [
    false,
    true,
    false,
    true,
    false,
    false,
    false,
  ]);
});

Deno.test("classBits() recognizes functions by name and by pattern", () => {
  const expected: Record<string, string> = {
    glDrawArrays: "render",
    glMultiDrawElementsBaseVertex: "render",
    glClear: "render",
    glClearColor: "",
    glRectfv: "render",
    glCallList: "render",
    glBindFramebufferEXT: "swap-rendertarget",
    glGetTexLevelParameteriv: "no-side-effects",
    glXSwapBuffers: "swap-rendertarget,end-frame",
    "IDXGISwapChain1::Present1": "end-frame",
    "ID3D11DeviceContext::DrawIndexed": "render",
    "ID3D11Device::CheckFormatSupport": "no-side-effects,verbose",
    glPushDebugGroup: "marker,marker-push",
    nothingKnown: "",
    constructor: "",
  };
  for (const [name, classes] of Object.entries(expected)) {
    assertEquals(classNames(classBits(name)), classes, name);
  }
});

Deno.test("ApiGuess decides by the first matching name", () => {
  const guess = (...names: string[]): string => {
    const api = new ApiGuess();
    for (const name of names) api.see(name);
    return api.name;
  };
  assertEquals(guess("glClear", "eglSwapBuffers", "glXSwapBuffers"), "OpenGL/GLES1/GLES2/VG + EGL");
  assertEquals(guess("wglGetProcAddress"), "OpenGL + GLX/WGL/CGL");
  assertEquals(guess("Direct3DCreate9"), "DirectX");
  assertEquals(guess("glClear"), "Unknown API");
});

Deno.test("formatG() prints like C, with ties to even", () => {
  const seven: readonly (readonly [number, string])[] = [
    [0, "0"],
    [-0, "-0"],
    [0.1, "0.1"],
    [3.4028234663852886e38, "3.402823e+38"],
    [1.401298464324817e-45, "1.401298e-45"],
    [1e7, "1e+07"],
    [9999999, "9999999"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [4194304.5, "4194304"],
    [4194305.5, "4194306"],
    [999999.96, "1000000"],
    [Infinity, "inf"],
    [NaN, "nan"],
  ];
  for (const [value, text] of seven) assertEquals(formatG(value, 7), text);
  assertEquals(formatG(4.940656458412465e-324, 16), "4.940656458412465e-324");
  assertEquals(formatG(123456789012345.25, 16), "123456789012345.2");
  assertEquals(formatG(123456789012345.75, 16), "123456789012345.8");
});

Deno.test(atFullEffort("the kernel writes numbers like formatG()"), async () => {
  const random = new Random(7);
  const floats: number[] = [];
  const doubles: number[] = [];
  for (let at = 0; at < 3000; at++) {
    const scale = 10 ** (random.below(24) - 10);
    floats.push(
      Math.fround((random.below(2 ** 31) / 2 ** 31) * scale),
      Math.fround(random.below(2 ** 24) / 2 ** random.below(30)),
    );
    doubles.push(
      (random.below(2 ** 31) / 2 ** 31) * scale,
      random.below(2 ** 31) / 2 ** random.below(60),
      random.below(1e6) / 1000,
    );
  }
  const out = new MadeStream(6);
  out.enter(4, "f", ["a", "b"]);
  out.arg(0);
  out.array(floats.length);
  for (const value of floats) out.float(value);
  out.arg(1);
  out.array(doubles.length);
  for (const value of doubles) out.double(value);
  out.end();
  out.leave(0);
  out.end();
  const args = await (await readStream(out.take())).lazyRows("args");
  const texts = (at: number): string[] => String(args[at]!["value"]).slice(1, -1).split(", ");
  assertEquals(texts(0), floats.map((value) => formatG(value, 7)));
  assertEquals(texts(1), doubles.map((value) => formatG(value, 16)));
});

Deno.test("guidText() returns the names of known identifiers", () => {
  const device = [0xdb6f6ddb, 0xac77, 0x4e88, 0x82, 0x53, 0x81, 0x9d, 0xf9, 0xbb, 0xf1, 0x40];
  assertEquals(guidText(device), "IID_ID3D11Device");
  assertEquals(guidText([1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7]), "uuid(00000001-0002-0003-0001-020304050607)");
});

/** All bytes of a source. */
async function drain(source: SnappySource): Promise<Uint8Array> {
  const pieces: number[] = [];
  const piece = new Uint8Array(1 << 16);
  for (let count = await source.read(piece); count > 0; count = await source.read(piece)) {
    for (let at = 0; at < count; at++) pieces.push(piece[at]!);
  }
  return Uint8Array.from(pieces);
}

Deno.test(
  atFullEffort("SnappySource reads the output of SnappyWriter, and can reread any chunk"),
  async () => {
    const stream = new Uint8Array(2_500_000).map((_, at) => (at * at) >>> 9);
    const file = await snappyStream(stream);
    const source = new SnappySource(sourceOf(file, 10_007));
    assertEquals(await drain(source), stream);
    assertEquals([source.points.length, source.damage.length], [6, 0]);
    const chunk = pointBefore(source.points, 1_500_000)!;
    assertEquals(chunk.streamOffset, 1 << 20);
    const again = new SnappySource(sourceOf(file.subarray(chunk.fileOffset)), chunk);
    assertEquals((await drain(again)).length, stream.length - (1 << 20));
    assertEquals(pointBefore(again.points, 2_200_000)!.streamOffset, 2 << 20);
  },
);

Deno.test(atFullEffort("SnappySource reports damage and keeps intact chunks"), async () => {
  const stream = new Uint8Array(100_000).map((_, at) => at >>> 3);
  const file = await snappyStream(stream);
  const read = async (bytes: Uint8Array): Promise<[Uint8Array, string[]]> => {
    const source = new SnappySource(sourceOf(bytes));
    const got = await drain(source);
    return [got, source.damage.map((each) => each.code)];
  };
  const [cut, codes] = await read(file.subarray(0, file.length - 100));
  assertEquals(codes, ["cut-container"]);
  assertEquals(cut, stream.subarray(0, cut.length));
  assertEquals(cut.length > 90_000, true);
  const broken = file.slice();
  broken[6] = broken[7] = 0xff;
  assertEquals((await read(broken))[1], ["bad-chunk"]);
  const twice = Uint8Array.from([...file, 0, 0, 0, 0, 1, 2, 3]);
  assertEquals(await read(twice), [stream, ["data-after-end"]]);
  assertEquals(await read(Uint8Array.from([...file, 9])), [stream, ["trailing-bytes"]]);
  assertEquals(await read(Uint8Array.of(0x61, 0x74)), [new Uint8Array(0), []]);
  assertEquals(await read(Uint8Array.of(0x20, 0x0a, ...file)), [stream, []]);
  const huge = Uint8Array.of(0x61, 0x74, 4, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f);
  assertEquals((await read(huge))[1], ["bad-chunk"]);
});

Deno.test("decodeSnappyPrefix() decodes every element form", () => {
  // 12 bytes: literal "abcd", copy of 4 from 4 back (1-byte offset), copy of 4 from 8 back (2-byte offset).
  const block = Uint8Array.of(12, 3 << 2, 97, 98, 99, 100, 1, 4, (3 << 2) | 2, 8, 0);
  assertEquals(new TextDecoder().decode(decodeSnappyPrefix(block)), "abcdabcdabcd");
  const far = Uint8Array.of(8, 3 << 2, 97, 98, 99, 100, (3 << 2) | 3, 4, 0, 0, 0);
  assertEquals(new TextDecoder().decode(decodeSnappyPrefix(far)), "abcdabcd");
  assertEquals(decodeSnappyPrefix(Uint8Array.of(8, 1, 9)).length, 0);
});
