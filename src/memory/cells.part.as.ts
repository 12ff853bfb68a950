// Cells of columns of plain numbers.

/** Cell of a column of four bytes. */
@inline
export function at4(column: usize, i: u32): usize {
  return column + ((<usize> i) << 2);
}

/** Cell of a column of eight bytes. */
@inline
export function at8(column: usize, i: u32): usize {
  return column + ((<usize> i) << 3);
}
