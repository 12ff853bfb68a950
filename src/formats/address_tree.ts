/**
 * Native stacks as recorders write them: a tree of return addresses. The frames of an address are looked up
 * only when a block is allocated there; see address_tree.part.as.ts.
 * @module
 */

import { TRACE_LIMITS } from "../base/limits/trace_limits.ts";
import type { TraceSink } from "../events/trace_sink.ts";
import { KernelState } from "../memory/kernel_state.ts";
import { Address, HIDDEN, MissingPart, Tree, TreeNode } from "./address_layout.ts";
import { ArenaList } from "./arena_list.ts";
import { ListGrowth } from "./list_growth.ts";

const FIRST_SLOTS = 1024;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;

/** The kernel functions that an address tree calls; the kernel of each format includes them. */
interface Kernels {
  addNode(tree: number, value: bigint, parent: number): number;
  listFrames(tree: number, most: number): number;
  fillSlots(tree: number): void;
}

/** Returns the frames at the address of a node: ids in the pool, innermost first. */
type FramesAt = (
  address: bigint,
  node: number,
) => readonly { readonly id: number; readonly isHidden: boolean }[];

/** A tree of return addresses, with the frames of each address and the stacks built from them. */
export class AddressTree {
  readonly #sink: TraceSink;
  readonly #kernel: Kernels;
  readonly #framesAt: FramesAt;
  readonly #least: number;
  readonly #tree: KernelState<Tree>;
  /** Nodes and addresses; the kernel keeps the lengths of these two lists. */
  readonly #nodes: ArenaList;
  readonly #addresses: ArenaList;
  readonly #growth = new ListGrowth(TreeNode.Bytes / 4);
  /** Frames of addresses of the current generation. */
  readonly #frames: ArenaList;
  readonly #list: ArenaList;
  #slots: number;
  #generation = 1;
  #budget = SPARE_FRAMES;
  /** Whether any stack has lost frames to the limit. */
  cut = false;
  /** The innermost visible frame of the last stack, or its innermost frame if all are hidden; 0 = none. */
  shown = 0;

  /** Creates an empty tree; at least `least` frames of each stack are kept. */
  constructor(sink: TraceSink, kernel: Kernels, least: number, framesAt: FramesAt) {
    const { arena } = sink;
    this.#sink = sink;
    this.#kernel = kernel;
    this.#framesAt = framesAt;
    this.#least = least;
    this.#tree = new KernelState(arena, Tree.Bytes);
    this.#nodes = new ArenaList(arena, TreeNode.Bytes);
    this.#addresses = new ArenaList(arena, Address.Bytes);
    this.#frames = new ArenaList(arena, 4);
    this.#list = new ArenaList(arena, 4);
    this.#slots = arena.allocZeroed(4 * FIRST_SLOTS);
    this.#tree.setWide(Tree.Seed, crypto.getRandomValues(new BigUint64Array(1))[0]!);
    this.#tree.set(Tree.SlotMask, FIRST_SLOTS - 1);
    this.#tree.set(Tree.Generation, this.#generation);
    this.#tree.set(Tree.Least, least);
    this.#lend();
  }

  /** Address of the `Tree` state in the arena. */
  get pointer(): number {
    return this.#tree.pointer;
  }

  /** Number of nodes so far, which is also the number of the last node. */
  get count(): number {
    return this.#tree.word(Tree.NodeCount);
  }

  /** Adds a node with its address and the number of its caller's node. Throws `ReadingFullError`. */
  add(address: bigint, parent: number): void {
    while (this.#kernel.addNode(this.pointer, address, parent) === 0) this.makeRoom();
  }

  /** Makes room for one more node and one more address. Throws `ReadingFullError`. */
  makeRoom(): void {
    const tree = this.#tree;
    const nodes = tree.word(Tree.NodeCount), addresses = tree.word(Tree.AddressCount);
    if (nodes === this.#nodes.room) this.#growth.bytesFor(2 * nodes * TreeNode.Bytes, 0);
    this.#nodes.length = nodes;
    this.#nodes.reserve(nodes + 1);
    this.#addresses.length = addresses;
    this.#addresses.reserve(addresses + 1);
    const slots = tree.word(Tree.SlotMask) + 1;
    const isCrowded = 2 * addresses + 2 > slots;
    if (isCrowded) {
      const { arena } = this.#sink;
      const before = this.#slots;
      this.#slots = arena.allocZeroed(8 * slots);
      tree.set(Tree.SlotMask, 2 * slots - 1);
      arena.free(before);
    }
    this.#lend();
    if (isCrowded) this.#kernel.fillSlots(this.pointer);
  }

  /** Discards what is known about nodes and addresses, by starting a new generation. */
  forget(): void {
    this.#tree.set(Tree.Generation, ++this.#generation);
    this.#frames.length = 0;
  }

  /**
   * Returns the value that `keep` stored for an existing node; undefined if there is none in this generation.
   */
  known(node: number): number | undefined {
    return this.#nodes.word(node - 1, TreeNode.Generation) === this.#generation
      ? this.#nodes.word(node - 1, TreeNode.Known)
      : undefined;
  }

  /** Stores a value for a node, for the current generation. */
  keep(node: number, known: number): void {
    this.#nodes.set(node - 1, TreeNode.Known, known);
    this.#nodes.set(node - 1, TreeNode.Generation, this.#generation);
  }

  /** The address of a node. */
  addressOf(node: number): bigint {
    const at = this.#addresses.pointer + this.#nodes.word(node - 1, TreeNode.Address) * Address.Bytes;
    return this.#sink.arena.u64[(at + Address.Value) >>> 3]!;
  }

  /** The node of the caller; 0 = none. */
  parentOf(node: number): number {
    return this.#nodes.word(node - 1, TreeNode.Parent);
  }

  /** Builds the stack of an existing node and returns its id. */
  stack(node: number): number {
    const tree = this.#tree;
    this.#budget += this.#least;
    const most = Math.min(Math.max(0, this.#budget), 0x7fff_ffff);
    tree.set(Tree.Next, node);
    for (const field of [Tree.Depth, Tree.Shown, Tree.Cut]) tree.set(field, 0);
    let lack: MissingPart;
    while ((lack = this.#kernel.listFrames(this.pointer, most)) !== MissingPart.Nothing) {
      if (lack === MissingPart.Names) this.#name(tree.word(Tree.Next));
      else this.#list.reserve(this.#list.room + 1);
      this.#lend();
    }
    const depth = tree.word(Tree.Depth);
    this.#budget -= depth;
    if (tree.word(Tree.Cut) !== 0) this.cut = true;
    const { u32 } = this.#sink.arena;
    const list = this.#list.pointer >>> 2;
    this.shown = tree.word(Tree.Shown) || (depth > 0 ? u32[list]! : 0);
    return this.#sink.stacks.stack(u32, list, depth);
  }

  /** Frees the memory. */
  close(): void {
    for (const each of [this.#nodes, this.#addresses, this.#frames, this.#list, this.#tree]) each.close();
    this.#sink.arena.free(this.#slots);
  }

  /** Looks up the frames at the address of a node and stores them. */
  #name(node: number): void {
    const frames = this.#frames;
    const address = this.#nodes.word(node - 1, TreeNode.Address);
    const first = frames.length;
    for (const { id, isHidden } of this.#framesAt(this.addressOf(node), node)) {
      frames.set(frames.add(), 0, isHidden ? id + HIDDEN : id);
    }
    this.#addresses.set(address, Address.First, first);
    this.#addresses.set(address, Address.Count, frames.length - first);
    this.#addresses.set(address, Address.Generation, this.#generation);
  }

  /** Updates the kernel's pointers to lists that may have moved. */
  #lend(): void {
    const tree = this.#tree;
    tree.set(Tree.Nodes, this.#nodes.pointer);
    tree.set(Tree.NodeRoom, this.#nodes.room);
    tree.set(Tree.Addresses, this.#addresses.pointer);
    tree.set(Tree.AddressRoom, this.#addresses.room);
    tree.set(Tree.Slots, this.#slots);
    tree.set(Tree.Frames, this.#frames.pointer);
    tree.set(Tree.List, this.#list.pointer);
    tree.set(Tree.ListRoom, this.#list.room);
  }
}
