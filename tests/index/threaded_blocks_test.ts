/** Blocks written by another thread are unchanged in the file; system errors are reported as usual. */
import { crc32 } from "node:zlib";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { InputError } from "../../src/base/errors.ts";
import { mayWriteByThread, ThreadedBlocks } from "../../src/index/threaded_blocks.ts";
import type { PackedBytes } from "../../src/memory/block_store.ts";
import { openOutput, type Output, type OutputBeside } from "../../src/output/output.ts";
import { OutputError } from "../../src/output/output_error.ts";
import { newPools, type Pools } from "../../src/tables/pools.ts";
import { Random } from "../support/random.ts";
import { Temporary } from "../support/temporary.ts";

const standard = (): Promise<void> => Promise.reject(new Error("not standard output"));

async function inFolder(work: (folder: string, pools: Pools) => Promise<void>): Promise<void> {
  using folder = Temporary.folder();
  await work(folder.path, newPools());
}

async function opened(place: string): Promise<OutputBeside> {
  const output = await openOutput(place, { standard });
  return { ...output, beside: output.beside! };
}

/** A block filled with one number. */
function blockOf({ arena }: Pools, bytes: number, filled: number): PackedBytes {
  const packed = arena.addBlock(bytes);
  arena.u8.fill(filled, packed.pointer, packed.pointer + bytes);
  arena.store.unpin(packed);
  return packed;
}

const LENGTHS = [1, 16, 65_536, 131_072, 589_824];

Deno.test({
  name: "another thread writes each block of growing memory once, and blocks are read back from its file",
  ignore: !mayWriteByThread(),
  fn: () =>
    inFolder(async (folder, pools) => {
      const output = await opened(`${folder}/out`);
      const blocks = new ThreadedBlocks(pools.arena, "the index", output);
      const random = new Random(5);
      const made: PackedBytes[] = [];
      for (let at = 0; at < 300; at++) {
        const packed = blockOf(pools, LENGTHS[random.below(LENGTHS.length)]!, at & 255);
        made.push(packed);
        // More than fits into the thread's queue: some wait.
        if (random.below(2) === 0 || !blocks.offer(packed)) await blocks.put(packed);
        await blocks.put(packed);
        // Blocks freed while they are being written may have any bytes in the file, and are in no list.
        if (at % 50 === 7) pools.arena.freeBlock(made.pop()!);
      }
      await blocks.flush();
      await blocks.write(Uint8Array.of(1, 2, 3));
      const sum = made.reduce((bytes, packed) => bytes + packed.bytes, 0);
      assert(blocks.offset > sum);
      await output.finish();
      const file = await Deno.readFile(`${folder}/out`);
      assertEquals([...file.subarray(blocks.offset)], [1, 2, 3]);
      for (const packed of made) {
        const { offset, checksum } = blocks.placeOf(packed);
        const pointer = pools.arena.store.pin(packed);
        const bytes = pools.arena.u8.slice(pointer, pointer + packed.bytes);
        pools.arena.store.unpin(packed);
        assertEquals([crc32(bytes), crc32(file.subarray(offset, offset + packed.bytes))], [
          checksum,
          checksum,
        ]);
      }
      // Now they are spilled, which needs no other file.
      pools.arena.store.makeRoom(Infinity);
      pools.arena.store.makeRoom(Infinity);
      assertEquals(pools.arena.store.bytesInMemory, 0);
      for (const packed of made) {
        const pointer = pools.arena.store.pin(packed);
        assertEquals(
          crc32(pools.arena.u8.slice(pointer, pointer + packed.bytes)),
          blocks.placeOf(packed).checksum,
        );
        pools.arena.store.unpin(packed);
      }
      pools.arena.store.makeRoom(Infinity);
      pools.arena.store.makeRoom(Infinity);
      await Deno.writeFile(`${folder}/out`, new Uint8Array(file.length));
      assertThrows(() => pools.arena.store.pin(made[3]!), InputError, "it was changed while it was in use");
      blocks.close();
      blocks.close();
    }),
});

Deno.test({
  name: "a cancelled index leaves nothing behind while another thread is writing it",
  ignore: !mayWriteByThread(),
  fn: () =>
    inFolder(async (folder, pools) => {
      const output = await opened(`${folder}/out`);
      const blocks = new ThreadedBlocks(pools.arena, "the index", output);
      const made = Array.from({ length: 40 }, (_, at) => blockOf(pools, 500_000, at));
      for (const packed of made.slice(0, 30)) await blocks.put(packed);
      blocks.stop();
      output.discard();
      assertEquals([...Deno.readDirSync(folder)], []);
      assertEquals(made.map(({ pins }) => pins), made.map(() => 0));
      await assertRejects(() => blocks.put(made[35]!), OutputError);
      blocks.close();
    }),
});

Deno.test({
  name: "system errors of the other thread reach the next write, or the wait for the end",
  ignore: !mayWriteByThread() || Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (_, pools) => {
      const discarded: string[] = [];
      const output: Output = {
        write: () => Promise.reject(new Error("nothing follows")),
        finish: () => Promise.reject(new Error("it is not finished")),
        discard: () => void discarded.push("once"),
      };
      for (const wait of ["flush", "put"] as const) {
        const blocks = new ThreadedBlocks(pools.arena, "the index", {
          ...output,
          beside: { path: "/dev/full", goOn: () => Promise.reject(new Error("nothing follows")) },
        });
        await blocks.put(blockOf(pools, 10, 1));
        const reason = 'Cannot write "the index": no space left on device';
        await assertRejects(
          async () => {
            if (wait === "flush") await blocks.flush();
            for (let at = 0; at < 100; at++) await blocks.put(blockOf(pools, 100_000, at));
          },
          OutputError,
          reason,
        );
        assertEquals(blocks.works, false);
        blocks.stop();
        blocks.close();
      }
    }),
});
