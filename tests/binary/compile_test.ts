/** Permissions and contents of the compiled program, and how targets are distinguished. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { baseRuntimeFor } from "../../tools/compile/base_runtime.ts";
import { threadPrograms } from "../../tools/compile/bundle.ts";
import { reasonIn } from "../../tools/compile/compile.ts";
import { permissionFlags } from "../../tools/compile/flags.ts";
import { machineOf, TARGETS } from "../../tools/compile/targets.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const THIS = TARGETS.find(({ name }) => name === Deno.build.target)!;

async function head(path: string): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array(4096);
  return bytes.subarray(0, await file.read(bytes) ?? 0);
}

Deno.test("machineOf() recognizes the programs of this machine, and no traces", async () => {
  assertEquals(machineOf(await head(Deno.execPath())), THIS.machine);
  assertEquals(
    machineOf(await head(new URL("testdata/mpatrol/wordfreq-le64/trace.mtrc", ROOT).pathname)),
    undefined,
  );
  assertEquals(machineOf(new Uint8Array()), undefined);
});

Deno.test("machineOf() distinguishes the headers of all targets", () => {
  const made = (build: (view: DataView) => void): string | undefined => {
    const bytes = new Uint8Array(128);
    build(new DataView(bytes.buffer));
    return machineOf(bytes);
  };
  const elf = (machine: number) =>
    made((view) => (view.setUint32(0, 0x7f454c46), view.setUint16(18, machine, true)));
  const macho = (cpu: number) =>
    made((view) => (view.setUint32(0, 0xfeedfacf, true), view.setUint32(4, cpu, true)));
  const pe = (machine: number) =>
    made((
      view,
    ) => (view.setUint16(0, 0x4d5a), view.setUint32(0x3c, 64, true), view.setUint16(68, machine, true)));
  const found = [elf(62), elf(183), macho(0x01000007), macho(0x0100000c), pe(0x8664), pe(0xaa64)];
  assertEquals(found, TARGETS.map(({ machine }) => machine));
  assertEquals(pe(0x14c), undefined);
});

Deno.test("baseRuntimeFor() returns a local copy only for its own machine", () => {
  const other = TARGETS.find((each) => each !== THIS)!;
  const own = Deno.execPath();
  assertEquals(baseRuntimeFor(undefined, undefined), undefined);
  assertEquals(baseRuntimeFor(undefined, own), own);
  assertEquals(baseRuntimeFor(THIS, own), own);
  assertEquals(baseRuntimeFor(other, own), undefined);
  assertEquals(baseRuntimeFor(other, "/rt/{target}/denort"), `/rt/${other.name}/denort`);
  assertEquals(baseRuntimeFor(undefined, "/rt/{target}"), `/rt/${Deno.build.target}`);
});

Deno.test("permissionFlags() allows reading, writing, programs, this machine and listed variables, and never prompts", () => {
  const flags = permissionFlags();
  assertEquals(flags.map((flag) => flag.replace(/=.*/, "")), [
    "--allow-read",
    "--allow-write",
    "--allow-run",
    "--allow-net",
    "--allow-env",
    "--no-prompt",
  ]);
  // Addresses of this machine: no request leaves it.
  assertEquals(
    flags.find((flag) => flag.startsWith("--allow-net")),
    "--allow-net=127.0.0.1,[::1],0.0.0.0,[::]",
  );
  assertMatch(flags.find((flag) => flag.startsWith("--allow-env"))!, /^--allow-env=[A-Z_,]+$/);
});

Deno.test("threadPrograms() lists every worker of the program", async () => {
  const programs = threadPrograms();
  const found: string[] = [];
  const walk = async (folder: URL): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await walk(new URL(`${name}/`, folder));
      else if (name.endsWith(".ts")) {
        const file = new URL(name, folder);
        const text = await Deno.readTextFile(file);
        // A worker program, and code that names one.
        if (/^if \("WorkerGlobalScope"/m.test(text)) found.push(file.pathname);
        const [, named] = /new Worker\(new URL\("([^"]+)"/.exec(text) ?? [];
        if (named !== undefined) found.push(new URL(named, file).pathname);
      }
    }
  };
  // The worker of the library is for other programs: none of ours starts it.
  for (const room of Deno.readDirSync(new URL("src/", ROOT))) {
    if (room.isDirectory && room.name !== "worker") await walk(new URL(`src/${room.name}/`, ROOT));
  }
  assert(found.length > 0);
  for (const path of found) assert(programs.includes(path), path);
});

Deno.test("reasonIn() extracts the cause of a failure from the output of the compiler", () => {
  assertEquals(
    reasonIn(
      "Compile a to b\nerror: Writing b\n\nCaused by:\n    0: Setting up base binary.\n    1: no net\n    2: more\n",
    ),
    "no net",
  );
  assertEquals(reasonIn("error: invalid value 'x'\n\nStack:\n"), "invalid value 'x'");
});

Deno.test(atFullEffort("the task names every target that it cannot build"), async () => {
  using folder = Temporary.folder();
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      new URL("tools/compile/compile.ts", ROOT).pathname,
      "--all",
      "--output",
      folder.path,
    ],
    cwd: ROOT,
    // No machine has a base runtime here.
    env: { DENORT_BIN: `${folder.path}/{target}`, NO_COLOR: "1" },
  }).output();
  const lines = new TextDecoder().decode(stdout).split("\n");
  assertEquals(code, 1);
  TARGETS.forEach(({ name }, at) => assertMatch(lines[at]!, new RegExp(`^quarry-${name}: not made: .+`)));
  assertMatch(lines.join("\n"), /0 of 6 made[^]*DENORT_BIN/);
  assertEquals([...Deno.readDirSync(folder.path)], []);
});
