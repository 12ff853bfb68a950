/**
 * The thread that writes blocks to an index, one after the other, out of the memory of its owner. It is imported as well,
 * so that it is part of the compiled program.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { isThreadProgram } from "../base/thread_program.ts";
import { type BlockAnswer, type BlockOrder, BlockState, BlockWord, slotOf, SlotWord } from "./block_words.ts";

/** Where the thread's program is. */
export const BLOCK_WORKER: string = import.meta.url;

/** A block has less. */
const BUFFER_BYTES = 1 << 20;

/** A word to stop may come between a look at it and the wait. */
const LONGEST_WAIT = 100;

/** What there is of a worker's global scope. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<BlockOrder>) => void) | null;
  postMessage(answer: BlockAnswer): void;
  close(): void;
}

if (isThreadProgram(import.meta.url)) {
  const scope = globalThis as unknown as WorkerScope;
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

function writeBlocks({ path, memory, words }: BlockOrder, say: (answer: BlockAnswer) => void): void {
  using file = Deno.openSync(path, { write: true });
  // Shared memory is not written to a file as it is.
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
      const slot = slotOf(written);
      const pointer = words[slot + SlotWord.Pointer]! >>> 0, bytes = words[slot + SlotWord.Bytes]!;
      if (bytes > buffer.length - used) break;
      if (pointer + bytes > shared.length) {
        // It has grown, which this thread does not know yet.
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
