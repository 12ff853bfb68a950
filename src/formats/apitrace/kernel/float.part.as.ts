// Formats doubles like C's %g.

import { outPtr } from "./cursor.part.as";
import { floatText } from "./imports.part.as";
import { makeOutputRoom, putByte, putDecimal, putScratchText } from "./text.part.as";

/** Returns 10 to the power of `exponent`, which is at most 16. */
export function powerOfTen(exponent: u32): u64 {
  let power: u64 = 1;
  for (; exponent > 0; exponent--) power *= 10;
  return power;
}

/**
 * Writes a double with `digits` significant digits, like C's %g. Common values are formatted here; a callback
 * formats the others.
 */
export function putFloat(value: f64, digits: u32): void {
  makeOutputRoom(64);
  const bits = reinterpret<u64>(value);
  if (bits >> 63) putByte(45);
  const exponent = <i32> ((bits >> 52) & 0x7ff);
  const magnitude = reinterpret<f64>(bits & 0x7fff_ffff_ffff_ffff);
  if (exponent == 0x7ff) {
    if (bits & 0xf_ffff_ffff_ffff) store<u32>(outPtr, 0x6e616e); // nan
    else store<u32>(outPtr, 0x666e69); // inf
    outPtr += 3;
    return;
  }
  const plain: f64 = digits == 7 ? 1e7 : 1e15;
  if (magnitude < plain && magnitude == Math.floor(magnitude)) {
    putDecimal(<u64> magnitude);
    return;
  }
  if (magnitude < 1e-4 || magnitude >= plain) {
    putScratchText(floatText(magnitude, digits));
    return;
  }
  // magnitude = mantissa * 2^-scale, 1e-4 <= magnitude < 1e15; decimals = number of significant digits after
  // the point.
  const mantissa = (bits & 0xf_ffff_ffff_ffff) | 0x10_0000_0000_0000;
  const scale = <u32> (1075 - exponent);
  let decimals = digits - 1;
  if (magnitude >= 1) {
    for (let limit: f64 = 10; magnitude >= limit; limit *= 10) decimals--;
  } else {
    decimals++;
    if (magnitude < 0.1) decimals++;
    if (magnitude < 0.01) decimals++;
    if (magnitude < 0.001) decimals++;
  }
  // mantissa * 10^decimals as 128 bits. Since 10^decimals = 5^decimals * 2^decimals, multiply by 5^decimals
  // and shift less.
  let five: u64 = 1;
  for (let i: u32 = 0; i < decimals; i++) five *= 5;
  const low = (mantissa & 0xffff_ffff) * (five & 0xffff_ffff);
  const middle1 = (mantissa >> 32) * (five & 0xffff_ffff) + (low >> 32);
  const middle2 = (mantissa & 0xffff_ffff) * (five >> 32) + (middle1 & 0xffff_ffff);
  let high = (mantissa >> 32) * (five >> 32) + (middle1 >> 32) + (middle2 >> 32);
  let lower = (low & 0xffff_ffff) | (middle2 << 32);
  let shift = <i32> scale - <i32> decimals;
  let number: u64;
  if (shift <= 0) number = lower << <u64> (-shift);
  else {
    // Round to nearest, ties to even.
    let above: u64, half: bool, rest: bool;
    if (shift < 64) {
      const sh = <u64> shift;
      above = (lower >> sh) | (sh == 0 ? 0 : high << (64 - sh));
      half = ((lower >> (sh - 1)) & 1) != 0;
      rest = (lower & ((<u64> 1 << (sh - 1)) - 1)) != 0;
    } else if (shift == 64) {
      above = high;
      half = lower >> 63 != 0;
      rest = (lower & 0x7fff_ffff_ffff_ffff) != 0;
    } else {
      const sh = <u64> (shift - 64);
      above = high >> sh;
      half = ((high >> (sh - 1)) & 1) != 0;
      rest = (high & ((<u64> 1 << (sh - 1)) - 1)) != 0 || lower != 0;
    }
    number = above + (half && (rest || (above & 1) != 0) ? 1 : 0);
  }
  // Omit trailing zeros.
  while (decimals > 0 && number % 10 == 0) {
    number /= 10;
    decimals--;
  }
  const power = powerOfTen(decimals);
  const whole = number / power;
  putDecimal(whole);
  if (decimals == 0) return;
  putByte(46);
  let fraction = number - whole * power;
  outPtr += decimals;
  let at = outPtr;
  for (; decimals > 0; decimals--) {
    const next = fraction / 10;
    store<u8>(--at, <u8> (48 + <u32> (fraction - next * 10)));
    fraction = next;
  }
}
