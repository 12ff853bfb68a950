/** Sets of calls: repeated options, sets that turn out empty, calls that finish late. */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { byEffort, entriesOf } from "../../support/effort.ts";
import { reference } from "../../formats/apitrace/support.ts";
import { run } from "./running.ts";

const SAMPLES = [
  "real-threads4.trace",
  "syn-rand-v6-s1.trace",
  "syn-v6-alltags.trace",
  "syn-v4-basic.trace",
];

/** The results of a command: its output, and the file that it wrote. */
async function outcome(args: readonly string[]): Promise<unknown[]> {
  const { status, out, files } = await run(args);
  assertEquals(status, 0, args.join(" "));
  return [out, [...files.values()]];
}

/** A command without its sets, and the names of the options that take them. */
const COMMANDS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [["dump", "--color=never", "-v"], ["--calls"]],
  [["pickle"], ["--calls"]],
  [["pickle", "-s", "--release=11.1"], ["--calls"]],
  [["trim", "-o", "OUT"], ["--calls", "--frames"]],
];
const REPEATED: readonly (readonly string[])[] = [
  ["1-3", "7-8"],
  ["30-40", "0-5", "12"],
  ["20-10", "5"],
  ["*/7", "2 4,6"],
  ["draw", "9-20/3"],
];

for (const [turn, sample] of SAMPLES.entries()) {
  Deno.test(`apitrace treats repeated sets like one set with commas: ${sample}`, async () => {
    let asked = turn;
    for (const [command, options] of COMMANDS) {
      for (const option of options) {
        // Each command with different sets, so that all of them are used.
        for (const sets of entriesOf(REPEATED, 1, asked++)) {
          const apart = [...command, ...sets.map((set) => `${option}=${set}`), sample];
          const joined = [...command, `${option}=${sets.join(",")}`, sample];
          assertEquals(await outcome(apart), await outcome(joined), apart.join(" "));
        }
      }
    }
  });

  Deno.test(`apitrace trim treats an empty set like no set: ${sample}`, async () => {
    const trim = (...options: string[]) => outcome(["trim", "-o", "OUT", ...options, sample]);
    const all = await trim();
    for (const empty of entriesOf(["--calls=20-10", "--calls=", "--frames=9-3", "--frames="], 1, turn)) {
      assertEquals(await trim(empty), all, empty);
    }
    assertEquals(await trim("--calls=20-10", "--frames=9-3"), all);
    assertEquals(await trim("--calls=20-10", "--frames=0"), await trim("--frames=0"));
    assertEquals(await trim("--calls=3", "--frames=9-3"), await trim("--calls=3"));
    assertEquals(await trim("--calls=20-10", "--thread=1"), await trim("--thread=1"));
    assertNotEquals(await trim("--frames=0"), all);
  });

  Deno.test(`apitrace dump and pickle write nothing for an empty set: ${sample}`, async () => {
    for (const empty of ["--calls=20-10", "--calls="]) {
      assertEquals((await run(["pickle", empty, sample])).out.length, 0);
      const { out } = await run(["dump", "--color=never", "-v", empty, sample]);
      assertEquals(/^\d+ /m.exec(new TextDecoder().decode(out)), null);
    }
  });
}

/** Numbers of calls in the order in which they finished, as the original printed them. */
async function finished(sample: string): Promise<number[]> {
  const text = new TextDecoder().decode((await reference(sample.replace(".trace", ".dump-full.txt")))!);
  return [...text.matchAll(/^(\d+) @/gm)].map((match) => Number(match[1]));
}

for (const sample of ["real-threads4.trace", "syn-rand-v6-s1.trace"]) {
  Deno.test(`apitrace pickle finds calls that finish after later ones: ${sample}`, async () => {
    const order = await finished(sample);
    let highest = -1;
    const all = order.filter((no) => {
      const isLate = no < highest;
      highest = Math.max(highest, no);
      return isLate;
    });
    // The pickle of everything is the concatenation of the calls' pickles, so each has a position in it.
    const whole = new TextDecoder("latin1").decode((await run(["pickle", sample])).out);
    const late = entriesOf(all, byEffort(Math.ceil(all.length / 8), all.length / 50));
    assert(late.length > 1, `${all.length} calls finish late`);
    for (const no of late) {
      const { out } = await run(["pickle", `--calls=${no}`, sample]);
      const piece = new TextDecoder("latin1").decode(out);
      assertNotEquals(piece, "", `call ${no}`);
      assertEquals(whole.includes(piece), true, `call ${no}`);
    }
    const { out } = await run(["pickle", `--calls=${late.join()}`, sample]);
    const pieces = await Promise.all(
      late.map(async (no) =>
        new TextDecoder("latin1").decode((await run(["pickle", `--calls=${no}`, sample])).out)
      ),
    );
    assertEquals(new TextDecoder("latin1").decode(out), pieces.join(""));
  });
}
