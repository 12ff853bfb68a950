// Running totals of live blocks and bytes over one block of event rows.

/**
 * After row i, live blocks to `blocks` and live bytes to `bytes` (u64 each). kinds, lives, starts, ends and sizes are
 * unpacked u64 per row; history lists the resizes of this block (row, size before); dropped holds per row the bytes of
 * lives that the row put aside (0 pointer: none), taken holds 1 for frees that a later alloc takes back (0: none).
 */
export function liveTotals(
  n: u32,
  first: u32,
  kinds: usize,
  lifeNulls: usize,
  starts: usize,
  ends: usize,
  endNulls: usize,
  sizes: usize,
  historyRows: usize,
  historySizes: usize,
  historyCount: u32,
  dropped: usize,
  droppedBlocks: usize,
  taken: usize,
  startBlocks: u64,
  startBytes: u64,
  blocks: usize,
  bytes: usize,
): void {
  let liveBlocks = startBlocks, liveBytes = startBytes;
  let next: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const at = (<usize> i) << 3;
    const row = first + i;
    const size = load<u64>(sizes + at);
    let resized = false;
    let before: u64 = 0;
    if (next < historyCount && load<u32>(historyRows + ((<usize> next) << 2)) == row) {
      resized = true;
      before = load<u64>(historySizes + ((<usize> next) << 3));
      next++;
    }
    if (load<u8>(lifeNulls + i) == 0) {
      const kind = <u32> load<u64>(kinds + at);
      if (kind == 0) {
        if (resized || <u32> load<u64>(starts + at) == row) {
          liveBlocks++;
          liveBytes += size;
        }
      } else if (kind == 1) {
        if (resized) liveBytes += size - before;
      } else if (kind == 2) {
        const over = load<u8>(endNulls + i) == 0 && <u32> load<u64>(ends + at) == row;
        if (over || (taken != 0 && load<u8>(taken + i) != 0)) {
          liveBlocks--;
          liveBytes -= size;
        }
      }
    }
    if (dropped != 0) {
      liveBytes -= load<u64>(dropped + at);
      liveBlocks -= load<u8>(droppedBlocks + i);
    }
    store<u64>(blocks + at, liveBlocks);
    store<u64>(bytes + at, liveBytes);
  }
}

/**
 * Resizes taken back from the last to the first: rows[record] becomes the event row that the block was at before its
 * earliest resize among those listed. records and before are unpacked u64, rows are u32.
 */
export function takeBackResizes(records: usize, before: usize, from: u32, n: u32, rows: usize): void {
  for (let i = n; i > from; i--) {
    const at = (<usize> (i - 1)) << 3;
    store<u32>(rows + ((<usize> load<u64>(records + at)) << 2), <u32> load<u64>(before + at));
  }
}
