// Generated from keyed.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 63bfb92b6453b9e72244a0c5acc86274af471ef711a0379990b8cf858e62c50f

/** The compiled kernels of keyed.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABwgETYAV/f39/fwBgBX9/f39/AX9gB39/f35+f38AYAZ/f39/f38AYAN/f38AYAR/f39/AGADf39/AX9gDH9/f39/f39/f39/fwF/YAh/f35+fn9/fwBgBn9/f39/fgBgB39/f39/f38AYAZ/f35+f38AYAR/f35/AGAOf39/f39+f39/f39/f38Bf2ACf38Bf2APf39/f39+fn9/f39/f39/AX9gBH9/f38BfmAIf39/f35+f38Bf2AIf39/f35/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAx4dBwIDCAQBBQMGBAEACQoAAgYLDAUNDg8AEAABERIHhQMeB2hhc2hJZHMAFAthZGRUb2dldGhlcgAcEWFkZFRvZ2V0aGVyRGlyZWN0ABsGcmVoYXNoAAwJZGlyZWN0SWRzABYIcGFja0tleXMADw1udWxsc09mUGFja2VkABEKdW5wYWNrS2V5cwADC3ZhbHVlc09mSWRzAAIKY291bnRLZXllZAAZCHN1bUtleWVkAAcMcm93U3Vtc0tleWVkAAsKcm93c09mU3VtcwAJC2hhc0xhcmdlU3VtABUKc3Vtc09mUm93cwAGB3N1bXNPdXQABQdrZXB0T3V0ABMKdHJ1dGhPZklkcwAECWJpdHNPZklkcwAaCXJvd3NPZklkcwAKDXBhcnRuZXJzT2ZJZHMADgpjb3VudFJhbmdlABcOc3RhcnRzT2ZDb3VudHMACApwbGFjZVJhbmdlAA0KY291bnRQYWlycwAYCndyaXRlUGFpcnMAAAtudWxsc09mUm93cwAQCW1hcmtXb3JkcwASCndvcmRzSW5TZXQAAQZtZW1vcnkCAAqpIB37AQEGfwNAIAIgA0kgCCANS3EEQAJAIAJBAnQiDCABaigCACEPAkAgACAMaigCACIOQX9GBEAgB0UNASANQQJ0IgwgCWogDzYCACAKIAxqQX82AgAgDUEBaiENDAELIAUgDkEBakECdGooAgAhECAFIA5BAnRqKAIAIARqIQxBACEEA0AgDCAQSSAIIA1LcQRAIA1BAnQiESAJaiAPNgIAIAogEWogBiAMQQJ0aigCADYCACANQQFqIQ0gDEEBaiEMDAELCyAMIBBJBEAgDCAFIA5BAnRqKAIAayEEDAILCyACQQFqIQIMAgsLCyALIAI2AgAgCyAENgIEIA0LaAICfwF+A0AgAiAHSwRAIAYgB0EDdCIIaiAAIAhqKQMAIAN9IgkgBFQEfyABBH8gASAHai0AAAVBAAsFQQELBH5CAAUgBSAJQgOIp2oxAAAgCUIHg4hCAYMLNwMAIAdBAWohBwwBCwsLSQECfwNAIAMgBksEQCAEIAZBA3RqIAAgAiAGQQJ0aigCACIHQQN0aikDADcDACAFIAZqIAEgB2otAAA6AAAgBkEBaiEGDAELCwtUAgJ/AX4DQCABIAhLBEAgACAIQQN0IglqKQMAIAOIIASDIQogBiAJaiACIAp8NwMAIAcgCGogClAgBUEARyIJIAkbQQBHOgAAIAhBAWohCAwBCwsLNgEBfwNAIAEgA0sEQCACIANBA3RqIAAgA0ECdGo1AgBC/////w9SrTcDACADQQFqIQMMAQsLC5EBAgJ/A34DQCABIAVLBEAgACAFQQR0aiIGKQMAIQggBjUCCCEHIAYoAgwEQEEBDwsgBCAFaiAHUCIGOgAAIAYEQCADIAVBA3RqQgA3AwAFIAIEQCADIAVBA3RqIAggB4AiCbogCCAHIAl+fbogB7qjoDkDAAUgAyAFQQN0aiAINwMACwsgBUEBaiEFDAELC0EAC0oBAn8DQCABIARLBEAgAyAEaiAAIARBBHRqIgUpAwhCgICAgICAgICAf4NQOgAAIAIgBEEDdGogBSkDADcDACAEQQFqIQQMAQsLC6ABAgJ/An4DQCAEIAZLBEAgAgR/IAIgBmotAAAFQQALBH5CAAUgAwR+IAMgBkEDdGopAwAFQgELC0IAUgRAIAEgBkEDdGopAwAiCCAFIAAEfyAAIAZBAnRqKAIABUEAC0EEdGoiBykDAHwhCSAHIAk3AwAgByAHKAIIQQFqNgIIIAggCVYEQCAHIAcoAgxBAWo2AgwLCyAGQQFqIQYMAQsLCzcBA38DQCABIANLBEAgACADQQJ0aiIEKAIAIQUgBCACNgIAIAIgBWohAiADQQFqIQMMAQsLIAILNQEBfwNAIAEgA0sEQCACIANBA3RqIAAgA0EEdGopAwhC/////w+DNwMAIANBAWohAwwBCwsLSAEDfwNAIAIgBUsEQCAEIAZBAnRqIAVBAnQiByABaigCADYCACAGIAAgB2ooAgBBf0YgA0EAR0ZqIQYgBUEBaiEFDAELCyAGC5gBAgJ/A34DQCADIAVLBEAgBCAABH8gACAFQQJ0aigCAAVBAAtBBHRqIgYpAwhCAXwhBwJAIAIEfyACIAVqLQAABUEACwRAIAYgBzcDCAwBCyAGIAEgBUEDdGopAwAiCCAGKQMAfCIJNwMAIAYgB0KAgICAEHwgByAIIAlWG0KAgICAgICAgIB/hDcDCAsgBUEBaiEFDAELCwuDAQECf0IBQsAAIAV9hkIBfachBiADKAIEIQcDQCABIAJJBEAgByABQQFqRwRAIAAgAUEDdGopAwBClfip+pe33puef34gBYinIQMDQCAEIANBAnRqKAIABEAgA0EBaiAGcSEDDAELCyAEIANBAnRqIAFBAWo2AgALIAFBAWohAQwBCwsLYwEEfyAEIANrIQQDQCACIAdLBEAgBCAAIAdBAnQiCGooAgAiCSADa0sEQCAFIAlBAnRqIgkoAgAhCiAJIApBAWo2AgAgBiAKQQJ0aiABIAhqKAIANgIACyAHQQFqIQcMAQsLC1sBA38DQCACIAVLBEAgBUECdCIHIABqKAIAIQYgBCABBH8gASAHaigCAEH//wNxBSAFC0ECdGogBkF/RgR/QX8FIAMgBkECdGooAgALNgIAIAVBAWohBQwBCwsLZAIBfwF+A0AgAiAHSwRAIAEEfyABIAdqLQAABUEACwR+QgAFIAAgB0EDdGopAwAgA30gBIYLIQggBiAHQQN0aiAFBH4gCAUgBiAHQQN0aikDACAIhAs3AwAgB0EBaiEHDAELCws5AQN/A0AgASADSwRAIAIgA2ogACADQQJ0aigCAEF/RiIFOgAAIAQgBXIhBCADQQFqIQMMAQsLIAQLRwECfwNAIAEgBksEQCAAIAZBA3RqKQMAIAKIIAODUCEHIAUgBmogBAR/IAcFIAUgBmotAAAgB3ILOgAAIAZBAWohBgwBCwsLQgEDfwNAIAEgBEsEQCADIAAgBEEDdGopAwAgAn2nIgVBA3ZqIgYgBi0AAEEBIAVBB3F0cjoAACAEQQFqIQQMAQsLCz4BAn8DQCABIARLBEAgAiAEQQN0aiAAIARBBXRqIgUpAwg3AwAgAyAEaiAFKQMAUDoAACAEQQFqIQQMAQsLC6AFAgh/AX5CAULAACAFfYZCAX2nIRMgBigCACEPA0AgAiADSQRAIAMgAkGABGoiDiADIA5JGyESIAIhDgNAIA4gEkkEQCANIA5BAnRqIAQgACAOQQN0aikDAEKV+Kn6l7fem55/fiAFiKdBAnRqKAIANgIAIA5BAWohDgwBCwtBfkF/IAsbIREgAiEOA0AgDiASSQRAIA0gDkECdGoiFCgCACIVQQFrQQAgFRshECAUQX4gECAHIBBBA3RqKQMAIAAgDkEDdGopAwBSGyARIBUbNgIAIA5BAWohDgwBCwsgAiEOA0AgDiASSQRAAkAgAQR/IAEgDmotAAAFQQALBEBBfyEQAkAgC0ECRg0AIAYoAgQiEUEBayEQIBENAEF/IRAgC0UNACAGIA9BAWo2AgQgDyEQCyAPIBBGBEAgDCAPTQRAIAZBADYCBCAGIA82AgAgDg8LIA8iEUEBaiEPIAkEfyAJIA5BAnRqKAIABSAKIA5qCyEUIAcgEUEDdGpCADcDACAIIBFBAnRqIBQ2AgALIA0gDkECdGogEDYCAAwBCyANIA5BAnRqKAIAQX5HDQAgACAOQQN0aikDACIWQpX4qfqXt96bnn9+IAWIpyERA38gBCARQQJ0aigCACIQBH8gByAQQQFrIhBBA3RqKQMAIBZRBH8gEAUgEUEBaiATcSERDAILBUF/CwsiEEF/RiALQQBHcQRAIAwgD00EQCAGIA82AgAgDg8LIA8iEEEBaiEPIAkEfyAJIA5BAnRqKAIABSAKIA5qCyEUIAcgEEEDdGogFjcDACAIIBBBAnRqIBQ2AgAgBCARQQJ0aiAPNgIACyANIA5BAnRqIBA2AgALIA5BAWohDgwBCwsgAkGABGohAgwBCwsgBiAPNgIAIAMLPgEBfwNAIAEgAksEQCAAIAJBBHRqKQMIQv///////////wCDQoCAgIAQWgRAQQEPCyACQQFqIQIMAQsLQQAL1wICBH8CfiAHKAIAIQ8DQCACIANJBEACQEF/IRAgAQR/IAEgAmotAAAFQQALBEACQCAMQQJGDQAgBygCBCIRQQFrIRAgEQ0AQX8hECAMRQ0AIAcgD0EBajYCBCAPIRALIA8gEEYEQCANIA9NBEAgB0EANgIEDAMLIA8iEUEBaiEPIAoEfyAKIAJBAnRqKAIABSACIAtqCyESIAggEUEDdGpCADcDACAJIBFBAnRqIBI2AgALBSAAIAJBA3RqKQMAIhMgBX0iFCAGVARAIAQgFKdBAnRqIhEoAgBBAWsiEEF/RiAMQQBHcQRAIA0gD00NAyAPIhBBAWohDyAKBH8gCiACQQJ0aigCAAUgAiALagshEiAIIBBBA3RqIBM3AwAgCSAQQQJ0aiASNgIAIBEgDzYCAAsLCyAOIAJBAnRqIBA2AgAgAkEBaiECDAILCwsgByAPNgIAIAILSgECfyADIAJrIQMDQCABIAVLBEAgAyAAIAVBAnRqKAIAIgYgAmtLBEAgBCAGQQJ0aiIGIAYoAgBBAWo2AgALIAVBAWohBQwBCwsLVQICfwF+A0AgASAESwRAIAAgBEECdGooAgAiBUF/RgR+IAYgA618BSAGIAIgBUEBakECdGo1AgAgAiAFQQJ0ajUCAH18CyEGIARBAWohBAwBCwsgBgvBAQICfwF+IABFBEADQCADIAVLBEAgByABBH8gASAFai0AAAVBAAsEfkIABSACBH4gAiAFQQN0aikDAAVCAQsLQgBSrXwhByAFQQFqIQUMAQsLIAQgBCkDACAHfDcDAA8LA0AgAyAFSwRAIAEEfyABIAVqLQAABUEACwR+QgAFIAIEfiACIAVBA3RqKQMABUIBCwtCAFIEQCAEIAAgBUECdGooAgBBA3RqIgYgBikDAEIBfDcDAAsgBUEBaiEFDAELCwtqAQR/A0AgAiAHSwRAIAdBAnQiBiAAaigCAEF/RiADQQBHRgRAIAQgAQR/IAEgBmooAgBB//8DcQUgBwsiBkEDdmoiCCAILQAAQQEgBkEHcXRyOgAAIAVBAWohBQsgB0EBaiEHDAELCyAFC50BAgR/AX4DQCACIApLBEBBfyELIAAgCkEDdGopAwAgBH0iDCAFVAR/IAEEfyABIApqLQAAQQBHBUEACwVBAQtFBEAgAyAMp0ECdGoiC/4QAgAiCUUEQCALQQAgBiAKakEBav5IAgAhCQsgCUEBayAGIApqIAkbIQsgCCAJQQBHciEICyAHIApBAnRqIAs2AgAgCkEBaiEKDAELCyAIC8MDAgl/AX5CAULAACAEfYZCAX2nIRADQCACIAlLBEAgAiAJQYAEaiIIIAIgCEkbIQ4gCSEIA0AgCCAOSQRAIAcgCEECdGogAyAAIAhBA3RqKQMAQpX4qfqXt96bnn9+IASIp0ECdGooAgA2AgAgCEEBaiEIDAELCyAJIQgDQCAIIA5JBEAgByAIQQJ0aiIMKAIAIgtBAWtBACALGyEKIAxBfiAKIAUgCkEDdGopAwAgACAIQQN0aikDAFIbQX4gCxs2AgAgCEEBaiEIDAELCyAJIQgDQCAIIA5JBEACQCABBH8gASAIai0AAAVBAAsEQCAHIAhBAnRqQX82AgAMAQsgByAIQQJ0aigCAEF+RwRAQQEhDwwBCyAFIAYgCGoiDEEDdGogACAIQQN0aikDACIRNwMAIBFClfip+pe33puef34gBIinIQ0gByAIQQJ0agN/IAMgDUECdGoiC/4QAgAiCkUEQCALQQAgDEEBav5IAgAhCgsgCgR/IAUgCkEBayIKQQN0aikDACARUQR/QQEhDyAKBSANQQFqIBBxIQ0MAgsFIAwLCzYCAAsgCEEBaiEIDAELCyAJQYAEaiEJDAELCyAPCw==";

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
  addTogether(
    words: number,
    nulls: number,
    n: number,
    table: number,
    shift: bigint,
    keys: number,
    first: number,
    q: number,
  ): number;
  addTogetherDirect(
    words: number,
    nulls: number,
    n: number,
    table: number,
    origin: bigint,
    size: bigint,
    first: number,
    q: number,
  ): number;
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
  sumsOut(cells: number, n: number, means: number, q: number, qn: number): number;
  keptOut(cells: number, n: number, q: number, qn: number): void;
  truthOfIds(ids: number, n: number, q: number): void;
  bitsOfIds(ids: number, rows: number, n: number, none: number, bits: number): number;
  rowsOfIds(ids: number, rows: number, n: number, none: number, q: number): number;
  partnersOfIds(ids: number, rows: number, n: number, list: number, q: number): void;
  countRange(ids: number, n: number, from: number, to: number, counts: number): void;
  startsOfCounts(counts: number, n: number, sum: number): number;
  placeRange(ids: number, rows: number, n: number, from: number, to: number, places: number, q: number): void;
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
