import { assertEquals } from "@std/assert";
import { has, names, sourceTraces, textOf, traces } from "../../formats/gnatcov/samples.ts";
import { TAG } from "../../../src/formats/gnatcov/constants.ts";
import { hexText } from "../../../src/formats/gnatcov/info_text.ts";
import { writeTrace } from "../../formats/gnatcov/write_trace.ts";
import { randomTrace } from "../../formats/gnatcov/random_trace.ts";
import { quarryProcess } from "../../cli/program.ts";
import { atFullEffort, entriesOf, later, someOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { run } from "./running.ts";

// The references were made in UTC.
Deno.env.set("TZ", "UTC");

/** Compares with the complete reference; messages only if the original does not crash. */
function assertLike(
  outcome: { status: number; output: string; errors: string },
  dump: string,
  errors: string,
): void {
  assertEquals(outcome.output, has(dump) ? textOf(dump) : "");
  const expected = has(errors) ? textOf(errors) : "";
  if (!expected.includes("raised")) assertEquals(outcome.errors, expected);
  assertEquals(outcome.status, expected === "" ? 0 : 1);
}

for (const [turn, name] of traces.entries()) {
  const test = (place: number, what: string, fn: () => Promise<void>): void =>
    Deno.test(unless([turn % 3 === place ? null : later], `${what} prints ${name} like the original`), fn);

  test(0, "dump-trace", async () => {
    assertLike(await run(["dump-trace", name]), `${name}.dump`, `${name}.stderr`);
  });

  test(1, "dump-trace-raw", async () => {
    const raw = `${name}.raw.dump`;
    assertLike(await run(["dump-trace-raw", name]), has(raw) ? raw : `${name}.dump`, `${name}.stderr`);
  });

  if (!has(`${name}.base.dump`) && !has(`${name}.base.stderr`)) continue;
  test(2, "dump-trace-base", async () => {
    assertLike(await run(["dump-trace-base", name]), `${name}.base.dump`, `${name}.base.stderr`);
  });
}

for (const name of sourceTraces) {
  Deno.test(`dump-src-trace prints ${name} like the original`, async () => {
    assertLike(await run(["dump-src-trace", name]), `${name}.dump`, `${name}.stderr`);
  });
}

Deno.test("dump-trace prints several files and lists one after the other", async () => {
  const [a, b] = ["qemu-arm-flat-bare1.trace", "merged-arm.trace"] as const;
  const expected = textOf(`${a}.dump`) + textOf(`${b}.dump`);
  assertEquals((await run(["dump-trace", a, b])).output, expected);
  const list = new Map([["list", new TextEncoder().encode(`${a}\n\n${b}\n`)]]);
  assertEquals((await run(["dump-trace", "@list"], list)).output, expected);
});

Deno.test("dump-trace-base prints the accumulated set after each file", async () => {
  const { output } = await run([
    "dump-trace-base",
    "qemu-arm-flat-bare1.trace",
    "qemu-arm-histmap-bare1.trace",
  ]);
  // The merged sample was written by the original from these two.
  const merged = textOf("merged-arm.trace.dump").split("Traces:\n")[1]!;
  assertEquals(output, textOf("qemu-arm-flat-bare1.trace.base.dump") + merged);
});

Deno.test("dump-trace refuses a file for another machine", async () => {
  const { status, errors } = await run(["dump-trace", "merged-arm.trace", "qemu-i386-flat-bare1.trace"]);
  assertEquals(status, 1);
  assertEquals(
    errors.split("\n")[0],
    "gnatcov: qemu-i386-flat-bare1.trace: target machine doesn't match previous one",
  );
});

for (const name of names.filter((each) => each.endsWith(".base64.txt"))) {
  Deno.test(`extract-base64-trace gives a trace that dump-src-trace reads, from ${name}`, async () => {
    const { status, files } = await run(["extract-base64-trace", name, "out.srctrace"]);
    assertEquals([status, [...files.keys()]], [0, ["out.srctrace"]]);
    const dumped = await run(["dump-src-trace", "out.srctrace"], files);
    assertEquals([dumped.status, dumped.errors], [0, ""]);
  });
}

Deno.test("extract-base64-trace keeps the last trace, or all with the option", async () => {
  const lines = (text: string) => new TextEncoder().encode(text.replaceAll("|", "\n"));
  const start = "== GNATcoverage source trace file ==", end = "== End ==";
  const log = lines(
    `noise|A> ${start}|B> ${start}|A> AAEC|B> Zm9v|  A> Aw==  |A> ${end}|C> ${start}|C> YmFy|C> ${end}|`,
  );
  const more = new Map([["log", log]]);
  const last = await run(["extract-base64-trace", "log", "o.srctrace"], more);
  assertEquals(last.files, new Map([["o.srctrace", new TextEncoder().encode("bar")]]));
  const all = await run(["extract-base64-trace", "--split-extracted-traces", "log", "d.x/o.srctrace"], more);
  assertEquals([...all.files], [
    ["d.x/o.srctrace", new Uint8Array([0, 1, 2, 3])],
    ["d.x/o-1.srctrace", new TextEncoder().encode("bar")],
  ]);
  const wrong = async (text: string) =>
    (await run(["extract-base64-trace", "w", "o"], new Map([["w", lines(text)]]))).errors;
  assertEquals(await wrong("nothing|"), "gnatcov: No Base64 trace found\n");
  assertEquals(await wrong(`${start}|AAEC|`), "gnatcov: Incomplete Base64 trace\n");
  assertEquals(
    await wrong(`${start}|AAE|${end}|`),
    "gnatcov: Invalid Base64 trace: incomplete group of 4 characters\n",
  );
  assertEquals(await wrong(`${start}|AA!C|${end}|`), "gnatcov: Invalid Base64 digit: !\n");
});

Deno.test(atFullEffort("dump-trace prints dates in the zone that TZ names"), async () => {
  const name = "syn-all-infos-32.trace";
  const utc = "       2012-02-21 08:00:37 +00:00\n";
  // Separate processes: in this one the variable would also change for other tests.
  const zones = [
    ["Asia/Kolkata", "2012-02-21 13:30:37 +05:30"],
    ["Asia/Tokyo", "2012-02-21 17:00:37 +09:00"],
    ["America/Argentina/Buenos_Aires", "2012-02-21 05:00:37 -03:00"],
  ] as const;
  for (const [zone, local] of entriesOf(zones, 1)) {
    const { out } = await quarryProcess(["as", "gnatcov", "dump-trace", `testdata/gnatcov/${name}`], {
      env: { TZ: zone },
    });
    // One byte of the dump is not UTF-8.
    const expected = textOf(`${name}.dump`).replace(utc, `       ${local}\n`);
    assertEquals(out, expected.replaceAll(/[^\0-\x7f]/g, "\ufffd"));
  }
});

Deno.test("dump-trace prints infos as text if all bytes are graphic characters of Latin-1, else in hex", async () => {
  for (const byte of new Set([0x1f, 0x20, 0x7e, 0x7f, 0x9f, 0xa0, 0xad, 0xd7, 0xff, ...someOf(256, 1)])) {
    const data = Uint8Array.of(0x61, byte, 0x62);
    const trace = writeTrace({ ...randomTrace(1).shape, infos: [{ tag: TAG.userData, data }] }, () => {});
    const { output } = await run(["dump-trace", "t"], new Map([["t", trace]]));
    const [, shown] = /\nData : ([^\n]*)\n/.exec(output)!;
    // A blank among other characters is shown as such.
    const isGraphic = byte === 0x20 || byte === 0xa0 ||
      /^[\p{L}\p{N}\p{P}\p{S}\xad]$/u.test(String.fromCharCode(byte));
    assertEquals(shown, isGraphic ? `a${String.fromCharCode(byte)}b` : hexText(data), `byte ${byte}`);
  }
});
