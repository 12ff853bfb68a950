/** A workbench over traces that are still being written. */
import { assertEquals, assertMatch } from "@std/assert";
import { Follower } from "../../src/engine/follow.ts";
import { type OpenTrace, tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import type { NewsAnswer, WireTraces } from "../../src/serve/api_types.ts";
import { atFullEffort } from "../support/effort.ts";
import { withFolder } from "../support/temporary.ts";
import { inBrowser, ServedWorkbench } from "./browser_support.ts";
import { TestWorkbench } from "./serve_support.ts";

const SAMPLE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url);

/** A half-written file, and a session that follows it. */
async function following(path: string): Promise<{ session: Session; follower: Follower; finish(): void }> {
  const bytes = await Deno.readFile(SAMPLE);
  await Deno.writeFile(path, bytes.subarray(0, 6000));
  const session = new Session();
  const open = async (): Promise<OpenTrace[]> => {
    const { source } = await openInput(path);
    try {
      return tracesOf(await load(source, session.pools, { name: "t", follows: true }), path);
    } finally {
      source.close();
    }
  };
  session.add(await open());
  const finish = (): void => Deno.writeFileSync(path, bytes.subarray(6000), { append: true });
  return { session, follower: new Follower(session, open), finish };
}

Deno.test("api/news reports new data, and cached charts are recomputed", async () => {
  await withFolder(async (folder) => {
    const { session, follower, finish } = await following(`${folder}/t.mtrc`);
    const served = await TestWorkbench.open({}, { session, follower });
    assertEquals((await served.answer<WireTraces>("traces")).follows, true);
    const picture = { text: "events | count", alone: true, drawn: true, numbers: true };
    const drawn = async (): Promise<string> => await (await served.ask("run", picture)).text();
    const before = await drawn();
    assertEquals(await served.answer<NewsAnswer>("news"), { news: [], facts: null, ended: false });
    assertEquals(await drawn(), before);
    finish();
    const { news, facts, ended } = await served.answer<NewsAnswer>("news");
    assertMatch(news.join(), /^t: [\d,]+ events more, 1,257 now, complete$/);
    assertEquals(facts!.traces.map(({ events }) => events), [1257]);
    assertEquals(ended, true);
    assertMatch(await drawn(), /1257/);
    await served.workbench.close();
    session.closeAll();
  });
  const still = await TestWorkbench.open({ t: SAMPLE.pathname });
  assertEquals((await still.answer<WireTraces>("traces")).follows, false);
  assertEquals(await still.answer<NewsAnswer>("news"), { news: [], facts: null, ended: true });
  await still.workbench.close();
});

Deno.test(
  inBrowser(
    atFullEffort("the page stays unchanged on hold, and then shows new data", ["chromium"]),
    async (browser) => {
      await withFolder(async (folder) => {
        const { session, follower, finish } = await following(`${folder}/t.mtrc`);
        const served = await ServedWorkbench.open({}, { session, follower });
        await browser.look(`${served.address}#view=timeline`, async (page) => {
          const hold = page.getByRole("button", { name: "Hold still" });
          await hold.click();
          assertEquals(await hold.getAttribute("aria-pressed"), "true");
          finish();
          assertEquals(await page.getByText("followed").count(), 1);
          await hold.click();
          await page.getByText(/t: [\d,]+ events more, 1,257 now, complete/).waitFor();
          await hold.waitFor({ state: "detached" });
        });
        await served.close();
        session.closeAll();
      });
    },
  ),
);
