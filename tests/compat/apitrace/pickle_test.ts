/** Pickles compared with the output of release 11.1, and read by its scripts. */
import { APITRACE_SCRIPT as SCRIPT } from "../../support/tools.ts";
import { atFullEffort, entriesOf } from "../../support/effort.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { gzipSync } from "node:zlib";
import { UsageError } from "../../../src/base/errors.ts";
import { apitrace } from "../../../src/compat/apitrace/mod.ts";
import { PickleBytes } from "../../../src/compat/apitrace/pickle_bytes.ts";
import { MadeStream } from "../../formats/apitrace/made_stream.ts";
import { SAMPLES } from "../../formats/apitrace/support.ts";
import { run } from "./running.ts";

/** Numbers and what `apitrace pickle` 11.1 wrote for arguments of these values. */
const RECORDED: readonly (readonly [bigint, string])[] = [
  [0n, "4b00"],
  [255n, "4bff"],
  [256n, "4d0001"],
  [65535n, "4dffff"],
  [65536n, "4a00000100"],
  [134217727n, "4affffff07"],
  [134217728n, "8a0400000008"],
  [268435456n, "8a0400000010"],
  [2147483647n, "8a04ffffff7f"],
  [2147483648n, "8a050000008000"],
  [4294967295n, "8a05ffffffff00"],
  [4294967296n, "8a050000000001"],
  [549755813887n, "8a05ffffffff7f"],
  [549755813888n, "8a06000000008000"],
  [9223372036854775807n, "8a08ffffffffffffff7f"],
  [18446744073709551615n, "8a08ffffffffffffffff"],
  [-1n, "4affffffff"],
  [-134217728n, "4a000000f8"],
  [-134217729n, "8a04fffffff7"],
  [-2147483648n, "8a0400000080"],
  [-2147483649n, "8a05ffffff7fff"],
  [-549755813888n, "8a050000000080"],
  [-9223372036854775808n, "8a080000000000000080"],
];

Deno.test("PickleBytes writes integers beyond 27 bits as long integers, like the original", () => {
  for (const [value, hex] of RECORDED) {
    const out = new PickleBytes();
    if (value < 0n) out.int(value);
    else out.uint(Number(value & 0xffff_ffffn), Number(value >> 32n));
    const written = [...out.take()].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    assertEquals(written, hex, String(value));
  }
});

Deno.test("apitrace pickle lists the releases, and --help names its default", async () => {
  await assertRejects(
    () => run(["pickle", "--release=12", "real-tiny.trace"]),
    UsageError,
    "apitrace pickle: expected release 11.1 or 13.0, found 12",
  );
  const thirteen = await run(["pickle", "--release=13.0", "real-tiny.trace"]);
  assertEquals(thirteen.out, (await run(["pickle", "real-tiny.trace"])).out);
  for (const said of ["13.0", "--release=11.1", "unpickle.py"]) {
    assertEquals(apitrace.usage.includes(said), true, said);
  }
});

/** Integers at the limits of all encodings, in every place of a value. */
function borders(): Uint8Array {
  const writer = new MadeStream(6);
  const pairs = [["LOW", -1], ["HIGH", 1 << 27]] as const;
  const call = (value: bigint): void => {
    const no = writer.enter(1, "f", ["int", "pointer", "mask", "enum", "list"]);
    const unsigned = BigInt.asUintN(64, value);
    const values = [
      () => writer.int(value),
      () => writer.pointer(unsigned | 1n),
      () => writer.mask(1, [["A", 1], ["B", 1 << 27]], unsigned),
      () => writer.enum(1, pairs, BigInt.asIntN(63, value)),
      () => (writer.array(2), writer.int(value), writer.int(-1n)),
    ];
    values.forEach((write, at) => (writer.arg(at), write()));
    writer.end();
    writer.leave(no);
    writer.ret();
    writer.int(value);
    writer.end();
  };
  for (const bits of [8n, 16n, 26n, 27n, 28n, 31n, 32n, 39n, 47n, 63n]) {
    for (const more of [-2n, -1n, 0n, 1n]) {
      call((1n << bits) + more);
      call(-(1n << bits) - more > -(1n << 63n) ? -(1n << bits) - more : -(1n << 63n));
    }
  }
  return new Uint8Array(gzipSync(writer.take()));
}

function original(args: string[], input?: Uint8Array): Uint8Array {
  const [command, ...rest] = args;
  if (!input) return new Deno.Command(command!, { args: rest }).outputSync().stdout;
  const file = Deno.makeTempFileSync();
  try {
    Deno.writeFileSync(file, input);
    return new Deno.Command("sh", { args: ["-c", `${args.join(" ")} < "${file}"`] }).outputSync().stdout;
  } finally {
    Deno.removeSync(file);
  }
}

Deno.test({
  ...atFullEffort(
    "apitrace pickle --release=11.1 writes the same as release 11.1, whose unpickle.py reads it",
    [
      "apitrace",
      "python3",
    ],
  ),
  async fn() {
    const made = Deno.makeTempFileSync({ suffix: ".trace" });
    try {
      Deno.writeFileSync(made, borders());
      const files = new Map([[made, Deno.readFileSync(made)]]);
      const samples = [
        "real-threads4",
        "real-mapped",
        "real-shaders",
        "syn-v6-alltags",
        "syn-rand-v6-s2",
        "syn-v4-basic",
      ];
      const paths = entriesOf(samples, 0.4, 1).map((name) => `${name}.trace`);
      for (const path of [made, ...paths]) {
        const real = path === made ? made : new URL(path, SAMPLES).pathname;
        for (const options of [[], ["-s"], ["--calls=7,41"], ["--calls=1-30/2", "--calls=draw"]]) {
          const { out } = await run(["pickle", "--release=11.1", ...options, path], files);
          const expected = original(["apitrace", "pickle", ...options, real]);
          assertEquals(out.length > 0 || options.length > 0, true);
          assertEquals(out, expected, `${path} ${options.join(" ")}`);
        }
        // Without the option its script stops at the sixth field.
        const { out } = await run(["pickle", "--release=11.1", path], files);
        const read = original(["python3", SCRIPT, "-v"], out);
        assertEquals(read.length > 0, true);
        assertEquals(read, original(["python3", SCRIPT, "-v"], original(["apitrace", "pickle", real])));
      }
    } finally {
      Deno.removeSync(made);
    }
  },
});
