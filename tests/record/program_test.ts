/**
 * Kinds of programs: by header, by the names inside, and whether they can be started; and the results of a recording.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { programPath } from "../../src/record/machine.ts";
import { namesFunction, programOf } from "../../src/record/program.ts";
import { attachTo } from "../../src/record/run_program.ts";
import { heaptrack } from "../../src/record/tracers/heaptrack.ts";
import { withFolder } from "../support/temporary.ts";

/** The header of a program, with one entry of another type and one of this type. */
function program({ wide, little, type }: { wide: boolean; little: boolean; type: number }): Uint8Array {
  const view = new DataView(new ArrayBuffer(256));
  view.setUint32(0, 0x7f454c46);
  view.setUint8(4, wide ? 2 : 1);
  view.setUint8(5, little ? 1 : 2);
  view.setUint8(6, 1); // version of the format, in each byte order
  const [start, size] = wide ? [64, 56] : [52, 32];
  if (wide) view.setBigUint64(32, BigInt(start), little);
  else view.setUint32(28, start, little);
  view.setUint16(wide ? 54 : 42, size, little);
  view.setUint16(wide ? 56 : 44, 2, little);
  view.setUint32(start, 6, little);
  view.setUint32(start + size, type, little);
  return new Uint8Array(view.buffer);
}

Deno.test("programOf() distinguishes static and dynamic programs, of each width and byte order", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/app`;
    for (const wide of [true, false]) {
      for (const little of [true, false]) {
        for (const [type, kind] of [[3, "native"], [1, "static"]] as const) {
          await Deno.writeFile(path, program({ wide, little, type }), { mode: 0o755 });
          assertEquals(programOf(path, [])?.kind, kind, JSON.stringify({ wide, little }));
        }
      }
    }
    await Deno.writeFile(path, new Uint8Array(256), { mode: 0o755 });
    assertEquals(programOf(path, [])?.kind, "other");
  });
});

Deno.test("only executable files are programs", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/notes`;
    await Deno.writeTextFile(path, "", { mode: 0o644 });
    assertEquals([programPath(path), programOf(path, [])], [null, null]);
    await Deno.chmod(path, 0o755);
    assertEquals(programPath(path), path);
    assertEquals(programPath(folder), null);
  });
});

Deno.test("a name in a program is found across two reads", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/app`;
    const piece = 1 << 20;
    const name = new TextEncoder().encode("\0mtrace\0");
    for (const at of [0, 1, name.length - 1, name.length].map((before) => piece - before)) {
      const bytes = new Uint8Array(2 * piece).fill(0x7f);
      bytes.set(name, at);
      await Deno.writeFile(path, bytes);
      assertEquals(namesFunction(path, "mtrace"), true, `at ${at}`);
      assertEquals(namesFunction(path, "mtrac"), false);
    }
  });
});

Deno.test("heaptrack's raw data is compressed, and kept without interpreted data if the interpreter fails", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/7.raw`, "v 10500 3\n");
    await Deno.writeTextFile(`${folder}/8.raw`, "");
    const made = await heaptrack.finish!(
      { version: "", path: "", parts: { interpreter: "/bin/false" } },
      folder,
    );
    assertEquals(made.map(({ pid }) => pid), [7]);
    assertMatch(made[0]!.extension, /^heaptrack\.raw\.(zst|gz)$/);
    const left = [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`).sort();
    assertEquals(left, [made[0]!.path, `${folder}/8.raw`]);
  });
});

/** Commands that every base system has: `true` may be built into shells only. */
const SUCCEEDS = ["sh", "-c", "exit 0"] as const, FAILS = ["sh", "-c", "exit 1"] as const;

Deno.test("a recording of a running process ends with the process, and reports if it did not start", async () => {
  await withFolder(async (folder) => {
    const file = `${folder}/7.raw`;
    const others = { pid: 7, onInterrupt: () => () => {}, isThere: () => false };
    const attachment = { begin: SUCCEEDS, end: FAILS, file } as const;
    const refused = await attachTo(attachment, others);
    assertEquals(refused.code, 126, "no file was written");
    await Deno.writeTextFile(file, "");
    assertEquals(await attachTo(attachment, others), { pid: 7, code: 0, signal: null });
    assertEquals((await attachTo({ ...attachment, begin: FAILS }, others)).code, 126);
  });
});

Deno.test("a recording of a running process ends with a signal or an interrupt, and the process continues", async () => {
  await withFolder(async (folder) => {
    const [file, ended] = [`${folder}/7.raw`, `${folder}/ended`];
    await Deno.writeTextFile(file, "");
    const attachment = { begin: SUCCEEDS, end: ["sh", "-c", `echo >> ${ended}`], file } as const;
    let looks = 0, heard = 0, given = 0;
    const onSignal = (): boolean => {
      if (++looks === 2) Deno.kill(Deno.pid, "SIGHUP");
      return true;
    };
    const none = (): () => void => () => void given++;
    assertEquals(await attachTo(attachment, { pid: 7, onInterrupt: none, isThere: onSignal }), {
      pid: 7,
      code: 0,
      signal: null,
    });
    const onInterrupt = (stop: () => void): () => void => {
      heard++;
      stop();
      return () => void given++;
    };
    await attachTo(attachment, { pid: 7, onInterrupt, isThere: () => true });
    assertEquals([heard, given, await Deno.readTextFile(ended)], [1, 2, "\n\n"]);
  });
});
