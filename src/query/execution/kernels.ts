/**
 * The kernels of the executor, one set per arena.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import type { Heap } from "../../memory/heap.ts";
import { sharedKernels } from "../../memory/wasm_module.ts";
import { blockKernels } from "../../tables/block.ts";
import type { Exports as BlockKernels } from "../../tables/kernels/block.wasm.ts";
import { type Exports as ComputeKernels, WASM_BASE64 as COMPUTE } from "./kernels/compute.wasm.ts";
import { type Exports as DenseKernels, WASM_BASE64 as DENSE } from "./kernels/dense.wasm.ts";
import { type Exports as GroupKernels, WASM_BASE64 as GROUP } from "./kernels/group.wasm.ts";
import { type Exports as KeyedKernels, WASM_BASE64 as KEYED } from "./kernels/keyed.wasm.ts";
import { type Exports as OrderedKernels, WASM_BASE64 as ORDERED } from "./kernels/ordered.wasm.ts";
import { type Exports as SelectKernels, WASM_BASE64 as SELECT } from "./kernels/select.wasm.ts";
import { type Exports as SharesKernels, WASM_BASE64 as SHARES } from "./kernels/shares.wasm.ts";
import { type Exports as TextKernels, WASM_BASE64 as TEXTS } from "./kernels/texts.wasm.ts";

/** All kernels of the executor. */
export interface Kernels {
  readonly select: SelectKernels;
  readonly compute: ComputeKernels;
  readonly group: GroupKernels;
  readonly dense: DenseKernels;
  readonly ordered: OrderedKernels;
  readonly keyed: KeyedKernels;
  readonly partitions: SharesKernels;
  readonly block: BlockKernels;
  readonly texts: TextKernels;
}

const select = sharedKernels<SelectKernels>(SELECT);
const compute = sharedKernels<ComputeKernels>(COMPUTE);
const group = sharedKernels<GroupKernels>(GROUP);
const dense = sharedKernels<DenseKernels>(DENSE);
const ordered = sharedKernels<OrderedKernels>(ORDERED);
const keyed = sharedKernels<KeyedKernels>(KEYED);
const partitions = sharedKernels<SharesKernels>(SHARES);
const texts = sharedKernels<TextKernels>(TEXTS);
const known = new WeakMap<Heap, Kernels>();

/** The executor's kernels on an arena; each module is compiled on first use. */
export function kernelsOf(arena: Arena): Kernels {
  let kernels = known.get(arena.heap);
  if (!kernels) {
    kernels = {
      get select() {
        return select(arena);
      },
      get compute() {
        return compute(arena);
      },
      get group() {
        return group(arena);
      },
      get dense() {
        return dense(arena);
      },
      get ordered() {
        return ordered(arena);
      },
      get keyed() {
        return keyed(arena);
      },
      get partitions() {
        return partitions(arena);
      },
      get block() {
        return blockKernels(arena);
      },
      get texts() {
        return texts(arena);
      },
    };
    known.set(arena.heap, kernels);
  }
  return kernels;
}

/** Returned by kernels if no row failed. */
export const NO_FAILURE = -1;
