// Generated from shares.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 5f5b38f198ecd047194e00b756fb0c3289714f3f027279eb5bfc62aa6a1d0045

/** The compiled kernels of shares.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABQQdgBH9/f38AYAZ/f39/f38AYAV/f39/fwBgCX9/f35/fn9/fwBgB39/f39/f38AYAh/f39/f39/fwBgA39/fwF/AhIBA2VudgZtZW1vcnkCAxCAgAQDDw4BAgIDAQAABAUGAAABAAfNAQ8Mb3JkZXJCeVNoYXJlAAMJam9pbkNlbGxzAAgNam9pblBvc2l0aW9ucwAHDW1hcmtQb3NpdGlvbnMABgpjb3VudE1hcmtzAAkPbnVtYmVyUG9zaXRpb25zAAQKcGxhY2VDZWxscwAADG1pbmltdW1PZklkcwAFCWFkZENvdW50cwANB2FkZFN1bXMACgphZGRSb3dTdW1zAAsLYWRkRXh0cmVtZXMADAxwZXJtdXRlQ2VsbHMAAQpwYWlyc09mSWRzAAIGbWVtb3J5AgAKzQ0O1wEBCH8DQCABIAlLBEAgACAJQQxsaiIGKAIAIQogBigCBCELQQAhByAGKAIIIgwhBgNAIAYgB0sEQCAKIAYgB2pBAXYiCEECdGooAgAgAkkEQCAIQQFqIQcFIAghBgsMAQsLIAchBgNAIAYgDEkEQCAKIAZBAnRqKAIAIgcgA0kEQCALIAQgBmxqIQggBSAHIAJrIARsaiENQQAhBwNAIAQgB0sEQCAHIA1qIAcgCGopAwA3AwAgB0EIaiEHDAELCyAGQQFqIQYMAgsLCyAJQQFqIQkMAQsLC10BBH8DQCACIAZLBEAgACABIAZBAnRqKAIAIANsaiEHIAQgAyAGbGohCEEAIQUDQCADIAVLBEAgBSAIaiAFIAdqKQMANwMAIAVBCGohBQwBCwsgBkEBaiEGDAELCwtaAgJ/AX4DQCABIAVLBEAgACAFQQJ0aigCACIGQX9GBH4gByADrXwFIAcgAiAGQQFqQQJ0ajUCACACIAZBAnRqNQIAfXwLIQcgBUEBaiEFDAELCyAEIAc3AwALpAICA38CfkEBQsAAIAN9p3QiCq1CAX0hDSAGQQAgCkECdPwLAANAIAIgCUsEQCAAIAlBA3RqKQMAIQwgByAJaiABQQBHIgsEfyABIAlqLQAABSALCwR/QQAFIAQEfiAMIAV9QgyIIA2DBSAMIAxCIIiFQpP757KG17/0Vn4gA4gLpwsiCzoAACAGIAtBAnRqIgsgCygCAEEBajYCACAJQQFqIQkMAQsLQQAhAUEAIQADQCAAIApJBEAgBiAAQQJ0aiIEKAIAIQkgBCABNgIAIAEgCWohASAAQQFqIQAMAQsLQQAhAANAIAAgAkkEQCAGIAAgB2otAABBAnRqIgEoAgAhBCABIARBAWo2AgAgCCAEQQJ0aiAANgIAIABBAWohAAwBCwsLlAEBBH8gASEHA0AgAiAHSwRAIAUgBCAAIAdBAnRqKAIAIglBBnZBAnRqKAIAaiEIIAlBQHEhAQNAIAFBCGoiBiAJTQRAIAggASADaikDAHunaiEIIAYhAQwBCwsDQCABIAlJBEAgCCABIANqLQAAaiEIIAFBAWohAQwBCwsgACAHQQJ0aiAINgIAIAdBAWohBwwBCwsLSQEEfwNAIAIgBEsEQCADIAAgBEECdCIGaigCAEECdGoiBygCACEFIAcgBSABIAZqKAIAIgYgBSAGSRs2AgAgBEEBaiEEDAELCwswACACKAIAIQIDQCABIAJJBEAgAyAAIAFBAnRqKAIAakEBOgAAIAFBAWohAQwBCwsLewEDfwNAIAMgBEkEQCACIANsIgggAWoiByAFQQJ0aigCACEJIAUEfyAFQQFrQQJ0IAdqKAIABUEACyEHA0AgByAJSQRAIAYgACAIaiAHQQJ0aigCACADQRB0ajYCACAGQQRqIQYgB0EBaiEHDAELCyADQQFqIQMMAQsLC2UBA38DQCADIARJBEAgAiADbCIIIAFqIgkgBUECdGooAgAgBQR/IAVBAWtBAnQgCWooAgAFQQALIglrIAZsIQogByAAIAhqIAYgCWxqIAr8CgAAIAcgCmohByADQQFqIQMMAQsLC1QBA38DQCABIANLBEAgAiADQQZ2QQJ0aiAFNgIAIAMhBANAIAQgA0FAa0kEQCAFIAAgBGopAwB7p2ohBSAEQQhqIQQMAQsLIANBQGshAwwBCwsgBQtvAgN/An4DQCACIAVLBEAgASAFQQR0aiIGKQMAIgggAyAAIAVBAnRqKAIAQQR0aiIEKQMAfCEHIAQgBzcDACAEIAQoAgggBigCCGo2AgggBCAEKAIMIAYoAgxqIAcgCFRqNgIMIAVBAWohBQwBCwsLlQECA38EfgNAIAIgBEsEQCABIARBBHRqIgYpAwAiCiADIAAgBEECdGooAgBBBHRqIgUpAwB8IQcgBSkDCCEIIAYpAwghCSAFIAc3AwAgBSAIQv///////////wCDIAlC////////////AIN8IAcgClStQiCGfCAIIAmEQoCAgICAgICAgH+DhDcDCCAEQQFqIQQMAQsLC4MBAgN/BH4DQCACIAZLBEAgASAGQQV0aiIIKQMAIgtCAFIEQCAFIAAgBkECdGooAgBBBXRqIgcpAwAhCUEBIAgpAwgiCiAHKQMIIgxTIAogDFQgA0EBRhsiCEUgCCAEGyAJUBsEQCAHIAo3AwgLIAcgCSALfDcDAAsgBkEBaiEGDAELCws/AQJ/A0AgAiAESwRAIAMgACAEQQJ0aigCAEEDdGoiBSAFKQMAIAEgBEEDdGopAwB8NwMAIARBAWohBAwBCwsL";

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
  permuteCells(cells: number, order: number, n: number, width: number, q: number): void;
  pairsOfIds(ids: number, n: number, starts: number, lone: number, q: number): void;
}
