/** A cancelled request ends while it runs. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { CancellationTokenSource, ResponseError } from "vscode-jsonrpc/node";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { Temporary } from "../support/temporary.ts";
import { withTools } from "../support/programs.ts";
import { Client } from "./client.ts";

const ROWS = 1200;
/** One step without a pause: 1.4 million pairs. */
const WORK = "events | join (events | select trace) on trace | summarize sum(seq)";
const CANCELLED = -32800;

interface RunAnswer {
  readonly rows: number;
  readonly milliseconds: number;
}

/** How long a run takes, and the error that it ends with. */
async function ending(
  run: Promise<unknown>,
): Promise<{ error: ResponseError<unknown>; milliseconds: number }> {
  const start = performance.now();
  const error = await assertRejects(() => run, ResponseError);
  return { error: error as ResponseError<unknown>, milliseconds: performance.now() - start };
}

Deno.test({
  name: "$/cancelRequest stops a query in the middle of a step, and later requests are answered",
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  using folder = Temporary.folder();
  const path = `${folder.path}/large.mtrc`;
  const pieces = [...generateMtrc({ events: ROWS })] as BlobPart[];
  await Deno.writeFile(path, new Uint8Array(await new Blob(pieces).arrayBuffer()));
  const client = await Client.start({ args: ["--trace", path] });
  await client.open("file:///long.qry", "events | count");
  await client.ready();
  const run = (query: string, source = new CancellationTokenSource()): Promise<RunAnswer> => {
    const params = { command: "quarry.run", arguments: [{ query }] };
    return client.connection.sendRequest("workspace/executeCommand", params, source.token);
  };
  const whole = (await run(WORK)).milliseconds;
  let least = Infinity;
  // Other programs may have used the cores for a while.
  for (let attempt = 0; attempt < 4 && least >= whole * 0.6; attempt++) {
    const source = new CancellationTokenSource();
    const order: string[] = [];
    const long = run(WORK, source).finally(() => order.push("long"));
    const ended = ending(long);
    await new Promise((resolve) => setTimeout(resolve, whole / 10));
    const after = run("events | count").finally(() => order.push("after"));
    source.cancel();
    const { error, milliseconds } = await ended;
    assertEquals(error.code, CANCELLED);
    assertEquals((await after).rows, 1);
    assertEquals(order, ["long", "after"]);
    least = Math.min(least, milliseconds);
  }
  assert(least < whole * 0.6, `it ended after ${least} ms, all of it takes ${whole} ms`);
  assertEquals(await client.stop(), 0);
});

Deno.test({
  ...withTools(["mkfifo"], "$/cancelRequest stops a query that waits for its trace, which continues to load"),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    using folder = Temporary.folder();
    // A FIFO that nobody writes to yet.
    const path = `${folder.path}/trace.mtrc`;
    assert((await new Deno.Command("mkfifo", { args: [path] }).output()).success);
    const client = await Client.start({ args: ["--trace", path] });
    await client.open("file:///waiting.qry", "events | count");
    const source = new CancellationTokenSource();
    const params = { command: "quarry.run", arguments: [{ query: "events | count" }] };
    const ended = ending(client.connection.sendRequest("workspace/executeCommand", params, source.token));
    await new Promise((resolve) => setTimeout(resolve, 100));
    source.cancel();
    assertEquals((await ended).error.code, CANCELLED);
    const pieces = [...generateMtrc({ events: 10 })] as BlobPart[];
    await Deno.writeFile(path, new Uint8Array(await new Blob(pieces).arrayBuffer()));
    await client.ready();
    assertEquals(await client.stop(), 0);
  },
});
