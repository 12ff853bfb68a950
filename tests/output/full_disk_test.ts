/** On a full disk nothing changes, and no files remain. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HistoryFile } from "../../src/repl/history_file.ts";
import { entriesOf, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { noTinyDisk, onTinyDisk } from "./tiny_disk.ts";
import { atPlace, contentsOf, runProgram, write, type Writer, WRITERS } from "./writers.ts";

const APITRACE = new URL("../../testdata/apitrace/real-userarrays.trace", import.meta.url).pathname;
const FULL = "no space left on device";

function onFullDisk(
  name: string,
  run: (folder: string, room: { fill(): void; free(): void }) => Promise<void>,
  left: string | null = null,
): void {
  Deno.test({
    ...unless([noTinyDisk, left], `full disk: ${name}`),
    fn: () => onTinyDisk(run),
  });
}

/** The existing file: one of the writer's kind, or any file. */
function before({ kind = "before" }: Writer): Uint8Array {
  return typeof kind === "string" ? new TextEncoder().encode(kind) : kind;
}

for (const { entry: writer, left } of turnsOf(WRITERS, 20, 2)) {
  onFullDisk(writer.name, (disk, { fill, free }) =>
    atPlace(writer, async (place) => {
      Deno.writeFileSync(place.output, before(writer));
      const old = contentsOf(place.out);
      fill();
      const { code, err } = await write(writer, place);
      assertEquals(code, 1, err);
      assertStringIncludes(err, FULL);
      free();
      // A file to append to is empty at first, which fits.
      const name = place.output.slice(place.out.length + 1);
      assertEquals(contentsOf(place.out), writer.name === ".output" ? { [name]: "" } : old);
      assertEquals((await write(writer, place)).code, 0);
    }, { out: `${disk}/out` }), left);
}

onFullDisk("blobs", async (disk, { fill, free }) => {
  fill();
  const folder = `${disk}/made/on/demand`;
  const failed = await runProgram(["blobs", APITRACE, "-o", folder]);
  assertEquals([failed.code, failed.out], [1, ""]);
  assertStringIncludes(failed.err, FULL);
  assertEquals(Object.keys(contentsOf(disk)), ["filler"]);
  free();
  assertEquals((await runProgram(["blobs", APITRACE, "-o", folder])).code, 0);
  const whole = contentsOf(folder);
  fill();
  const again = await runProgram(["blobs", APITRACE, "-o", folder, "--force"]);
  assertEquals([again.code, again.out], [1, ""]);
  assertEquals(contentsOf(folder), whole);
});

onFullDisk("fmt", async (disk, { fill }) => {
  Deno.writeTextFileSync(`${disk}/a.qry`, "leaks|count");
  fill();
  const { code, err } = await runProgram(["fmt", `${disk}/a.qry`]);
  assertEquals(code, 1);
  assertStringIncludes(err, FULL);
  assertEquals(Object.keys(contentsOf(disk)), ["a.qry", "filler"]);
  assertEquals(Deno.readTextFileSync(`${disk}/a.qry`), "leaks|count");
});

onFullDisk("the history keeps complete entries", async (disk, { fill, free }) => {
  const path = `${disk}/state/history`;
  const history = new HistoryFile(path);
  await history.add("leaks | count");
  const kept = Deno.readTextFileSync(path);
  // The rest of its page has space for a part of the entry.
  fill();
  const long = `events | where func in {${'"name", '.repeat(2000)}"last"}`;
  await history.add(long);
  assertEquals(Deno.readTextFileSync(path), kept);
  free();
  await history.add(long);
  assertEquals(await history.read(), ["leaks | count", long]);
  assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
});

const noFullDevice = Deno.build.os === "linux" ? null : "/dev/full is on Linux";

Deno.test({
  ...unless([noFullDevice], "a full device causes an error like any other"),
}, async () => {
  const trace = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;
  const commands = [
    ["export", trace, "--to", "csv", "-o", "/dev/full"],
    ["query", trace, "-e", "assert leaks", "--junit", "/dev/full"],
    ["as", "mptrace", "-H", "/dev/full", trace],
  ];
  for (const command of entriesOf(commands, 1)) {
    const { code, err } = await runProgram(command);
    assertEquals(code, 1, command.join(" "));
    assertStringIncludes(err, `Cannot write "/dev/full": ${FULL}`);
  }
  assert(Deno.statSync("/dev/full").isCharDevice);
});
