// Generated from keyed.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 2ca04fa7c5cd746f66b5d666e1193986980cb4d7b038863a81a711fc62db0772

/** The compiled kernels of keyed.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABuAESYAV/f39/fwBgA39/fwBgBX9/f39/AX9gB39/f35+f38AYAZ/f39/f38AYAR/f39/AGADf39/AX9gDH9/f39/f39/f39/fwF/YAh/f35+fn9/fwBgBn9/f39/fgBgBn9/fn5/fwBgBH9/fn8AYA5/f39/f35/f39/f39/fwF/YAJ/fwF/YA9/f39/f35+f39/f39/f38Bf2AEf39/fwF+YAh/f39/fn5/fwF/YAh/f39/fn9/fwF/AhIBA2VudgZtZW1vcnkCAxCAgAQDHx4HAwQIAQIFBAYBAgAJAAAAAwYKCwUMDQ4PAAECEBEHiwMfB2hhc2hJZHMAFQthZGRUb2dldGhlcgAdEWFkZFRvZ2V0aGVyRGlyZWN0ABwHcGFpcklkcwAPBnJlaGFzaAAMCWRpcmVjdElkcwAXCHBhY2tLZXlzABANbnVsbHNPZlBhY2tlZAASCnVucGFja0tleXMAAwt2YWx1ZXNPZklkcwACCmNvdW50S2V5ZWQAGQhzdW1LZXllZAAHDHJvd1N1bXNLZXllZAALCnJvd3NPZlN1bXMACQtoYXNMYXJnZVN1bQAWCnN1bXNPZlJvd3MABgdzdW1zT3V0AAUHa2VwdE91dAAUCnRydXRoT2ZJZHMABAliaXRzT2ZJZHMAGwlyb3dzT2ZJZHMACg1wYXJ0bmVyc09mSWRzAA4IY291bnRJZHMAGg5zdGFydHNPZkNvdW50cwAICHBsYWNlSWRzAA0KY291bnRQYWlycwAYCndyaXRlUGFpcnMAAAtudWxsc09mUm93cwARCW1hcmtXb3JkcwATCndvcmRzSW5TZXQAAQZtZW1vcnkCAAryIB77AQEGfwNAIAIgA0kgCCANS3EEQAJAIAJBAnQiDCABaigCACEPAkAgACAMaigCACIOQX9GBEAgB0UNASANQQJ0IgwgCWogDzYCACAKIAxqQX82AgAgDUEBaiENDAELIAUgDkEBakECdGooAgAhECAFIA5BAnRqKAIAIARqIQxBACEEA0AgDCAQSSAIIA1LcQRAIA1BAnQiESAJaiAPNgIAIAogEWogBiAMQQJ0aigCADYCACANQQFqIQ0gDEEBaiEMDAELCyAMIBBJBEAgDCAFIA5BAnRqKAIAayEEDAILCyACQQFqIQIMAgsLCyALIAI2AgAgCyAENgIEIA0LaAICfwF+A0AgAiAHSwRAIAYgB0EDdCIIaiAAIAhqKQMAIAN9IgkgBFQEfyABBH8gASAHai0AAAVBAAsFQQELBH5CAAUgBSAJQgOIp2oxAAAgCUIHg4hCAYMLNwMAIAdBAWohBwwBCwsLSQECfwNAIAMgBksEQCAEIAZBA3RqIAAgAiAGQQJ0aigCACIHQQN0aikDADcDACAFIAZqIAEgB2otAAA6AAAgBkEBaiEGDAELCwtUAgJ/AX4DQCABIAhLBEAgACAIQQN0IglqKQMAIAOIIASDIQogBiAJaiACIAp8NwMAIAcgCGogClAgBUEARyIJIAkbQQBHOgAAIAhBAWohCAwBCwsLNgEBfwNAIAEgA0sEQCACIANBA3RqIAAgA0ECdGo1AgBC/////w9SrTcDACADQQFqIQMMAQsLC5EBAgJ/A34DQCABIAVLBEAgACAFQQR0aiIGKQMAIQggBjUCCCEHIAYoAgwEQEEBDwsgBCAFaiAHUCIGOgAAIAYEQCADIAVBA3RqQgA3AwAFIAIEQCADIAVBA3RqIAggB4AiCbogCCAHIAl+fbogB7qjoDkDAAUgAyAFQQN0aiAINwMACwsgBUEBaiEFDAELC0EAC0oBAn8DQCABIARLBEAgAyAEaiAAIARBBHRqIgUpAwhCgICAgICAgICAf4NQOgAAIAIgBEEDdGogBSkDADcDACAEQQFqIQQMAQsLC6ABAgJ/An4DQCAEIAZLBEAgAgR/IAIgBmotAAAFQQALBH5CAAUgAwR+IAMgBkEDdGopAwAFQgELC0IAUgRAIAEgBkEDdGopAwAiCCAFIAAEfyAAIAZBAnRqKAIABUEAC0EEdGoiBykDAHwhCSAHIAk3AwAgByAHKAIIQQFqNgIIIAggCVYEQCAHIAcoAgxBAWo2AgwLCyAGQQFqIQYMAQsLCzcBA38DQCABIANLBEAgACADQQJ0aiIEKAIAIQUgBCACNgIAIAIgBWohAiADQQFqIQMMAQsLIAILNQEBfwNAIAEgA0sEQCACIANBA3RqIAAgA0EEdGopAwhC/////w+DNwMAIANBAWohAwwBCwsLSAEDfwNAIAIgBUsEQCAEIAZBAnRqIAVBAnQiByABaigCADYCACAGIAAgB2ooAgBBf0YgA0EAR0ZqIQYgBUEBaiEFDAELCyAGC5gBAgJ/A34DQCADIAVLBEAgBCAABH8gACAFQQJ0aigCAAVBAAtBBHRqIgYpAwhCAXwhBwJAIAIEfyACIAVqLQAABUEACwRAIAYgBzcDCAwBCyAGIAEgBUEDdGopAwAiCCAGKQMAfCIJNwMAIAYgB0KAgICAEHwgByAIIAlWG0KAgICAgICAgIB/hDcDCAsgBUEBaiEFDAELCwuDAQECf0IBQsAAIAV9hkIBfachBiADKAIEIQcDQCABIAJJBEAgByABQQFqRwRAIAAgAUEDdGopAwBClfip+pe33puef34gBYinIQMDQCAEIANBAnRqKAIABEAgA0EBaiAGcSEDDAELCyAEIANBAnRqIAFBAWo2AgALIAFBAWohAQwBCwsLWQEEfwNAIAIgBUsEQCAFQQJ0IgYgAGooAgAiB0F/RwRAIAMgB0ECdGoiBygCACEIIAcgCEEBajYCACAEIAhBAnRqIAEgBmooAgA2AgALIAVBAWohBQwBCwsLWwEDfwNAIAIgBUsEQCAFQQJ0IgcgAGooAgAhBiAEIAEEfyABIAdqKAIAQf//A3EFIAULQQJ0aiAGQX9GBH9BfwUgAyAGQQJ0aigCAAs2AgAgBUEBaiEFDAELCwtcAQN/A0AgAiAFSwRAIAMgBUEDdGogBUECdCIHIAFqKAIAIgatIAAgB2ooAgAiB61CIIaENwMAIAQgBWogB0F/RiIHIAZBf0YgBxtBAEc6AAAgBUEBaiEFDAELCwtkAgF/AX4DQCACIAdLBEAgAQR/IAEgB2otAAAFQQALBH5CAAUgACAHQQN0aikDACADfSAEhgshCCAGIAdBA3RqIAUEfiAIBSAGIAdBA3RqKQMAIAiECzcDACAHQQFqIQcMAQsLCzkBA38DQCABIANLBEAgAiADaiAAIANBAnRqKAIAQX9GIgU6AAAgBCAFciEEIANBAWohAwwBCwsgBAtHAQJ/A0AgASAGSwRAIAAgBkEDdGopAwAgAoggA4NQIQcgBSAGaiAEBH8gBwUgBSAGai0AACAHcgs6AAAgBkEBaiEGDAELCwtCAQN/A0AgASAESwRAIAMgACAEQQN0aikDACACfaciBUEDdmoiBiAGLQAAQQEgBUEHcXRyOgAAIARBAWohBAwBCwsLPgECfwNAIAEgBEsEQCACIARBA3RqIAAgBEEFdGoiBSkDCDcDACADIARqIAUpAwBQOgAAIARBAWohBAwBCwsLoAUCCH8BfkIBQsAAIAV9hkIBfachEyAGKAIAIQ8DQCACIANJBEAgAyACQYAEaiIOIAMgDkkbIRIgAiEOA0AgDiASSQRAIA0gDkECdGogBCAAIA5BA3RqKQMAQpX4qfqXt96bnn9+IAWIp0ECdGooAgA2AgAgDkEBaiEODAELC0F+QX8gCxshESACIQ4DQCAOIBJJBEAgDSAOQQJ0aiIUKAIAIhVBAWtBACAVGyEQIBRBfiAQIAcgEEEDdGopAwAgACAOQQN0aikDAFIbIBEgFRs2AgAgDkEBaiEODAELCyACIQ4DQCAOIBJJBEACQCABBH8gASAOai0AAAVBAAsEQEF/IRACQCALQQJGDQAgBigCBCIRQQFrIRAgEQ0AQX8hECALRQ0AIAYgD0EBajYCBCAPIRALIA8gEEYEQCAMIA9NBEAgBkEANgIEIAYgDzYCACAODwsgDyIRQQFqIQ8gCQR/IAkgDkECdGooAgAFIAogDmoLIRQgByARQQN0akIANwMAIAggEUECdGogFDYCAAsgDSAOQQJ0aiAQNgIADAELIA0gDkECdGooAgBBfkcNACAAIA5BA3RqKQMAIhZClfip+pe33puef34gBYinIREDfyAEIBFBAnRqKAIAIhAEfyAHIBBBAWsiEEEDdGopAwAgFlEEfyAQBSARQQFqIBNxIREMAgsFQX8LCyIQQX9GIAtBAEdxBEAgDCAPTQRAIAYgDzYCACAODwsgDyIQQQFqIQ8gCQR/IAkgDkECdGooAgAFIAogDmoLIRQgByAQQQN0aiAWNwMAIAggEEECdGogFDYCACAEIBFBAnRqIA82AgALIA0gDkECdGogEDYCAAsgDkEBaiEODAELCyACQYAEaiECDAELCyAGIA82AgAgAws+AQF/A0AgASACSwRAIAAgAkEEdGopAwhC////////////AINCgICAgBBaBEBBAQ8LIAJBAWohAgwBCwtBAAvXAgIEfwJ+IAcoAgAhDwNAIAIgA0kEQAJAQX8hECABBH8gASACai0AAAVBAAsEQAJAIAxBAkYNACAHKAIEIhFBAWshECARDQBBfyEQIAxFDQAgByAPQQFqNgIEIA8hEAsgDyAQRgRAIA0gD00EQCAHQQA2AgQMAwsgDyIRQQFqIQ8gCgR/IAogAkECdGooAgAFIAIgC2oLIRIgCCARQQN0akIANwMAIAkgEUECdGogEjYCAAsFIAAgAkEDdGopAwAiEyAFfSIUIAZUBEAgBCAUp0ECdGoiESgCAEEBayIQQX9GIAxBAEdxBEAgDSAPTQ0DIA8iEEEBaiEPIAoEfyAKIAJBAnRqKAIABSACIAtqCyESIAggEEEDdGogEzcDACAJIBBBAnRqIBI2AgAgESAPNgIACwsLIA4gAkECdGogEDYCACACQQFqIQIMAgsLCyAHIA82AgAgAgtVAgJ/AX4DQCABIARLBEAgACAEQQJ0aigCACIFQX9GBH4gBiADrXwFIAYgAiAFQQFqQQJ0ajUCACACIAVBAnRqNQIAfXwLIQYgBEEBaiEEDAELCyAGC8EBAgJ/AX4gAEUEQANAIAMgBUsEQCAHIAEEfyABIAVqLQAABUEACwR+QgAFIAIEfiACIAVBA3RqKQMABUIBCwtCAFKtfCEHIAVBAWohBQwBCwsgBCAEKQMAIAd8NwMADwsDQCADIAVLBEAgAQR/IAEgBWotAAAFQQALBH5CAAUgAgR+IAIgBUEDdGopAwAFQgELC0IAUgRAIAQgACAFQQJ0aigCAEEDdGoiBiAGKQMAQgF8NwMACyAFQQFqIQUMAQsLC0ABAn8DQCABIANLBEAgACADQQJ0aigCACIEQX9HBEAgAiAEQQJ0aiIEIAQoAgBBAWo2AgALIANBAWohAwwBCwsLagEEfwNAIAIgB0sEQCAHQQJ0IgYgAGooAgBBf0YgA0EAR0YEQCAEIAEEfyABIAZqKAIAQf//A3EFIAcLIgZBA3ZqIgggCC0AAEEBIAZBB3F0cjoAACAFQQFqIQULIAdBAWohBwwBCwsgBQudAQIEfwF+A0AgAiAKSwRAQX8hCyAAIApBA3RqKQMAIAR9IgwgBVQEfyABBH8gASAKai0AAEEARwVBAAsFQQELRQRAIAMgDKdBAnRqIgv+EAIAIglFBEAgC0EAIAYgCmpBAWr+SAIAIQkLIAlBAWsgBiAKaiAJGyELIAggCUEAR3IhCAsgByAKQQJ0aiALNgIAIApBAWohCgwBCwsgCAvDAwIJfwF+QgFCwAAgBH2GQgF9pyEQA0AgAiAJSwRAIAIgCUGABGoiCCACIAhJGyEOIAkhCANAIAggDkkEQCAHIAhBAnRqIAMgACAIQQN0aikDAEKV+Kn6l7fem55/fiAEiKdBAnRqKAIANgIAIAhBAWohCAwBCwsgCSEIA0AgCCAOSQRAIAcgCEECdGoiDCgCACILQQFrQQAgCxshCiAMQX4gCiAFIApBA3RqKQMAIAAgCEEDdGopAwBSG0F+IAsbNgIAIAhBAWohCAwBCwsgCSEIA0AgCCAOSQRAAkAgAQR/IAEgCGotAAAFQQALBEAgByAIQQJ0akF/NgIADAELIAcgCEECdGooAgBBfkcEQEEBIQ8MAQsgBSAGIAhqIgxBA3RqIAAgCEEDdGopAwAiETcDACARQpX4qfqXt96bnn9+IASIpyENIAcgCEECdGoDfyADIA1BAnRqIgv+EAIAIgpFBEAgC0EAIAxBAWr+SAIAIQoLIAoEfyAFIApBAWsiCkEDdGopAwAgEVEEf0EBIQ8gCgUgDUEBaiAQcSENDAILBSAMCws2AgALIAhBAWohCAwBCwsgCUGABGohCQwBCwsgDws=";

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
