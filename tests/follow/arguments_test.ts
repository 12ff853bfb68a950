/** Arguments of calls, which are read from the file on demand, while the file is still being written. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { Follower } from "../../src/engine/follow.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { Random } from "../support/random.ts";
import { rowsOf } from "../support/rows_of.ts";
import { withFolder } from "../support/temporary.ts";
import { followed } from "./followed_answers.ts";
import { apitraceStream } from "./long_streams.ts";
import { snappyStream } from "../support/snappy_stream.ts";

const QUESTIONS = [
  "args | by name: n = count(), s = sum(number) | sort name",
  'calls | where arg("size") > 5000 | summarize n = count(), last = max(no)',
  'calls | where text("ret") is null | count',
];
const CALLS = 3000;

async function answers(session: Session): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const question of QUESTIONS) found.push(await rowsOf(session, question));
  return found;
}

/** The answers of a fresh load of these bytes. */
async function freshAnswers(path: string, bytes: Uint8Array): Promise<unknown[]> {
  await Deno.writeFile(path, bytes);
  const session = new Session();
  const { source, reopen } = await openInput(path);
  try {
    session.add(
      tracesOf(await load(source, session.pools, { name: "t", ...(reopen ? { reopen } : {}) }), path),
    );
    return await answers(session);
  } finally {
    source.close();
    session.closeAll();
  }
}

for (const packed of [false, true]) {
  const how = packed ? "in snappy chunks" : "without a container";
  Deno.test(`arguments of a stream ${how} are those of the calls that are shown, also once the file has grown`, async () => {
    await withFolder(async (folder) => {
      const random = new Random(Date.now());
      const all = apitraceStream(random, CALLS);
      // All chunks are complete, including the last one.
      const end = all.length >>> 1;
      const first = all.subarray(0, end), rest = all.subarray(end);
      const path = `${folder}/t`;
      const packedFirst = packed ? await snappyStream(first) : first;
      await Deno.writeFile(path, packedFirst);
      const session = new Session();
      session.add(await followed(session, path, true));
      const follower = new Follower(session, () => Promise.reject(new Error("It was read from its start")));
      const before = await freshAnswers(`${folder}/fresh`, first);
      // A continued stream of chunks has no magic letters.
      const more = packed ? (await snappyStream(rest)).subarray(2) : rest;
      await Deno.writeFile(path, more, { append: true });
      assertEquals(await answers(session), before);
      const [news] = await follower.look();
      assertEquals(news?.failure, undefined);
      const after = await freshAnswers(`${folder}/fresh`, all);
      assertEquals(await answers(session), after);
      assertNotEquals(after, before);
      session.closeAll();
      assertEquals(session.pools.arena.pieceCount, 0);
    });
  });
}
