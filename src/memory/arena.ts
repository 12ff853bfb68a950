/**
 * One growing piece of shared WebAssembly memory. Columns, staging rows and file windows live in it, so that
 * kernels and workers read them in place.
 * @module
 */

const PAGE = 65536;
const ALIGN = 16;
/** Memory with 32-bit pointers ends here; the last page stays unused so that an end pointer still fits. */
const LIMIT = 65535 * PAGE;

/** The index would need more memory than 32-bit pointers reach. */
export class ArenaFullError extends Error {
  override readonly name: string = "ArenaFullError";
}

/** Rounds a byte count up to the arena's grain. */
function roundUp(bytes: number): number {
  return Math.max(ALIGN, Math.ceil(bytes / ALIGN) * ALIGN);
}

/**
 * Hands out aligned pieces of one shared memory. Freed pieces are kept by size: columns are cut into blocks of
 * few different sizes, so a list per size wastes nothing and needs no search.
 */
export class Arena {
  /** The memory itself, for kernels and workers. */
  readonly memory: WebAssembly.Memory;
  #next = PAGE; // address 0 stays free, so that it can mean "nothing"
  #freed = new Map<number, number[]>();
  #used = 0;
  #u8: Uint8Array;
  #u16: Uint16Array;
  #u32: Uint32Array;
  #i32: Int32Array;
  #u64: BigUint64Array;
  #f64: Float64Array;

  /** Starts with little memory and grows on demand up to 4 GB. */
  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
    const buffer = this.memory.buffer;
    this.#u8 = new Uint8Array(buffer);
    this.#u16 = new Uint16Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#i32 = new Int32Array(buffer);
    this.#u64 = new BigUint64Array(buffer);
    this.#f64 = new Float64Array(buffer);
  }

  /** Bytes handed out and not returned. */
  get used(): number {
    return this.#used;
  }

  /** View of everything; take it again after an `alloc`, growth makes a longer one. */
  get u8(): Uint8Array {
    return this.#u8;
  }

  /** View in halves words; index is pointer / 2. */
  get u16(): Uint16Array {
    return this.#u16;
  }

  /** View in words; index is pointer / 4. */
  get u32(): Uint32Array {
    return this.#u32;
  }

  /** Signed view in words; index is pointer / 4. */
  get i32(): Int32Array {
    return this.#i32;
  }

  /** View in 64-bit words; index is pointer / 8. */
  get u64(): BigUint64Array {
    return this.#u64;
  }

  /** View in doubles; index is pointer / 8. */
  get f64(): Float64Array {
    return this.#f64;
  }

  /** A zeroed-or-dirty piece of at least `bytes` bytes, aligned to 16. */
  alloc(bytes: number): number {
    const size = roundUp(bytes);
    this.#used += size;
    const freed = this.#freed.get(size)?.pop();
    if (freed !== undefined) return freed;
    const at = this.#next;
    const end = at + size;
    if (end > LIMIT) {
      this.#used -= size;
      throw new ArenaFullError(`Cannot hold the index: ${end} bytes needed, memory ends at ${LIMIT}`);
    }
    const have = this.#u8.length;
    if (end > have) this.#grow(end, have);
    this.#next = end;
    return at;
  }

  /** The same, filled with zeros. */
  allocZeroed(bytes: number): number {
    const at = this.alloc(bytes);
    this.#u8.fill(0, at, at + roundUp(bytes));
    return at;
  }

  /** Takes a piece back; `bytes` is what was asked for. */
  free(pointer: number, bytes: number): void {
    if (pointer === 0) return;
    const size = roundUp(bytes);
    this.#used -= size;
    const list = this.#freed.get(size);
    if (list) list.push(pointer);
    else this.#freed.set(size, [pointer]);
  }

  #grow(end: number, have: number): void {
    // Untouched pages cost nothing, so growing by a quarter keeps the number of new views small.
    const wanted = Math.min(LIMIT + PAGE, Math.max(end, Math.floor(have * 1.25)));
    const pages = Math.ceil((wanted - have) / PAGE);
    try {
      this.memory.grow(pages);
    } catch {
      throw new ArenaFullError(`Cannot hold the index: the system refused ${pages * PAGE} more bytes`);
    }
    const buffer = this.memory.buffer;
    this.#u8 = new Uint8Array(buffer);
    this.#u16 = new Uint16Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#i32 = new Int32Array(buffer);
    this.#u64 = new BigUint64Array(buffer);
    this.#f64 = new Float64Array(buffer);
  }
}
