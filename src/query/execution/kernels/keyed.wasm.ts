// Generated from keyed.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 98387f07ece373fd67ff84404001033875ea426f73d3e0738103a92a6a6ec7e6

/** The compiled kernels of keyed.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABuAESYAV/f39/fwBgBX9/f39/AX9gA39/fwBgBH9/f38AYAd/f39+fn9/AGAGf39/f39/AGADf39/AX9gDH9/f39/f39/f39/fwF/YAh/f35+fn9/fwBgBn9/f39/fgBgBn9/fn5/fwBgBH9/fn8AYA5/f39/f35/f39/f39/fwF/YAJ/fwF/YA9/f39/f35+f39/f39/f38Bf2AEf39/fwF+YAh/f39/fn9/fwF/YAh/f39/fn5/fwF/AhIBA2VudgZtZW1vcnkCAxCAgAQDHx4BBwIDBAUIAwUGAgEACQAAAAQGCgsMDQ4PAAIBEBEHngMfB2hhc2hJZHMAFQ1hZGRLZXlzU2hhcmVkABwTYWRkRGlyZWN0S2V5c1NoYXJlZAAdB3BhaXJJZHMAEAZyZWhhc2gADQlkaXJlY3RJZHMAFwhwYWNrS2V5cwARDW51bGxzT2ZQYWNrZWQAEwp1bnBhY2tLZXlzAAYLdmFsdWVzT2ZJZHMABQpjb3VudEtleWVkABkIc3VtS2V5ZWQACAxyb3dTdW1zS2V5ZWQADApyb3dzT2ZTdW1zAAoLaGFzTGFyZ2VTdW0AFgpzdW1zT2ZSb3dzAAcJd3JpdGVTdW1zAAAPd3JpdGVLZXB0VmFsdWVzAAMPd3JpdGVNZW1iZXJzaGlwAAIJYml0c09mSWRzABsJcm93c09mSWRzAAsNcGFydG5lcnNPZklkcwAPCGNvdW50SWRzABoOc3RhcnRzT2ZDb3VudHMACQhwbGFjZUlkcwAOCmNvdW50UGFpcnMAGAp3cml0ZVBhaXJzAAELbnVsbHNPZlJvd3MAEgltYXJrV29yZHMAFAp3b3Jkc0luU2V0AAQGbWVtb3J5AgAK8iAekQECAn8DfgNAIAEgBUsEQCAAIAVBBHRqIgYpAwAhCCAGNQIIIQcgBigCDARAQQEPCyAEIAVqIAdQIgY6AAAgBgRAIAMgBUEDdGpCADcDAAUgAgRAIAMgBUEDdGogCCAHgCIJuiAIIAcgCX59uiAHuqOgOQMABSADIAVBA3RqIAg3AwALCyAFQQFqIQUMAQsLQQAL+wEBBn8DQCACIANJIAggDUtxBEACQCACQQJ0IgwgAWooAgAhDwJAIAAgDGooAgAiDkF/RgRAIAdFDQEgDUECdCIMIAlqIA82AgAgCiAMakF/NgIAIA1BAWohDQwBCyAFIA5BAWpBAnRqKAIAIRAgBSAOQQJ0aigCACAEaiEMQQAhBANAIAwgEEkgCCANS3EEQCANQQJ0IhEgCWogDzYCACAKIBFqIAYgDEECdGooAgA2AgAgDUEBaiENIAxBAWohDAwBCwsgDCAQSQRAIAwgBSAOQQJ0aigCAGshBAwCCwsgAkEBaiECDAILCwsgCyACNgIAIAsgBDYCBCANCzYBAX8DQCABIANLBEAgAiADQQN0aiAAIANBAnRqNQIAQv////8PUq03AwAgA0EBaiEDDAELCws+AQJ/A0AgASAESwRAIAIgBEEDdGogACAEQQV0aiIFKQMINwMAIAMgBGogBSkDAFA6AAAgBEEBaiEEDAELCwtoAgJ/AX4DQCACIAdLBEAgBiAHQQN0IghqIAAgCGopAwAgA30iCSAEVAR/IAEEfyABIAdqLQAABUEACwVBAQsEfkIABSAFIAlCA4inajEAACAJQgeDiEIBgws3AwAgB0EBaiEHDAELCwtJAQJ/A0AgAyAGSwRAIAQgBkEDdGogACACIAZBAnRqKAIAIgdBA3RqKQMANwMAIAUgBmogASAHai0AADoAACAGQQFqIQYMAQsLC1QCAn8BfgNAIAEgCEsEQCAAIAhBA3QiCWopAwAgA4ggBIMhCiAGIAlqIAIgCnw3AwAgByAIaiAKUCAFQQBHIgkgCRtBAEc6AAAgCEEBaiEIDAELCwtKAQJ/A0AgASAESwRAIAMgBGogACAEQQR0aiIFKQMIQoCAgICAgICAgH+DUDoAACACIARBA3RqIAUpAwA3AwAgBEEBaiEEDAELCwugAQICfwJ+A0AgBCAGSwRAIAIEfyACIAZqLQAABUEACwR+QgAFIAMEfiADIAZBA3RqKQMABUIBCwtCAFIEQCABIAZBA3RqKQMAIgggBSAABH8gACAGQQJ0aigCAAVBAAtBBHRqIgcpAwB8IQkgByAJNwMAIAcgBygCCEEBajYCCCAIIAlWBEAgByAHKAIMQQFqNgIMCwsgBkEBaiEGDAELCws3AQN/A0AgASADSwRAIAAgA0ECdGoiBCgCACEFIAQgAjYCACACIAVqIQIgA0EBaiEDDAELCyACCzUBAX8DQCABIANLBEAgAiADQQN0aiAAIANBBHRqKQMIQv////8PgzcDACADQQFqIQMMAQsLC0gBA38DQCACIAVLBEAgBCAGQQJ0aiAFQQJ0IgcgAWooAgA2AgAgBiAAIAdqKAIAQX9GIANBAEdGaiEGIAVBAWohBQwBCwsgBguYAQICfwN+A0AgAyAFSwRAIAQgAAR/IAAgBUECdGooAgAFQQALQQR0aiIGKQMIQgF8IQcCQCACBH8gAiAFai0AAAVBAAsEQCAGIAc3AwgMAQsgBiABIAVBA3RqKQMAIgggBikDAHwiCTcDACAGIAdCgICAgBB8IAcgCCAJVhtCgICAgICAgICAf4Q3AwgLIAVBAWohBQwBCwsLgwEBAn9CAULAACAFfYZCAX2nIQYgAygCBCEHA0AgASACSQRAIAcgAUEBakcEQCAAIAFBA3RqKQMAQpX4qfqXt96bnn9+IAWIpyEDA0AgBCADQQJ0aigCAARAIANBAWogBnEhAwwBCwsgBCADQQJ0aiABQQFqNgIACyABQQFqIQEMAQsLC1kBBH8DQCACIAVLBEAgBUECdCIGIABqKAIAIgdBf0cEQCADIAdBAnRqIgcoAgAhCCAHIAhBAWo2AgAgBCAIQQJ0aiABIAZqKAIANgIACyAFQQFqIQUMAQsLC1sBA38DQCACIAVLBEAgBUECdCIHIABqKAIAIQYgBCABBH8gASAHaigCAEH//wNxBSAFC0ECdGogBkF/RgR/QX8FIAMgBkECdGooAgALNgIAIAVBAWohBQwBCwsLXAEDfwNAIAIgBUsEQCADIAVBA3RqIAVBAnQiByABaigCACIGrSAAIAdqKAIAIgetQiCGhDcDACAEIAVqIAdBf0YiByAGQX9GIAcbQQBHOgAAIAVBAWohBQwBCwsLZAIBfwF+A0AgAiAHSwRAIAEEfyABIAdqLQAABUEACwR+QgAFIAAgB0EDdGopAwAgA30gBIYLIQggBiAHQQN0aiAFBH4gCAUgBiAHQQN0aikDACAIhAs3AwAgB0EBaiEHDAELCws5AQN/A0AgASADSwRAIAIgA2ogACADQQJ0aigCAEF/RiIFOgAAIAQgBXIhBCADQQFqIQMMAQsLIAQLRwECfwNAIAEgBksEQCAAIAZBA3RqKQMAIAKIIAODUCEHIAUgBmogBAR/IAcFIAUgBmotAAAgB3ILOgAAIAZBAWohBgwBCwsLQgEDfwNAIAEgBEsEQCADIAAgBEEDdGopAwAgAn2nIgVBA3ZqIgYgBi0AAEEBIAVBB3F0cjoAACAEQQFqIQQMAQsLC6AFAgh/AX5CAULAACAFfYZCAX2nIRMgBigCACEPA0AgAiADSQRAIAMgAkGABGoiDiADIA5JGyESIAIhDgNAIA4gEkkEQCANIA5BAnRqIAQgACAOQQN0aikDAEKV+Kn6l7fem55/fiAFiKdBAnRqKAIANgIAIA5BAWohDgwBCwtBfkF/IAsbIREgAiEOA0AgDiASSQRAIA0gDkECdGoiFCgCACIVQQFrQQAgFRshECAUQX4gECAHIBBBA3RqKQMAIAAgDkEDdGopAwBSGyARIBUbNgIAIA5BAWohDgwBCwsgAiEOA0AgDiASSQRAAkAgAQR/IAEgDmotAAAFQQALBEBBfyEQAkAgC0ECRg0AIAYoAgQiEUEBayEQIBENAEF/IRAgC0UNACAGIA9BAWo2AgQgDyEQCyAPIBBGBEAgDCAPTQRAIAZBADYCBCAGIA82AgAgDg8LIA8iEUEBaiEPIAkEfyAJIA5BAnRqKAIABSAKIA5qCyEUIAcgEUEDdGpCADcDACAIIBFBAnRqIBQ2AgALIA0gDkECdGogEDYCAAwBCyANIA5BAnRqKAIAQX5HDQAgACAOQQN0aikDACIWQpX4qfqXt96bnn9+IAWIpyERA38gBCARQQJ0aigCACIQBH8gByAQQQFrIhBBA3RqKQMAIBZRBH8gEAUgEUEBaiATcSERDAILBUF/CwsiEEF/RiALQQBHcQRAIAwgD00EQCAGIA82AgAgDg8LIA8iEEEBaiEPIAkEfyAJIA5BAnRqKAIABSAKIA5qCyEUIAcgEEEDdGogFjcDACAIIBBBAnRqIBQ2AgAgBCARQQJ0aiAPNgIACyANIA5BAnRqIBA2AgALIA5BAWohDgwBCwsgAkGABGohAgwBCwsgBiAPNgIAIAMLPgEBfwNAIAEgAksEQCAAIAJBBHRqKQMIQv///////////wCDQoCAgIAQWgRAQQEPCyACQQFqIQIMAQsLQQAL1wICBH8CfiAHKAIAIQ8DQCACIANJBEACQEF/IRAgAQR/IAEgAmotAAAFQQALBEACQCAMQQJGDQAgBygCBCIRQQFrIRAgEQ0AQX8hECAMRQ0AIAcgD0EBajYCBCAPIRALIA8gEEYEQCANIA9NBEAgB0EANgIEDAMLIA8iEUEBaiEPIAoEfyAKIAJBAnRqKAIABSACIAtqCyESIAggEUEDdGpCADcDACAJIBFBAnRqIBI2AgALBSAAIAJBA3RqKQMAIhMgBX0iFCAGVARAIAQgFKdBAnRqIhEoAgBBAWsiEEF/RiAMQQBHcQRAIA0gD00NAyAPIhBBAWohDyAKBH8gCiACQQJ0aigCAAUgAiALagshEiAIIBBBA3RqIBM3AwAgCSAQQQJ0aiASNgIAIBEgDzYCAAsLCyAOIAJBAnRqIBA2AgAgAkEBaiECDAILCwsgByAPNgIAIAILVQICfwF+A0AgASAESwRAIAAgBEECdGooAgAiBUF/RgR+IAYgA618BSAGIAIgBUEBakECdGo1AgAgAiAFQQJ0ajUCAH18CyEGIARBAWohBAwBCwsgBgvBAQICfwF+IABFBEADQCADIAVLBEAgByABBH8gASAFai0AAAVBAAsEfkIABSACBH4gAiAFQQN0aikDAAVCAQsLQgBSrXwhByAFQQFqIQUMAQsLIAQgBCkDACAHfDcDAA8LA0AgAyAFSwRAIAEEfyABIAVqLQAABUEACwR+QgAFIAIEfiACIAVBA3RqKQMABUIBCwtCAFIEQCAEIAAgBUECdGooAgBBA3RqIgYgBikDAEIBfDcDAAsgBUEBaiEFDAELCwtAAQJ/A0AgASADSwRAIAAgA0ECdGooAgAiBEF/RwRAIAIgBEECdGoiBCAEKAIAQQFqNgIACyADQQFqIQMMAQsLC2oBBH8DQCACIAdLBEAgB0ECdCIGIABqKAIAQX9GIANBAEdGBEAgBCABBH8gASAGaigCAEH//wNxBSAHCyIGQQN2aiIIIAgtAABBASAGQQdxdHI6AAAgBUEBaiEFCyAHQQFqIQcMAQsLIAULwwMCCX8BfkIBQsAAIAR9hkIBfachEANAIAIgCUsEQCACIAlBgARqIgggAiAISRshDiAJIQgDQCAIIA5JBEAgByAIQQJ0aiADIAAgCEEDdGopAwBClfip+pe33puef34gBIinQQJ0aigCADYCACAIQQFqIQgMAQsLIAkhCANAIAggDkkEQCAHIAhBAnRqIgwoAgAiC0EBa0EAIAsbIQogDEF+IAogBSAKQQN0aikDACAAIAhBA3RqKQMAUhtBfiALGzYCACAIQQFqIQgMAQsLIAkhCANAIAggDkkEQAJAIAEEfyABIAhqLQAABUEACwRAIAcgCEECdGpBfzYCAAwBCyAHIAhBAnRqKAIAQX5HBEBBASEPDAELIAUgBiAIaiIMQQN0aiAAIAhBA3RqKQMAIhE3AwAgEUKV+Kn6l7fem55/fiAEiKchDSAHIAhBAnRqA38gAyANQQJ0aiIL/hACACIKRQRAIAtBACAMQQFq/kgCACEKCyAKBH8gBSAKQQFrIgpBA3RqKQMAIBFRBH9BASEPIAoFIA1BAWogEHEhDQwCCwUgDAsLNgIACyAIQQFqIQgMAQsLIAlBgARqIQkMAQsLIA8LnQECBH8BfgNAIAIgCksEQEF/IQsgACAKQQN0aikDACAEfSIMIAVUBH8gAQR/IAEgCmotAABBAEcFQQALBUEBC0UEQCADIAynQQJ0aiIL/hACACIJRQRAIAtBACAGIApqQQFq/kgCACEJCyAJQQFrIAYgCmogCRshCyAIIAlBAEdyIQgLIAcgCkECdGogCzYCACAKQQFqIQoMAQsLIAgL";

/** Their functions, as keyed.as.ts explains them. Memory is given by its address. */
export interface Exports {
  hashIds(
    words: number,
    nulls: number,
    from: number,
    n: number,
    table: number,
    shift: bigint,
    state: number,
    keys: number,
    firsts: number,
    rows: number,
    base: number,
    add: number,
    limit: number,
    q: number,
  ): number;
  addKeysShared(
    words: number,
    nulls: number,
    n: number,
    table: number,
    shift: bigint,
    keys: number,
    first: number,
    q: number,
  ): number;
  addDirectKeysShared(
    words: number,
    nulls: number,
    n: number,
    table: number,
    origin: bigint,
    size: bigint,
    first: number,
    q: number,
  ): number;
  pairIds(ids: number, others: number, n: number, q: number, qn: number): void;
  rehash(keys: number, from: number, to: number, state: number, table: number, shift: bigint): void;
  directIds(
    words: number,
    nulls: number,
    from: number,
    n: number,
    table: number,
    origin: bigint,
    size: bigint,
    state: number,
    keys: number,
    firsts: number,
    rows: number,
    base: number,
    add: number,
    limit: number,
    q: number,
  ): number;
  packKeys(
    values: number,
    nulls: number,
    n: number,
    origin: bigint,
    shift: bigint,
    first: number,
    q: number,
  ): void;
  nullsOfPacked(words: number, n: number, shift: bigint, mask: bigint, first: number, q: number): void;
  unpackKeys(
    words: number,
    n: number,
    origin: bigint,
    shift: bigint,
    mask: bigint,
    zeroIsNull: number,
    q: number,
    qn: number,
  ): void;
  valuesOfIds(values: number, nulls: number, ids: number, n: number, q: number, qn: number): void;
  countKeyed(groups: number, nulls: number, pass: number, n: number, counts: number): void;
  sumKeyed(groups: number, values: number, nulls: number, pass: number, n: number, cells: number): void;
  rowSumsKeyed(groups: number, values: number, nulls: number, n: number, cells: number): void;
  rowsOfSums(cells: number, n: number, q: number): void;
  hasLargeSum(cells: number, n: number): number;
  sumsOfRows(cells: number, n: number, q: number, qn: number): void;
  writeSums(cells: number, n: number, means: number, q: number, qn: number): number;
  writeKeptValues(cells: number, n: number, q: number, qn: number): void;
  writeMembership(ids: number, n: number, q: number): void;
  bitsOfIds(ids: number, rows: number, n: number, none: number, bits: number): number;
  rowsOfIds(ids: number, rows: number, n: number, none: number, q: number): number;
  partnersOfIds(ids: number, rows: number, n: number, list: number, q: number): void;
  countIds(ids: number, n: number, counts: number): void;
  startsOfCounts(counts: number, n: number, sum: number): number;
  placeIds(ids: number, rows: number, n: number, places: number, q: number): void;
  countPairs(ids: number, n: number, starts: number, lone: number): bigint;
  writePairs(
    ids: number,
    lefts: number,
    from: number,
    n: number,
    place: number,
    starts: number,
    list: number,
    lone: number,
    most: number,
    ql: number,
    qr: number,
    state: number,
  ): number;
  nullsOfRows(rows: number, n: number, q: number): number;
  markWords(words: number, n: number, origin: bigint, set: number): void;
  wordsInSet(
    words: number,
    nulls: number,
    n: number,
    origin: bigint,
    size: bigint,
    set: number,
    q: number,
  ): void;
}
