/** A trace that is followed for hours: memory and the file of blocks do not grow with the number of checks. */
import { assert, assertEquals } from "@std/assert";
import { Follower } from "../../src/engine/follow.ts";
import { Session } from "../../src/engine/session.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import type { BlockFile } from "../../src/memory/block_file.ts";
import { withDataSettings } from "../../src/memory/data_settings.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { byEffort } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { rowsOf } from "../support/rows_of.ts";
import { withFolder } from "../support/temporary.ts";
import { followed } from "./followed_answers.ts";
import { spRtraceText } from "./long_calls.ts";

const MEGABYTE = 1 << 20;
const NEWLINE = 10;
const BUDGET = 8 * MEGABYTE;
/** Memory besides blocks, which stays: the live blocks, and staging rows of the reader and of results. */
const BESIDE = 40 * MEGABYTE;
/** At full effort 8 hours of 170 events a second; four times as many events were flat, too, and took eight minutes. */
const EVENTS = byEffort(5_000_000, 500_000);
const LOOKS = byEffort(100, 25);
const QUESTION = "live @ end | summarize n = count(), bytes = sum(size)";

/** Memory that a few more lines may take: a table that grows, a block of texts. */
const OF_LINES = MEGABYTE;

Deno.test("a text trace that grows line by line takes memory for its lines, but none for each check", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t`;
    const bytes = spRtraceText(new Random(3));
    const session = new Session();
    const { arena } = session.pools;
    let end = bytes.indexOf(NEWLINE, bytes.length >>> 1) + 1;
    await Deno.writeFile(path, bytes.subarray(0, end));
    session.add(await followed(session, path));
    const follower = new Follower(session, () => Promise.reject(new Error("It was read from its start")));
    let first = 0;
    for (let look = 0; look < byEffort(300, 20); look++) {
      const next = bytes.indexOf(NEWLINE, end) + 1;
      await Deno.writeFile(path, bytes.subarray(end, next), { append: true });
      end = next;
      assertEquals((await follower.look()).map(({ failure }) => failure), [undefined]);
      if (look === 2) first = arena.used;
      if (look > 2) {
        assert(arena.used < first + OF_LINES, `${arena.used} bytes after look ${look}, ${first} before`);
      }
    }
    session.closeAll();
    assertEquals(arena.used, 0);
  });
});

Deno.test("memory and the file of blocks do not grow beyond the budget while a trace is followed", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t`;
    /** Highest end of a block in the file. */
    let fileEnd = 0;
    const openFile = (): BlockFile => {
      const file = openSpillFile([folder])!;
      return {
        append(bytes) {
          const offset = file.append(bytes);
          fileEnd = Math.max(fileEnd, offset + bytes.length);
          return offset;
        },
        read: (offset, into) => file.read(offset, into),
        give: (offset) => file.give(offset),
        clear: () => file.clear(),
      };
    };
    const session = withDataSettings({ budget: BUDGET, openFile }, () => new Session());
    const { arena } = session.pools;
    const follower = new Follower(session, () => Promise.reject(new Error("It was read from its start")));
    /** Bytes of blocks that had been written at the end of each look. */
    const writtenBy: number[] = [];
    let looks = 0;
    let written = 0;
    let most = 0;
    let events = 0n;
    const bytesOfLook = EVENTS * 14 / LOOKS;
    const look = async (): Promise<void> => {
      if (looks++ === 0) session.add(await followed(session, path));
      else assertEquals((await follower.look()).map(({ failure }) => failure), [undefined]);
      const [[count]] = await rowsOf(session, "events | count") as [[bigint]];
      assert(count > events);
      events = count;
      if (looks % 10 === 0) await rowsOf(session, QUESTION);
      most = Math.max(most, arena.used);
      writtenBy.push(arena.store.bytesWritten);
      assert(
        arena.used < BUDGET + BESIDE,
        `${arena.used} bytes after look ${looks} of ${LOOKS}, ${count} events`,
      );
    };
    await Deno.writeFile(path, new Uint8Array(0));
    for (const piece of generateMtrc({ events: EVENTS, isShortLived: true })) {
      await Deno.writeFile(path, piece, { append: true });
      written += piece.length;
      if (written > bytesOfLook * (looks + 1)) await look();
    }
    assert(looks > LOOKS / 2, `${looks} looks`);
    const { columnBytes } = session.traces[0]!.trace;
    assert(fileEnd < 3 * columnBytes, `${fileEnd} bytes in the file of blocks for ${columnBytes} of columns`);
    const quarter = Math.floor(writtenBy.length / 4);
    const writtenIn = (from: number): number => writtenBy[from + quarter - 1]! - writtenBy[from]!;
    const [before, last] = [writtenIn(quarter), writtenIn(3 * quarter)];
    assert(last < 2 * before, `${last} bytes written in the last quarter, ${before} in the second`);
    session.closeAll();
    assertEquals(arena.used, 0);
  });
});
