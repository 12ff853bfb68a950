/**
 * The thread that writes blocks to an index, one after another, from the memory of its owner. It is also
 * imported, so that it becomes part of the compiled program.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { isThreadProgram } from "../base/thread_program.ts";
import type { WorkerScope } from "../base/worker_scope.ts";
import {
  BlockState,
  type BlockThreadReply,
  type BlockThreadStart,
  BlockWord,
  SlotWord,
  wordsOfBlock,
} from "./block_words.ts";

/** The address of this module, to start a worker from. */
export const BLOCK_WORKER: string = import.meta.url;

/** Blocks are smaller than this. */
const BUFFER_BYTES = 1 << 20;

/** Maximum time of a wait in milliseconds: a request to stop may arrive between a check and the wait. */
const LONGEST_WAIT = 100;

if (isThreadProgram(import.meta.url)) {
  const scope = globalThis as unknown as WorkerScope<BlockThreadStart, BlockThreadReply>;
  scope.onmessage = ({ data }) => {
    try {
      writeBlocks(data, (answer) => scope.postMessage(answer));
    } catch (error) {
      Atomics.store(data.words, BlockWord.State, BlockState.Failed);
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      scope.postMessage({ failure: { name, message } });
    }
    scope.close();
  };
}

function writeBlocks(
  { path, memory, words }: BlockThreadStart,
  say: (answer: BlockThreadReply) => void,
): void {
  using file = Deno.openSync(path, { write: true });
  // File APIs do not accept shared memory, so bytes are copied here first.
  const buffer = new Uint8Array(BUFFER_BYTES);
  let shared = new Uint8Array(memory.buffer);
  for (let written = 0; Atomics.load(words, BlockWord.State) === BlockState.Open;) {
    const given = Atomics.load(words, BlockWord.Given);
    if (written === given) {
      Atomics.wait(words, BlockWord.Given, given, LONGEST_WAIT);
      continue;
    }
    let used = 0;
    for (; written !== given; written = (written + 1) | 0) {
      const slot = wordsOfBlock(written);
      const pointer = words[slot + SlotWord.Pointer]! >>> 0, bytes = words[slot + SlotWord.Bytes]!;
      if (bytes > buffer.length - used) break;
      if (pointer + bytes > shared.length) {
        // The memory may have grown; growing it by 0 makes the growth visible in this thread.
        memory.grow(0);
        shared = new Uint8Array(memory.buffer);
      }
      const piece = buffer.subarray(used, used + bytes);
      piece.set(shared.subarray(pointer, pointer + bytes));
      words[slot + SlotWord.Checksum] = crc32(piece);
      used += bytes;
    }
    for (let at = 0; at < used;) at += file.writeSync(buffer.subarray(at, used));
    Atomics.store(words, BlockWord.Written, written);
    if (Atomics.exchange(words, BlockWord.Asked, 0) === 1) say("written");
  }
}
