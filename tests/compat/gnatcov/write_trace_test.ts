import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QueryError, UsageError } from "../../../src/base/errors.ts";
import { SECTION } from "../../../src/formats/gnatcov/constants.ts";
import { bytesOf, textOf, traces } from "../../formats/gnatcov/samples.ts";
import { writeTrace } from "../../formats/gnatcov/write_trace.ts";
import { turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { run } from "./running.ts";

const PROGRAM = Deno.readFileSync(new URL("../../../testdata/gnatcov/elf/bare1-arm", import.meta.url));
const OUT = "out.trace";

/** Lines of entries that the stand-in prints for a trace. */
async function entriesOf(bytes: Uint8Array): Promise<string[]> {
  const { output } = await run(["dump-trace", "new"], new Map([["new", bytes]]));
  return output.split("\n").filter((line) => / \?: /.test(line));
}

Deno.test("write-trace --merge writes the same bytes as the original's writer", async () => {
  const inputs = ["qemu-arm-flat-bare1.trace", "qemu-arm-histmap-bare1.trace"];
  const { status, files, errors } = await run(["write-trace", "--merge", "-o", OUT, ...inputs]);
  assertEquals([status, errors], [0, ""]);
  assertEquals(files.get(OUT), bytesOf("merged-arm.trace"));
  const list = new Map([["list", new TextEncoder().encode(inputs.join("\n") + "\n")]]);
  assertEquals(
    (await run(["write-trace", "--merge", "-o", OUT, "@list"], list)).files.get(OUT),
    files.get(OUT),
  );
});

const sound = traces.filter((each) => !each.startsWith("bad-") && each !== "info-only.trace");
for (const { entry: name, left } of turnsOf(sound, 3)) {
  Deno.test(unless([left], `write-trace copies ${name}`), async () => {
    const { status, files } = await run(["write-trace", "-o", OUT, name]);
    assertEquals(status, 0);
    const copy = new Map([["copy", files.get(OUT)!]]);
    const dump = await run(["dump-trace-raw", "copy"], copy);
    assertEquals(dump.output, (await run(["dump-trace-raw", name])).output);
  });
}

const recorded = traces.filter((each) => /^(qemu|vg|medium)/.test(each));
for (const { entry: name, left } of turnsOf(recorded, 3, 1)) {
  Deno.test(
    unless([left], `write-trace --merge of ${name} has the same ranges as its reference`),
    async () => {
      const { files } = await run(["write-trace", "--merge", "-o", OUT, name]);
      const merged = new Map([["merged", files.get(OUT)!]]);
      assertEquals((await run(["dump-trace-base", "merged"], merged)).output, textOf(`${name}.base.dump`));
    },
  );
}

Deno.test("write-trace keeps the requested entries", async () => {
  const name = "qemu-arm-history-bare1.trace";
  const whole = await entriesOf(bytesOf(name));
  const more = new Map([["program", PROGRAM]]);
  const kept = async (...options: string[]) => {
    const { status, files } = await run(["write-trace", "-o", OUT, ...options, name], more);
    assertEquals(status, 0);
    return await entriesOf(files.get(OUT)!);
  };
  assertEquals(await kept("--from", "10", "--to=20"), whole.slice(9, 20));
  assertEquals(
    await kept("--where", "op == 17 and addr >= 0x10200"),
    whole.filter((line) => / 11 /.test(line) && line >= "00010200"),
  );
  assertEquals(await kept("--where=fault"), whole.slice(-1));
  assertEquals(
    await kept("--where", 'symbol == "gcd"', "--exec", "program"),
    whole.filter((line) => line >= "000100a8" && line < "000100e8"),
  );
  assertEquals(
    await kept("--from", "5", "--where", "taken"),
    whole.slice(4).filter((line) => / 1[13] /.test(line)),
  );
});

Deno.test("write-trace keeps module events, so that addresses remain valid", async () => {
  const name = "qemu-x86_64-so-load-unload.trace";
  const query = ["write-trace", "-o", OUT, "--where", 'module ~ "**/liba.so"', name];
  const { files } = await run(query);
  const { output } = await run(["dump-trace", "new"], new Map([["new", files.get(OUT)!]]));
  const loads = (text: string) => text.split("\n").filter((line) => /^(Loading| {3}at)/.test(line));
  assertEquals(loads(output), loads(textOf(`${name}.dump`)));
  const lines = output.split("\n").filter((line) => / \?: /.test(line));
  assertEquals(lines.length, 46);
});

Deno.test("write-trace --merge merges only entries that pass the filter", async () => {
  const name = "qemu-arm-history-bare1.trace";
  const { files } = await run(["write-trace", "--merge", "-o", OUT, "--where", "addr < 0x100e8", name, name]);
  const lines = await entriesOf(files.get(OUT)!);
  assertEquals(lines[0], "00010094-0001009b ?: 11 ---t block");
  assertEquals(lines.every((line) => line < "000100e8"), true);
});

Deno.test("write-trace --merge leaves out entries without bytes, such as a call of a null pointer", async () => {
  const shape = { kind: SECTION.flat, pcSize: 8, bigEndian: false, machine: 62, infos: [] } as const;
  const crash = writeTrace(shape, (to) => {
    to.entry(0x1000, 0, 4, 0x11);
    to.entry(0, 0, 0, 0x20);
    to.entry(0x1004, 0, 4, 0x12);
  });
  const { status, errors, files } = await run(
    ["write-trace", "--merge", "-o", OUT, "crash"],
    new Map([["crash", crash]]),
  );
  assertEquals([status, errors], [0, ""]);
  assertEquals(await entriesOf(files.get(OUT)!), [
    "0000000000001000-0000000000001003 ?: 11 ---t block",
    "0000000000001004-0000000000001007 ?: 12 --t- block",
  ]);
});

Deno.test("write-trace --merge reports that entries without a load address are left out", async () => {
  const name = "bad-kernel-without-loadaddr.trace";
  const { status, errors } = await run(["write-trace", "--merge", "-o", OUT, name]);
  const { length } = bytesOf(name);
  assertEquals([status, errors], [
    1,
    `gnatcov: ${name}: A kernel is named, but there is no load address at byte ${length}: merged none of its entries\n`,
  ]);
});

Deno.test("write-trace writes the intact part of a damaged trace, and reports that", async () => {
  const { status, files, errors } = await run(["write-trace", "-o", OUT, "bad-entry-cut.trace"]);
  assertEquals(status, 1);
  assertStringIncludes(errors, "bad-entry-cut.trace: The file ends after 5 bytes of an entry");
  assertEquals((await entriesOf(files.get(OUT)!)).join("\n") + "\n", entriesText("bad-entry-cut.trace.dump"));
});

function entriesText(name: string): string {
  return textOf(name).split("\n").filter((line) => / \?: /.test(line)).join("\n") + "\n";
}

Deno.test("write-trace refuses input that does not make a trace", async () => {
  const refuses = async (...args: string[]) => {
    const { status, errors, files } = await run(["write-trace", "-o", OUT, ...args]);
    assertEquals([status, files.size], [1, 0]);
    return errors;
  };
  assertEquals(await refuses("info-only.trace"), "gnatcov: info-only.trace: no trace entries\n");
  assertStringIncludes(await refuses("--merge", "bare1-arm.dmap"), "this is a decision map");
  const mixed = ["--merge", "qemu-arm-flat-bare1.trace", "qemu-i386-flat-bare1.trace"];
  assertStringIncludes(await refuses(...mixed), "target machine doesn't match previous one");
  for (
    const args of [
      ["merged-arm.trace"],
      ["-o", OUT],
      ["-o", OUT, "--from", "x", "merged-arm.trace"],
      ["-o", OUT, "--nonsense", "merged-arm.trace"],
      ["-o", OUT, "merged-arm.trace", "merged-arm.trace"],
    ]
  ) {
    await assertRejects(() => run(["write-trace", ...args]), UsageError, undefined, args.join(" "));
  }
  await assertRejects(
    () => run(["write-trace", "-o", OUT, "--where", "colour == 1", "merged-arm.trace"]),
    QueryError,
  );
});
