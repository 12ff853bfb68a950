/**
 * The order of texts.
 * @module
 */

/** Compares texts by code point, the byte order of UTF-8. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const x = left.charCodeAt(at);
    const y = right.charCodeAt(at);
    if (x === y) continue;
    // Surrogates encode code points above all others.
    const surrogateX = x >= 0xd800 && x < 0xe000;
    const surrogateY = y >= 0xd800 && y < 0xe000;
    if (surrogateX !== surrogateY) return surrogateX ? 1 : -1;
    return x - y;
  }
  return left.length - right.length;
}
