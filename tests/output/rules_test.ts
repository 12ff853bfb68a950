/** Every output follows the table of rules: each rule with every writer. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { helpOn } from "../../src/cli/help/find_help.ts";
import { allCommands } from "../../src/cli/load_command.ts";
import { OUTPUT_RULES, type OutputRule, type OutputRuleName } from "../../src/output/rules.ts";
import { dotCommands } from "../../src/repl/dot/registry.ts";
import { entriesOf } from "../support/effort.ts";
import { letGo } from "../support/named_pipe.ts";
import { lacks, unless } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { atPlace, contentsOf, type Place, write, type Writer, WRITERS } from "./writers.ts";

const { commands } = await allCommands();

const TRACE = Deno.readFileSync(new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url));
const TEXT_TRACE = Deno.readFileSync(new URL("../../testdata/sp-rtrace/c01-jsonidx.txt", import.meta.url));
const LATIN1 = new TextDecoder("latin1");

/** Expects one error, exit code 1, and no change in the folder of the output. */
async function assertRefused(
  writer: Writer,
  place: Place,
  message: string,
  options: { readonly force?: boolean; readonly through?: readonly string[] } = {},
): Promise<void> {
  const { force = false, through = [] } = options;
  const before = contentsOf(place.out);
  const input = Deno.readFileSync(place.input);
  const { code, err } = await write(writer, { ...place, force }, { through });
  assertEquals([code, contentsOf(place.out)], [1, before], `${writer.name}: ${err}`);
  assertEquals(Deno.readFileSync(place.input), input, writer.name);
  assertMatch(err, /^error: Cannot write [^\n]+\n$/m);
  assertStringIncludes(err, message, writer.name);
}

/** Expects exit code 0, the output of the program, and no other files. */
async function assertWritten(
  writer: Writer,
  place: Place,
  options: { readonly force?: boolean } = {},
): Promise<string> {
  const others = Object.keys(contentsOf(place.out));
  const { code, err } = await write(writer, { ...place, ...options });
  assertEquals(code, 0, `${writer.name}: ${err}`);
  const name = place.output.slice(place.out.length + 1);
  assertEquals(Object.keys(contentsOf(place.out)), [...new Set([...others, name])].sort(), writer.name);
  const content = Deno.readFileSync(place.output);
  assert(content.length > 0, `${writer.name} has written nothing`);
  return LATIN1.decode(content);
}

function kindOf({ kind = "whatever it is" }: Writer): Uint8Array {
  return typeof kind === "string" ? new TextEncoder().encode(kind) : kind;
}

/** Options that remove all of root's capabilities from a program. */
const GIVE_UP = ["--bounding-set=-all", "--inh-caps=-all"];
const ORDINARY = Deno.uid() === 0 ? ["setpriv", ...GIVE_UP] : [];

/** Whether an installed program works here. */
async function works(program: string, ...args: readonly string[]): Promise<boolean> {
  return (await new Deno.Command(program, { args: [...args], stdout: "null", stderr: "null" }).output())
    .success;
}

/** A test of a rule with one writer. */
type Trial = (writer: Writer, place: Place) => Promise<void>;

const TRIALS: Readonly<Record<Exclude<OutputRuleName, "full">, Trial>> = {
  async free(writer, place) {
    await assertWritten(writer, place);
    assertEquals(Deno.statSync(place.output).mode! & 0o777, 0o666 & ~Deno.umask(), writer.name);
  },

  async same(writer, place) {
    const before = kindOf(writer);
    Deno.writeFileSync(place.output, before);
    Deno.chmodSync(place.output, 0o640);
    Deno.linkSync(place.output, `${place.out}/hard`);
    const content = await assertWritten(writer, place);
    assert(content !== LATIN1.decode(before), writer.name);
    assertEquals(Deno.statSync(place.output).mode! & 0o777, 0o640, writer.name);
    assertEquals(Deno.readFileSync(`${place.out}/hard`), before, writer.name);
    // Its own earlier output is of its kind, and so is an empty file.
    await assertWritten(writer, place);
    Deno.truncateSync(place.output, 0);
    await assertWritten(writer, place);
  },

  async other(writer, place) {
    for (const other of [TRACE, TEXT_TRACE]) {
      Deno.writeFileSync(place.output, other);
      if (writer.replaces === "kind") {
        await assertRefused(writer, place, "--force replaces it");
        await assertWritten(writer, place, { force: true });
      } else await assertWritten(writer, place);
    }
  },

  async read(writer, place) {
    const made = writer.madeUp !== undefined;
    const spellings = made ? [] : [place.input, `${place.folder}/out/../in/./sample`];
    for (const output of spellings) {
      await assertRefused(writer, { ...place, output }, "Quarry is reading it");
      if (writer.replaces === "kind") {
        await assertRefused(writer, { ...place, output }, "is reading it", { force: true });
      }
    }
    Deno.symlinkSync("../in/sample", place.output);
    await assertRefused(writer, place, `Quarry is reading it, as "${place.input}"`);
    Deno.removeSync(place.output);
    Deno.linkSync(place.input, place.output);
    await assertRefused(writer, place, `Quarry is reading it, as "${place.input}"`);
  },

  async link(writer, place) {
    Deno.mkdirSync(`${place.folder}/elsewhere`);
    const real = `${place.folder}/elsewhere/real`;
    Deno.writeFileSync(real, kindOf(writer));
    Deno.symlinkSync("../elsewhere/real", place.output);
    await assertWritten(writer, place);
    assertEquals(Deno.readLinkSync(place.output), "../elsewhere/real", writer.name);
    assertEquals(Object.keys(contentsOf(`${place.folder}/elsewhere`)), ["real"], writer.name);
    assert(LATIN1.decode(Deno.readFileSync(real)) !== LATIN1.decode(kindOf(writer)), writer.name);
  },

  async lost(writer, place) {
    Deno.symlinkSync("../elsewhere", place.output);
    await assertRefused(writer, place, 'it is a link to "../elsewhere", which does not exist');
    assertEquals(contentsOf(place.folder)["elsewhere"], undefined, writer.name);
  },

  async folder(writer, place) {
    Deno.mkdirSync(place.output);
    await assertRefused(writer, place, "it is a folder");
  },

  async disk(writer, place) {
    // A loop device without a file.
    assert(await works("mknod", place.output, "b", "7", "250"));
    await assertRefused(writer, place, "it is a disk");
  },

  async nowhere(writer, place) {
    const output = `${place.out}/none/${writer.madeUp ?? "target"}`;
    await assertRefused(writer, { ...place, output }, `there is no folder "${place.out}/none"`);
  },

  async denied(writer, place) {
    Deno.writeFileSync(place.output, kindOf(writer));
    Deno.chmodSync(place.output, 0o444);
    await assertRefused(writer, place, "permission denied", { through: ORDINARY });
    Deno.removeSync(place.output);
    Deno.chmodSync(place.out, 0o555);
    await assertRefused(writer, place, "permission denied", { through: ORDINARY });
    Deno.chmodSync(place.out, 0o755);
  },

  async stream(writer, place) {
    assert(await works("mkfifo", place.output));
    const reading = Deno.readFile(place.output);
    const { code, err } = await write(writer, place);
    if (code !== 0) letGo(place.output);
    assertEquals(code, 0, `${writer.name}: ${err}`);
    assert((await reading).length > 0, writer.name);
    assert(Deno.statSync(place.output).isFifo, writer.name);
    if (writer.madeUp !== undefined) return;
    for (const output of ["/dev/null", "/dev/stdout"]) {
      const { code, out } = await write(writer, { ...place, output });
      assertEquals(code, 0, writer.name);
      if (output === "/dev/stdout") assert(out.length > 0, writer.name);
    }
    assert(Deno.statSync("/dev/null").isCharDevice);
  },
};

/** Tests a rule with some writers, or with all at full effort; other rules use other writers. */
async function each(trial: Trial, rule: number): Promise<void> {
  // One after the other, since the files that a run reads are recorded for one run at a time.
  for (const writer of entriesOf(WRITERS, 4, rule)) await atPlace(writer, (place) => trial(writer, place));
}

Deno.test("every command that writes files is tested", () => {
  const names = [
    ...commands.filter(({ writes }) => writes).map(({ name }) => name),
    ...dotCommands.filter(({ writes }) => writes).map(({ name }) => `.${name}`),
  ];
  // The output of tracers is tested with the tracers.
  const tried = [...WRITERS.map(({ command }) => command), "fmt", "blobs", "record"];
  assertEquals([...new Set(tried)].sort(), names.sort());
  // A command with an option for an output is a writer.
  for (const { name, options, writes } of commands) {
    const outputs = options.filter((option) => ["output", "junit", "sarif"].includes(option.name));
    assertEquals(
      outputs.length > 0,
      writes !== undefined && !["as", "fmt"].includes(name) || name === "repl",
      name,
    );
  }
});

Deno.test("docs/outputs.md and help show the table of rules", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/outputs.md", import.meta.url));
  const rows = page.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  const help = (await helpOn(["outputs"], commands)).replaceAll(/\s+/g, " ");
  for (const { found, action, forced, words } of Object.values<OutputRule>(OUTPUT_RULES)) {
    const more = forced === undefined ? "" : `, with \`--force\` ${forced}`;
    assert(rows.includes(`| ${found} | ${action}${more} | ${words} |`), found);
    assertStringIncludes(help, `${found} ${action}${more.replaceAll("`", "")}: ${words}`);
  }
});

/** Whether root may make devices in this container. */
async function makesDevices(): Promise<boolean> {
  using folder = Temporary.folder();
  return await works("mknod", `${folder.path}/disk`, "b", "7", "250");
}

const lacksDisk = Deno.uid() !== 0
  ? "only root can make a device"
  : lacks("mknod") ?? (await makesDevices() ? null : "devices cannot be made here");
const lacksRules = Deno.uid() !== 0 ? null : lacks("setpriv") ??
  (await works("setpriv", ...GIVE_UP, "true") ? null : "root cannot give up its rights here");

/** The reason why a rule cannot be tested here. */
const obstacles: Partial<Record<OutputRuleName, string | null>> = {
  disk: lacksDisk,
  denied: lacksRules,
  stream: lacks("mkfifo"),
};

for (const [at, [name, trial]] of Object.entries(TRIALS).entries()) {
  const rule = OUTPUT_RULES[name as OutputRuleName];
  Deno.test({
    ...unless([obstacles[name as OutputRuleName]], `${rule.found}: ${rule.action}`),
    fn: () => each(trial, at),
  });
}
