/** Recordings that are large enough for a decoding thread. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { SnappyWriter } from "../../../src/containers/snappy_writer.ts";
import { MIN_BACKGROUND_BYTES } from "../../../src/ingest/background_source.ts";
import { openInput } from "../../../src/ingest/file_source.ts";
import { load } from "../../../src/ingest/load.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { generateStream } from "../../bench/generate_apitrace.ts";
import { ask } from "../../questions/apitrace/asking.ts";
import { atFullEffort, later } from "../../support/effort.ts";
import { onThreads } from "../../support/threads.ts";

async function recording(): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const writer = new SnappyWriter();
  await writer.open();
  generateStream(450_000, (bytes) => pieces.push(...writer.write(bytes)));
  pieces.push(...writer.finish());
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

/** Workers that were started and ended while `work` ran. */
async function countWorkers(work: () => Promise<void>): Promise<{ started: number; ended: number }> {
  const counts = { started: 0, ended: 0 };
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      if (String(args[0]).includes("decode_worker")) counts.started++;
    }

    override terminate(): void {
      counts.ended++;
      super.terminate();
    }
  };
  try {
    await work();
    for (let tries = 0; counts.ended < counts.started; tries++) {
      assert(tries < 6000, "a thread goes on for a minute");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    globalThis.Worker = Worker;
  }
  return counts;
}

/** Empty if no test runs. */
const BYTES = later === null ? await recording() : new Uint8Array();

Deno.test(
  atFullEffort("a large recording gives the same rows with and without a decoding thread"),
  async () => {
    assert(BYTES.length > MIN_BACKGROUND_BYTES);
    const path = Deno.makeTempFileSync();
    Deno.writeFileSync(path, BYTES);
    try {
      const [here, there] = [new Session(), new Session()];
      const questions = [
        "calls | by name: n = count(), b = sum(blob_bytes), e = sum(enter), l = max(leave) | sort name",
        "frames | summarize count(), sum(bytes), sum(stream_bytes)",
        'calls | where arg("texture") == 5 | summarize count(), sum(no)',
        "calls | skip 400000 | take 3 | select no, args",
        "problems | count",
      ];
      const open = async (session: Session, file: string | null): Promise<void> => {
        const input = file === null ? null : await openInput(file);
        const reopen = input?.reopen ?? (() => Promise.resolve(sourceOf(BYTES)));
        const loaded = await load(input?.source ?? sourceOf(BYTES), session.pools, { name: "a", reopen });
        session.add(tracesOf(loaded, "a"));
      };
      const { started, ended } = await onThreads(2, () =>
        countWorkers(async () => {
          await open(there, path);
          await open(here, null);
          for (const question of questions) {
            assertEquals(await ask(there, question), await ask(here, question));
          }
        }), { worthwhile: true });
      assert(started >= 1 && started === ended, `${started} threads were started, ${ended} ended`);
    } finally {
      Deno.removeSync(path);
    }
  },
);

Deno.test(atFullEffort("a cancelled load ends its thread"), async () => {
  const path = Deno.makeTempFileSync();
  Deno.writeFileSync(path, BYTES);
  try {
    const { started, ended } = await onThreads(2, () =>
      countWorkers(async () => {
        const controller = new AbortController();
        const { source } = await openInput(path);
        await assertRejects(
          () =>
            load(source, new Session().pools, {
              name: "a",
              signal: controller.signal,
              onProgress: (bytes) => {
                if (bytes > 6 << 20) controller.abort(new Error("given up"));
              },
            }),
          Error,
          "given up",
        );
      }), { worthwhile: true });
    assertEquals([started, ended], [1, 1]);
  } finally {
    Deno.removeSync(path);
  }
});
