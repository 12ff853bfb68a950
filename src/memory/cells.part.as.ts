// Cells of columns of plain numbers.

/** Cell of a column of four bytes. */
@inline
export function cell32At(column: usize, i: u32): usize {
  return column + ((<usize> i) << 2);
}

/** Cell of a column of eight bytes. */
@inline
export function cell64At(column: usize, i: u32): usize {
  return column + ((<usize> i) << 3);
}
