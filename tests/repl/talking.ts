import { Conversation } from "../../src/repl/conversation.ts";
import { History } from "../../src/repl/history.ts";
import { defaultSettings } from "../../src/repl/settings.ts";
import { rendererNamed } from "../../src/render/registry.ts";
import { sampleSession } from "../support/sample_session.ts";
import { type FakeReplHost, fakeReplHost, type FakeWorld } from "./fake_repl_host.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** A conversation, and a function that enters a line and returns the answer. */
export async function talking(
  world: FakeWorld & { mode?: string; sample?: string } = {},
): Promise<{ conversation: Conversation; host: FakeReplHost; say: (text: string) => Promise<string> }> {
  const host = fakeReplHost(world);
  const conversation = new Conversation({
    session: await sampleSession({ t: world.sample ?? SAMPLE }),
    host,
    settings: {
      ...defaultSettings(),
      mode: rendererNamed(world.mode ?? "tsv")!,
      pager: "",
      hints: false,
      // On a busy machine any query may be slow, and a line with its time follows the rows.
      timer: "off",
    },
    history: new History(["leaks | count", "events | take 2"]),
    personal: true,
  });
  const say = async (text: string): Promise<string> => {
    const before = host.written.out.length;
    const errors = host.written.err.length;
    await conversation.run(text);
    return host.written.out.slice(before) + host.written.err.slice(errors);
  };
  return { conversation, host, say };
}
