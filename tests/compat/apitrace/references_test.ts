/** `quarry as apitrace` compared with the output of the original for the samples. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { gzipSync, zstdDecompressSync } from "node:zlib";
import { UsageError } from "../../../src/base/errors.ts";
import { apitrace } from "../../../src/compat/apitrace/mod.ts";
import { reference, sampleNames, SAMPLES, streamOf } from "../../formats/apitrace/support.ts";
import { byEffort, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { run } from "./running.ts";

/** Compares long outputs without printing all of them. */
function assertSame(actual: Uint8Array, expected: Uint8Array, what: string): void {
  const length = Math.max(actual.length, expected.length);
  for (let at = 0; at < length; at++) {
    if (actual[at] === expected[at]) continue;
    const piece = (bytes: Uint8Array): string =>
      new TextDecoder().decode(bytes.subarray(Math.max(0, at - 60), at + 60));
    assertEquals(piece(actual), piece(expected), `${what} differs at byte ${at}`);
    throw new Error(`${what} differs at byte ${at}`);
  }
}

const VARIANTS: readonly (readonly [string, readonly string[]])[] = [
  ["dump-full", ["--verbose", "--thread-ids=yes"]],
  ["dump", []],
  ["dump-bare", ["--verbose", "--arg-names=no", "--call-nos=no", "--multiline=no"]],
];

function withoutSizes(info: string): string {
  return info.replaceAll(/("\w*Size\w*": )\d+/g, "$1…");
}

for (const { entry: sample, left } of turnsOf(sampleNames(), 3)) {
  const base = sample.replace(/\.trace$/, "");
  Deno.test(unless([left], `apitrace dump and info print ${sample} like the original`), async () => {
    let dumps = 0;
    for (const [variant, options] of VARIANTS) {
      const expected = await reference(`${base}.${variant}.txt`);
      if (!expected) continue;
      const { status, out } = await run(["dump", "--color=never", ...options, sample]);
      assertEquals(status, 0);
      assertSame(out, expected, `${variant} of ${sample}`);
      dumps++;
    }
    // Samples of containers have the content of other samples: there are no dumps of them.
    if (!sample.startsWith("cont-")) assert(dumps >= 2, `${dumps} dumps`);
    const expected = (await reference(`${base}.info.json`))!;
    const { out } = await run(["info", "--dump-frames", sample]);
    const shown = new TextDecoder().decode(expected);
    if (!shown.includes('"ZLib"')) assertSame(out, expected, `info of ${sample}`);
    // The original reports too few bytes for gzip files.
    else assertEquals(withoutSizes(new TextDecoder().decode(out)), withoutSizes(shown));
  });
}

interface IndexLine {
  readonly file: string;
  readonly args: readonly string[];
}

function readIndex(): IndexLine[] {
  const lines = Deno.readTextFileSync(new URL("options/INDEX.tsv", SAMPLES)).trim().split("\n").slice(1);
  return lines.map((line) => {
    const [file = "", , command = ""] = line.split("\t");
    const words = [...command.replace(/ {2,}\(.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map((word) =>
      word[1] ?? word[2]!
    );
    return { file, args: words.slice(1) };
  }).filter(({ args }) => !args.some((arg) => arg.endsWith("trim0.trace") || arg.endsWith("trim1.trace")));
}

for (const { file, args } of readIndex()) {
  const [command] = args;
  if (!command || !["dump", "pickle", "trim", "leaks"].includes(command) || /trim\d\.dump/.test(file)) {
    continue;
  }
  Deno.test(`apitrace ${args.join(" ")} behaves like the original`, async () => {
    const expected = await reference(`options/${file}`.replace(/\.gz$/, ""));
    const { status, out, errors, files } = await run(args);
    assertEquals(status, 0);
    if (command === "leaks") assertEquals(errors.trim(), new TextDecoder().decode(expected!).trim());
    else if (command === "trim") {
      const [ours, theirs] = [await streamOf(files.get("OUT")!), await streamOf(expected!)];
      assertSame(ours.bytes, theirs.bytes, file);
      assertEquals(errors, "Trimmed trace is available as OUT\n");
    } else assertSame(out, expected!, file);
    if (!args.includes("--blobs")) return;
    const list = new TextDecoder().decode((await reference(`options/${file.replace(".txt", ".list.txt")}`))!);
    const sizes = list.trim().split("\n").map((line) => line.split(" ").slice(0, 2).join(" "));
    assertEquals([...files].map(([name, bytes]) => `${name} ${bytes.length}`).sort(), sizes.sort());
  });
}

Deno.test("apitrace repack keeps the stream in every container", async () => {
  const sample = byEffort("real-es2gears-sigterm.trace", "real-mapped.trace");
  const { bytes } = await streamOf(Deno.readFileSync(new URL(sample, SAMPLES)));
  for (const option of ["--snappy", "--zlib", "--brotli=5", "--zstd=3"]) {
    const { files } = await run(["repack", option, sample, "OUT"]);
    assertSame((await streamOf(files.get("OUT")!)).bytes, bytes, option);
  }
});

Deno.test("apitrace repack --zstd writes a seek table in a frame that other programs skip", async () => {
  const sample = "real-mapped.trace";
  const { bytes } = await streamOf(Deno.readFileSync(new URL(sample, SAMPLES)));
  const { files } = await run(["repack", "--zstd=3", sample, "OUT"]);
  const packed = files.get("OUT")!;
  assertSame(new Uint8Array(zstdDecompressSync(packed)), bytes, "stream");
  const view = new DataView(packed.buffer, packed.byteOffset + packed.length - 25);
  const numbers = [0, 4, 12, 16, 21].map((at) => view.getUint32(at, true));
  assertEquals(numbers, [0x184d2a5e, 17, bytes.length, 1, 0x8f92eab1]);
  assertEquals(view.getUint32(8, true), packed.length - 25);
});

Deno.test("apitrace dump of a missing file has the error and the status of the original", async () => {
  const { status, errors } = await run(["dump", "no such file"]);
  assertEquals([status, errors], [1, "error: failed to open no such file\n"]);
});

Deno.test("apitrace trim stops reading after the last call, and keeps the calls before damage", async () => {
  const sample = "real-userarrays.trace";
  const { bytes } = await streamOf(Deno.readFileSync(new URL(sample, SAMPLES)));
  const damaged = await Deno.makeTempFile({ suffix: ".trace" });
  try {
    await Deno.writeFile(damaged, gzipSync(Uint8Array.of(...bytes, 6)));
    for (const [calls, expected] of [["--calls=0-30", 0], ["--calls=0-", 1]] as const) {
      const whole = await run(["trim", calls, "-o", "OUT", sample]);
      const { status, errors, files } = await run(["trim", calls, "-o", "OUT", damaged]);
      assertEquals(files, whole.files);
      assertEquals(status, expected);
      assertEquals(errors, expected ? "error: unknown event 6\n" : whole.errors);
    }
  } finally {
    await Deno.remove(damaged);
  }
});

Deno.test("apitrace dump refuses unknown character classes, invalid patterns, and steps of 0", async () => {
  for (const option of ["--grep=[[:nope:]]", "--grep=[[.x.]]", "--grep=(", "--grep=(a)\\1", "--calls=*/0"]) {
    await assertRejects(() => run(["dump", option, "real-tiny.trace"]), UsageError);
  }
});

Deno.test("apitrace reports missing arguments, and shows its options", async () => {
  await assertRejects(() => run([]), UsageError, "a command is missing: expected one of dump");
  await assertRejects(() => run(["fly"]), UsageError, "unknown command fly");
  for (const command of ["dump", "info", "pickle", "trim"]) {
    await assertRejects(() => run([command]), UsageError, `apitrace ${command}: name a trace file`);
  }
  for (const line of [["--help"], ["dump", "--help"], ["help"]]) {
    const { status, out, errors } = await run(line);
    assertEquals([status, new TextDecoder().decode(out), errors], [0, `${apitrace.usage}\n`, ""]);
  }
});
