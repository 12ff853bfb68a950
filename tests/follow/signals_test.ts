/** Following that is cancelled in the middle: by a signal that is polled, and by one of the system. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { polledSignal } from "../../src/base/polled_signal.ts";
import { Follower } from "../../src/engine/follow.ts";
import { reload } from "../../src/engine/reload.ts";
import { Session } from "../../src/engine/session.ts";
import { checkFollowedFile } from "../../src/ingest/follow.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { type OpenTrace, tracesOf } from "../../src/engine/open_trace.ts";
import { atFullEffort, seeds } from "../support/effort.ts";
import { rowsOf } from "../support/rows_of.ts";
import { withFolder } from "../support/temporary.ts";
import { Running } from "./running.ts";

/** Lines of mtrace that allocate and free one block after the other, from number `first` on. */
function linesFrom(first: number, count: number): string {
  let text = first === 0 ? "= Start\n" : "";
  for (let at = first; at < first + count; at++) {
    const addr = (0x1000 + 64 * (at >> 1)).toString(16);
    text += at % 2 === 0 ? `@ ./app:[0x401136] + 0x${addr} 0x20\n` : `@ ./app:[0x401136] - 0x${addr}\n`;
  }
  return text;
}

const append = (path: string, text: string): void => Deno.writeTextFileSync(path, text, { append: true });

async function counted(session: Session): Promise<unknown> {
  return (await rowsOf(session, "events | count"))[0]![0];
}

/** A signal that is aborted at its `last`th check. */
function abortedAt(last: number): AbortSignal {
  let looks = 0;
  return polledSignal(() => ++looks >= last ? new Error("given up") : undefined);
}

Deno.test("a cancelled check leaves the answers unchanged, and the next one updates all of them", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t.mtrace`;
    const session = new Session();
    const open = async (_: readonly OpenTrace[], signal?: AbortSignal): Promise<OpenTrace[]> => {
      const { source } = await openInput(path);
      try {
        const options = { name: "t", follows: true, ...(signal ? { signal } : {}) };
        return tracesOf(await load(source, session.pools, options), path);
      } finally {
        source.close();
      }
    };
    append(path, linesFrom(0, 100));
    session.add(await open([]));
    const follower = new Follower(session, open);
    let events = 100;
    // Half a megabyte is read at a time.
    const more = 60_000;
    append(path, linesFrom(events, more));
    assertEquals((await follower.look()).length, 1);
    events += more;
    assertEquals(await counted(session), BigInt(events));
    let tries = 0;
    // How often a look checks its signal depends on the clock: it is cancelled later and later, until it
    // finishes before.
    for (let last = 1;; last += Math.ceil(1 / seeds(1))) {
      append(path, linesFrom(events, more));
      const given = await follower.look(abortedAt(last)).catch((error: unknown) => error);
      if (!(given instanceof Error)) break;
      tries++;
      assertEquals(given.message, "given up");
      assertEquals(await counted(session), BigInt(events));
      events += more;
      // Ctrl-C may also come while the file is read again from its start.
      await assertRejects(() => follower.look(abortedAt(2)), Error, "given up");
      assertEquals((await follower.look()).map(({ failure }) => failure), [undefined]);
      assertEquals(await counted(session), BigInt(events));
    }
    assert(tries > 1);
    assertEquals(await counted(session), BigInt(events + more));
    session.closeAll();
  });
});

Deno.test("a check reads up to where the file ended when the check began, even if its writer continues", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t.mtrace`;
    const session = new Session();
    const open = async (): Promise<OpenTrace[]> => {
      const { source } = await openInput(path);
      try {
        return tracesOf(await load(source, session.pools, { name: "t", follows: true }), path);
      } finally {
        source.close();
      }
    };
    append(path, linesFrom(0, 100));
    session.add(await open());
    append(path, linesFrom(100, 50));
    const look = await checkFollowedFile(path, session.traces[0]!.state!);
    append(path, linesFrom(150, 50));
    const [news] = await reload(session, session.traces, open, { look });
    assertEquals(news!.rows, 150);
    await new Follower(session, open).look();
    assertEquals(await counted(session), 200n);
    session.closeAll();
  });
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(
    atFullEffort(`quarry serve --follow reacts to ${signal} while it reads much new data`),
    async () => {
      await withFolder(async (folder) => {
        const path = `${folder}/t.mtrace`;
        append(path, linesFrom(0, 100));
        await using serve = new Running(["serve", "--follow", path, "--port", "0"]);
        await serve.until(/http:\S+\n/);
        const [link] = /http:\S+/.exec(serve.out)!;
        const news = async (): Promise<string> => {
          const headers = { "content-type": "application/json", origin: new URL(link).origin };
          const answer = await fetch(`${link}api/news`, { method: "POST", body: "{}", headers });
          return await answer.text();
        };
        assertMatch(await news(), /"news":\[\]/);
        const piece = linesFrom(100, 1_000_000);
        for (let count = 0; count < 20; count++) append(path, piece);
        const told = news().catch(() => "");
        // Once this later request is answered, the earlier one has arrived.
        await (await fetch(`${link}app.js`)).arrayBuffer();
        serve.kill(signal);
        await serve.end();
        // The round has not finished.
        assertEquals((await told).includes("events more"), false);
      });
    },
  );
}
