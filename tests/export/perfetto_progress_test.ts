/** Progress of an export of traces. */
import { assertEquals } from "@std/assert";
import { perfetto } from "../../src/export/perfetto.ts";
import { sampleSession } from "../support/sample_session.ts";

Deno.test("perfetto reports progress over the rows of all traces, up to the last", async () => {
  const session = await sampleSession({
    a: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    b: "testdata/apitrace/real-tiny.trace",
    c: "testdata/apitrace/real-shaders.trace",
  });
  const told: (readonly [number, number])[] = [];
  await perfetto.write(session, () => Promise.resolve(), (done, total) => void told.push([done, total]));
  let done = 0;
  const ends = session.traces.map(({ trace }) => done += trace.tables.get("events")!.rowCount);
  assertEquals([...new Set(told.map(([rows]) => rows))], ends);
  assertEquals(new Set(told.map(([, total]) => total)), new Set([done]));
});
