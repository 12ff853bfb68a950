/** What is answered of a file that is being written: the same as of that file cut after its last complete record. */
import { assert, assertEquals } from "@std/assert";
import { Follower } from "../../src/engine/follow.ts";
import { type OpenTrace, tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { formats } from "../../src/formats/registry.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { unwrapped } from "../conformance/loading.ts";
import { someSamples } from "../conformance/samples.ts";
import { Snapshooter } from "../conformance/snapshot.ts";
import { byEffort, seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { withFolder } from "../support/temporary.ts";

const MOST_BYTES = 60_000;

/** Lines of `problems` that speak of the end of the file. */
const OF_THE_END =
  /\b(?:cut-record|cut-container|cut-header|cut-info|cut-data|cut-padding|cut-time|empty-stream|no-entries|missing-trailer|not-finished)\b/;

/** Problems, which are compared apart, and what a call brings along that has only begun: its function and its types. */
const EARLY =
  /^t: (?:problems\b|stream bytes|functions\b|api\b|structures|enum|bit ?masks|stack frames|groups|classes)/;

/** All rows of all tables, without what is said of the end. */
async function linesOf(session: Session, traces: readonly Trace[]): Promise<string[]> {
  const lines = await new Snapshooter(session.pools).lines(traces);
  const problems = traces.flatMap(({ problems }) => problems)
    .filter(({ code }) => !OF_THE_END.test(code)).map((each) => JSON.stringify(each));
  return [
    ...lines.filter((line) => !EARLY.test(line)),
    ...problems,
  ];
}

interface Said {
  readonly lines: readonly string[];
  readonly cut: number | undefined;
}

/** What is said of bytes that are a whole file; null where nothing can be said. */
async function plain(bytes: Uint8Array): Promise<Said | null> {
  const session = new Session();
  try {
    const file = await load(sourceOf(bytes), session.pools, { name: "t" });
    const problems = file.traces.at(-1)!.problems;
    const cut = problems.find(({ code }) => OF_THE_END.test(code) && code.startsWith("cut-"));
    return { lines: await linesOf(session, file.traces), cut: cut?.offset };
  } catch {
    return null;
  }
}

async function followed(session: Session, path: string): Promise<OpenTrace[]> {
  const { source } = await openInput(path);
  try {
    return tracesOf(await load(source, session.pools, { name: "t", follows: true }), path);
  } finally {
    source.close();
  }
}

for (const { name, grows } of formats) {
  if (!grows) continue;
  Deno.test(`${name}: a followed file answers like one that is cut after its last complete record`, async () => {
    await withFolder(async (folder) => {
      const path = `${folder}/t`;
      const random = new Random(seeds(100) + name.length);
      for (const { bytes, path: sample } of someSamples(name, 4, MOST_BYTES)) {
        const inner = await unwrapped(bytes);
        for (let seed = 0; seed < Math.max(2, seeds(20)); seed++) {
          const end = 1 + random.below(inner.length);
          await Deno.writeFile(path, inner.subarray(0, end));
          const session = new Session();
          let traces: OpenTrace[];
          try {
            traces = await followed(session, path);
          } catch {
            continue;
          }
          const found = await linesOf(session, traces.map(({ trace }) => trace));
          const problems = traces.flatMap(({ trace }) => trace.problems).map(({ code }) => code);
          assert(problems.every((code) => !OF_THE_END.test(code) || traces.length > 1), problems.join());
          let cut = end;
          if (grows.unit === "lines") cut = inner.subarray(0, end).lastIndexOf(10) + 1;
          else cut = (await plain(inner.subarray(0, end)))?.cut ?? end;
          const wanted = await plain(inner.subarray(0, cut));
          assertEquals(found, wanted?.lines, `${sample} of ${end} bytes, cut at ${cut}`);
          if (cut < end && !grows.padded) {
            assertEquals(traces[0]!.waiting, "record", `${sample} of ${end} bytes`);
          }
        }
      }
    });
  });
}

/** Bytes that a writer writes at a time. */
const WRITES = [1, 97, 1 << 20];

Deno.test("a file that is written in pieces of any size answers at each look like the file as it is then", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t`;
    for (const { name, grows } of formats) {
      if (!grows) continue;
      const [sample] = someSamples(name, 1, MOST_BYTES);
      const inner = await unwrapped(sample!.bytes);
      const start = inner.length >>> 1;
      for (const step of WRITES) {
        await Deno.writeFile(path, inner.subarray(0, start));
        const session = new Session();
        session.add(await followed(session, path));
        const follower = new Follower(session, () => followed(session, path));
        for (let at = start, left = byEffort(40, 4); at < inner.length && left > 0; at += step, left--) {
          await Deno.writeFile(path, inner.subarray(at, at + step), { append: true });
          const news = await follower.look();
          const fresh = new Session();
          const wanted = await followed(fresh, path);
          const lines = await linesOf(session, session.traces.map(({ trace }) => trace));
          assertEquals(
            lines,
            await linesOf(fresh, wanted.map(({ trace }) => trace)),
            `${name}, ${at} + ${step}`,
          );
          assertEquals(news.map(({ failure }) => failure).filter((each) => each !== undefined), []);
          // A line that has only begun is nothing new.
          if (news.length > 0) assertEquals(session.traces[0]!.waiting, wanted[0]!.waiting);
        }
        session.closeAll();
      }
    }
  });
});
