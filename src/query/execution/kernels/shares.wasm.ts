// Generated from shares.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 484a95c81fa4956741d71679132a9ef816e235ce907052fe31009e9f95b75695

/** The compiled kernels of shares.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABQQdgBH9/f38AYAZ/f39/f38AYAV/f39/fwBgCX9/f35/fn9/fwBgB39/f39/f38AYAh/f39/f39/fwBgA39/fwF/AhIBA2VudgZtZW1vcnkCAxCAgAQDEA8BAgIDAQAABAUGAAAAAQAH3QEQDG9yZGVyQnlTaGFyZQADCWpvaW5DZWxscwAIDWpvaW5Qb3NpdGlvbnMABw1tYXJrUG9zaXRpb25zAAYKY291bnRNYXJrcwAJD251bWJlclBvc2l0aW9ucwAECnBsYWNlQ2VsbHMAAAxtaW5pbXVtT2ZJZHMABQlhZGRDb3VudHMADgdhZGRTdW1zAAoKYWRkUm93U3VtcwAMC2FkZEV4dHJlbWVzAA0NYWRkU3F1YXJlU3VtcwALDHBlcm11dGVDZWxscwABCnBhaXJzT2ZJZHMAAgZtZW1vcnkCAAq8Dw/XAQEIfwNAIAEgCUsEQCAAIAlBDGxqIgYoAgAhCiAGKAIEIQtBACEHIAYoAggiDCEGA0AgBiAHSwRAIAogBiAHakEBdiIIQQJ0aigCACACSQRAIAhBAWohBwUgCCEGCwwBCwsgByEGA0AgBiAMSQRAIAogBkECdGooAgAiByADSQRAIAsgBCAGbGohCCAFIAcgAmsgBGxqIQ1BACEHA0AgBCAHSwRAIAcgDWogByAIaikDADcDACAHQQhqIQcMAQsLIAZBAWohBgwCCwsLIAlBAWohCQwBCwsLXQEEfwNAIAIgBksEQCAAIAEgBkECdGooAgAgA2xqIQcgBCADIAZsaiEIQQAhBQNAIAMgBUsEQCAFIAhqIAUgB2opAwA3AwAgBUEIaiEFDAELCyAGQQFqIQYMAQsLC1oCAn8BfgNAIAEgBUsEQCAAIAVBAnRqKAIAIgZBf0YEfiAHIAOtfAUgByACIAZBAWpBAnRqNQIAIAIgBkECdGo1AgB9fAshByAFQQFqIQUMAQsLIAQgBzcDAAukAgIDfwJ+QQFCwAAgA32ndCIKrUIBfSENIAZBACAKQQJ0/AsAA0AgAiAJSwRAIAAgCUEDdGopAwAhDCAHIAlqIAFBAEciCwR/IAEgCWotAAAFIAsLBH9BAAUgBAR+IAwgBX1CDIggDYMFIAwgDEIgiIVCk/vnsobXv/RWfiADiAunCyILOgAAIAYgC0ECdGoiCyALKAIAQQFqNgIAIAlBAWohCQwBCwtBACEBQQAhAANAIAAgCkkEQCAGIABBAnRqIgQoAgAhCSAEIAE2AgAgASAJaiEBIABBAWohAAwBCwtBACEAA0AgACACSQRAIAYgACAHai0AAEECdGoiASgCACEEIAEgBEEBajYCACAIIARBAnRqIAA2AgAgAEEBaiEADAELCwuUAQEEfyABIQcDQCACIAdLBEAgBSAEIAAgB0ECdGooAgAiCUEGdkECdGooAgBqIQggCUFAcSEBA0AgAUEIaiIGIAlNBEAgCCABIANqKQMAe6dqIQggBiEBDAELCwNAIAEgCUkEQCAIIAEgA2otAABqIQggAUEBaiEBDAELCyAAIAdBAnRqIAg2AgAgB0EBaiEHDAELCwtJAQR/A0AgAiAESwRAIAMgACAEQQJ0IgZqKAIAQQJ0aiIHKAIAIQUgByAFIAEgBmooAgAiBiAFIAZJGzYCACAEQQFqIQQMAQsLCzAAIAIoAgAhAgNAIAEgAkkEQCADIAAgAUECdGooAgBqQQE6AAAgAUEBaiEBDAELCwt7AQN/A0AgAyAESQRAIAIgA2wiCCABaiIHIAVBAnRqKAIAIQkgBQR/IAVBAWtBAnQgB2ooAgAFQQALIQcDQCAHIAlJBEAgBiAAIAhqIAdBAnRqKAIAIANBEHRqNgIAIAZBBGohBiAHQQFqIQcMAQsLIANBAWohAwwBCwsLZQEDfwNAIAMgBEkEQCACIANsIgggAWoiCSAFQQJ0aigCACAFBH8gBUEBa0ECdCAJaigCAAVBAAsiCWsgBmwhCiAHIAAgCGogBiAJbGogCvwKAAAgByAKaiEHIANBAWohAwwBCwsLVAEDfwNAIAEgA0sEQCACIANBBnZBAnRqIAU2AgAgAyEEA0AgBCADQUBrSQRAIAUgACAEaikDAHunaiEFIARBCGohBAwBCwsgA0FAayEDDAELCyAFC28CA38CfgNAIAIgBUsEQCABIAVBBHRqIgYpAwAiCCADIAAgBUECdGooAgBBBHRqIgQpAwB8IQcgBCAHNwMAIAQgBCgCCCAGKAIIajYCCCAEIAQoAgwgBigCDGogByAIVGo2AgwgBUEBaiEFDAELCwvtAQIEfgR/A0AgAiAJSwRAIAMgACAJQQJ0aigCAEEwbGoiCiAKKQMAIAEgCUEwbGoiCCkDAHw3AwAgCEEIaikDACIEIApBCGoiCykDAHwhBSALIAU3AwAgCkEQaiILIAQgBVatIAhBEGopAwAgCykDAHx8NwMAIAhBGGopAwAiBCAKQRhqIgspAwB8IQUgCyAFNwMAIAQgBVatIgQgCEEgaikDACIFIApBIGoiCykDAHwiBnwhByALIAc3AwAgCkEoaiIKIAUgBlatIAQgB1atfCAIQShqKQMAIAopAwB8fDcDACAJQQFqIQkMAQsLC5UBAgN/BH4DQCACIARLBEAgASAEQQR0aiIGKQMAIgogAyAAIARBAnRqKAIAQQR0aiIFKQMAfCEHIAUpAwghCCAGKQMIIQkgBSAHNwMAIAUgCEL///////////8AgyAJQv///////////wCDfCAHIApUrUIghnwgCCAJhEKAgICAgICAgIB/g4Q3AwggBEEBaiEEDAELCwuDAQIDfwR+A0AgAiAGSwRAIAEgBkEFdGoiCCkDACILQgBSBEAgBSAAIAZBAnRqKAIAQQV0aiIHKQMAIQlBASAIKQMIIgogBykDCCIMUyAKIAxUIANBAUYbIghFIAggBBsgCVAbBEAgByAKNwMICyAHIAkgC3w3AwALIAZBAWohBgwBCwsLPwECfwNAIAIgBEsEQCADIAAgBEECdGooAgBBA3RqIgUgBSkDACABIARBA3RqKQMAfDcDACAEQQFqIQQMAQsLCw==";

/** Their functions, as shares.as.ts explains them. Memory is given by its address. */
export interface Exports {
  orderByShare(
    words: number,
    nulls: number,
    n: number,
    shift: bigint,
    byRuns: number,
    less: bigint,
    ends: number,
    scratch: number,
    order: number,
  ): void;
  joinCells(
    column: number,
    ends: number,
    stride: number,
    from: number,
    to: number,
    share: number,
    width: number,
    q: number,
  ): void;
  joinPositions(
    order: number,
    ends: number,
    stride: number,
    from: number,
    to: number,
    share: number,
    q: number,
  ): void;
  markPositions(list: number, from: number, count: number, marks: number): void;
  countMarks(marks: number, n: number, before: number): number;
  numberPositions(list: number, from: number, to: number, marks: number, before: number, base: number): void;
  placeCells(shares: number, count: number, from: number, to: number, width: number, q: number): void;
  minimumOfIds(ids: number, values: number, n: number, q: number): void;
  addCounts(ids: number, counts: number, n: number, q: number): void;
  addSums(ids: number, sums: number, n: number, q: number): void;
  addRowSums(ids: number, sums: number, n: number, q: number): void;
  addExtremes(ids: number, cells: number, n: number, kind: number, most: number, q: number): void;
  addSquareSums(ids: number, cells: number, n: number, q: number): void;
  permuteCells(cells: number, order: number, n: number, width: number, q: number): void;
  pairsOfIds(ids: number, n: number, starts: number, lone: number, q: number): void;
}
