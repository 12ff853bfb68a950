/** Graphics objects and memory as blocks: `leaks`, `live @ POINT`, `objects`. */
import { assertEquals } from "@std/assert";
import { ask, askSample, sessionOf } from "./asking.ts";

Deno.test("leaks lists the objects that were never deleted", async () => {
  for (const sample of ["real-mapped", "real-shaders", "real-glmark2-build", "syn-v6-basic"]) {
    const session = await sessionOf({ a: sample });
    const leaks = await ask(session, "leaks | by type: n = count() | sort type");
    const objects = await ask(session, "objects | where deleted is null | by type: n = count() | sort type");
    assertEquals(leaks, objects, sample);
  }
  assertEquals(await askSample("real-mapped", "leaks | select type, size, func"), [
    ["mapping", 8192, "glMapBufferRange"],
  ]);
});

Deno.test("live @ frame N lists the objects that are live at that frame", async () => {
  const session = await sessionOf({ a: "real-shaders" });
  const types = "by type: n = count() | sort type";
  assertEquals(await ask(session, `live @ frame 2 | ${types}`), [["program", 1], ["shader", 4]]);
  // The last frame deletes the program and creates a framebuffer.
  assertEquals(await ask(session, `live @ end | ${types}`), [["framebuffer", 1], ["shader", 4]]);
  const mapped = await sessionOf({ a: "real-mapped" });
  assertEquals(await ask(mapped, "live @ frame 2 | by type: b = sum(size) | sort type"), [
    ["buffer", 73728],
    ["mapping", 8192],
  ]);
});

Deno.test("the table objects has shader sources, labels and uploads", async () => {
  const session = await sessionOf({ a: "real-shaders" });
  const [row] = await ask(session, "objects | where type == shader | sort object | take 1 | select source");
  assertEquals(row, [
    '#version 120\n// vertex "quoted" \\ back\tslash\r\nattribute vec4 pos;\nuniform mat4 m;\n' +
    "void main() {\n    gl_Position = m * pos;\n}\n",
  ]);
  assertEquals(await ask(session, "objects | where type == program | select label"), [["prog"]]);
  assertEquals(
    await askSample(
      "real-mapped",
      "objects | where type == buffer and uploads > 0 | select object, uploads, upload_bytes",
    ),
    [[1, 4, 64]],
  );
});
