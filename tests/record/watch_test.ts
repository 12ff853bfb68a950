/** `quarry record --watch`: rows while a program runs. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { withTools } from "../support/programs.ts";
import { Recordings } from "./programs.ts";

/** Records the program that waits, and ends the program after enough output. */
async function watched(
  recordings: Recordings,
  options: readonly string[],
  enough: RegExp,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const child = recordings.command(["record", ...options, "./waits"]).spawn();
  let err = "";
  const out = new Response(child.stdout).text();
  let isEnded = false;
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    err += text;
    if (isEnded || !enough.test(err)) continue;
    isEnded = true;
    child.kill("SIGINT");
  }
  const { code } = await child.status;
  return { code, out: await out, err };
}

Deno.test(
  withTools(
    ["heaptrack", "gcc"],
    "quarry record --watch shows rows while the program runs, and when it ends",
  ),
  async () => {
    using recordings = new Recordings();
    await recordings.compile("waits");
    const query = 'live @ end | where func == "main" | count';
    const options = ["--watch", query, "--watch", "events | count", "--every", "50ms"];
    const { code, out, err } = await watched(recordings, options, /waits: [\d,]+ events more, [\d,]+ now\n/);
    assertEquals([code, out], [130, "waits\n"]);
    assertMatch(err, /^waits: followed/m);
    assertMatch(err, /^waits: .*ended/m);
    assertStringIncludes(err, "the trace contains what was recorded until then");
    const counts = [...err.matchAll(/^count\n(\d+)\n/gm)].map(([, count]) => Number(count));
    assert(counts.length >= 4 && counts.length % 2 === 0, err);
    // The last shown rows are those of the kept trace.
    const [raw] = recordings.files(".raw.zst");
    const kept = await recordings.quarry([
      "query",
      raw!,
      "--sysroot",
      "/",
      "-m",
      "tsv",
      "-e",
      query,
      "-e",
      "events | count",
    ]);
    assertEquals(kept.out.match(/\d+/g)?.map(Number), counts.slice(-2));
  },
);

Deno.test(
  withTools(["heaptrack", "gcc"], "a failed assertion ends the watching, but not the program"),
  async () => {
    using recordings = new Recordings();
    await recordings.compile("waits");
    const options = ["--watch", "assert events | count == 0", "--every", "50ms"];
    const { code, err } = await watched(recordings, options, /assertion failed/);
    assertEquals(code, 130);
    assertEquals(err.match(/assertion failed/g)?.length, 1);
    assertEquals(recordings.files(".zst").length, 2);
  },
);

Deno.test(
  withTools(["valgrind", "gcc"], "--watch refuses an unsupported tracer before the program runs"),
  async () => {
    using recordings = new Recordings();
    await recordings.compile("three");
    const refused = async (...options: readonly string[]): Promise<string> => {
      const { code, out, err } = await recordings.quarry([
        "record",
        "--with",
        "valgrind",
        ...options,
        "./three",
        "x",
      ]);
      assertEquals([code, out], [2, ""]);
      return err;
    };
    assertStringIncludes(await refused("--watch", "leaks"), "it writes its trace when the program has ended");
    assertStringIncludes(await refused("--every", "1s"), "Option --every is for --watch");
    assertEquals(recordings.files("recording").length, 0);
  },
);
