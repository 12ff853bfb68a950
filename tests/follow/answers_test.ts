/** Answers about a file that is being written equal those about the file cut after its last complete record. */
import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { Follower } from "../../src/engine/follow.ts";
import type { OpenTrace } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { formats } from "../../src/formats/registry.ts";
import { load } from "../../src/ingest/load.ts";
import { unwrapped } from "../conformance/loading.ts";
import { someSamples } from "../conformance/samples.ts";
import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";
import { byEffort, seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { withFolder } from "../support/temporary.ts";
import { completeRecords, followed, linesOf, OF_THE_END, plain } from "./followed_answers.ts";

const MOST_BYTES = 60_000;

for (const format of formats) {
  const { name, grows } = format;
  if (!grows) continue;
  Deno.test(`${name}: a followed file answers like a file cut after its last complete record`, async () => {
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
          const records = await completeRecords(inner.subarray(0, end), format);
          const cut = records.length;
          const wanted = await plain(records);
          assertEquals(found, wanted?.lines, `${sample} of ${end} bytes, cut at ${cut}`);
          if (cut !== end && !grows.padded) {
            assertEquals(traces[0]!.waiting, "record", `${sample} of ${end} bytes`);
          }
        }
      }
    });
  });
}

/** Numbers of bytes that a writer writes at a time. */
const WRITES = [1, 97, 1 << 20];

Deno.test("a followed file, written in pieces of any size, gives the same answers at each check as a fresh load of its current content", async () => {
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
          // An incomplete line does not count as new.
          if (news.length > 0) assertEquals(session.traces[0]!.waiting, wanted[0]!.waiting);
        }
        session.closeAll();
      }
    }
  });
});

Deno.test("problems of a followed trace have the same order as after a fresh load, also if it ends with damage", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t`;
    const source = { thread: 1, func: "main", file: "a.c", line: 1 };
    const writer = new MtrcWriter({ wordBytes: 8, little: true });
    writer.head();
    writer.free(99, source);
    const bytes = joinBytes([writer.trailer().take(), new Uint8Array(100).fill(1)]);
    await Deno.writeFile(path, bytes);
    const session = new Session();
    const [open] = await followed(session, path);
    const file = await load(sourceOf(bytes), session.pools, { name: "t" });
    const codes = open!.trace.problems.map(({ code }) => code);
    assertEquals(codes, ["unknown-index", "trailing-bytes"]);
    assertEquals(codes, file.traces[0]!.problems.map(({ code }) => code));
    open!.memory.release();
    file.close();
  });
});
