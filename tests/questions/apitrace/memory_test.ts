/** Memory costs of a recording. */
import { assert } from "@std/assert";
import { generateStream } from "../../bench/generate_apitrace.ts";
import { ask, sessionOf } from "./asking.ts";
import { atFullEffort } from "../../support/effort.ts";

Deno.test(
  atFullEffort("a loaded call takes at most 40 bytes, and at most 8 more for each column of an argument"),
  async () => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    generateStream(400_000, (bytes) => void pieces.push(bytes.slice()));
    const session = await sessionOf({ a: new Uint8Array(await new Blob(pieces).arrayBuffer()) });
    const { arena } = session.pools;
    const calls = session.traces[0]!.trace.tables.get("calls")!.rowCount;
    const loaded = arena.used / calls;
    assert(loaded <= 40, `${loaded} bytes a call`);
    await ask(session, 'calls | where arg("texture") == 5 | count');
    const more = arena.used / calls - loaded;
    assert(more <= 8.5, `${more} bytes more`);
  },
);
