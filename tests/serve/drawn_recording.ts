/** A recording of calls with everything that a view can show: groups, repeats, textures, objects, hostile names. */
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";
import { MadeStream, type Pair } from "../formats/apitrace/made_stream.ts";

/** A name that would run as a script if it were not treated as text. */
export const HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>';

const ENUMS: readonly Pair[] = [
  ["GL_TEXTURE_2D", 0x0de1],
  ["GL_RGBA", 0x1908],
  ["GL_RGB", 0x1907],
  ["GL_UNSIGNED_BYTE", 0x1401],
  ["GL_TRIANGLES", 4],
  ["GL_DEBUG_SOURCE_APPLICATION", 0x824a],
];
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  glGenTextures: ["n", "textures"],
  glDeleteTextures: ["n", "textures"],
  glBindTexture: ["target", "texture"],
  glTexImage2D: [
    ...["target", "level", "internalformat", "width", "height", "border", "format", "type", "pixels"],
  ],
  glPushDebugGroup: ["source", "id", "length", "message"],
  glPopDebugGroup: [],
  glUseProgram: ["program"],
  glDrawArrays: ["mode", "first", "count"],
  glXSwapBuffers: ["dpy", "drawable"],
};

/** The pixels of the texture: red, green, blue and white, two by two, opaque. */
const PIXELS = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];

/** Writes a recording with this many frames; with `other`, one call in the second frame differs. */
export async function writeRecording(frames: number, other = false): Promise<string> {
  const out = new MadeStream(6, 6, [["process.name", "/opt/demo/scene"]]);
  const ids = Object.fromEntries(Object.keys(FUNCTIONS).map((name, at) => [name, at + 1]));
  const call = (name: string, ...args: readonly (() => void)[]): void => {
    const no = out.enter(ids[name]!, name, FUNCTIONS[name]!);
    args.forEach((arg, at) => {
      out.arg(at);
      arg();
    });
    out.end();
    out.leave(no);
    out.end();
  };
  const int = (value: number) => () => out.int(value);
  const gl = (value: number) => () => out.enum(1, ENUMS, value);
  const list = (value: number) => () => {
    out.array(1);
    out.int(value);
  };
  call("glGenTextures", int(1), list(7));
  call("glBindTexture", gl(0x0de1), int(7));
  const pixels = (): void => out.blob(Uint8Array.from(PIXELS.flat()));
  call(
    "glTexImage2D",
    ...[gl(0x0de1), int(0), int(0x1908), int(2), int(2), int(0), gl(0x1908), gl(0x1401), pixels],
  );
  for (let frame = 0; frame < frames; frame++) {
    call("glPushDebugGroup", gl(0x824a), int(1), int(-1), () => out.text(`${HOSTILE}outer`));
    call("glUseProgram", int(3));
    call("glUseProgram", int(3));
    call("glPushDebugGroup", gl(0x824a), int(2), int(-1), () => out.text("inner"));
    call("glDrawArrays", gl(4), int(0), int(other && frame === 1 ? 99 : 3 + frame));
    call("glPopDebugGroup");
    call("glPopDebugGroup");
    call("glXSwapBuffers", () => out.pointer(0x5581_2c0a_9bd0n), int(1));
  }
  const path = await Deno.makeTempFile({ suffix: ".trace" });
  await Deno.writeFile(path, await packed(out));
  return path;
}

/** A recording of one call with this many bytes. */
export async function recordingWithBlob(bytes: number): Promise<Uint8Array> {
  const out = new MadeStream(6, 6, []);
  const no = out.enter(1, "glBufferData", ["data"]);
  out.arg(0);
  out.blob(new Uint8Array(bytes));
  out.end();
  out.leave(no);
  out.end();
  return await packed(out);
}

async function packed(out: MadeStream): Promise<Uint8Array> {
  const packer = new SnappyWriter();
  await packer.open();
  const pieces = [...packer.write(out.take()), ...packer.finish()];
  return new Uint8Array(await new Blob(pieces.map((each) => each.slice())).arrayBuffer());
}
