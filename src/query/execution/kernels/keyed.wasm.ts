// Generated from keyed.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 0073907b27d3a12d1d4e23725c31f254d75e9f612a201481e67c1753a46ce6ac

/** The compiled kernels of keyed.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABsAERYAV/f39/fwF/YAd/f39+fn9/AGAGf39/f39/AGAFf39/f38AYAx/f39/f39/f39/f38Bf2AIf39+fn5/f38AYAN/f38AYAZ/f39/f34AYAN/f38Bf2AGf39+fn9/AGAEf39+fwBgBH9/f38AYA5/f39/f35/f39/f39/fwF/YA9/f39/f35+f39/f39/f38Bf2AEf39/fwF+YAd/f39/fn5/AX9gB39/f39+f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAxcWBAECBQYAAgAHAwEICQoLDA0OAwAPEAefAhcHaGFzaElkcwAPCWFkZFVuaXF1ZQAVD2FkZFVuaXF1ZURpcmVjdAAUBnJlaGFzaAAICWRpcmVjdElkcwAQCHBhY2tLZXlzAAoNbnVsbHNPZlBhY2tlZAAMCnVucGFja0tleXMAAwt2YWx1ZXNPZklkcwACCmNvdW50S2V5ZWQAEghzdW1LZXllZAAGB3N1bXNPdXQABQdrZXB0T3V0AA4KdHJ1dGhPZklkcwAECWJpdHNPZklkcwATCXJvd3NPZklkcwAHDXBhcnRuZXJzT2ZJZHMACQpjb3VudFBhaXJzABEKd3JpdGVQYWlycwAAC251bGxzT2ZSb3dzAAsJbWFya1dvcmRzAA0Kd29yZHNJblNldAABBm1lbW9yeQIACrIZFvsBAQZ/A0AgAiADSSAIIA1LcQRAAkAgAkECdCIMIAFqKAIAIQ8CQCAAIAxqKAIAIg5Bf0YEQCAHRQ0BIA1BAnQiDCAJaiAPNgIAIAogDGpBfzYCACANQQFqIQ0MAQsgBSAOQQFqQQJ0aigCACEQIAUgDkECdGooAgAgBGohDEEAIQQDQCAMIBBJIAggDUtxBEAgDUECdCIRIAlqIA82AgAgCiARaiAGIAxBAnRqKAIANgIAIA1BAWohDSAMQQFqIQwMAQsLIAwgEEkEQCAMIAUgDkECdGooAgBrIQQMAgsLIAJBAWohAgwCCwsLIAsgAjYCACALIAQ2AgQgDQtoAgJ/AX4DQCACIAdLBEAgBiAHQQN0IghqIAAgCGopAwAgA30iCSAEVAR/IAEEfyABIAdqLQAABUEACwVBAQsEfkIABSAFIAlCA4inajEAACAJQgeDiEIBgws3AwAgB0EBaiEHDAELCwtJAQJ/A0AgAyAGSwRAIAQgBkEDdGogACACIAZBAnRqKAIAIgdBA3RqKQMANwMAIAUgBmogASAHai0AADoAACAGQQFqIQYMAQsLC1QCAn8BfgNAIAEgCEsEQCAAIAhBA3QiCWopAwAgA4ggBIMhCiAGIAlqIAIgCnw3AwAgByAIaiAKUCAFQQBHIgkgCRtBAEc6AAAgCEEBaiEIDAELCws2AQF/A0AgASADSwRAIAIgA0EDdGogACADQQJ0ajUCAEL/////D1KtNwMAIANBAWohAwwBCwsLkQECAn8DfgNAIAEgBUsEQCAAIAVBBHRqIgYpAwAhCCAGNQIIIQcgBigCDARAQQEPCyAEIAVqIAdQIgY6AAAgBgRAIAMgBUEDdGpCADcDAAUgAgRAIAMgBUEDdGogCCAHgCIJuiAIIAcgCX59uiAHuqOgOQMABSADIAVBA3RqIAg3AwALCyAFQQFqIQUMAQsLQQALoAECAn8CfgNAIAQgBksEQCACBH8gAiAGai0AAAVBAAsEfkIABSADBH4gAyAGQQN0aikDAAVCAQsLQgBSBEAgASAGQQN0aikDACIIIAUgAAR/IAAgBkECdGooAgAFQQALQQR0aiIHKQMAfCEJIAcgCTcDACAHIAcoAghBAWo2AgggCCAJVgRAIAcgBygCDEEBajYCDAsLIAZBAWohBgwBCwsLSAEDfwNAIAIgBUsEQCAEIAZBAnRqIAVBAnQiByABaigCADYCACAGIAAgB2ooAgBBf0YgA0EAR0ZqIQYgBUEBaiEFDAELCyAGC4MBAQJ/QgFCwAAgBX2GQgF9pyEGIAMoAgQhBwNAIAEgAkkEQCAHIAFBAWpHBEAgACABQQN0aikDAEKV+Kn6l7fem55/fiAFiKchAwNAIAQgA0ECdGooAgAEQCADQQFqIAZxIQMMAQsLIAQgA0ECdGogAUEBajYCAAsgAUEBaiEBDAELCwtbAQN/A0AgAiAFSwRAIAVBAnQiByAAaigCACEGIAQgAQR/IAEgB2ooAgBB//8DcQUgBQtBAnRqIAZBf0YEf0F/BSADIAZBAnRqKAIACzYCACAFQQFqIQUMAQsLC2QCAX8BfgNAIAIgB0sEQCABBH8gASAHai0AAAVBAAsEfkIABSAAIAdBA3RqKQMAIAN9IASGCyEIIAYgB0EDdGogBQR+IAgFIAYgB0EDdGopAwAgCIQLNwMAIAdBAWohBwwBCwsLOQEDfwNAIAEgA0sEQCACIANqIAAgA0ECdGooAgBBf0YiBToAACAEIAVyIQQgA0EBaiEDDAELCyAEC0cBAn8DQCABIAZLBEAgACAGQQN0aikDACACiCADg1AhByAFIAZqIAQEfyAHBSAFIAZqLQAAIAdyCzoAACAGQQFqIQYMAQsLC0IBA38DQCABIARLBEAgAyAAIARBA3RqKQMAIAJ9pyIFQQN2aiIGIAYtAABBASAFQQdxdHI6AAAgBEEBaiEEDAELCws+AQJ/A0AgASAESwRAIAIgBEEDdGogACAEQQV0aiIFKQMINwMAIAMgBGogBSkDAFA6AAAgBEEBaiEEDAELCwugBQIIfwF+QgFCwAAgBX2GQgF9pyETIAYoAgAhDwNAIAIgA0kEQCADIAJBgARqIg4gAyAOSRshEiACIQ4DQCAOIBJJBEAgDSAOQQJ0aiAEIAAgDkEDdGopAwBClfip+pe33puef34gBYinQQJ0aigCADYCACAOQQFqIQ4MAQsLQX5BfyALGyERIAIhDgNAIA4gEkkEQCANIA5BAnRqIhQoAgAiFUEBa0EAIBUbIRAgFEF+IBAgByAQQQN0aikDACAAIA5BA3RqKQMAUhsgESAVGzYCACAOQQFqIQ4MAQsLIAIhDgNAIA4gEkkEQAJAIAEEfyABIA5qLQAABUEACwRAQX8hEAJAIAtBAkYNACAGKAIEIhFBAWshECARDQBBfyEQIAtFDQAgBiAPQQFqNgIEIA8hEAsgDyAQRgRAIAwgD00EQCAGQQA2AgQgBiAPNgIAIA4PCyAPIhFBAWohDyAJBH8gCSAOQQJ0aigCAAUgCiAOagshFCAHIBFBA3RqQgA3AwAgCCARQQJ0aiAUNgIACyANIA5BAnRqIBA2AgAMAQsgDSAOQQJ0aigCAEF+Rw0AIAAgDkEDdGopAwAiFkKV+Kn6l7fem55/fiAFiKchEQN/IAQgEUECdGooAgAiEAR/IAcgEEEBayIQQQN0aikDACAWUQR/IBAFIBFBAWogE3EhEQwCCwVBfwsLIhBBf0YgC0EAR3EEQCAMIA9NBEAgBiAPNgIAIA4PCyAPIhBBAWohDyAJBH8gCSAOQQJ0aigCAAUgCiAOagshFCAHIBBBA3RqIBY3AwAgCCAQQQJ0aiAUNgIAIAQgEUECdGogDzYCAAsgDSAOQQJ0aiAQNgIACyAOQQFqIQ4MAQsLIAJBgARqIQIMAQsLIAYgDzYCACADC9cCAgR/An4gBygCACEPA0AgAiADSQRAAkBBfyEQIAEEfyABIAJqLQAABUEACwRAAkAgDEECRg0AIAcoAgQiEUEBayEQIBENAEF/IRAgDEUNACAHIA9BAWo2AgQgDyEQCyAPIBBGBEAgDSAPTQRAIAdBADYCBAwDCyAPIhFBAWohDyAKBH8gCiACQQJ0aigCAAUgAiALagshEiAIIBFBA3RqQgA3AwAgCSARQQJ0aiASNgIACwUgACACQQN0aikDACITIAV9IhQgBlQEQCAEIBSnQQJ0aiIRKAIAQQFrIhBBf0YgDEEAR3EEQCANIA9NDQMgDyIQQQFqIQ8gCgR/IAogAkECdGooAgAFIAIgC2oLIRIgCCAQQQN0aiATNwMAIAkgEEECdGogEjYCACARIA82AgALCwsgDiACQQJ0aiAQNgIAIAJBAWohAgwCCwsLIAcgDzYCACACC1UCAn8BfgNAIAEgBEsEQCAAIARBAnRqKAIAIgVBf0YEfiAGIAOtfAUgBiACIAVBAWpBAnRqNQIAIAIgBUECdGo1AgB9fAshBiAEQQFqIQQMAQsLIAYLwQECAn8BfiAARQRAA0AgAyAFSwRAIAcgAQR/IAEgBWotAAAFQQALBH5CAAUgAgR+IAIgBUEDdGopAwAFQgELC0IAUq18IQcgBUEBaiEFDAELCyAEIAQpAwAgB3w3AwAPCwNAIAMgBUsEQCABBH8gASAFai0AAAVBAAsEfkIABSACBH4gAiAFQQN0aikDAAVCAQsLQgBSBEAgBCAAIAVBAnRqKAIAQQN0aiIGIAYpAwBCAXw3AwALIAVBAWohBQwBCwsLagEEfwNAIAIgB0sEQCAHQQJ0IgYgAGooAgBBf0YgA0EAR0YEQCAEIAEEfyABIAZqKAIAQf//A3EFIAcLIgZBA3ZqIgggCC0AAEEBIAZBB3F0cjoAACAFQQFqIQULIAdBAWohBwwBCwsgBQtnAgF/AX4DQCACIAdLBEAgAQR/IAEgB2otAABBAEcFQQALRQRAIAAgB0EDdGopAwAgBH0iCCAFWgR/QQEFIAMgCKdBAnRqIAYgB2pBAWr+QQIACwRAQQEPCwsgB0EBaiEHDAELC0EAC8QBAgV/AX5CAULAACAEfYZCAX2nIQoDQCACIAhLBEAgAQR/IAEgCGotAABBAEcFQQALRQRAIAUgBiAIakEDdGogACAIQQN0aikDACIMNwMAIAxClfip+pe33puef34gBIinIQkDQCADIAlBAnRqIgv+EAIAIgdFBEAgC0EAIAYgCGpBAWr+SAIAIQcLIAcEQCAFIAdBAWtBA3RqKQMAIAxRBEBBAQ8FIAlBAWogCnEhCQwCCwALCwsgCEEBaiEIDAELC0EACw==";

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
  addUnique(
    words: number,
    nulls: number,
    n: number,
    table: number,
    shift: bigint,
    keys: number,
    first: number,
  ): number;
  addUniqueDirect(
    words: number,
    nulls: number,
    n: number,
    table: number,
    origin: bigint,
    size: bigint,
    first: number,
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
