/** Sessions of traces that queries name by path. */
import { assertEquals, assertRejects } from "@std/assert";
import type { Session } from "../../src/engine/session.ts";
import { SeparateTraces } from "../../src/mcp/separate_traces.ts";
import type { Services } from "../../src/mcp/services.ts";
import { openSample } from "../support/sample_session.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const NO_SIGNAL = new AbortController().signal;

/** Services that open a sample in place of every file and keep its session; after that they may throw. */
function servicesOf(sessions: Session[], error?: Error): Services {
  return {
    async open(session: Session) {
      sessions.push(session);
      await openSample(session, "a", WORDS);
      if (error) throw error;
      return { traces: new Map(), warnings: "" };
    },
  } as unknown as Services;
}

Deno.test("a trace that fails while it is opened is closed", async () => {
  const sessions: Session[] = [];
  const separate = new SeparateTraces(servicesOf(sessions, new RangeError("Too large")));
  const path = await Deno.makeTempFile();
  try {
    await assertRejects(() => separate.of(path, NO_SIGNAL), RangeError, "Too large");
    assertEquals(sessions.map(({ traces }) => traces.length), [0]);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("the least recently used of five traces is closed, and a changed file is opened again", async () => {
  const sessions: Session[] = [];
  const separate = new SeparateTraces(servicesOf(sessions));
  const folder = await Deno.makeTempDir();
  const paths = Array.from({ length: 5 }, (_, at) => `${folder}/${at}`);
  const open = (): number[] => sessions.map(({ traces }) => traces.length);
  try {
    for (const path of paths) await Deno.writeTextFile(path, "");
    for (const path of paths.slice(0, 4)) await separate.of(path, NO_SIGNAL);
    assertEquals((await separate.of(paths[0]!, NO_SIGNAL)).session, sessions[0]);
    await separate.of(paths[4]!, NO_SIGNAL);
    assertEquals(open(), [1, 0, 1, 1, 1]);
    await Deno.writeTextFile(paths[2]!, "longer");
    await separate.of(paths[2]!, NO_SIGNAL);
    assertEquals(open(), [1, 0, 0, 1, 1, 1]);
    separate.closeAll();
    assertEquals(open(), [0, 0, 0, 0, 0, 0]);
  } finally {
    separate.closeAll();
    await Deno.remove(folder, { recursive: true });
  }
});
