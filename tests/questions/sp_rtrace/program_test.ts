import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { quarry } from "../../cli/program.ts";
import { compile, EXPECTED, run } from "../../elf/traced_program.ts";
import { atFullEffort } from "../../support/effort.ts";
import { Temporary } from "../../support/temporary.ts";

const ROOT = new URL("../../../", import.meta.url);

const sample = (name: string): string => new URL(`testdata/sp-rtrace/${name}`, ROOT).pathname;

Deno.test(atFullEffort("--file-order keeps the order of a report, and info names the order"), async () => {
  const file = sample("c09-bash-all.txt");
  assertStringIncludes((await quarry(["info", file])).out, "by timestamp and index");
  assertStringIncludes((await quarry(["info", "--file-order", file])).out, "as in the file");
  const query = ["-e", "events | where no < seq | count"];
  const [sorted, kept] = await Promise.all([
    quarry(["query", file, ...query]),
    quarry(["query", "--file-order", file, ...query]),
  ]);
  assertEquals([sorted.out, kept.out].map((out) => out.split("\n")[1] === "0"), [false, true]);
});

Deno.test({
  ...atFullEffort("--sysroot names functions in query, info and sp-rtrace-postproc -r", ["gcc"]),
  async fn() {
    using temporary = Temporary.folder();
    const folder = temporary.path;
    const report = `${folder}/report.txt`;
    Deno.writeTextFileSync(report, run(compile(folder)));
    const query = ["-e", "events | unwind | select func | take 5", "--no-header"];
    const [bare, named, text] = await Promise.all([
      quarry(["query", report, ...query]),
      quarry(["query", report, "--sysroot", "/", ...query]),
      quarry(["as", "sp-rtrace-postproc", "-r", "-i", report]),
    ]);
    // Without programs there are no names: frames are shown by their modules.
    for (const line of bare.out.trim().split("\n")) {
      assertMatch(line, /^(?:program|libcall\.so)\+0x[0-9a-f]+$/);
    }
    assertEquals(named.out.trim().split("\n"), [...EXPECTED]);
    const spelled = EXPECTED.map((name) => name.includes("(") ? name : `${name}()`);
    const lines = text.out.split("\n").filter((line) => line.startsWith("\t")).slice(0, 5);
    const module = (name: string): string => `${folder}/${name === "lib_call()" ? "libcall.so" : "program"}`;
    assertEquals(
      lines.map((line) => line.replace(/^\t0x\w+ /, "")),
      spelled.map((name) => `${name} from ${module(name)}`),
    );
    assertStringIncludes(text.out, "filter=resolve, ");
    Deno.mkdirSync(`${folder}/empty`);
    const without = await quarry(["query", report, "--sysroot", `${folder}/empty`, ...query]);
    assertStringIncludes(without.err, "no program found for ");
  },
});
