import type { FunctionAt } from "../../../src/events/code_place.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { UsageError } from "../../../src/base/errors.ts";
import { parseIndexes, parseOptions } from "../../../src/compat/sp_rtrace_postproc/options.ts";
import { sample, samplesWith } from "../../formats/sp_rtrace/read_sample.ts";
import { allLeaks, leaksOfCalls } from "../../../src/compat/sp_rtrace_postproc/leaks.ts";
import { reportOf } from "../../../src/compat/sp_rtrace_postproc/report.ts";
import { selectCalls } from "../../../src/compat/sp_rtrace_postproc/select.ts";
import { entriesOf, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { openForLater, openReport, runPostproc } from "./open_report.ts";

const decoder = new TextDecoder("latin1");
const HEAD = "version=2.0, pid=12, \n";

Deno.test("parseOptions() accepts short, combined, long and abbreviated options", () => {
  const options = parseOptions([
    "-lcb3",
    "-s",
    "count-asc",
    "--context=0x10",
    "--resource",
    "2",
    "--inp",
    "x.txt",
  ]);
  assertEquals([options.leaks, options.compress, options.depth], [
    true,
    true,
    3,
  ]);
  assertEquals(
    [options.sort, options.context, options.resource, options.input],
    ["count-asc", 16, 2, "x.txt"],
  );
  assertEquals(parseOptions(["x.txt"]).input, "x.txt");
  assertEquals(
    parseOptions(["--call-address", "libx.so:0x10+20"]).callAddress,
    {
      target: "libx.so",
      start: 16n,
      size: 32n,
    },
  );
});

Deno.test("parseOptions() refuses invalid values", () => {
  for (
    const args of [["-z"], ["--nothing"], ["-C", "x"], ["-s", "size"], ["-b"], ["-b", "x"], ["-b", "-1"], [
      "--call-address",
      "x",
    ], ["--leaks=1"]]
  ) {
    assertThrows(() => parseOptions(args), UsageError);
  }
});

Deno.test("parseIndexes() reads decimal, hexadecimal and octal numbers", () => {
  assertEquals([...parseIndexes("1\n 0x1f\n010\n# 5\n\nx\n12 and more")], [
    1n,
    31n,
    8n,
    12n,
  ]);
});

for (const { entry: name, left } of turnsOf(samplesWith(".summary.json"), 3)) {
  const shown = `sp-rtrace-postproc loses nothing of ${name}.txt but temporary comments`;
  Deno.test(unless([left], shown), async () => {
    const before = decoder.decode(sample(name + ".txt"));
    const { out } = await runPostproc(["-i", name + ".txt", "-q"]);
    const lines = (text: string): string[] =>
      text.split("\n").filter((line) => !line.startsWith("#")).slice(1);
    if (name.startsWith("c09")) {
      assertEquals(lines(out).sort(), lines(before).sort());
    } else assertEquals(lines(out), lines(before));
    assertEquals((await runPostproc(["-i", "again"], { again: out })).out, out);
  });
}

Deno.test("sp-rtrace-postproc keeps contexts, arguments, types and dates that the original loses", async () => {
  const text = "version=1.0, pid=12, timestamp=21.11.2026 02:01:59, filter=resolve, extra=1, \n" +
    "@ 8 : eight: (x)\n@ 10 : sixteen\n<1> : one (first)\n<2> : two (second) [refcount]\n" +
    "1. @8 f<odd>(5) = 0x1\n\t$path = /a b c\n\t0x7f00 main() at x.c:1\n\n2. @10 g<two>(6) = 0x2\n\n#kept 100%s\n# dropped\n";
  const { out } = await runPostproc(["-C", "8", "-i", "t"], { t: text });
  assertEquals(
    out,
    "version=2.0, timestamp=2026.11.21 02:01:59, pid=12, filter=resolve, extra=1, \n" +
      "@ 8 : eight: (x)\n<1> : one (first)\n<2> : two (second) [refcount]\n" +
      "1. @8 f<odd>(5) = 0x1\n\t$path = /a b c\n\t0x7f00 main() at x.c:1\n\n#kept 100%s\n",
  );
});

Deno.test("sp-rtrace-postproc keeps decimals beyond milliseconds, without trailing zeros", async () => {
  const stamps = ["12.820123", "12.820123456", "12.820", "12.000001", "12.999999999", "59.000"];
  const call = (at: number, stamp: string): string => `${at + 1}. [00:32:${stamp}] f(5) = 0x${at + 1}\n\n`;
  const sorted = stamps.toSorted();
  const t = HEAD + "<1> : one (first)\n" + sorted.map((stamp, at) => call(at, stamp)).join("");
  for (const options of [[], ["-l"]]) {
    const { out } = await runPostproc([...options, "-i", "t"], { t });
    assertEquals(out.match(/\[.*?\]/g), sorted.map((stamp) => `[00:32:${stamp}]`));
    assertEquals((await runPostproc([...options, "-i", "again"], { again: out })).out, out);
  }
  // Trailing zeros mean nothing, and digits beyond nanoseconds are dropped with a warning.
  const odd = HEAD + call(0, "12.820000") + call(1, "12.5") + call(2, "12.0000000019");
  const { out, errors } = await runPostproc(["-i", "t"], { t: odd });
  assertEquals(out.match(/\[.*?\]/g), ["[00:32:12.000000001]", "[00:32:12.005]", "[00:32:12.820]"]);
  assertEquals(errors.includes("1 timestamp has more than nine decimals"), true);
});

Deno.test("sp-rtrace-postproc writes indexes exactly, also below 0 and beyond the range of a double", async () => {
  for (const no of ["99999999999999999", "-5", "-9223372036854775808", "9223372036854775807", "0"]) {
    const t = `${HEAD}<1> : one (first)\n${no}. f(5) = 0x1\n\n`;
    assertEquals((await runPostproc(["-i", "t"], { t })).out, t);
  }
});

Deno.test("sp-rtrace-postproc omits a time of zero, and writes the type of a call that is not the only registered type", async () => {
  const head = `${HEAD}<1> : one (first)\n`;
  const t = `${head}1. [00:00:00.000] f<other>(5) = 0x1\n\n2. [00:00:00.001] f(5) = 0x2\n\n`;
  const { out } = await runPostproc(["-i", "t"], { t });
  assertEquals(out, t.replace("[00:00:00.000] ", ""));
});

Deno.test("sp-rtrace-postproc -R checks only the lowest bit of a type", async () => {
  const t = `${HEAD}<3> : one (first)\n<4> : two (second)\n1. f<one>(5) = 0x1\n\n2. f<two>(5) = 0x2\n\n`;
  assertEquals((await runPostproc(["-R", "2", "-i", "t"], { t })).out, HEAD);
  assertEquals(
    (await runPostproc(["-R", "1", "-i", "t"], { t })).out,
    `${HEAD}<1> : one (first)\n1. f(5) = 0x1\n\n`,
  );
});

Deno.test("sp-rtrace-postproc removes arguments, and writes into a folder", async () => {
  const text = HEAD + "1. f(5) = 0x1\n\t$a = b\n\n";
  const { out, files } = await runPostproc(["-a", "-o", "/out/", "-i", "t"], {
    t: text,
  });
  assertEquals([...files], [[
    "/out/12-0.rtrace.txt",
    HEAD + "1. f(5) = 0x1\n\n",
  ]]);
  assertEquals(out, "INFO: Created text log file /out/12-0.rtrace.txt\n");
});

Deno.test("sp-rtrace-postproc prints its usage", async () => {
  assertEquals((await runPostproc(["-h"])).out.includes("--call-address"), true);
});

Deno.test("sp-rtrace-postproc -r writes names of functions, and keeps those that the report has", async () => {
  const text = "version=2.0, arch=x86_64, pid=12, \n<1> : one (first)\n: /lib/a.so => 0x1000-0x2000\n" +
    "1. f(5) = 0x1\n\t0x1100\n\t0x1200\n\t0x1300 own() at x.c:1\n\t0x1400\n\t0x5000\n\n";
  const names: Record<string, string> = { 4352: "plain", 4608: "ns::f(int)", 4864: "other" };
  // The post-processor writes no line numbers, even if they are known.
  const source = { file: "a.c", line: 1 };
  const functionAt: FunctionAt = (_module, _from, _to, address) => {
    const func = names[String(address)];
    return func === undefined ? undefined : { func, source };
  };
  const { out, opened } = await runPostproc(["-r", "--sysroot=/x", "--debug-dir", "/y", "-i", "t"], {
    t: text,
  }, {
    functionAt,
  });
  assertEquals(opened, { resolve: { sysroot: "/x", debugDirs: ["/y"] } });
  assertEquals(
    out,
    "version=2.0, arch=x86_64, pid=12, filter=resolve, \n<1> : one (first)\n: /lib/a.so => 0x1000-0x2000\n" +
      "1. f(5) = 0x1\n\t0x1100 plain() from /lib/a.so\n\t0x1200 ns::f(int) from /lib/a.so\n" +
      "\t0x1300 own() at x.c:1\n\t0x1400 from /lib/a.so\n\t0x5000\n\n",
  );
  // The output with names can be read again unchanged.
  assertEquals((await runPostproc(["-i", "again"], { again: out })).out, out);
});

/** Every line of a report between two blank ones that begins with a tab. */
const framesIn = (report: string): string[] => report.split("\n").filter((line) => line.startsWith("\t"));

Deno.test("sp-rtrace-postproc keeps frames separate that a report spells differently", async () => {
  // One address without a text and with several: the same facts in different words, and different facts.
  const texts = [
    ...["", " in ??", " ??", " from /lib/a.so", " main() at x.c:1", " in main() at x.c:1", " main at x.c:1"],
    ...[" main() from /lib/a.so", " main() at "],
  ];
  const head = "version=2.0, pid=12, \n<1> : one (first)\n: /lib/a.so => 0x1000-0x2000\n";
  const calls = (order: readonly string[]): string =>
    order.map((each, at) => `${at + 1}. f(5) = 0x${at + 1}\n\t0x1100${each}\n\t0x5000${each}\n\n`).join("");
  const all = `${texts.length + 1}. f(5) = 0x99\n${texts.map((each) => `\t0x1100${each}\n`).join("")}\n`;
  for (const order of [texts, texts.toReversed()]) {
    const t = head + calls(order) + all;
    const choices = [[], ["-l"], ["-a"], ["-q"], ["-R", "1"], ["-C", "0"], ["-b", "9"]];
    for (const options of entriesOf(choices, 0.45, order === texts ? 0 : 1)) {
      const { out } = await runPostproc([...options, "-i", "t"], { t });
      assertEquals(framesIn(out), framesIn(t), options.join(" "));
    }
    assertEquals(
      (await runPostproc(["-b", "1", "-i", "t"], { t })).out.split("\n").filter((line) =>
        line.startsWith("\t0x1100")
      ),
      [...order.map((each) => `\t0x1100${each}`), `\t0x1100${texts[0]}`],
    );
    // Groups are formed by addresses; the texts of a group come from its first call.
    for (const options of [["-c"], ["-lc"]]) {
      const { out } = await runPostproc([...options, "-i", "t"], { t });
      const [first] = order;
      assertEquals(framesIn(out), [
        ...texts.map((each) => `\t0x1100${each}`),
        ...[`\t0x1100${first}`, `\t0x5000${first}`],
      ]);
    }
  }
});

Deno.test("sp-rtrace-postproc -r writes no text for frames outside modules, and names unknown ones", async () => {
  const t = "version=2.0, arch=x86_64, pid=12, \n<1> : one (first)\n: /lib/a.so => 0x2000-0x3000\n" +
    "1. f(5) = 0x1\n\t0x1100 in ??\n\t0x1100\n\t0x2100 in ??\n\t0x2100\n\t0x2200 in ??\n\t0x2200\n\n";
  const functionAt: FunctionAt = (_module, _from, _to, address) =>
    address === 0x2100n ? { func: "plain" } : undefined;
  const { out } = await runPostproc(["-r", "-i", "t"], { t }, { functionAt });
  assertEquals(framesIn(out), [
    ...["\t0x1100 in ??", "\t0x1100", "\t0x2100 plain() from /lib/a.so", "\t0x2100 plain() from /lib/a.so"],
    ...["\t0x2200 in ??", "\t0x2200 from /lib/a.so"],
  ]);
});

Deno.test("sp-rtrace-postproc -r writes the same if names are looked up later", async () => {
  const words = ["", " in ??", " ??", " from /lib/a.so", " own() at x.c:1", " f1() from /lib/a.so"];
  const calls = Array.from({ length: 60 }, (_, at) => {
    const frames = words.map((each, level) =>
      `\t0x${(0x1000 + 16 * ((at + level) % 9)).toString(16)}${each}\n`
    );
    return `${at + 1}. f(${at}) = 0x${at + 1}\n${frames.slice(at % 4).join("")}\t0x9000${words[at % 6]}\n\n`;
  });
  const t = `version=2.0, arch=x86_64, pid=12, \n<1> : one (first)\n: /lib/a.so => 0x1000-0x2000\n${
    calls.join("")
  }`;
  const functionAt: FunctionAt = (_module, _from, _to, address) => {
    const func = `f${address % 3n}`;
    const frames = [{ func: "inlined", source: { file: "i.h", line: 2 } }, { func }];
    return address % 5n === 0n ? undefined : { func, source: frames[0]!.source, frames };
  };
  for (const input of ["t", "c05-shm.rtrace"]) {
    for (
      const options of [[], ["-r"], ["-rl"], ["-rc"], ["-r", "-b", "2"], [
        "-r",
        "--call-address=/lib/a.so:0x10+0x10",
      ]]
    ) {
      const args = [...options, "--sysroot=/x", "-i", input];
      const atOnce = await runPostproc(args, { t }, { functionAt });
      const later = await runPostproc(args, { t }, {}, async (bytes) => {
        const traces = await openForLater(bytes, functionAt);
        assert(traces[0]!.later);
        return traces;
      });
      assertEquals(later.out, atOnce.out, args.join(" "));
      assert(later.out.length > 200 || options.length > 2, args.join(" "));
    }
  }
});

Deno.test("sp-rtrace-postproc -r rejects programs of another machine", async () => {
  const t = "version=2.0, arch=armv7l, pid=12, \n1. f(5) = 0x1\n\n";
  await assertRejects(() => runPostproc(["-r", "-i", "t"], { t }), UsageError, "armv7l");
  assertEquals((await runPostproc(["-r", "--sysroot", "/x", "-i", "t"], { t })).code, 0);
});

Deno.test("leaksOfCalls() keeps the calls that the tables count as leaks, for every sample", async () => {
  for (const name of entriesOf(samplesWith(".summary.json"), 0.45)) {
    const [trace] = await openReport(sample(name + ".txt"));
    const report = reportOf(trace!);
    const all = selectCalls(report, {});
    assertEquals(allLeaks(report.allocs), leaksOfCalls(report, all), name);
  }
});

Deno.test("sp-rtrace-postproc warns about damage unless it is asked to be quiet", async () => {
  const text = HEAD + "\t0x5\n1. f(5) = 0x1\n\n";
  assertEquals(
    (await runPostproc(["-i", "t"], { t: text })).errors.includes(
      "no call before it",
    ),
    true,
  );
  assertEquals((await runPostproc(["-q", "-i", "t"], { t: text })).errors, "");
});
