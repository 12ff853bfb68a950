// Generated from keyed.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 8d0130ca3b71eca8ae806503e67b2a2913cccd38d961b71c2d030c92a76ea846

/** The compiled kernels of keyed.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABwgETYAV/f39/fwBgBX9/f39/AX9gB39/f35+f38AYAZ/f39/f38AYAN/f38AYAR/f39/AGADf39/AX9gDH9/f39/f39/f39/fwF/YAh/f35+fn9/fwBgBn9/f39/fgBgB39/f39/f38AYAZ/f35+f38AYAR/f35/AGAOf39/f39+f39/f39/f38Bf2ACf38Bf2APf39/f39+fn9/f39/f39/AX9gBH9/f38BfmAIf39/f35+f38Bf2AIf39/f35/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAx8eBwIDCAQBBQMGBAEACQoAAAIGCwwFDQ4PABAAARESB48DHwdoYXNoSWRzABULYWRkVG9nZXRoZXIAHRFhZGRUb2dldGhlckRpcmVjdAAcB3BhaXJJZHMADwZyZWhhc2gADAlkaXJlY3RJZHMAFwhwYWNrS2V5cwAQDW51bGxzT2ZQYWNrZWQAEgp1bnBhY2tLZXlzAAMLdmFsdWVzT2ZJZHMAAgpjb3VudEtleWVkABoIc3VtS2V5ZWQABwxyb3dTdW1zS2V5ZWQACwpyb3dzT2ZTdW1zAAkLaGFzTGFyZ2VTdW0AFgpzdW1zT2ZSb3dzAAYHc3Vtc091dAAFB2tlcHRPdXQAFAp0cnV0aE9mSWRzAAQJYml0c09mSWRzABsJcm93c09mSWRzAAoNcGFydG5lcnNPZklkcwAOCmNvdW50UmFuZ2UAGA5zdGFydHNPZkNvdW50cwAICnBsYWNlUmFuZ2UADQpjb3VudFBhaXJzABkKd3JpdGVQYWlycwAAC251bGxzT2ZSb3dzABEJbWFya1dvcmRzABMKd29yZHNJblNldAABBm1lbW9yeQIACoYhHvsBAQZ/A0AgAiADSSAIIA1LcQRAAkAgAkECdCIMIAFqKAIAIQ8CQCAAIAxqKAIAIg5Bf0YEQCAHRQ0BIA1BAnQiDCAJaiAPNgIAIAogDGpBfzYCACANQQFqIQ0MAQsgBSAOQQFqQQJ0aigCACEQIAUgDkECdGooAgAgBGohDEEAIQQDQCAMIBBJIAggDUtxBEAgDUECdCIRIAlqIA82AgAgCiARaiAGIAxBAnRqKAIANgIAIA1BAWohDSAMQQFqIQwMAQsLIAwgEEkEQCAMIAUgDkECdGooAgBrIQQMAgsLIAJBAWohAgwCCwsLIAsgAjYCACALIAQ2AgQgDQtoAgJ/AX4DQCACIAdLBEAgBiAHQQN0IghqIAAgCGopAwAgA30iCSAEVAR/IAEEfyABIAdqLQAABUEACwVBAQsEfkIABSAFIAlCA4inajEAACAJQgeDiEIBgws3AwAgB0EBaiEHDAELCwtJAQJ/A0AgAyAGSwRAIAQgBkEDdGogACACIAZBAnRqKAIAIgdBA3RqKQMANwMAIAUgBmogASAHai0AADoAACAGQQFqIQYMAQsLC1QCAn8BfgNAIAEgCEsEQCAAIAhBA3QiCWopAwAgA4ggBIMhCiAGIAlqIAIgCnw3AwAgByAIaiAKUCAFQQBHIgkgCRtBAEc6AAAgCEEBaiEIDAELCws2AQF/A0AgASADSwRAIAIgA0EDdGogACADQQJ0ajUCAEL/////D1KtNwMAIANBAWohAwwBCwsLkQECAn8DfgNAIAEgBUsEQCAAIAVBBHRqIgYpAwAhCCAGNQIIIQcgBigCDARAQQEPCyAEIAVqIAdQIgY6AAAgBgRAIAMgBUEDdGpCADcDAAUgAgRAIAMgBUEDdGogCCAHgCIJuiAIIAcgCX59uiAHuqOgOQMABSADIAVBA3RqIAg3AwALCyAFQQFqIQUMAQsLQQALSgECfwNAIAEgBEsEQCADIARqIAAgBEEEdGoiBSkDCEKAgICAgICAgIB/g1A6AAAgAiAEQQN0aiAFKQMANwMAIARBAWohBAwBCwsLoAECAn8CfgNAIAQgBksEQCACBH8gAiAGai0AAAVBAAsEfkIABSADBH4gAyAGQQN0aikDAAVCAQsLQgBSBEAgASAGQQN0aikDACIIIAUgAAR/IAAgBkECdGooAgAFQQALQQR0aiIHKQMAfCEJIAcgCTcDACAHIAcoAghBAWo2AgggCCAJVgRAIAcgBygCDEEBajYCDAsLIAZBAWohBgwBCwsLNwEDfwNAIAEgA0sEQCAAIANBAnRqIgQoAgAhBSAEIAI2AgAgAiAFaiECIANBAWohAwwBCwsgAgs1AQF/A0AgASADSwRAIAIgA0EDdGogACADQQR0aikDCEL/////D4M3AwAgA0EBaiEDDAELCwtIAQN/A0AgAiAFSwRAIAQgBkECdGogBUECdCIHIAFqKAIANgIAIAYgACAHaigCAEF/RiADQQBHRmohBiAFQQFqIQUMAQsLIAYLmAECAn8DfgNAIAMgBUsEQCAEIAAEfyAAIAVBAnRqKAIABUEAC0EEdGoiBikDCEIBfCEHAkAgAgR/IAIgBWotAAAFQQALBEAgBiAHNwMIDAELIAYgASAFQQN0aikDACIIIAYpAwB8Igk3AwAgBiAHQoCAgIAQfCAHIAggCVYbQoCAgICAgICAgH+ENwMICyAFQQFqIQUMAQsLC4MBAQJ/QgFCwAAgBX2GQgF9pyEGIAMoAgQhBwNAIAEgAkkEQCAHIAFBAWpHBEAgACABQQN0aikDAEKV+Kn6l7fem55/fiAFiKchAwNAIAQgA0ECdGooAgAEQCADQQFqIAZxIQMMAQsLIAQgA0ECdGogAUEBajYCAAsgAUEBaiEBDAELCwtjAQR/IAQgA2shBANAIAIgB0sEQCAEIAAgB0ECdCIIaigCACIJIANrSwRAIAUgCUECdGoiCSgCACEKIAkgCkEBajYCACAGIApBAnRqIAEgCGooAgA2AgALIAdBAWohBwwBCwsLWwEDfwNAIAIgBUsEQCAFQQJ0IgcgAGooAgAhBiAEIAEEfyABIAdqKAIAQf//A3EFIAULQQJ0aiAGQX9GBH9BfwUgAyAGQQJ0aigCAAs2AgAgBUEBaiEFDAELCwtcAQN/A0AgAiAFSwRAIAMgBUEDdGogBUECdCIHIAFqKAIAIgatIAAgB2ooAgAiB61CIIaENwMAIAQgBWogB0F/RiIHIAZBf0YgBxtBAEc6AAAgBUEBaiEFDAELCwtkAgF/AX4DQCACIAdLBEAgAQR/IAEgB2otAAAFQQALBH5CAAUgACAHQQN0aikDACADfSAEhgshCCAGIAdBA3RqIAUEfiAIBSAGIAdBA3RqKQMAIAiECzcDACAHQQFqIQcMAQsLCzkBA38DQCABIANLBEAgAiADaiAAIANBAnRqKAIAQX9GIgU6AAAgBCAFciEEIANBAWohAwwBCwsgBAtHAQJ/A0AgASAGSwRAIAAgBkEDdGopAwAgAoggA4NQIQcgBSAGaiAEBH8gBwUgBSAGai0AACAHcgs6AAAgBkEBaiEGDAELCwtCAQN/A0AgASAESwRAIAMgACAEQQN0aikDACACfaciBUEDdmoiBiAGLQAAQQEgBUEHcXRyOgAAIARBAWohBAwBCwsLPgECfwNAIAEgBEsEQCACIARBA3RqIAAgBEEFdGoiBSkDCDcDACADIARqIAUpAwBQOgAAIARBAWohBAwBCwsLoAUCCH8BfkIBQsAAIAV9hkIBfachEyAGKAIAIQ8DQCACIANJBEAgAyACQYAEaiIOIAMgDkkbIRIgAiEOA0AgDiASSQRAIA0gDkECdGogBCAAIA5BA3RqKQMAQpX4qfqXt96bnn9+IAWIp0ECdGooAgA2AgAgDkEBaiEODAELC0F+QX8gCxshESACIQ4DQCAOIBJJBEAgDSAOQQJ0aiIUKAIAIhVBAWtBACAVGyEQIBRBfiAQIAcgEEEDdGopAwAgACAOQQN0aikDAFIbIBEgFRs2AgAgDkEBaiEODAELCyACIQ4DQCAOIBJJBEACQCABBH8gASAOai0AAAVBAAsEQEF/IRACQCALQQJGDQAgBigCBCIRQQFrIRAgEQ0AQX8hECALRQ0AIAYgD0EBajYCBCAPIRALIA8gEEYEQCAMIA9NBEAgBkEANgIEIAYgDzYCACAODwsgDyIRQQFqIQ8gCQR/IAkgDkECdGooAgAFIAogDmoLIRQgByARQQN0akIANwMAIAggEUECdGogFDYCAAsgDSAOQQJ0aiAQNgIADAELIA0gDkECdGooAgBBfkcNACAAIA5BA3RqKQMAIhZClfip+pe33puef34gBYinIREDfyAEIBFBAnRqKAIAIhAEfyAHIBBBAWsiEEEDdGopAwAgFlEEfyAQBSARQQFqIBNxIREMAgsFQX8LCyIQQX9GIAtBAEdxBEAgDCAPTQRAIAYgDzYCACAODwsgDyIQQQFqIQ8gCQR/IAkgDkECdGooAgAFIAogDmoLIRQgByAQQQN0aiAWNwMAIAggEEECdGogFDYCACAEIBFBAnRqIA82AgALIA0gDkECdGogEDYCAAsgDkEBaiEODAELCyACQYAEaiECDAELCyAGIA82AgAgAws+AQF/A0AgASACSwRAIAAgAkEEdGopAwhC////////////AINCgICAgBBaBEBBAQ8LIAJBAWohAgwBCwtBAAvXAgIEfwJ+IAcoAgAhDwNAIAIgA0kEQAJAQX8hECABBH8gASACai0AAAVBAAsEQAJAIAxBAkYNACAHKAIEIhFBAWshECARDQBBfyEQIAxFDQAgByAPQQFqNgIEIA8hEAsgDyAQRgRAIA0gD00EQCAHQQA2AgQMAwsgDyIRQQFqIQ8gCgR/IAogAkECdGooAgAFIAIgC2oLIRIgCCARQQN0akIANwMAIAkgEUECdGogEjYCAAsFIAAgAkEDdGopAwAiEyAFfSIUIAZUBEAgBCAUp0ECdGoiESgCAEEBayIQQX9GIAxBAEdxBEAgDSAPTQ0DIA8iEEEBaiEPIAoEfyAKIAJBAnRqKAIABSACIAtqCyESIAggEEEDdGogEzcDACAJIBBBAnRqIBI2AgAgESAPNgIACwsLIA4gAkECdGogEDYCACACQQFqIQIMAgsLCyAHIA82AgAgAgtKAQJ/IAMgAmshAwNAIAEgBUsEQCADIAAgBUECdGooAgAiBiACa0sEQCAEIAZBAnRqIgYgBigCAEEBajYCAAsgBUEBaiEFDAELCwtVAgJ/AX4DQCABIARLBEAgACAEQQJ0aigCACIFQX9GBH4gBiADrXwFIAYgAiAFQQFqQQJ0ajUCACACIAVBAnRqNQIAfXwLIQYgBEEBaiEEDAELCyAGC8EBAgJ/AX4gAEUEQANAIAMgBUsEQCAHIAEEfyABIAVqLQAABUEACwR+QgAFIAIEfiACIAVBA3RqKQMABUIBCwtCAFKtfCEHIAVBAWohBQwBCwsgBCAEKQMAIAd8NwMADwsDQCADIAVLBEAgAQR/IAEgBWotAAAFQQALBH5CAAUgAgR+IAIgBUEDdGopAwAFQgELC0IAUgRAIAQgACAFQQJ0aigCAEEDdGoiBiAGKQMAQgF8NwMACyAFQQFqIQUMAQsLC2oBBH8DQCACIAdLBEAgB0ECdCIGIABqKAIAQX9GIANBAEdGBEAgBCABBH8gASAGaigCAEH//wNxBSAHCyIGQQN2aiIIIAgtAABBASAGQQdxdHI6AAAgBUEBaiEFCyAHQQFqIQcMAQsLIAULnQECBH8BfgNAIAIgCksEQEF/IQsgACAKQQN0aikDACAEfSIMIAVUBH8gAQR/IAEgCmotAABBAEcFQQALBUEBC0UEQCADIAynQQJ0aiIL/hACACIJRQRAIAtBACAGIApqQQFq/kgCACEJCyAJQQFrIAYgCmogCRshCyAIIAlBAEdyIQgLIAcgCkECdGogCzYCACAKQQFqIQoMAQsLIAgLwwMCCX8BfkIBQsAAIAR9hkIBfachEANAIAIgCUsEQCACIAlBgARqIgggAiAISRshDiAJIQgDQCAIIA5JBEAgByAIQQJ0aiADIAAgCEEDdGopAwBClfip+pe33puef34gBIinQQJ0aigCADYCACAIQQFqIQgMAQsLIAkhCANAIAggDkkEQCAHIAhBAnRqIgwoAgAiC0EBa0EAIAsbIQogDEF+IAogBSAKQQN0aikDACAAIAhBA3RqKQMAUhtBfiALGzYCACAIQQFqIQgMAQsLIAkhCANAIAggDkkEQAJAIAEEfyABIAhqLQAABUEACwRAIAcgCEECdGpBfzYCAAwBCyAHIAhBAnRqKAIAQX5HBEBBASEPDAELIAUgBiAIaiIMQQN0aiAAIAhBA3RqKQMAIhE3AwAgEUKV+Kn6l7fem55/fiAEiKchDSAHIAhBAnRqA38gAyANQQJ0aiIL/hACACIKRQRAIAtBACAMQQFq/kgCACEKCyAKBH8gBSAKQQFrIgpBA3RqKQMAIBFRBH9BASEPIAoFIA1BAWogEHEhDQwCCwUgDAsLNgIACyAIQQFqIQgMAQsLIAlBgARqIQkMAQsLIA8L";

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
