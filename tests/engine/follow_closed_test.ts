/** After its writer has closed a file, the file is read once more, and then no longer waited for. */
import { assertEquals } from "@std/assert";
import { followedText, Follower } from "../../src/engine/follow.ts";
import { Session } from "../../src/engine/session.ts";
import { followed } from "../follow/followed_answers.ts";
import { withFolder } from "../support/temporary.ts";

Deno.test("a cut file is waited for until it is closed, which is reported once", async () => {
  await withFolder(async (folder) => {
    const bytes = await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc");
    const path = `${folder}/t`;
    await Deno.writeFile(path, bytes.subarray(0, bytes.length >> 1));
    const session = new Session();
    session.add(await followed(session, path));
    let isClosed = false;
    const follower = new Follower(session, () => followed(session, path), () => isClosed);
    assertEquals([await follower.look(), follower.isEnded], [[], false]);
    isClosed = true;
    const [news, ...others] = await follower.look();
    assertEquals([others, news?.change, news?.isClosed, news?.reloaded], [[], "same", true, []]);
    assertEquals(followedText(news!).length, 1);
    assertEquals([follower.isEnded, await follower.look()], [true, []]);
    await Deno.remove(path);
    const [gone] = await follower.look();
    assertEquals([gone?.failure, await follower.look()], ["the file was deleted", []]);
    session.closeAll();
  });
});
