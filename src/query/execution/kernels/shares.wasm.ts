// Generated from shares.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 8c5e33bc21d5680dc1a900b3eb6f217b70051db8780f0538e467094390fe66fa

/** The compiled kernels of shares.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABQQdgBH9/f38AYAZ/f39/f38AYAV/f39/fwBgCX9/f35/fn9/fwBgB39/f39/f38AYAh/f39/f39/fwBgA39/fwF/AhIBA2VudgZtZW1vcnkCAxCAgAQDDw4BAgIDAQAABAUGAAABAAfLAQ8Mb3JkZXJCeVNoYXJlAAMJam9pbkNlbGxzAAgNam9pblBvc2l0aW9ucwAHDW1hcmtQb3NpdGlvbnMABQpjb3VudE1hcmtzAAkPbnVtYmVyUG9zaXRpb25zAAQKcGxhY2VDZWxscwAACmxlYXN0T2ZJZHMABglhZGRDb3VudHMADQdhZGRTdW1zAAoKYWRkUm93U3VtcwALC2FkZEV4dHJlbWVzAAwMcGVybXV0ZUNlbGxzAAEKcGFpcnNPZklkcwACBm1lbW9yeQIACs0NDtcBAQh/A0AgASAJSwRAIAAgCUEMbGoiBigCACEKIAYoAgQhC0EAIQcgBigCCCIMIQYDQCAGIAdLBEAgCiAGIAdqQQF2IghBAnRqKAIAIAJJBEAgCEEBaiEHBSAIIQYLDAELCyAHIQYDQCAGIAxJBEAgCiAGQQJ0aigCACIHIANJBEAgCyAEIAZsaiEIIAUgByACayAEbGohDUEAIQcDQCAEIAdLBEAgByANaiAHIAhqKQMANwMAIAdBCGohBwwBCwsgBkEBaiEGDAILCwsgCUEBaiEJDAELCwtdAQR/A0AgAiAGSwRAIAAgASAGQQJ0aigCACADbGohByAEIAMgBmxqIQhBACEFA0AgAyAFSwRAIAUgCGogBSAHaikDADcDACAFQQhqIQUMAQsLIAZBAWohBgwBCwsLWgICfwF+A0AgASAFSwRAIAAgBUECdGooAgAiBkF/RgR+IAcgA618BSAHIAIgBkEBakECdGo1AgAgAiAGQQJ0ajUCAH18CyEHIAVBAWohBQwBCwsgBCAHNwMAC6QCAgN/An5BAULAACADfad0IgqtQgF9IQ0gBkEAIApBAnT8CwADQCACIAlLBEAgACAJQQN0aikDACEMIAcgCWogAUEARyILBH8gASAJai0AAAUgCwsEf0EABSAEBH4gDCAFfUIMiCANgwUgDCAMQiCIhUKT++eyhte/9FZ+IAOIC6cLIgs6AAAgBiALQQJ0aiILIAsoAgBBAWo2AgAgCUEBaiEJDAELC0EAIQFBACEAA0AgACAKSQRAIAYgAEECdGoiBCgCACEJIAQgATYCACABIAlqIQEgAEEBaiEADAELC0EAIQADQCAAIAJJBEAgBiAAIAdqLQAAQQJ0aiIBKAIAIQQgASAEQQFqNgIAIAggBEECdGogADYCACAAQQFqIQAMAQsLC5QBAQR/IAEhBwNAIAIgB0sEQCAFIAQgACAHQQJ0aigCACIJQQZ2QQJ0aigCAGohCCAJQUBxIQEDQCABQQhqIgYgCU0EQCAIIAEgA2opAwB7p2ohCCAGIQEMAQsLA0AgASAJSQRAIAggASADai0AAGohCCABQQFqIQEMAQsLIAAgB0ECdGogCDYCACAHQQFqIQcMAQsLCzAAIAIoAgAhAgNAIAEgAkkEQCADIAAgAUECdGooAgBqQQE6AAAgAUEBaiEBDAELCwtJAQR/A0AgAiAESwRAIAMgACAEQQJ0IgZqKAIAQQJ0aiIHKAIAIQUgByAFIAEgBmooAgAiBiAFIAZJGzYCACAEQQFqIQQMAQsLC3sBA38DQCADIARJBEAgAiADbCIIIAFqIgcgBUECdGooAgAhCSAFBH8gBUEBa0ECdCAHaigCAAVBAAshBwNAIAcgCUkEQCAGIAAgCGogB0ECdGooAgAgA0EQdGo2AgAgBkEEaiEGIAdBAWohBwwBCwsgA0EBaiEDDAELCwtlAQN/A0AgAyAESQRAIAIgA2wiCCABaiIJIAVBAnRqKAIAIAUEfyAFQQFrQQJ0IAlqKAIABUEACyIJayAGbCEKIAcgACAIaiAGIAlsaiAK/AoAACAHIApqIQcgA0EBaiEDDAELCwtUAQN/A0AgASADSwRAIAIgA0EGdkECdGogBTYCACADIQQDQCAEIANBQGtJBEAgBSAAIARqKQMAe6dqIQUgBEEIaiEEDAELCyADQUBrIQMMAQsLIAULbwIDfwJ+A0AgAiAFSwRAIAEgBUEEdGoiBikDACIIIAMgACAFQQJ0aigCAEEEdGoiBCkDAHwhByAEIAc3AwAgBCAEKAIIIAYoAghqNgIIIAQgBCgCDCAGKAIMaiAHIAhUajYCDCAFQQFqIQUMAQsLC5UBAgN/BH4DQCACIARLBEAgASAEQQR0aiIGKQMAIgogAyAAIARBAnRqKAIAQQR0aiIFKQMAfCEHIAUpAwghCCAGKQMIIQkgBSAHNwMAIAUgCEL///////////8AgyAJQv///////////wCDfCAHIApUrUIghnwgCCAJhEKAgICAgICAgIB/g4Q3AwggBEEBaiEEDAELCwuDAQIDfwR+A0AgAiAGSwRAIAEgBkEFdGoiCCkDACILQgBSBEAgBSAAIAZBAnRqKAIAQQV0aiIHKQMAIQlBASAIKQMIIgogBykDCCIMUyAKIAxUIANBAUYbIghFIAggBBsgCVAbBEAgByAKNwMICyAHIAkgC3w3AwALIAZBAWohBgwBCwsLPwECfwNAIAIgBEsEQCADIAAgBEECdGooAgBBA3RqIgUgBSkDACABIARBA3RqKQMAfDcDACAEQQFqIQQMAQsLCw==";

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
  leastOfIds(ids: number, values: number, n: number, q: number): void;
  addCounts(ids: number, counts: number, n: number, q: number): void;
  addSums(ids: number, sums: number, n: number, q: number): void;
  addRowSums(ids: number, sums: number, n: number, q: number): void;
  addExtremes(ids: number, cells: number, n: number, kind: number, most: number, q: number): void;
  permuteCells(cells: number, order: number, n: number, width: number, q: number): void;
  pairsOfIds(ids: number, n: number, starts: number, lone: number, q: number): void;
}
