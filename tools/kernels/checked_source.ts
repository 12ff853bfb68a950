/**
 * Rewrites kernel sources for tests: every memory access first checks that its address lies in an allocated piece, by
 * the map that the heaps of tests keep (`tests/support/guards`).
 */

/** Where the map begins; `MAP_START` of the guards. */
const MAP = 65536;

const HELPERS = `
@external("env", "guard") declare function guard__(p: usize, n: usize): void;
function open__(at: usize): bool { return (load<u8>(${MAP} + (at >> 7)) & (1 << ((<u8> (at >> 4)) & 7))) != 0; }
function may__(p: usize, n: usize): usize {
  if (n == 0) return p;
  // Margins are 64 bytes wide, so that no step of 64 jumps over one.
  for (let at: usize = p; at < p + n; at += 64) if (!open__(at)) guard__(p, n);
  if (!open__(p + n - 1)) guard__(p, n);
  return p;
}
function load__<T>(p: usize, o: usize = 0): T { return load<T>(may__(p + o, sizeof<T>())); }
function store__<T>(p: usize, v: T, o: usize = 0): void { store<T>(may__(p + o, sizeof<T>()), v); }
function load128__(p: usize, o: usize = 0): v128 { return v128.load(may__(p + o, 16)); }
function load8x8__(p: usize, o: usize = 0): v128 { return v128.load8x8_u(may__(p + o, 8)); }
function loadExt__<T>(p: usize, o: usize = 0): v128 { return v128.load_ext<T>(may__(p + o, 8)); }
function loadZero__<T>(p: usize, o: usize = 0): v128 { return v128.load_zero<T>(may__(p + o, sizeof<T>())); }
function loadShared__<T>(p: usize): T { return atomic.load<T>(may__(p, sizeof<T>())); }
function exchange__<T>(p: usize, v: T): T { return atomic.xchg<T>(may__(p, sizeof<T>()), v); }
function compareExchange__<T>(p: usize, e: T, v: T): T { return atomic.cmpxchg<T>(may__(p, sizeof<T>()), e, v); }
function store128__(p: usize, v: v128, o: usize = 0): void { v128.store(may__(p + o, 16), v); }
function copy__(q: usize, p: usize, n: usize): void { memory.copy(may__(q, n), may__(p, n), n); }
function fill__(p: usize, v: u8, n: usize): void { memory.fill(may__(p, n), v, n); }
`;

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bv128\.load\(/g, "load128__("],
  [/\bv128\.load8x8_u\(/g, "load8x8__("],
  [/\bv128\.load_ext</g, "loadExt__<"],
  [/\bv128\.load_zero</g, "loadZero__<"],
  [/\batomic\.load</g, "loadShared__<"],
  [/\batomic\.xchg</g, "exchange__<"],
  [/\batomic\.cmpxchg</g, "compareExchange__<"],
  [/\bv128\.store\(/g, "store128__("],
  [/\bmemory\.copy\(/g, "copy__("],
  [/\bmemory\.fill\(/g, "fill__("],
  [/(?<![.\w])load</g, "load__<"],
  [/(?<![.\w])store</g, "store__<"],
];

/** The source with its accesses replaced. A kind of access that has no helper is an error, not a gap. */
export function checkedSource(source: string, path: string): string {
  let text = source;
  for (const [name, helper] of NAMES) text = text.replace(name, helper);
  const missed = /\b(v128\.(load|store)\w*|memory\.\w+|atomic\.\w+)[(<]/.exec(text);
  if (missed) throw new Error(`${path}: no checked form of ${missed[1]}`);
  return text + HELPERS;
}
