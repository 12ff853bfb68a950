/** The command line on coverage traces: finding programs, lists of files, campaigns. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { quarry } from "../../cli/program.ts";
import { bytesOf } from "../../formats/gnatcov/samples.ts";
import { PROGRAM, runOf, SHORT } from "./made_program.ts";
import { atFullEffort, byEffort } from "../../support/effort.ts";
import { Temporary } from "../../support/temporary.ts";

const SAMPLE = "testdata/gnatcov/qemu-arm-flat-bare1.trace";
const ELF = "testdata/gnatcov/elf/bare1-arm";
const NEVER = 'functions | where state == "-" | select func';

Deno.test("--exec sets the program", async () => {
  const { out, err, code } = await quarry(["query", SAMPLE, "--exec", ELF, "-e", NEVER]);
  assertEquals([out, err, code], ["func\nnever_called\n", "", 0]);
});

Deno.test("another program is used if the user insists, with a warning", async () => {
  const { out, err } = await quarry([
    "query",
    SAMPLE,
    "--exec",
    "testdata/gnatcov/elf/bare1-i386",
    "-e",
    "traces | count",
  ]);
  assertEquals(out, "count\n1\n");
  assertStringIncludes(err, "is not the program of this trace");
  const missing = await quarry(["query", SAMPLE, "--exec", "no-such-file", "-e", "traces | count"]);
  assertStringIncludes(missing.err, 'Cannot open program "no-such-file"');
});

Deno.test(atFullEffort("a campaign opens from a list, with the program next to the traces"), async () => {
  using temporary = Temporary.folder();
  const folder = temporary.path;
  Deno.mkdirSync(`${folder}/bin`);
  Deno.writeFileSync(`${folder}/bin/demo`, PROGRAM);
  const names = Array.from({ length: byEffort(300, 40) }, (_, at) => `r${at}.trace`);
  names.forEach((name, at) =>
    Deno.writeFileSync(
      `${folder}/${name}`,
      runOf(at === 7 ? [...SHORT, [0x8000560, 8, 0x10]] : SHORT, "", 0),
    )
  );
  Deno.writeTextFileSync(`${folder}/list`, names.map((name) => `${folder}/${name}`).join("\n"));
  const queries = [
    "-e",
    "runs | where own > 0 | select trace, own",
    "-e",
    "traces reaching report | select trace",
  ];
  const { out, err, code } = await quarry(["query", `@${folder}/list`, ...queries, "-e", "events | count"]);
  assertEquals([code, err], [0, ""]);
  assertEquals(out, `trace\town\nr7.trace\t8\ntrace\nr7.trace\ncount\n${2 * names.length + 1}\n`);
  const first = await quarry(["query", `${folder}/r7.trace`, "-e", "events | tail 1 | select func, addr"]);
  assertEquals(first.out, "func\taddr\nreport\t0x8000560\n");
});

Deno.test("a program that the trace names must be a file", async () => {
  using temporary = Temporary.folder();
  const folder = temporary.path;
  // A folder of that name, not a program.
  Deno.mkdirSync(`${folder}/bin/demo`, { recursive: true });
  Deno.writeFileSync(`${folder}/a.trace`, runOf(SHORT));
  const { out, code } = await quarry(["query", `${folder}/a.trace`, "-e", "blocks | count"]);
  assertEquals([out, code], ["count\n2\n", 0]);
});

Deno.test("a heat strip fits into a terminal", async () => {
  const query = 'heat in section(".text") | select addr, strip';
  const { out } = await quarry(["query", SAMPLE, "--exec", ELF, "-m", "box", "-e", query], {
    env: { COLUMNS: "90" },
  });
  assert(out.split("\n").every((line) => [...line].length <= 90), out);
  assertStringIncludes(out, "█".repeat(64));
});

Deno.test("as gnatcov write-trace writes a file that reads back", async () => {
  using folder = Temporary.folder();
  const inputs = [SAMPLE, "testdata/gnatcov/qemu-arm-histmap-bare1.trace"];
  const { code } = await quarry([
    "as",
    "gnatcov",
    "write-trace",
    "--merge",
    "-o",
    `${folder.path}/m.trace`,
    ...inputs,
  ]);
  assertEquals(code, 0);
  assertEquals(Deno.readFileSync(`${folder.path}/m.trace`), bytesOf("merged-arm.trace"));
});

Deno.test("info counts distinct values, and not dictionary rows", async () => {
  const { out } = await quarry(["info", SAMPLE]);
  assertStringIncludes(out, "1 module, ");
});
