/** A request that is cancelled ends while it runs. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { CancellationTokenSource, ResponseError } from "vscode-jsonrpc/node";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { Client } from "./client.ts";

const EVENTS = 20_000;
/** Kept under a name, so that nothing of the work is left out. */
const WORK =
  "events | sort addr desc, size, seq | by addr, bucket(size): n = count(), m = median(live_bytes)";
const REPEATED = 300;
const CANCELLED = -32800;

interface RunAnswer {
  readonly rows: number;
  readonly milliseconds: number;
}

Deno.test({
  name: "$/cancelRequest ends a running query before what was asked after it",
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  const folder = await Deno.makeTempDir({ prefix: "quarry-cancel-" });
  try {
    const path = `${folder}/large.mtrc`;
    await Deno.writeFile(
      path,
      new Uint8Array(await new Blob([...generateMtrc({ events: EVENTS })] as BlobPart[]).arrayBuffer()),
    );
    const client = await Client.start({ args: ["--trace", path] });
    await client.open("file:///long.qry", "events | count");
    await client.ready();
    const run = (query: string, source = new CancellationTokenSource()): Promise<RunAnswer> =>
      client.connection.sendRequest(
        "workspace/executeCommand",
        { command: "quarry.run", arguments: [{ query }] },
        source.token,
      );
    const order: string[] = [];
    const once = await run(WORK);
    assert(once.rows > 0);
    // Each of these would have to be answered before anything else: the server has one thread.
    const source = new CancellationTokenSource();
    const start = performance.now();
    const long = run(new Array(REPEATED).fill(WORK).join("\n\n"), source);
    const ended = assertRejects(() => long.finally(() => order.push("long")), ResponseError);
    // The first message after it is answered while it has not begun; then it keeps the thread.
    await new Promise((resolve) => setTimeout(resolve, 3 * once.milliseconds + 50));
    const after = run("events | count").then((answer) => (order.push("after"), answer));
    source.cancel();
    assertEquals((await ended as ResponseError<unknown>).code, CANCELLED);
    const took = performance.now() - start;
    assertEquals((await after).rows, 1);
    assertEquals(order, ["long", "after"]);
    const whole = REPEATED * once.milliseconds;
    assert(took < whole / 2, `it ended after ${took.toFixed()} ms, all of it takes ${whole.toFixed()} ms`);
    assertEquals(await client.stop(), 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
