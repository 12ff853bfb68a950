// Generated from keyed.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 747cc4dbb50781b8211d98ee0beb73cf630f461f94cf201bf540e7fc3ac69f68

/** The compiled kernels of keyed.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABkQEOYAV/f39/fwF/YAd/f39+fn9/AGAGf39/f39/AGAFf39/f38AYAx/f39/f39/f39/f38Bf2AIf39+fn5/f38AYAN/f38AYAZ/f39/f34AYAN/f38Bf2AEf39+fwBgBH9/f38AYA5/f39/f35/f39/f39/fwF/YA9/f39/f35+f39/f39/f38Bf2AEf39/fwF+AhIBA2VudgZtZW1vcnkCAxCAgAQDFBMEAQIFBgACAAcDAQgJCgsMDQMAB/EBFAdoYXNoSWRzAA4GcmVoYXNoAAgJZGlyZWN0SWRzAA8IcGFja0tleXMACgp1bnBhY2tLZXlzAAMLdmFsdWVzT2ZJZHMAAgpjb3VudEtleWVkABEIc3VtS2V5ZWQABgdzdW1zT3V0AAUHa2VwdE91dAANCnRydXRoT2ZJZHMABAliaXRzT2ZJZHMAEglyb3dzT2ZJZHMABw1wYXJ0bmVyc09mSWRzAAkKY291bnRQYWlycwAQCndyaXRlUGFpcnMAAAtudWxsc09mUm93cwALCW1hcmtXb3JkcwAMCndvcmRzSW5TZXQAAQZtZW1vcnkCAAq4FhP+AQEGfwNAIAIgA0kgCCANS3EEQAJAIAJBAnQiDCABaigCACEPAkAgACAMaigCACIOQX9GBEAgB0UNASANQQJ0IgwgCWogDzYCACAKIAxqQX82AgAgDUEBaiENDAELIAUgDkEBakECdGooAgAhECAFIA5BAnRqKAIAIARqIQxBACEEA0AgDCAQSSAIIA1LcQRAIA1BAnQiESAJaiAPNgIAIAogEWogBiAMQQJ0aigCADYCACANQQFqIQ0gDEEBaiEMDAELCyAMIBBJBEAgDCAFIA5BAnRqKAIAayEEDAILCyACQQFqIQIMAgsLCyALIAI2AgAgC0EEaiAENgIAIA0LaAICfwF+A0AgAiAHSwRAIAYgB0EDdCIIaiAAIAhqKQMAIAN9IgkgBFQEfyABBH8gASAHai0AAAVBAAsFQQELBH5CAAUgBSAJQgOIp2oxAAAgCUIHg4hCAYMLNwMAIAdBAWohBwwBCwsLSQECfwNAIAMgBksEQCAEIAZBA3RqIAAgAiAGQQJ0aigCACIHQQN0aikDADcDACAFIAZqIAEgB2otAAA6AAAgBkEBaiEGDAELCwtUAgJ/AX4DQCABIAhLBEAgACAIQQN0IglqKQMAIAOIIASDIQogBiAJaiACIAp8NwMAIAcgCGogClAgBUEARyIJIAkbQQBHOgAAIAhBAWohCAwBCwsLNgEBfwNAIAEgA0sEQCACIANBA3RqIAAgA0ECdGo1AgBC/////w9SrTcDACADQQFqIQMMAQsLC5EBAgJ/A34DQCABIAVLBEAgACAFQQR0aiIGKQMAIQggBjUCCCEHIAYoAgwEQEEBDwsgBCAFaiAHUCIGOgAAIAYEQCADIAVBA3RqQgA3AwAFIAIEQCADIAVBA3RqIAggB4AiCbogCCAHIAl+fbogB7qjoDkDAAUgAyAFQQN0aiAINwMACwsgBUEBaiEFDAELC0EAC6ABAgJ/An4DQCAEIAZLBEAgAgR/IAIgBmotAAAFQQALBH5CAAUgAwR+IAMgBkEDdGopAwAFQgELC0IAUgRAIAEgBkEDdGopAwAiCCAFIAAEfyAAIAZBAnRqKAIABUEAC0EEdGoiBykDAHwhCSAHIAk3AwAgByAHKAIIQQFqNgIIIAggCVYEQCAHIAcoAgxBAWo2AgwLCyAGQQFqIQYMAQsLC0gBA38DQCACIAVLBEAgBCAGQQJ0aiAFQQJ0IgcgAWooAgA2AgAgBiAAIAdqKAIAQX9GIANBAEdGaiEGIAVBAWohBQwBCwsgBguDAQECf0IBQsAAIAV9hkIBfachBiADKAIEIQcDQCABIAJJBEAgByABQQFqRwRAIAAgAUEDdGopAwBClfip+pe33puef34gBYinIQMDQCAEIANBAnRqKAIABEAgA0EBaiAGcSEDDAELCyAEIANBAnRqIAFBAWo2AgALIAFBAWohAQwBCwsLWwEDfwNAIAIgBUsEQCAFQQJ0IgcgAGooAgAhBiAEIAEEfyABIAdqKAIAQf//A3EFIAULQQJ0aiAGQX9GBH9BfwUgAyAGQQJ0aigCAAs2AgAgBUEBaiEFDAELCwtkAgF/AX4DQCACIAdLBEAgAQR/IAEgB2otAAAFQQALBH5CAAUgACAHQQN0aikDACADfSAEhgshCCAGIAdBA3RqIAUEfiAIBSAGIAdBA3RqKQMAIAiECzcDACAHQQFqIQcMAQsLCzkBA38DQCABIANLBEAgAiADaiAAIANBAnRqKAIAQX9GIgU6AAAgBCAFciEEIANBAWohAwwBCwsgBAtCAQN/A0AgASAESwRAIAMgACAEQQN0aikDACACfaciBUEDdmoiBiAGLQAAQQEgBUEHcXRyOgAAIARBAWohBAwBCwsLQQECfwNAIAEgBEsEQCACIARBA3RqIAAgBEEFdGoiBUEIaikDADcDACADIARqIAUpAwBQOgAAIARBAWohBAwBCwsLoAUCCH8BfkIBQsAAIAV9hkIBfachEyAGKAIAIQ8DQCACIANJBEAgAyACQYAEaiIOIAMgDkkbIRIgAiEOA0AgDiASSQRAIA0gDkECdGogBCAAIA5BA3RqKQMAQpX4qfqXt96bnn9+IAWIp0ECdGooAgA2AgAgDkEBaiEODAELC0F+QX8gCxshESACIQ4DQCAOIBJJBEAgDSAOQQJ0aiIUKAIAIhVBAWtBACAVGyEQIBRBfiAQIAcgEEEDdGopAwAgACAOQQN0aikDAFIbIBEgFRs2AgAgDkEBaiEODAELCyACIQ4DQCAOIBJJBEACQCABBH8gASAOai0AAAVBAAsEQEF/IRACQCALQQJGDQAgBigCBCIRQQFrIRAgEQ0AQX8hECALRQ0AIAYgD0EBajYCBCAPIRALIA8gEEYEQCAMIA9NBEAgBkEANgIEIAYgDzYCACAODwsgDyIRQQFqIQ8gCQR/IAkgDkECdGooAgAFIAogDmoLIRQgByARQQN0akIANwMAIAggEUECdGogFDYCAAsgDSAOQQJ0aiAQNgIADAELIA0gDkECdGooAgBBfkcNACAAIA5BA3RqKQMAIhZClfip+pe33puef34gBYinIREDfyAEIBFBAnRqKAIAIhAEfyAHIBBBAWsiEEEDdGopAwAgFlEEfyAQBSARQQFqIBNxIREMAgsFQX8LCyIQQX9GIAtBAEdxBEAgDCAPTQRAIAYgDzYCACAODwsgDyIQQQFqIQ8gCQR/IAkgDkECdGooAgAFIAogDmoLIRQgByAQQQN0aiAWNwMAIAggEEECdGogFDYCACAEIBFBAnRqIA82AgALIA0gDkECdGogEDYCAAsgDkEBaiEODAELCyACQYAEaiECDAELCyAGIA82AgAgAwvNAgIEfwJ+IAcoAgAhDwNAIAIgA0kEQAJAQX8hECABBH8gASACai0AAAVBAAsEQCANIA9NDQECQCAMQQJGDQAgBygCBCIRQQFrIRAgEQ0AQX8hECAMRQ0AIAcgD0EBajYCBCAPIRALIA8gEEYEQCAPIhFBAWohDyAKBH8gCiACQQJ0aigCAAUgAiALagshEiAIIBFBA3RqQgA3AwAgCSARQQJ0aiASNgIACwUgACACQQN0aikDACITIAV9IhQgBlQEQCAEIBSnQQJ0aiIRKAIAQQFrIhBBf0YgDEEAR3EEQCANIA9NDQMgDyIQQQFqIQ8gCgR/IAogAkECdGooAgAFIAIgC2oLIRIgCCAQQQN0aiATNwMAIAkgEEECdGogEjYCACARIA82AgALCwsgDiACQQJ0aiAQNgIAIAJBAWohAgwCCwsLIAcgDzYCACACC1UCAn8BfgNAIAEgBEsEQCAAIARBAnRqKAIAIgVBf0YEfiAGIAOtfAUgBiACIAVBAWpBAnRqNQIAIAIgBUECdGo1AgB9fAshBiAEQQFqIQQMAQsLIAYLwQECAn8BfiAARQRAA0AgAyAFSwRAIAcgAQR/IAEgBWotAAAFQQALBH5CAAUgAgR+IAIgBUEDdGopAwAFQgELC0IAUq18IQcgBUEBaiEFDAELCyAEIAQpAwAgB3w3AwAPCwNAIAMgBUsEQCABBH8gASAFai0AAAVBAAsEfkIABSACBH4gAiAFQQN0aikDAAVCAQsLQgBSBEAgBCAAIAVBAnRqKAIAQQN0aiIGIAYpAwBCAXw3AwALIAVBAWohBQwBCwsLagEEfwNAIAIgB0sEQCAHQQJ0IgYgAGooAgBBf0YgA0EAR0YEQCAEIAEEfyABIAZqKAIAQf//A3EFIAcLIgZBA3ZqIgggCC0AAEEBIAZBB3F0cjoAACAFQQFqIQULIAdBAWohBwwBCwsgBQs=";

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
