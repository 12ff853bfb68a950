/** Samples of heaptrack: compared with the counts of heaptrack's own tools, when they were recorded and now. */
import { assert, assertEquals } from "@std/assert";
import type { Session } from "../../../src/engine/session.ts";
import { later } from "../../support/effort.ts";
import { lacks, unless } from "../../support/programs.ts";
import { sampleSession } from "../../support/sample_session.ts";
import { ask } from "../../conformance/opened.ts";

const SAMPLES = new URL("../../../testdata/heaptrack/", import.meta.url);
const NAMES = [...Deno.readDirSync(SAMPLES)].map(({ name }) => name).filter((name) => name.endsWith(".zst"))
  .map((name) => name.slice(0, -".zst".length)).sort();

type Row = readonly number[];

async function rowsOf(session: Session, query: string): Promise<Map<string, Row>> {
  const [answer] = await ask(session, query);
  return new Map(answer!.rows.map(([key, ...rest]) => [String(key), rest.map(Number)]));
}

/** Allocations, bytes at the end and bytes at the peak of every backtrace, sorted. */
async function stacksOf(session: Session): Promise<Row[]> {
  const made = await rowsOf(session, "allocs | by stack: n = count(), lost = sum(size) if leaked");
  const live = await rowsOf(session, "live @ peak | by stack: bytes = sum(size)");
  return [...made].map(([stack, [count, lost]]) => [count!, lost!, live.get(stack)?.[0] ?? 0]).sort(inOrder);
}

function inOrder(left: Row, right: Row): number {
  const at = left.findIndex((each, place) => each !== right[place]);
  return at < 0 ? 0 : left[at]! - right[at]!;
}

function tableOf(text: string): Row[] {
  return text.trimEnd().split("\n").slice(1).map((line) => line.split("\t").map(Number)).sort(inOrder);
}

for (const [turn, name] of NAMES.entries()) {
  const left = (place: number): string | null => turn % 3 === place ? null : later;
  const open = () => sampleSession({ t: `testdata/heaptrack/${name}.zst` });

  const counted =
    `${name}: the numbers of allocations, leaks and temporary allocations equal those of the interpreter`;
  Deno.test(unless([left(0)], counted), async () => {
    const session = await open();
    const counts = JSON.parse(await Deno.readTextFile(new URL(`${name}.counts.json`, SAMPLES)));
    const [made] = await ask(session, "allocs | summarize n = count(), lost = count() if leaked");
    const { stats, problems } = session.traces[0]!.trace;
    const [all, leaked] = made!.rows[0]!.map(Number);
    assertEquals({ all, leaked, temporary: Number(stats.get("temporary")) }, counts);
    assertEquals(problems, []);
  });

  const added =
    `${name}: every backtrace has the allocations, leaks and peak that heaptrack_print has for it`;
  Deno.test(unless([left(1)], added), async () => {
    const session = await open();
    const expected = tableOf(await Deno.readTextFile(new URL(`${name}.stacks.tsv`, SAMPLES)));
    assert(expected.length > 3);
    assertEquals(await stacksOf(session), expected);
  });

  Deno.test({
    ...unless(
      [lacks("heaptrack"), left(2)],
      `${name}: peak, leaks and resident memory equal those of heaptrack_print`,
    ),
    async fn() {
      const session = await open();
      const { stdout } = await new Deno.Command("heaptrack_print", {
        args: [new URL(`${name}.zst`, SAMPLES).pathname, "--disable-builtin-suppressions"],
      }).output();
      const text = new TextDecoder().decode(stdout);
      const said = (what: string): string => new RegExp(`^${what}: (\\S+)`, "m").exec(text)![1]!;
      const figure = async (query: string): Promise<string> =>
        rounded(Number((await ask(session, query))[0]!.rows[0]![0]));
      assertEquals(await figure("summarize max(live_bytes)"), said("peak heap memory consumption"));
      assertEquals(await figure("leaks | summarize sum(size)"), said("total memory leaked"));
      assertEquals(
        await figure("resident | summarize max(bytes)"),
        said("peak RSS \\(including heaptrack overhead\\)"),
      );
      const [calls] = await ask(session, "allocs | count");
      assertEquals(String(calls!.rows[0]![0]), said("calls to allocation functions"));
    },
  });
}

/** Bytes in the form of heaptrack_print. */
function rounded(bytes: number): string {
  const units = ["B", "K", "M", "G"];
  let unit = 0;
  while (bytes >= 1000 && unit < units.length - 1) {
    bytes /= 1000;
    unit++;
  }
  return (unit === 0 ? String(bytes) : bytes.toFixed(2)) + units[unit];
}
