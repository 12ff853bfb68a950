// Generated from group.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 058a2406858a55f73d6ad32c5f0d07eed28eac766761037419b8bbc1dd5187dd

/** The compiled kernels of group.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABfg1gBH9/f38AYAd/f39/f39/AGAFf39/f38AYAZ/f39/f38AYAh/f39/f39/fwBgBH9/fn8Bf2AHf39/fn9/fwBgBH9/fn8AYAV/f39/fwF+YA5/f39/f39/f39/f39/fwF/YAN/f38AYAd/f39/f39/AX9gB39/fn9/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAxgXAQECAAMFBgcAAAADCAIJBAECCgsEDAMHnAIYBWdyb3VwAA4HbWl4S2V5cwANC29yZGVyU2hhcmVzAAsIcmFuZ2VzT2YABAxwZXJtdXRlQnl0ZXMACAdyZWdyb3VwAAMJY291bnRSb3dzABEHc3VtUm93cwAACnN1bURvdWJsZXMAAQphZGREb3VibGVzABYLZXh0cmVtZVJvd3MADwhlZGdlUm93cwAQCGJlc3RSb3dzABQLY29sbGVjdFJvd3MAEwtjb3VudE93bmVycwASC3NjYXR0ZXJSb3dzAAIHbnRoV29yZAAMCnJhZGl4Q291bnQABwtyYWRpeFN0YXJ0cwAFCXJhZGl4TW92ZQAGB3Blcm11dGUACglwZXJtdXRlMzIACQZhdE1vc3QAFQZtZW1vcnkCAArMGhejAgICfwN+IAAgAnIgA3IgBXJFBEAgBikDCCEJIAYpAxAhCgNAIAQgB0sEQCAKQgF8IAogASAHQQN0aikDACIKIAl8IgkgClQbIQogB0EBaiEHDAELCyAGIAYpAwAgBK18NwMAIAYgCTcDCCAGIAo3AxAPCwNAIAQgCEsEQCACBH8gAiAIai0AAAVBAAsEfkIABSADBH4gAyAIQQN0aikDAAVCAQsLQgBSBEAgASAIQQN0aikDACIJIAAEfyAGIAAgCEECdGooAgBBBXRqBSAGCyIHKQMIfCEKIAcpAxAiC0IBfSALIAlCAFNBACAFGxshCyAHIAcpAwBCAXw3AwAgByAKNwMIIAcgC0IBfCALIAkgClYbNwMQCyAIQQFqIQgMAQsLC9ABAwN/A3wBfgNAIAQgCEsEQCACBH8gAiAIai0AAAVBAAsEfkIABSADBH4gAyAIQQN0aikDAAVCAQsLQgBSBEAgAAR/IAYgACAIQQJ0aigCAEEFdGoFIAYLIQcgASAIQQN0aiEJIAUEfCAFQQFGBHwgCSkDALkFIAkrAwALBSAJKQMAugsiCyAHKwMIIgyhIQogDCAKIAcpAwBCAXwiDbqjoCEMIAcgDTcDACAHIAw5AwggByAHKwMYIAogCyAMoaKgOQMYCyAIQQFqIQgMAQsLC1ABA38DQCACIAVLBEAgAyABIAVBAnRqKAIAQQJ0aiIHKAIAIQYgByAGQQFqNgIAIAQgBkEDdGogACAFQQN0aikDADcDACAFQQFqIQUMAQsLC44BAQN/A0AgASAGSwRAIAAgBkEYbGoiBSgCDARAIAUpAwAgBSgCCCIErUIohoUgBTUCEEI/hoVClfip+pe33puef35CIIinIARB65Svr3hscyADcSEEA0AgAiAEQRhsaigCDARAIARBAWogA3EhBAwBCwsgAiAEQRhsaiAFQRj8CgAACyAGQQFqIQYMAQsLC4kBAgR/AX4DQCACIAlLBEAgACAJQQN0aikDACEKIAQhBiABBH8gASAJai0AAAVBAAsEfyAEQQFqIgYFQQALIQgDQCAGIAhLBEAgAyAGIAhqQQF2IgdBA3RqKQMAIApYBEAgB0EBaiEIBSAHIQYLDAELCyAFIAlBAnRqIAg2AgAgCUEBaiEJDAELCwtQAQJ/IAMgACkDACACiEL/AYOnQQJ0aigCACABRgRAQQAPCwNAIARBgAhJBEAgAyAEaiIAKAIAIAAgBTYCACAFaiEFIARBBGohBAwBCwtBAQtpAgN/AX4DQCACIAdLBEAgBiAAIAdBA3RqKQMAIgogA4hC/wGDp0ECdGoiCSgCACEIIAkgCEEBajYCACAEIAhBA3RqIAo3AwAgBSAIQQJ0aiABIAdBAnRqKAIANgIAIAdBAWohBwwBCwsLPgECfwNAIAEgBEsEQCADIAAgBEEDdGopAwAgAohC/wGDp0ECdGoiBSAFKAIAQQFqNgIAIARBAWohBAwBCwsLMQEBfwNAIAIgBEsEQCADIARqIAAgASAEQQJ0aigCAGotAAA6AAAgBEEBaiEEDAELCws2AQJ/A0AgAiAESwRAIARBAnQiBSADaiAAIAEgBWooAgBBAnRqKAIANgIAIARBAWohBAwBCwsLNwEBfwNAIAIgBEsEQCADIARBA3RqIAAgASAEQQJ0aigCAEEDdGopAwA3AwAgBEEBaiEEDAELCwu8AQEFfyAEQQAgA0ECdPwLAANAIAEgBksEQCAEIAAgBkECdGooAgAgAnZBAnRqIgogCigCAEEBajYCACAGQQFqIQYMAQsLA0AgAyAISwRAIAQgCEECdGoiBigCACEKIAYgCTYCACAJIApqIQkgCEEBaiEIDAELCwNAIAEgB0sEQCAEIAAgB0ECdGooAgAgAnZBAnRqIgMoAgAhBiADIAZBAWo2AgAgBSAGQQJ0aiAHNgIAIAdBAWohBwwBCwsLwAICA38EfiAAKQMAIQlBASEFA0AgASAFSwRAIAggACAFQQN0aikDACAJhYQhCCAFQQFqIQUMAQsLIAIhBUEAQcAAIAh5p2sgCFAbIQcDQCAHQQBKBEBCASAHrCAHQQtrIgJBACACQQBOG6wiCn2GQgF9IQsgCqchByAEQQBBgMAA/AsAQQAhAgNAIAEgAksEQCAEIAAgAkEDdGopAwAgCoggC4OnQQJ0aiIGIAYoAgBBAWo2AgAgAkEBaiECDAELC0IAIQgDQCAFIAQgCKdBAnRqKAIAIgJPBEAgBSACayEFIAhCAXwhCAwBCwtBACECQQAhBgNAIAEgBksEQCADIAJBA3RqIAAgBkEDdGopAwAiCTcDACACIAkgCoggC4MgCFFqIQIgBkEBaiEGDAELCyADIQAgAiEBDAELCyAAKQMAC5YBAgN/AX4DQCACIAVLBEAgBCAFQQJ0aiIHIAEEfyABIAVqLQAABUEACyIGBH5CAAUgACAFQQN0aikDAAsgAwR/QQAFIAcoAgALIgetQiiGhSAGrUI/hoVClfip+pe33puef35CIIinIAdB65Svr3hscyIGQQ92IAZzQe347OACbCIGQQ12IAZzNgIAIAVBAWohBQwBCwsL4wICBn8BfiAIKAIAIQ4DQCACIANJBEAgACACQQN0aikDACEUIAEEfyABIAJqLQAABUEACyEQIAUEfyAEIAJBAnRqKAIABUEACyIRQX9HBEBCACAUIBAbIhQgEa1CKIaFIBCtQj+GhUKV+Kn6l7fem55/fkIgiKcgEUHrlK+veGxzIAdxIRIDQAJAIAYgEkEYbGoiDygCDCITRQRAIAxFBEBBACETDAILIA0gDk0EQCAIIA42AgAgAg8LIA8gFDcDACAPIBE2AgggDyAOQQFqNgIMIA8gEDYCECAJBEAgCSAOQQJ0aiAKBH8gCiACQQJ0aigCAAUgAiALags2AgALIA5BAWoiDiETDAELIA8pAwAgFFEEfyAPKAIIIBFGBUEACwR/IA8oAhAgEEYFQQALDQAgEkEBaiAHcSESDAELCyAEIAJBAnRqIBNBAWs2AgALIAJBAWohAgwBCwsgCCAONgIAIAMLyAEDA38DfgF8A0AgBCAJSwRAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtCAFIEQCAABH8gByAAIAlBAnRqKAIAQQV0agUgBwsiCCkDACELIAEgCUEDdGoiCisDACEOIAopAwAiDCAIKQMIIg1UIQpBASAMIA1TIA4gCCsDCGMgCiAFQQJGGyAFQQFGGyIKRSAKIAYbIAtQGwRAIAggDDcDCAsgCCALQgF8NwMACyAJQQFqIQkMAQsLC4wBAgJ/AX4DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAQQEgBSAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgsiBykDACIJUBsEQCAHIAEgCEEDdGopAwA3AwgLIAcgCUIBfDcDAAsgCEEBaiEIDAELCwuIAQECfyAAIAFyIAJyRQRAIAQgBCkDACADrXw3AwAPCwNAIAMgBksEQCABBH8gASAGai0AAAVBAAsEfkIABSACBH4gAiAGQQN0aikDAAVCAQsLQgBSBEAgAAR/IAQgACAGQQJ0aigCAEEFdGoFIAQLIgUgBSkDAEIBfDcDAAsgBkEBaiEGDAELCws2AQJ/A0AgASADSwRAIAIgACADQQJ0aigCAEECdGoiBCAEKAIAQQFqNgIAIANBAWohAwwBCwsLhAEBAn8DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAIAUgB0EDdGogASAIQQN0aikDADcDACAGIAdBAnRqIAAEfyAAIAhBAnRqKAIABUEACzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwvFAQICfwJ+A0AgBCAJSwRAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtCAFIEQCABIAlBA3RqKQMAIQogAAR/IAcgACAJQQJ0aigCAEEFdGoFIAcLIggpAwAiC1AEf0EBBSAKIAgpAwhUCwRAIAggCjcDCCAIIAUgCUEDdGopAwA3AxAgCCAGBH8gBiAJai0AAEEARwVBAAtBAEetNwMYCyAIIAtCAXw3AwALIAlBAWohCQwBCwsLZAICfwF+A0AgASAISwRAIAIgACAIQQN0aikDACIJWgRAIAUgB0EDdGogCTcDACAGIAdBAnRqIAMEfyADIAhBAnRqKAIABSAEIAhqCzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwuDAQECfwNAIAQgB0sEQCACBH8gAiAHai0AAAVBAAsEfkIABSADBH4gAyAHQQN0aikDAAVCAQsLQgBSBEAgAAR/IAUgACAHQQJ0aigCAEEFdGoFIAULIgYgBikDAEIBfDcDACAGIAYrAxggASAHQQN0aisDAKA5AxgLIAdBAWohBwwBCwsL";

/** Their functions, as group.as.ts explains them. Memory is given by its address. */
export interface Exports {
  group(
    keys: number,
    nulls: number,
    from: number,
    n: number,
    groups: number,
    refine: number,
    table: number,
    mask: number,
    state: number,
    firsts: number,
    rows: number,
    base: number,
    add: number,
    limit: number,
  ): number;
  mixKeys(keys: number, nulls: number, n: number, first: number, hashes: number): void;
  orderShares(hashes: number, n: number, shift: number, shares: number, ends: number, q: number): void;
  rangesOf(keys: number, nulls: number, n: number, bounds: number, count: number, q: number): void;
  permuteBytes(bytes: number, order: number, n: number, q: number): void;
  regroup(from: number, capacity: number, to: number, mask: number): void;
  countRows(groups: number, nulls: number, pass: number, n: number, cells: number): void;
  sumRows(
    groups: number,
    values: number,
    nulls: number,
    pass: number,
    n: number,
    signed: number,
    cells: number,
  ): void;
  sumDoubles(
    groups: number,
    values: number,
    nulls: number,
    pass: number,
    n: number,
    kind: number,
    cells: number,
  ): void;
  addDoubles(groups: number, values: number, nulls: number, pass: number, n: number, cells: number): void;
  extremeRows(
    groups: number,
    values: number,
    nulls: number,
    pass: number,
    n: number,
    kind: number,
    most: number,
    cells: number,
  ): void;
  edgeRows(
    groups: number,
    values: number,
    nulls: number,
    pass: number,
    n: number,
    last: number,
    cells: number,
  ): void;
  bestRows(
    groups: number,
    keys: number,
    keyNulls: number,
    pass: number,
    n: number,
    values: number,
    valueNulls: number,
    cells: number,
  ): void;
  collectRows(
    groups: number,
    values: number,
    nulls: number,
    pass: number,
    n: number,
    q: number,
    g: number,
  ): number;
  countOwners(groups: number, n: number, counts: number): void;
  scatterRows(values: number, groups: number, n: number, next: number, q: number): void;
  nthWord(words: number, n: number, k: number, scratch: number, counts: number): bigint;
  radixCount(keys: number, n: number, shift: bigint, counts: number): void;
  radixStarts(keys: number, n: number, shift: bigint, counts: number): number;
  radixMove(
    keys: number,
    rows: number,
    n: number,
    shift: bigint,
    keysOut: number,
    rowsOut: number,
    counts: number,
  ): void;
  permute(values: number, order: number, n: number, q: number): void;
  permute32(values: number, order: number, n: number, q: number): void;
  atMost(
    keys: number,
    n: number,
    bound: bigint,
    rows: number,
    base: number,
    keysOut: number,
    rowsOut: number,
  ): number;
}
