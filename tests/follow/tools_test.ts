/** Traces of real tools, followed while they record. */
import { assertEquals, assertMatch } from "@std/assert";
import { TextLineStream } from "@std/streams/text-line-stream";
import { Follower } from "../../src/engine/follow.ts";
import { type OpenTrace, tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { withTools } from "../support/programs.ts";
import { rowsOf } from "../support/rows_of.ts";
import { withFolder } from "../support/temporary.ts";
import { memrayPython } from "../support/tools.ts";

/** Takes blocks whenever it is told how many, and gives the last ones back. */
const JOB = `
import mmap, sys, memray
with memray.Tracker(sys.argv[1]):
    kept = []
    for line in sys.stdin:
        kept += [mmap.mmap(-1, 4096 * 3) for _ in range(int(line))]
        print(len(kept), flush=True)
`;

Deno.test(withTools(["memray"], "memray is followed while it records, to its end"), async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/m.bin`;
    const child = new Deno.Command(memrayPython()!, {
      args: ["-c", JOB, path],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const writer = child.stdin.getWriter();
    const texts: ReadableStream<string> = child.stdout.pipeThrough(new TextDecoderStream());
    const lines = (texts.pipeThrough(new TextLineStream()) as ReadableStream<string>)[Symbol.asyncIterator]();
    const take = async (count: number): Promise<number> => {
      await writer.write(new TextEncoder().encode(`${count}\n`));
      return Number((await lines.next()).value);
    };
    const session = new Session();
    const open = async (): Promise<OpenTrace[]> => {
      const { source } = await openInput(path);
      try {
        return tracesOf(await load(source, session.pools, { name: "m", follows: true }), path);
      } finally {
        source.close();
      }
    };
    const mapped = async (): Promise<unknown> =>
      (await rowsOf(session, "live @ end | where size == 12K | count"))[0]![0];
    assertEquals(await take(10), 10);
    session.add(await open());
    assertEquals(await mapped(), 10n);
    const follower = new Follower(session, open);
    for (const count of [1, 20, 300]) {
      const wanted = await take(count);
      const [news] = await follower.look();
      assertEquals(news?.change, "grown");
      assertEquals(await mapped(), BigInt(wanted));
      assertEquals(follower.isEnded, false);
    }
    await writer.close();
    assertMatch(String((await child.status).code), /^0$/);
    await follower.look();
    assertEquals(follower.isEnded, true);
    assertEquals(await mapped(), 331n);
    session.closeAll();
    await lines.return?.();
  });
});
