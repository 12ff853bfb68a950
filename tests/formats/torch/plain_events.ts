/** Snapshots as values, and their events found in a simple way: lists and maps, no kernels, no columns. */

/** A dictionary as it was pickled. */
type Dict = Readonly<Record<string, unknown>>;

/** An event as in the tables; times in microseconds since the first one. */
export interface PlainEvent {
  readonly kind: string;
  readonly addr: bigint | null;
  readonly size: bigint;
  readonly time: bigint | null;
  readonly device: number;
  readonly stream: bigint | null;
  readonly frames: string;
  /** The row of the request that ends the block, from 1. */
  requested: bigint | null;
  readonly metadata: string | null;
  readonly compile: string | null;
  readonly pool: string | null;
}

const DECODER = new TextDecoder();

/** The value of a pickle of numbers, texts, lists, dictionaries and tuples; dictionaries are objects. */
export function unpickled(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stack: unknown[] = [], marks: number[] = [], memo = new Map<number, unknown>();
  let at = 0;
  const skip = (count: number): number => (at += count) - count;
  const text = (length: number): void => void stack.push(DECODER.decode(bytes.subarray(skip(length), at)));
  const long = (length: number): void => {
    let value = 0n;
    for (let byte = length - 1; byte >= 0; byte--) value = (value << 8n) | BigInt(bytes[at + byte]!);
    at += length;
    stack.push(BigInt.asIntN(8 * length, value));
  };
  const items = (): unknown[] => stack.splice(marks.pop()!);
  const put = (pairs: unknown[]): void => {
    const into = stack.at(-1) as Record<string, unknown>;
    for (let pair = 0; pair < pairs.length; pair += 2) into[pairs[pair] as string] = pairs[pair + 1];
  };
  while (at < bytes.length) {
    const op = bytes[at++]!;
    if (op === 0x80) skip(1);
    else if (op === 0x95) skip(8);
    else if (op === 0x28) marks.push(stack.length);
    else if (op === 0x5d) stack.push([]);
    else if (op === 0x7d) stack.push({});
    else if (op === 0x65) (stack[marks.at(-1)! - 1] as unknown[]).push(...items());
    else if (op === 0x61) (stack.at(-2) as unknown[]).push(stack.pop());
    else if (op === 0x75) put(items());
    else if (op === 0x73) put(stack.splice(-2));
    else if (op === 0x86) stack.push(stack.splice(-2));
    else if (op === 0x74) stack.push(items());
    else if (op === 0x4e) stack.push(null);
    else if (op === 0x88 || op === 0x89) stack.push(op === 0x88);
    else if (op === 0x47) stack.push(view.getFloat64(skip(8)));
    else if (op === 0x4b) stack.push(BigInt(bytes[skip(1)]!));
    else if (op === 0x4d) stack.push(BigInt(view.getUint16(skip(2), true)));
    else if (op === 0x4a) stack.push(BigInt(view.getInt32(skip(4), true)));
    else if (op === 0x8a) long(bytes[skip(1)]!);
    else if (op === 0x8c) text(bytes[skip(1)]!);
    else if (op === 0x58) text(view.getUint32(skip(4), true));
    else if (op === 0x68) stack.push(memo.get(bytes[skip(1)]!));
    else if (op === 0x6a) stack.push(memo.get(view.getUint32(skip(4), true)));
    else if (op === 0x71) memo.set(bytes[skip(1)]!, stack.at(-1));
    else if (op === 0x72) memo.set(view.getUint32(skip(4), true), stack.at(-1));
    else if (op === 0x94) memo.set(memo.size, stack.at(-1));
    else if (op === 0x2e) break;
    else throw new Error(`Opcode ${op.toString(16)}`);
  }
  return stack[0];
}

/** The events of an undamaged snapshot: blocks that are older than the first entry, then entries by time. */
export function plainEvents(root: unknown): PlainEvent[] {
  const snapshot = (Array.isArray(root) ? { segments: root } : root) as Dict;
  const traces = (snapshot.device_traces ?? []) as Dict[][];
  const timed = traces.flatMap((list, device) => {
    let latest = 0n;
    return list.map((entry) => {
      const time = entry.time_us as bigint ?? 0n;
      if (time > latest) latest = time;
      return { entry, device, latest };
    });
  });
  timed.sort((left, right) => left.latest < right.latest ? -1 : left.latest > right.latest ? 1 : 0);
  const notes = (snapshot.external_annotations ?? []) as Dict[];
  const times = [...timed.map(({ entry }) => entry), ...notes].map(({ time_us }) => time_us as bigint)
    .filter((time) => time !== undefined);
  const first = times.reduce((least, time) => time < least ? time : least, 1n << 64n);
  const older: PlainEvent[] = [], rows: PlainEvent[] = [];
  /** The row that each block began with, and whether it is live. */
  const blocks = new Map<string, { begin: PlainEvent; isLive: boolean }>();
  const requests: [PlainEvent, PlainEvent][] = [];
  for (const { entry, device } of timed) {
    const row = eventOf(entry, device, first);
    rows.push(row);
    const ends = row.kind === "free" || row.kind === "free_requested";
    if (!ends && row.kind !== "alloc") continue;
    const key = `${device} ${row.addr}`;
    let block = blocks.get(key);
    if (row.kind === "alloc") {
      blocks.set(key, { begin: row, isLive: true });
      continue;
    }
    if (!block) {
      const nothing = { time: null, requested: null, metadata: null, compile: null, pool: null };
      block = { begin: { ...row, ...nothing, kind: "existing" }, isLive: true };
      older.push(block.begin);
      blocks.set(key, block);
    }
    if (row.kind === "free") block.isLive = false;
    else requests.push([block.begin, row]);
  }
  for (const segment of (snapshot.segments ?? []) as Dict[]) {
    const device = Number(segment.device);
    let next = unsigned(segment.address);
    for (const block of segment.blocks as Dict[]) {
      const addr = block.address === undefined ? next : unsigned(block.address);
      next += block.size as bigint;
      const isActive = `${block.state}`.startsWith("active_");
      if (isActive && !blocks.has(`${device} ${addr}`)) older.push(blockOf(block, segment, addr));
    }
  }
  const all = [...older, ...rows];
  const numbers = new Map(all.map((row, at) => [row, BigInt(at + 1)]));
  for (const [begin, request] of requests) begin.requested ??= numbers.get(request)!;
  return all;
}

function eventOf(entry: Dict, device: number, first: bigint): PlainEvent {
  const action = entry.action as string;
  const pool = entry.pool_id as bigint[] | undefined;
  return {
    kind: action === "free_completed" ? "free" : action,
    addr: entry.addr === undefined ? null : unsigned(entry.addr),
    size: entry.size as bigint,
    time: entry.time_us === undefined ? null : entry.time_us as bigint - first,
    device,
    stream: entry.stream === undefined ? null : unsigned(entry.stream),
    frames: framesOf(entry.frames),
    requested: null,
    metadata: entry.user_metadata as string || null,
    compile: (entry.compile_context ?? "N/A") === "N/A" ? null : entry.compile_context as string,
    pool: pool ? pool.join(".") : null,
  };
}

function blockOf(block: Dict, segment: Dict, addr: bigint): PlainEvent {
  const latest = ((block.history ?? []) as Dict[])[0];
  const frames = block.frames as unknown[] | undefined;
  const pool = segment.segment_pool_id as bigint[] | undefined;
  return {
    kind: "existing",
    addr,
    size: (block.requested_size ?? latest?.real_size ?? block.size) as bigint,
    time: null,
    device: Number(segment.device),
    stream: unsigned(segment.stream ?? 0n),
    frames: framesOf(frames?.length ? frames : latest?.frames),
    requested: null,
    metadata: null,
    compile: null,
    pool: pool ? pool.join(".") : null,
  };
}

function framesOf(frames: unknown): string {
  return ((frames ?? []) as Dict[]).map(({ name, line }) => `${name}:${line}`).join(" ");
}

function unsigned(value: unknown): bigint {
  return BigInt.asUintN(64, value as bigint);
}
