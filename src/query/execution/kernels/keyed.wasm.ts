// Generated from keyed.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 6be0a2483b83fded6947464a217319add6c588a5556c74162c856fbf3112db32

/** The compiled kernels of keyed.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABkgEOYAV/f39/fwF/YAd/f39+fn9/AGAGf39/f39/AGAFf39/f38AYAx/f39/f39/f39/f38Bf2AIf39+fn5/f38AYAN/f38AYAZ/f39/f34AYAN/f38Bf2AFf39/fn8AYAR/f39/AGAOf39/f39+f39/f39/f38Bf2APf39/f39+fn9/f39/f39/AX9gBH9/f38BfgISAQNlbnYGbWVtb3J5AgMQgIAEAxQTBAECBQYAAgAHAwEICQoLDA0DAAfxARQHaGFzaElkcwAOBnJlaGFzaAAICWRpcmVjdElkcwAPCHBhY2tLZXlzAAoKdW5wYWNrS2V5cwADC3ZhbHVlc09mSWRzAAIKY291bnRLZXllZAARCHN1bUtleWVkAAYHc3Vtc091dAAFB2tlcHRPdXQADQp0cnV0aE9mSWRzAAQJYml0c09mSWRzABIJcm93c09mSWRzAAcNcGFydG5lcnNPZklkcwAJCmNvdW50UGFpcnMAEAp3cml0ZVBhaXJzAAALbnVsbHNPZlJvd3MACwltYXJrV29yZHMADAp3b3Jkc0luU2V0AAEGbWVtb3J5AgAKzxYT/gEBBn8DQCACIANJIAggDUtxBEACQCACQQJ0IgwgAWooAgAhDwJAIAAgDGooAgAiDkF/RgRAIAdFDQEgDUECdCIMIAlqIA82AgAgCiAMakF/NgIAIA1BAWohDQwBCyAFIA5BAWpBAnRqKAIAIRAgBSAOQQJ0aigCACAEaiEMQQAhBANAIAwgEEkgCCANS3EEQCANQQJ0IhEgCWogDzYCACAKIBFqIAYgDEECdGooAgA2AgAgDUEBaiENIAxBAWohDAwBCwsgDCAQSQRAIAwgBSAOQQJ0aigCAGshBAwCCwsgAkEBaiECDAILCwsgCyACNgIAIAtBBGogBDYCACANC2gCAn8BfgNAIAIgB0sEQCAGIAdBA3QiCGogACAIaikDACADfSIJIARUBH8gAQR/IAEgB2otAAAFQQALBUEBCwR+QgAFIAUgCUIDiKdqMQAAIAlCB4OIQgGDCzcDACAHQQFqIQcMAQsLC0kBAn8DQCADIAZLBEAgBCAGQQN0aiAAIAIgBkECdGooAgAiB0EDdGopAwA3AwAgBSAGaiABIAdqLQAAOgAAIAZBAWohBgwBCwsLVAICfwF+A0AgASAISwRAIAAgCEEDdCIJaikDACADiCAEgyEKIAYgCWogAiAKfDcDACAHIAhqIApQIAVBAEciCSAJG0EARzoAACAIQQFqIQgMAQsLCzYBAX8DQCABIANLBEAgAiADQQN0aiAAIANBAnRqNQIAQv////8PUq03AwAgA0EBaiEDDAELCwuRAQICfwN+A0AgASAFSwRAIAAgBUEEdGoiBikDACEIIAY1AgghByAGKAIMBEBBAQ8LIAQgBWogB1AiBjoAACAGBEAgAyAFQQN0akIANwMABSACBEAgAyAFQQN0aiAIIAeAIgm6IAggByAJfn26IAe6o6A5AwAFIAMgBUEDdGogCDcDAAsLIAVBAWohBQwBCwtBAAugAQICfwJ+A0AgBCAGSwRAIAIEfyACIAZqLQAABUEACwR+QgAFIAMEfiADIAZBA3RqKQMABUIBCwtCAFIEQCABIAZBA3RqKQMAIgggBSAABH8gACAGQQJ0aigCAAVBAAtBBHRqIgcpAwB8IQkgByAJNwMAIAcgBygCCEEBajYCCCAIIAlWBEAgByAHKAIMQQFqNgIMCwsgBkEBaiEGDAELCwtIAQN/A0AgAiAFSwRAIAQgBkECdGogBUECdCIHIAFqKAIANgIAIAYgACAHaigCAEF/RiADQQBHRmohBiAFQQFqIQUMAQsLIAYLgwEBAn9CAULAACAFfYZCAX2nIQYgAygCBCEHA0AgASACSQRAIAcgAUEBakcEQCAAIAFBA3RqKQMAQpX4qfqXt96bnn9+IAWIpyEDA0AgBCADQQJ0aigCAARAIANBAWogBnEhAwwBCwsgBCADQQJ0aiABQQFqNgIACyABQQFqIQEMAQsLC1sBA38DQCACIAVLBEAgBUECdCIHIABqKAIAIQYgBCABBH8gASAHaigCAEH//wNxBSAFC0ECdGogBkF/RgR/QX8FIAMgBkECdGooAgALNgIAIAVBAWohBQwBCwsLZAIBfwF+A0AgAiAHSwRAIAEEfyABIAdqLQAABUEACwR+QgAFIAAgB0EDdGopAwAgA30gBIYLIQggBiAHQQN0aiAFBH4gCAUgBiAHQQN0aikDACAIhAs3AwAgB0EBaiEHDAELCws5AQN/A0AgASADSwRAIAIgA2ogACADQQJ0aigCAEF/RiIFOgAAIAQgBXIhBCADQQFqIQMMAQsLIAQLWQEDfwNAIAIgBUsEQCABBH8gASAFai0AAEEARwVBAAtFBEAgBCAAIAVBA3RqKQMAIAN9pyIGQQN2aiIHIActAABBASAGQQdxdHI6AAALIAVBAWohBQwBCwsLQQECfwNAIAEgBEsEQCACIARBA3RqIAAgBEEFdGoiBUEIaikDADcDACADIARqIAUpAwBQOgAAIARBAWohBAwBCwsLoAUCCH8BfkIBQsAAIAV9hkIBfachEyAGKAIAIQ8DQCACIANJBEAgAyACQYAEaiIOIAMgDkkbIRIgAiEOA0AgDiASSQRAIA0gDkECdGogBCAAIA5BA3RqKQMAQpX4qfqXt96bnn9+IAWIp0ECdGooAgA2AgAgDkEBaiEODAELC0F+QX8gCxshESACIQ4DQCAOIBJJBEAgDSAOQQJ0aiIUKAIAIhVBAWtBACAVGyEQIBRBfiAQIAcgEEEDdGopAwAgACAOQQN0aikDAFIbIBEgFRs2AgAgDkEBaiEODAELCyACIQ4DQCAOIBJJBEACQCABBH8gASAOai0AAAVBAAsEQEF/IRACQCALQQJGDQAgBigCBCIRQQFrIRAgEQ0AQX8hECALRQ0AIAYgD0EBajYCBCAPIRALIA8gEEYEQCAMIA9NBEAgBkEANgIEIAYgDzYCACAODwsgDyIRQQFqIQ8gCQR/IAkgDkECdGooAgAFIAogDmoLIRQgByARQQN0akIANwMAIAggEUECdGogFDYCAAsgDSAOQQJ0aiAQNgIADAELIA0gDkECdGooAgBBfkcNACAAIA5BA3RqKQMAIhZClfip+pe33puef34gBYinIREDfyAEIBFBAnRqKAIAIhAEfyAHIBBBAWsiEEEDdGopAwAgFlEEfyAQBSARQQFqIBNxIREMAgsFQX8LCyIQQX9GIAtBAEdxBEAgDCAPTQRAIAYgDzYCACAODwsgDyIQQQFqIQ8gCQR/IAkgDkECdGooAgAFIAogDmoLIRQgByAQQQN0aiAWNwMAIAggEEECdGogFDYCACAEIBFBAnRqIA82AgALIA0gDkECdGogEDYCAAsgDkEBaiEODAELCyACQYAEaiECDAELCyAGIA82AgAgAwvNAgIEfwJ+IAcoAgAhDwNAIAIgA0kEQAJAQX8hECABBH8gASACai0AAAVBAAsEQCANIA9NDQECQCAMQQJGDQAgBygCBCIRQQFrIRAgEQ0AQX8hECAMRQ0AIAcgD0EBajYCBCAPIRALIA8gEEYEQCAPIhFBAWohDyAKBH8gCiACQQJ0aigCAAUgAiALagshEiAIIBFBA3RqQgA3AwAgCSARQQJ0aiASNgIACwUgACACQQN0aikDACITIAV9IhQgBlQEQCAEIBSnQQJ0aiIRKAIAQQFrIhBBf0YgDEEAR3EEQCANIA9NDQMgDyIQQQFqIQ8gCgR/IAogAkECdGooAgAFIAIgC2oLIRIgCCAQQQN0aiATNwMAIAkgEEECdGogEjYCACARIA82AgALCwsgDiACQQJ0aiAQNgIAIAJBAWohAgwCCwsLIAcgDzYCACACC1UCAn8BfgNAIAEgBEsEQCAAIARBAnRqKAIAIgVBf0YEfiAGIAOtfAUgBiACIAVBAWpBAnRqNQIAIAIgBUECdGo1AgB9fAshBiAEQQFqIQQMAQsLIAYLwQECAn8BfiAARQRAA0AgAyAFSwRAIAcgAQR/IAEgBWotAAAFQQALBH5CAAUgAgR+IAIgBUEDdGopAwAFQgELC0IAUq18IQcgBUEBaiEFDAELCyAEIAQpAwAgB3w3AwAPCwNAIAMgBUsEQCABBH8gASAFai0AAAVBAAsEfkIABSACBH4gAiAFQQN0aikDAAVCAQsLQgBSBEAgBCAAIAVBAnRqKAIAQQN0aiIGIAYpAwBCAXw3AwALIAVBAWohBQwBCwsLagEEfwNAIAIgB0sEQCAHQQJ0IgYgAGooAgBBf0YgA0EAR0YEQCAEIAEEfyABIAZqKAIAQf//A3EFIAcLIgZBA3ZqIgggCC0AAEEBIAZBB3F0cjoAACAFQQFqIQULIAdBAWohBwwBCwsgBQs=";

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
  rehash(keys: number, from: number, to: number, state: number, table: number, shift: bigint): void;
  directIds(
    words: number,
    nulls: number,
    from: number,
    n: number,
    table: number,
    less: bigint,
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
    less: bigint,
    shift: bigint,
    first: number,
    q: number,
  ): void;
  unpackKeys(
    words: number,
    n: number,
    less: bigint,
    shift: bigint,
    mask: bigint,
    zeroIsNull: number,
    q: number,
    qn: number,
  ): void;
  valuesOfIds(values: number, nulls: number, ids: number, n: number, q: number, qn: number): void;
  countKeyed(groups: number, nulls: number, pass: number, n: number, counts: number): void;
  sumKeyed(groups: number, values: number, nulls: number, pass: number, n: number, cells: number): void;
  sumsOut(cells: number, n: number, means: number, q: number, qn: number): number;
  keptOut(cells: number, n: number, q: number, qn: number): void;
  truthOfIds(ids: number, n: number, q: number): void;
  bitsOfIds(ids: number, rows: number, n: number, none: number, bits: number): number;
  rowsOfIds(ids: number, rows: number, n: number, none: number, q: number): number;
  partnersOfIds(ids: number, rows: number, n: number, list: number, q: number): void;
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
  markWords(words: number, nulls: number, n: number, less: bigint, set: number): void;
  wordsInSet(
    words: number,
    nulls: number,
    n: number,
    less: bigint,
    size: bigint,
    set: number,
    q: number,
  ): void;
}
