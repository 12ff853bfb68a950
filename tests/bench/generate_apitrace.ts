/**
 * Writes an apitrace file of any size for benchmarks: frames of an invented program that binds, uploads and draws.
 * `deno run -A tests/bench/generate_apitrace.ts OUT [CALLS]`.
 * @module
 */

import { SnappyWriter } from "../../src/containers/snappy_writer.ts";
import { MadeStream, type Pair } from "../formats/apitrace/made_stream.ts";

const GL_ENUM = 1;
const GL_ENUMS: readonly Pair[] = [
  ["GL_POINTS", 0],
  ["GL_LINES", 1],
  ["GL_TRIANGLES", 4],
  ["GL_TRIANGLE_STRIP", 5],
  ["GL_TEXTURE_2D", 0x0de1],
  ["GL_UNSIGNED_BYTE", 0x1401],
  ["GL_UNSIGNED_SHORT", 0x1403],
  ["GL_FLOAT", 0x1406],
  ["GL_MODELVIEW", 0x1700],
  ["GL_RGBA", 0x1908],
  ["GL_TEXTURE0", 0x84c0],
  ["GL_ARRAY_BUFFER", 0x8892],
  ["GL_ELEMENT_ARRAY_BUFFER", 0x8893],
  ["GL_STATIC_DRAW", 0x88e4],
  ...Array.from({ length: 900 }, (_, at): Pair => [`GL_SPARE_${at}`, 0x9000 + at]),
];
const MASK: readonly Pair[] = [
  ["GL_DEPTH_BUFFER_BIT", 0x100],
  ["GL_STENCIL_BUFFER_BIT", 0x400],
  ["GL_COLOR_BUFFER_BIT", 0x4000],
];
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  glClear: ["mask"],
  glUseProgram: ["program"],
  glBindTexture: ["target", "texture"],
  glBindBuffer: ["target", "buffer"],
  glBufferData: ["target", "size", "data", "usage"],
  glUniform4f: ["location", "v0", "v1", "v2", "v3"],
  glUniformMatrix4fv: ["location", "count", "transpose", "value"],
  glVertex3f: ["x", "y", "z"],
  glDrawElements: ["mode", "count", "type", "indices"],
  glGetError: [],
  glXSwapBuffers: ["dpy", "drawable"],
};
const IDS = Object.fromEntries(Object.keys(FUNCTIONS).map((name, at) => [name, 4 + 7 * at]));

/** One call: enter with `args`, leave with `result`. */
function call(out: MadeStream, name: string, args: () => void, result?: () => void): void {
  const no = out.enter(IDS[name]!, name, FUNCTIONS[name]!);
  args();
  out.end();
  out.leave(no);
  if (result) {
    out.ret();
    result();
  }
  out.end();
}

/** Writes frames until there are `calls` calls; `write` receives pieces of the stream. */
export function generateStream(calls: number, write: (bytes: Uint8Array) => void): void {
  for (const piece of streamPieces(calls)) write(piece);
}

/** Pieces of a stream with this many calls. */
export function* streamPieces(calls: number): Generator<Uint8Array> {
  const out = new MadeStream(6, 6, [["process.name", "/opt/demo/scene"]]);
  const gl = (number: number, value: number): void => {
    out.arg(number);
    out.enum(GL_ENUM, GL_ENUMS, value);
  };
  const int = (number: number, value: number): void => {
    out.arg(number);
    out.int(value);
  };
  const blob = new Uint8Array(256).map((_, at) => (at * 37) & 0xff);
  for (let frame = 0; out.callCount < calls; frame++) {
    call(out, "glClear", () => {
      out.arg(0);
      out.mask(0, MASK, 0x4100);
    });
    for (let object = 0; object < 40; object++) {
      const seed = frame * 40 + object;
      call(out, "glUseProgram", () => int(0, 1 + object % 7));
      call(out, "glBindTexture", () => {
        gl(0, 0x0de1);
        int(1, 1 + object % 13);
      });
      call(out, "glBindBuffer", () => {
        gl(0, 0x8892);
        int(1, 1 + object);
      });
      if (seed % 16 === 0) {
        call(out, "glBufferData", () => {
          gl(0, 0x8892);
          int(1, blob.length);
          out.arg(2);
          out.blob(blob);
          gl(3, 0x88e4);
        });
      }
      call(out, "glUniform4f", () => {
        int(0, object % 5);
        for (let at = 0; at < 4; at++) {
          out.arg(1 + at);
          out.float(Math.sin(seed * 0.37 + at));
        }
      });
      call(out, "glUniformMatrix4fv", () => {
        int(0, 9);
        int(1, 1);
        gl(2, 0);
        out.arg(3);
        out.array(16);
        for (let at = 0; at < 16; at++) out.float(at % 5 === 0 ? 1 : (seed % 97) / 8);
      });
      for (let at = 0; at < 8; at++) {
        call(out, "glVertex3f", () => {
          out.arg(0);
          out.float(at * 0.25);
          out.arg(1);
          out.float(seed % 640);
          out.arg(2);
          out.float(-1.5 + (seed % 1000) / 333);
        });
      }
      call(out, "glDrawElements", () => {
        gl(0, 4);
        int(1, 36);
        gl(2, 0x1403);
        out.arg(3);
        out.null();
      });
    }
    call(out, "glGetError", () => {}, () => out.enum(GL_ENUM, GL_ENUMS, 0));
    call(out, "glXSwapBuffers", () => {
      out.arg(0);
      out.pointer(0x5581_2c0a_9bd0n);
      int(1, 65011714);
    });
    if (out.length > 1 << 20) yield out.take();
  }
  yield out.take();
}

if (import.meta.main) {
  const [path, calls = "2000000"] = Deno.args;
  if (!path) throw new Error("usage: generate_apitrace.ts OUT [CALLS]");
  const file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const packer = new SnappyWriter();
  await packer.open();
  const writeAll = (pieces: Uint8Array[]): void => {
    for (const piece of pieces) for (let at = 0; at < piece.length;) at += file.writeSync(piece.subarray(at));
  };
  generateStream(Number(calls), (bytes) => writeAll(packer.write(bytes)));
  writeAll(packer.finish());
  file.close();
}
