/** A file that another thread writes has the bytes that it was given; what the system refuses is told as elsewhere. */
import { assertEquals, assertRejects } from "@std/assert";
import { openOutput } from "../../src/output/output.ts";
import { OutputError } from "../../src/output/output_error.ts";
import { mayWriteByThread, ThreadedWriter } from "../../src/output/threaded_writer.ts";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { Random } from "../support/random.ts";

const standard = (): Promise<void> => Promise.reject(new Error("not standard output"));

/** Pieces of all lengths; together more than all buffers on the way to the thread. */
function* pieces(): Generator<Uint8Array> {
  const random = new Random(5);
  for (const length of [0, 1, 3 << 20, 7, 1 << 20, (1 << 20) - 7, 5 << 20, 12_345, 0]) {
    const piece = new Uint8Array(length);
    for (let at = 0; at < length; at += 97) piece[at] = random.below(256);
    yield piece;
  }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "quarry-thread-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "another thread writes the pieces that it is given, which may be used again at once",
  ignore: !mayWriteByThread(),
  fn: () =>
    inFolder(async (folder) => {
      const output = await openOutput(`${folder}/out`, { threaded: true, standard });
      const same = new Uint8Array(5 << 20);
      for (const piece of pieces()) {
        same.set(piece);
        await output.write(same.subarray(0, piece.length));
        same.fill(0xee);
      }
      await output.finish();
      const [{ name }, ...others] = [...Deno.readDirSync(folder)] as [Deno.DirEntry];
      assertEquals([name, others], ["out", []]);
      // Compared as a whole: a difference would be megabytes of text.
      const [found, expected] = [await Deno.readFile(`${folder}/out`), joinBytes([...pieces()])];
      assertEquals([found.length, found.every((byte, at) => byte === expected[at])], [expected.length, true]);
    }),
});

Deno.test({
  name: "nothing is left of an output that another thread was writing when it was given up",
  ignore: !mayWriteByThread(),
  fn: () =>
    inFolder(async (folder) => {
      const output = await openOutput(`${folder}/out`, { threaded: true, standard });
      for (const piece of pieces()) await output.write(piece);
      output.discard();
      assertEquals([...Deno.readDirSync(folder)], []);
    }),
});

Deno.test({
  name: "what the system refuses to another thread is told to whoever writes on, or waits for the end",
  ignore: !mayWriteByThread() || Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      for (
        const [place, reason] of [
          ["/dev/full", "no space left on device"],
          [folder, "it is a directory"],
          [`${folder}/none`, "no such file"],
        ] as const
      ) {
        const writer = new ThreadedWriter("the index", place);
        await writer.write(new Uint8Array(10));
        await assertRejects(() => writer.finish(), OutputError, `Cannot write "the index": ${reason}`);
        await assertRejects(
          async () => {
            for (const piece of pieces()) await writer.write(piece);
          },
          OutputError,
          reason,
        );
        writer.stop();
      }
    }),
});
