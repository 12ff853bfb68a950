// Generated from shares.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 690f7790ea5a1150f6dbaf622fad93fc98ee195a5b45ac1607678a549700dbd9

/** The compiled kernels of shares.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABQQdgBH9/f38AYAZ/f39/f38AYAV/f39/fwBgCX9/f35/fn9/fwBgB39/f39/f38AYAh/f39/f39/fwBgA39/fwF/AhIBA2VudgZtZW1vcnkCAxCAgAQDEA8BAgIDAQAABAUGAAAAAQAH4QEQEG9yZGVyQnlQYXJ0aXRpb24AAwlqb2luQ2VsbHMACA1qb2luUG9zaXRpb25zAAcNbWFya1Bvc2l0aW9ucwAGCmNvdW50TWFya3MACQ9udW1iZXJQb3NpdGlvbnMABApwbGFjZUNlbGxzAAAMbWluaW11bU9mSWRzAAUJYWRkQ291bnRzAA4HYWRkU3VtcwAKCmFkZFJvd1N1bXMADAthZGRFeHRyZW1lcwANDWFkZFNxdWFyZVN1bXMACwxwZXJtdXRlQ2VsbHMAAQpwYWlyc09mSWRzAAIGbWVtb3J5AgAKvA8P1wEBCH8DQCABIAlLBEAgACAJQQxsaiIGKAIAIQogBigCBCELQQAhByAGKAIIIgwhBgNAIAYgB0sEQCAKIAYgB2pBAXYiCEECdGooAgAgAkkEQCAIQQFqIQcFIAghBgsMAQsLIAchBgNAIAYgDEkEQCAKIAZBAnRqKAIAIgcgA0kEQCALIAQgBmxqIQggBSAHIAJrIARsaiENQQAhBwNAIAQgB0sEQCAHIA1qIAcgCGopAwA3AwAgB0EIaiEHDAELCyAGQQFqIQYMAgsLCyAJQQFqIQkMAQsLC10BBH8DQCACIAZLBEAgACABIAZBAnRqKAIAIANsaiEHIAQgAyAGbGohCEEAIQUDQCADIAVLBEAgBSAIaiAFIAdqKQMANwMAIAVBCGohBQwBCwsgBkEBaiEGDAELCwtaAgJ/AX4DQCABIAVLBEAgACAFQQJ0aigCACIGQX9GBH4gByADrXwFIAcgAiAGQQFqQQJ0ajUCACACIAZBAnRqNQIAfXwLIQcgBUEBaiEFDAELCyAEIAc3AwALpAICA38CfkEBQsAAIAN9p3QiCq1CAX0hDSAGQQAgCkECdPwLAANAIAIgCUsEQCAAIAlBA3RqKQMAIQwgByAJaiABQQBHIgsEfyABIAlqLQAABSALCwR/QQAFIAQEfiAMIAV9QgyIIA2DBSAMIAxCIIiFQpP757KG17/0Vn4gA4gLpwsiCzoAACAGIAtBAnRqIgsgCygCAEEBajYCACAJQQFqIQkMAQsLQQAhAUEAIQADQCAAIApJBEAgBiAAQQJ0aiIEKAIAIQkgBCABNgIAIAEgCWohASAAQQFqIQAMAQsLQQAhAANAIAAgAkkEQCAGIAAgB2otAABBAnRqIgEoAgAhBCABIARBAWo2AgAgCCAEQQJ0aiAANgIAIABBAWohAAwBCwsLlAEBBH8gASEHA0AgAiAHSwRAIAUgBCAAIAdBAnRqKAIAIglBBnZBAnRqKAIAaiEIIAlBQHEhAQNAIAFBCGoiBiAJTQRAIAggASADaikDAHunaiEIIAYhAQwBCwsDQCABIAlJBEAgCCABIANqLQAAaiEIIAFBAWohAQwBCwsgACAHQQJ0aiAINgIAIAdBAWohBwwBCwsLSQEEfwNAIAIgBEsEQCADIAAgBEECdCIGaigCAEECdGoiBygCACEFIAcgBSABIAZqKAIAIgYgBSAGSRs2AgAgBEEBaiEEDAELCwswACACKAIAIQIDQCABIAJJBEAgAyAAIAFBAnRqKAIAakEBOgAAIAFBAWohAQwBCwsLewEDfwNAIAMgBEkEQCACIANsIgggAWoiByAFQQJ0aigCACEJIAUEfyAFQQFrQQJ0IAdqKAIABUEACyEHA0AgByAJSQRAIAYgACAIaiAHQQJ0aigCACADQRB0ajYCACAGQQRqIQYgB0EBaiEHDAELCyADQQFqIQMMAQsLC2UBA38DQCADIARJBEAgAiADbCIIIAFqIgkgBUECdGooAgAgBQR/IAVBAWtBAnQgCWooAgAFQQALIglrIAZsIQogByAAIAhqIAYgCWxqIAr8CgAAIAcgCmohByADQQFqIQMMAQsLC1QBA38DQCABIANLBEAgAiADQQZ2QQJ0aiAFNgIAIAMhBANAIAQgA0FAa0kEQCAFIAAgBGopAwB7p2ohBSAEQQhqIQQMAQsLIANBQGshAwwBCwsgBQtvAgN/An4DQCACIAVLBEAgASAFQQR0aiIGKQMAIgggAyAAIAVBAnRqKAIAQQR0aiIEKQMAfCEHIAQgBzcDACAEIAQoAgggBigCCGo2AgggBCAEKAIMIAYoAgxqIAcgCFRqNgIMIAVBAWohBQwBCwsL7QECBH4EfwNAIAIgCUsEQCADIAAgCUECdGooAgBBMGxqIgogCikDACABIAlBMGxqIggpAwB8NwMAIAhBCGopAwAiBCAKQQhqIgspAwB8IQUgCyAFNwMAIApBEGoiCyAEIAVWrSAIQRBqKQMAIAspAwB8fDcDACAIQRhqKQMAIgQgCkEYaiILKQMAfCEFIAsgBTcDACAEIAVWrSIEIAhBIGopAwAiBSAKQSBqIgspAwB8IgZ8IQcgCyAHNwMAIApBKGoiCiAFIAZWrSAEIAdWrXwgCEEoaikDACAKKQMAfHw3AwAgCUEBaiEJDAELCwuVAQIDfwR+A0AgAiAESwRAIAEgBEEEdGoiBikDACIKIAMgACAEQQJ0aigCAEEEdGoiBSkDAHwhByAFKQMIIQggBikDCCEJIAUgBzcDACAFIAhC////////////AIMgCUL///////////8Ag3wgByAKVK1CIIZ8IAggCYRCgICAgICAgICAf4OENwMIIARBAWohBAwBCwsLgwECA38EfgNAIAIgBksEQCABIAZBBXRqIggpAwAiC0IAUgRAIAUgACAGQQJ0aigCAEEFdGoiBykDACEJQQEgCCkDCCIKIAcpAwgiDFMgCiAMVCADQQFGGyIIRSAIIAQbIAlQGwRAIAcgCjcDCAsgByAJIAt8NwMACyAGQQFqIQYMAQsLCz8BAn8DQCACIARLBEAgAyAAIARBAnRqKAIAQQN0aiIFIAUpAwAgASAEQQN0aikDAHw3AwAgBEEBaiEEDAELCws=";

/** Their functions, as shares.as.ts explains them. Memory is given by its address. */
export interface Exports {
  orderByPartition(
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
