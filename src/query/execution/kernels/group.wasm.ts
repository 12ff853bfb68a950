// Generated from group.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 47e6af99d442b72483ae3354b47f192abca98b053be1c2ba307c9bf3c4c8f014

/** The compiled kernels of group.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABfg1gBH9/f38AYAd/f39/f39/AGAFf39/f38AYAZ/f39/f38AYAh/f39/f39/fwBgBH9/fn8Bf2AHf39/fn9/fwBgBH9/fn8AYAV/f39/fwF+YA5/f39/f39/f39/f39/fwF/YAN/f38AYAd/f39/f39/AX9gB39/fn9/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAxgXAQECAAMFBgcAAAADCAIJBAECCgsEDAMHnAIYBWdyb3VwAA4HbWl4S2V5cwANC29yZGVyU2hhcmVzAAsIcmFuZ2VzT2YABAxwZXJtdXRlQnl0ZXMACAdyZWdyb3VwAAMJY291bnRSb3dzABEHc3VtUm93cwAACnN1bURvdWJsZXMAAQphZGREb3VibGVzABYLZXh0cmVtZVJvd3MADwhlZGdlUm93cwAQCGJlc3RSb3dzABQLY29sbGVjdFJvd3MAEwtjb3VudE93bmVycwASC3NjYXR0ZXJSb3dzAAIHbnRoV29yZAAMCnJhZGl4Q291bnQABwtyYWRpeFN0YXJ0cwAFCXJhZGl4TW92ZQAGB3Blcm11dGUACglwZXJtdXRlMzIACQZhdE1vc3QAFQZtZW1vcnkCAArDGhenAgICfwN+IAAgAnIgA3IgBXJFBEAgBikDCCEJIAYpAxAhCkEAIQADQCAAIARJBEAgCkIBfCAKIAEgAEEDdGopAwAiCiAJfCIJIApUGyEKIABBAWohAAwBCwsgBiAGKQMAIAStfDcDACAGIAk3AwggBiAKNwMQDwsDQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAIAEgCEEDdGopAwAiCSAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgsiBykDCHwhCiAHKQMQIgtCAX0gCyAJQgBTQQAgBRsbIQsgByAHKQMAQgF8NwMAIAcgCjcDCCAHIAtCAXwgCyAJIApWGzcDEAsgCEEBaiEIDAELCwvQAQMDfwN8AX4DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAIAAEfyAGIAAgCEECdGooAgBBBXRqBSAGCyEHIAEgCEEDdGohCSAFBHwgBUEBRgR8IAkpAwC5BSAJKwMACwUgCSkDALoLIgsgBysDCCIMoSEKIAwgCiAHKQMAQgF8Ig26o6AhDCAHIA03AwAgByAMOQMIIAcgBysDGCAKIAsgDKGioDkDGAsgCEEBaiEIDAELCwtQAQN/A0AgAiAFSwRAIAMgASAFQQJ0aigCAEECdGoiBygCACEGIAcgBkEBajYCACAEIAZBA3RqIAAgBUEDdGopAwA3AwAgBUEBaiEFDAELCwuOAQEDfwNAIAEgBksEQCAAIAZBGGxqIgUoAgwEQCADIAUpAwAgBSgCCCIErUIohoUgBTUCEEI/hoVClfip+pe33puef35CIIinIARB65Svr3hsc3EhBANAIAIgBEEYbGooAgwEQCAEQQFqIANxIQQMAQsLIAIgBEEYbGogBUEY/AoAAAsgBkEBaiEGDAELCwuJAQIEfwF+A0AgAiAJSwRAIAAgCUEDdGopAwAhCiAEIQYgAQR/IAEgCWotAAAFQQALBH8gBEEBaiIGBUEACyEIA0AgBiAISwRAIAMgBiAIakEBdiIHQQN0aikDACAKWARAIAdBAWohCAUgByEGCwwBCwsgBSAJQQJ0aiAINgIAIAlBAWohCQwBCwsLUAECfyADIAApAwAgAohC/wGDp0ECdGooAgAgAUYEQEEADwsDQCAEQYAISQRAIAMgBGoiACgCACAAIAU2AgAgBWohBSAEQQRqIQQMAQsLQQELaQIDfwF+A0AgAiAHSwRAIAYgACAHQQN0aikDACIKIAOIQv8Bg6dBAnRqIgkoAgAhCCAJIAhBAWo2AgAgBCAIQQN0aiAKNwMAIAUgCEECdGogASAHQQJ0aigCADYCACAHQQFqIQcMAQsLCz4BAn8DQCABIARLBEAgAyAAIARBA3RqKQMAIAKIQv8Bg6dBAnRqIgUgBSgCAEEBajYCACAEQQFqIQQMAQsLCzEBAX8DQCACIARLBEAgAyAEaiAAIAEgBEECdGooAgBqLQAAOgAAIARBAWohBAwBCwsLNgECfwNAIAIgBEsEQCAEQQJ0IgUgA2ogACABIAVqKAIAQQJ0aigCADYCACAEQQFqIQQMAQsLCzcBAX8DQCACIARLBEAgAyAEQQN0aiAAIAEgBEECdGooAgBBA3RqKQMANwMAIARBAWohBAwBCwsLvAEBBX8gBEEAIANBAnT8CwADQCABIAZLBEAgBCAAIAZBAnRqKAIAIAJ2QQJ0aiIKIAooAgBBAWo2AgAgBkEBaiEGDAELCwNAIAMgCEsEQCAEIAhBAnRqIgYoAgAhCiAGIAk2AgAgCSAKaiEJIAhBAWohCAwBCwsDQCABIAdLBEAgBCAAIAdBAnRqKAIAIAJ2QQJ0aiIDKAIAIQYgAyAGQQFqNgIAIAUgBkECdGogBzYCACAHQQFqIQcMAQsLC8ACAgN/BH4gACkDACEJQQEhBQNAIAEgBUsEQCAIIAAgBUEDdGopAwAgCYWEIQggBUEBaiEFDAELCyACIQVBAEHAACAIeadrIAhQGyEHA0AgB0EASgRAQgEgB6wgB0ELayICQQAgAkEAThusIgp9hkIBfSELIAqnIQcgBEEAQYDAAPwLAEEAIQIDQCABIAJLBEAgBCAAIAJBA3RqKQMAIAqIIAuDp0ECdGoiBiAGKAIAQQFqNgIAIAJBAWohAgwBCwtCACEIA0AgBSAEIAinQQJ0aigCACICTwRAIAUgAmshBSAIQgF8IQgMAQsLQQAhAkEAIQYDQCABIAZLBEAgAyACQQN0aiAAIAZBA3RqKQMAIgk3AwAgAiAJIAqIIAuDIAhRaiECIAZBAWohBgwBCwsgAyEAIAIhAQwBCwsgACkDAAuWAQIDfwF+A0AgAiAFSwRAIAQgBUECdGoiByABBH8gASAFai0AAAVBAAsiBgR+QgAFIAAgBUEDdGopAwALIAMEf0EABSAHKAIACyIHrUIohoUgBq1CP4aFQpX4qfqXt96bnn9+QiCIpyAHQeuUr694bHMiBkEPdiAGc0Ht+OzgAmwiBkENdiAGczYCACAFQQFqIQUMAQsLC+MCAgZ/AX4gCCgCACEOA0AgAiADSQRAIAAgAkEDdGopAwAhFCABBH8gASACai0AAAVBAAshECAFBH8gBCACQQJ0aigCAAVBAAsiEUF/RwRAIAdCACAUIBAbIhQgEa1CKIaFIBCtQj+GhUKV+Kn6l7fem55/fkIgiKcgEUHrlK+veGxzcSESA0ACQCAGIBJBGGxqIg8oAgwiE0UEQCAMRQRAQQAhEwwCCyANIA5NBEAgCCAONgIAIAIPCyAPIBQ3AwAgDyARNgIIIA8gDkEBajYCDCAPIBA2AhAgCQRAIAkgDkECdGogCgR/IAogAkECdGooAgAFIAIgC2oLNgIACyAOQQFqIg4hEwwBCyAPKQMAIBRRBH8gDygCCCARRgVBAAsEfyAPKAIQIBBGBUEACw0AIBJBAWogB3EhEgwBCwsgBCACQQJ0aiATQQFrNgIACyACQQFqIQIMAQsLIAggDjYCACADC74BAgN/A34DQCAEIAlLBEAgAgR/IAIgCWotAAAFQQALBH5CAAUgAwR+IAMgCUEDdGopAwAFQgELC0IAUgRAIAAEfyAHIAAgCUECdGooAgBBBXRqBSAHCyIIKQMAIQtBASABIAlBA3RqIgopAwAiDCAIKQMIIg1TIAorAwAgCCsDCGMgDCANVCAFQQJGGyAFQQFGGyIKRSAKIAYbIAtQGwRAIAggDDcDCAsgCCALQgF8NwMACyAJQQFqIQkMAQsLC4wBAgJ/AX4DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAQQEgBSAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgsiBykDACIJUBsEQCAHIAEgCEEDdGopAwA3AwgLIAcgCUIBfDcDAAsgCEEBaiEIDAELCwuIAQECfyAAIAFyIAJyRQRAIAQgBCkDACADrXw3AwAPCwNAIAMgBksEQCABBH8gASAGai0AAAVBAAsEfkIABSACBH4gAiAGQQN0aikDAAVCAQsLQgBSBEAgAAR/IAQgACAGQQJ0aigCAEEFdGoFIAQLIgUgBSkDAEIBfDcDAAsgBkEBaiEGDAELCws2AQJ/A0AgASADSwRAIAIgACADQQJ0aigCAEECdGoiBCAEKAIAQQFqNgIAIANBAWohAwwBCwsLhAEBAn8DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAIAUgB0EDdGogASAIQQN0aikDADcDACAGIAdBAnRqIAAEfyAAIAhBAnRqKAIABUEACzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwvCAQICfwJ+A0AgBCAJSwRAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtCAFIEQCABIAlBA3RqKQMAIQogAAR/IAcgACAJQQJ0aigCAEEFdGoFIAcLIggpAwAiC1AEf0EBBSAKIAgpAwhUCwRAIAggCjcDCCAIIAUgCUEDdGopAwA3AxAgCCAGBH8gBiAJai0AAAVBAAtBAEetNwMYCyAIIAtCAXw3AwALIAlBAWohCQwBCwsLZAICfwF+A0AgASAISwRAIAIgACAIQQN0aikDACIJWgRAIAUgB0EDdGogCTcDACAGIAdBAnRqIAMEfyADIAhBAnRqKAIABSAEIAhqCzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwuDAQECfwNAIAQgB0sEQCACBH8gAiAHai0AAAVBAAsEfkIABSADBH4gAyAHQQN0aikDAAVCAQsLQgBSBEAgAAR/IAUgACAHQQJ0aigCAEEFdGoFIAULIgYgBikDAEIBfDcDACAGIAYrAxggASAHQQN0aisDAKA5AxgLIAdBAWohBwwBCwsL";

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
