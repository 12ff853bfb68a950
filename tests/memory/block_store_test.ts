/** Blocks are spilled and read back: values, pins, budgets, and failing writes. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { Arena } from "../../src/memory/arena.ts";
import type { PackedBytes } from "../../src/memory/block_store.ts";
import type { BlockFile } from "../../src/memory/block_file.ts";
import { dataSettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { Heap } from "../../src/memory/heap.ts";

/** A file of blocks that stays in memory. */
class MemoryFile implements BlockFile {
  bytes = new Uint8Array(0);
  room = Infinity;

  append(bytes: Uint8Array): number {
    const offset = this.bytes.length;
    if (offset + bytes.length > this.room) throw new Error("No space left");
    const longer = new Uint8Array(offset + bytes.length);
    longer.set(this.bytes);
    longer.set(bytes, offset);
    this.bytes = longer;
    return offset;
  }

  read(offset: number, into: Uint8Array): void {
    into.set(this.bytes.subarray(offset, offset + into.length));
  }

  give(): void {}

  clear(): void {
    this.bytes = new Uint8Array(0);
  }
}

/** An owner with its own memory and budget. */
function arenaOf(budget: number, file?: BlockFile): Arena {
  const before = dataSettings();
  setDataSettings({ budget, openFile: () => file });
  try {
    return new Arena("test", new Heap());
  } finally {
    setDataSettings(before);
  }
}

function blockOf(arena: Arena, bytes: number, value: number): PackedBytes {
  const packed = arena.addBlock(bytes);
  arena.u8.fill(value, packed.pointer, packed.pointer + bytes);
  arena.store.unpin(packed);
  return packed;
}

/** The value of all bytes of a block, which are equal. */
function valueOf(arena: Arena, packed: PackedBytes): number {
  const pointer = arena.store.pin(packed);
  const bytes = arena.u8.slice(pointer, pointer + packed.bytes);
  arena.store.unpin(packed);
  assert(bytes.every((byte) => byte === bytes[0]));
  return bytes[0]!;
}

Deno.test("blocks beyond the budget leave memory, and return unchanged", () => {
  const file = new MemoryFile();
  const arena = arenaOf(10_000, file);
  const blocks = Array.from({ length: 50 }, (_, at) => blockOf(arena, 1024, at));
  assert(arena.used <= 10_000, `${arena.used} bytes in use`);
  assert(file.bytes.length >= 40 * 1024);
  blocks.forEach((packed, at) => assertEquals(valueOf(arena, packed), at));
  // No block is written twice.
  const written = file.bytes.length;
  blocks.forEach((packed, at) => assertEquals(valueOf(arena, packed), at));
  assert(file.bytes.length <= 50 * 1024 && file.bytes.length >= written);
  assert(arena.used <= 10_000);
  arena.close();
  assertEquals([arena.used, file.bytes.length], [0, 0]);
});

Deno.test("a pinned block does not move, and unpinned blocks are spilled for other allocations", () => {
  const arena = arenaOf(4096, new MemoryFile());
  const first = blockOf(arena, 1024, 7);
  const pointer = arena.store.pin(first);
  for (let at = 0; at < 20; at++) blockOf(arena, 1024, at);
  assertEquals(arena.u8[pointer], 7);
  assertEquals(arena.store.pin(first), pointer);
  const piece = arena.alloc(3000);
  // Pinned blocks stay in memory even beyond the budget.
  const large = arena.alloc(100_000);
  assertEquals(arena.u8[pointer + 1023], 7);
  arena.free(piece);
  arena.free(large);
});

Deno.test("recently used blocks stay longer than others", () => {
  const arena = arenaOf(20_000, new MemoryFile());
  const dear = blockOf(arena, 1024, 99);
  for (let at = 0; at < 200; at++) {
    blockOf(arena, 1024, at);
    valueOf(arena, dear);
  }
  assertEquals(arena.store.bytesRead, 0);
});

Deno.test("without a file, or with a full one, memory grows beyond the budget", () => {
  for (const file of [undefined, Object.assign(new MemoryFile(), { room: 5000 })]) {
    const arena = arenaOf(4096, file);
    const blocks = Array.from({ length: 20 }, (_, at) => blockOf(arena, 1024, at));
    blocks.forEach((packed, at) => assertEquals(valueOf(arena, packed), at));
    assertEquals(arena.store.failure !== undefined, file !== undefined);
    assertEquals(arena.store.canWrite, false);
    arena.close();
    assertEquals(arena.used, 0);
  }
});

Deno.test("pin() refuses a freed block, and keeps no memory for a block that cannot be read", () => {
  const file = new MemoryFile();
  const arena = arenaOf(2048, file);
  const blocks = Array.from({ length: 5 }, (_, at) => blockOf(arena, 1024, at));
  arena.freeBlock(blocks[0]!);
  assertThrows(() => arena.store.pin(blocks[0]!), Error, "was freed before");
  const used = arena.used;
  const out = blocks.find(({ pointer }, at) => at > 0 && pointer === 0)!;
  file.read = () => {
    throw new Error("Input/output error");
  };
  assertThrows(() => arena.store.pin(out), Error, "Input/output error");
  assert(arena.used <= used);
  assertEquals(out.pins, 0);
});

Deno.test("borrowBlock() keeps a block that its owner frees until the borrower has closed", () => {
  const owner = arenaOf(Infinity);
  const [one, other] = [owner.forOwner("one"), owner.forOwner("other")];
  const packed = blockOf(owner, 1000, 7);
  one.borrowBlock(packed);
  other.borrowBlock(packed);
  owner.freeBlock(packed);
  one.close();
  assertEquals(valueOf(owner, packed), 7);
  other.close();
  assertEquals(owner.used, 0);
  const kept = blockOf(owner, 1000, 8);
  const last = owner.forOwner("last");
  last.borrowBlock(kept);
  // A borrower does not free it.
  last.freeBlock(kept);
  last.close();
  assertEquals(valueOf(owner, kept), 8);
  owner.freeBlock(kept);
  assertEquals(owner.used, 0);
});
