import { assertEquals } from "@std/assert";
import { ask } from "../conformance/opened.ts";
import { sampleSession } from "../support/sample_session.ts";

Deno.test("a changed suppression file is applied in its new form", async () => {
  let text = "leak:nobody\n";
  const session = await sampleSession({ a: "testdata/mpatrol/wordfreq-le64/trace.mtrc" }, {
    read: () => text,
    beside: (_, path) => path,
  });
  const leaksOf = async (): Promise<unknown[]> => {
    const script = 'suppress "known.supp"\n\nleaks | where func == "read_word" | count';
    return (await ask(session, script))[0]!.rows.flat();
  };
  assertEquals(await leaksOf(), [24n]);
  text = "leak:read_word\n";
  assertEquals(await leaksOf(), [0n]);
  text = "leak:nobody\n";
  assertEquals(await leaksOf(), [24n]);
  session.closeAll();
});
