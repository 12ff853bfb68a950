// Converts dictionary codes to lines of text. The table has 64 bytes per code: the line, and its length in
// the last byte.

/** Writes the lines of `count` codes to `out`, with room for 64 bytes each; returns the number of bytes written. */
export function spell(codes: usize, count: u32, table: usize, out: usize): u32 {
  let to: usize = out;
  const end: usize = codes + ((<usize> count) << 2);
  for (; codes < end; codes += 4) {
    const line: usize = table + ((<usize> load<u32>(codes)) << 6);
    v128.store(to, v128.load(line));
    v128.store(to, v128.load(line, 16), 16);
    v128.store(to, v128.load(line, 32), 32);
    v128.store(to, v128.load(line, 48), 48);
    to += <usize> load<u8>(line, 63);
  }
  return <u32> (to - out);
}
