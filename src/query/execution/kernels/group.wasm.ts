// Generated from group.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: d4c1a0c5a721307b061d531239a1f01e5cc8b54e399a6aa2d99165c5ceb58056

/** The compiled kernels of group.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABZAtgB39/f39/f38AYAV/f39/fwBgBn9/f39/fwBgBH9/f38AYAh/f39/f39/fwBgB39/f35/f38AYAR/f35/AGAFf39/f38BfmADf39/AGAHf39/f39/fwF/YAd/f35/f39/AX8CEgEDZW52Bm1lbW9yeQIDEICABAMVFAAAAQIFBgMDAwIHAQQAAQgJBAoCB/wBFQdtaXhLZXlzAAsLb3JkZXJTaGFyZXMACQhyYW5nZXNPZgADDHBlcm11dGVCeXRlcwAGCWNvdW50Um93cwAOB3N1bVJvd3MAAApzdW1Eb3VibGVzAAEKYWRkRG91YmxlcwATC2V4dHJlbWVSb3dzAAwIZWRnZVJvd3MADQhiZXN0Um93cwARC2NvbGxlY3RSb3dzABALY291bnRPd25lcnMADwtzY2F0dGVyUm93cwACB250aFdvcmQACgpyYWRpeENvdW50AAUJcmFkaXhNb3ZlAAQHcGVybXV0ZQAICXBlcm11dGUzMgAHBmF0TW9zdAASBm1lbW9yeQIACt4WFKcCAgJ/A34gACACciADciAFckUEQCAGKQMIIQkgBikDECEKQQAhAANAIAAgBEkEQCAKQgF8IAogASAAQQN0aikDACIKIAl8IgkgClQbIQogAEEBaiEADAELCyAGIAYpAwAgBK18NwMAIAYgCTcDCCAGIAo3AxAPCwNAIAQgCEsEQCACBH8gAiAIai0AAAVBAAsEfkIABSADBH4gAyAIQQN0aikDAAVCAQsLQgBSBEAgASAIQQN0aikDACIJIAAEfyAGIAAgCEECdGooAgBBBXRqBSAGCyIHKQMIfCEKIAcpAxAiC0IBfSALIAlCAFNBACAFGxshCyAHIAcpAwBCAXw3AwAgByAKNwMIIAcgC0IBfCALIAkgClYbNwMQCyAIQQFqIQgMAQsLC7ECAwN/An4HfANAIAQgCEsEQAJAIAIEfyACIAhqLQAABUEACwR+QgAFIAMEfiADIAhBA3RqKQMABUIBCwtQDQAgAAR/IAYgACAIQQJ0aigCAEEFdGoFIAYLIQcgASAIQQN0aiEJRAAAAAAAAAAAIQwgBUECRgR8IAkrAwAFIAkpAwAiCkL/D4MiC7ohDCAKIAuFIgq5IAq6IAUbCyENIAcgBykDAEIBfCIKNwMAIApCAVEEQCAHIA05AwggByAMOQMQDAELIA0gBysDCCIQoSAMIAcrAxAiD6GgIQ4gECAPIA4gCrqjoCIPoCIRIBChIRIgByAROQMIIAcgECARIBKhoSAPIBKhoCIPOQMQIAcgBysDGCAOIA0gEaEgDCAPoaCioDkDGAsgCEEBaiEIDAELCwtQAQN/A0AgAiAFSwRAIAMgASAFQQJ0aigCAEECdGoiBygCACEGIAcgBkEBajYCACAEIAZBA3RqIAAgBUEDdGopAwA3AwAgBUEBaiEFDAELCwuJAQIEfwF+A0AgAiAJSwRAIAAgCUEDdGopAwAhCiAEIQYgAQR/IAEgCWotAAAFQQALBH8gBEEBaiIGBUEACyEIA0AgBiAISwRAIAMgBiAIakEBdiIHQQN0aikDACAKWARAIAdBAWohCAUgByEGCwwBCwsgBSAJQQJ0aiAINgIAIAlBAWohCQwBCwsLaQIDfwF+A0AgAiAHSwRAIAYgACAHQQN0aikDACIKIAOIQv8Bg6dBAnRqIgkoAgAhCCAJIAhBAWo2AgAgBCAIQQN0aiAKNwMAIAUgCEECdGogASAHQQJ0aigCADYCACAHQQFqIQcMAQsLCz4BAn8DQCABIARLBEAgAyAAIARBA3RqKQMAIAKIQv8Bg6dBAnRqIgUgBSgCAEEBajYCACAEQQFqIQQMAQsLCzEBAX8DQCACIARLBEAgAyAEaiAAIAEgBEECdGooAgBqLQAAOgAAIARBAWohBAwBCwsLNgECfwNAIAIgBEsEQCAEQQJ0IgUgA2ogACABIAVqKAIAQQJ0aigCADYCACAEQQFqIQQMAQsLCzcBAX8DQCACIARLBEAgAyAEQQN0aiAAIAEgBEECdGooAgBBA3RqKQMANwMAIARBAWohBAwBCwsLvAEBBX8gBEEAIANBAnT8CwADQCABIAZLBEAgBCAAIAZBAnRqKAIAIAJ2QQJ0aiIKIAooAgBBAWo2AgAgBkEBaiEGDAELCwNAIAMgCEsEQCAEIAhBAnRqIgYoAgAhCiAGIAk2AgAgCSAKaiEJIAhBAWohCAwBCwsDQCABIAdLBEAgBCAAIAdBAnRqKAIAIAJ2QQJ0aiIDKAIAIQYgAyAGQQFqNgIAIAUgBkECdGogBzYCACAHQQFqIQcMAQsLC8ACAgN/BH4gACkDACEJQQEhBQNAIAEgBUsEQCAIIAAgBUEDdGopAwAgCYWEIQggBUEBaiEFDAELCyACIQVBAEHAACAIeadrIAhQGyEHA0AgB0EASgRAQgEgB6wgB0ELayICQQAgAkEAThusIgp9hkIBfSELIAqnIQcgBEEAQYDAAPwLAEEAIQIDQCABIAJLBEAgBCAAIAJBA3RqKQMAIAqIIAuDp0ECdGoiBiAGKAIAQQFqNgIAIAJBAWohAgwBCwtCACEIA0AgBSAEIAinQQJ0aigCACICTwRAIAUgAmshBSAIQgF8IQgMAQsLQQAhAkEAIQYDQCABIAZLBEAgAyACQQN0aiAAIAZBA3RqKQMAIgk3AwAgAiAJIAqIIAuDIAhRaiECIAZBAWohBgwBCwsgAyEAIAIhAQwBCwsgACkDAAuWAQIDfwF+A0AgAiAFSwRAIAQgBUECdGoiByABBH8gASAFai0AAAVBAAsiBgR+QgAFIAAgBUEDdGopAwALIAMEf0EABSAHKAIACyIHrUIohoUgBq1CP4aFQpX4qfqXt96bnn9+QiCIpyAHQeuUr694bHMiBkEPdiAGc0Ht+OzgAmwiBkENdiAGczYCACAFQQFqIQUMAQsLC74BAgN/A34DQCAEIAlLBEAgAgR/IAIgCWotAAAFQQALBH5CAAUgAwR+IAMgCUEDdGopAwAFQgELC0IAUgRAIAAEfyAHIAAgCUECdGooAgBBBXRqBSAHCyIIKQMAIQtBASABIAlBA3RqIgopAwAiDCAIKQMIIg1TIAorAwAgCCsDCGMgDCANVCAFQQJGGyAFQQFGGyIKRSAKIAYbIAtQGwRAIAggDDcDCAsgCCALQgF8NwMACyAJQQFqIQkMAQsLC4wBAgJ/AX4DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAQQEgBSAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgsiBykDACIJUBsEQCAHIAEgCEEDdGopAwA3AwgLIAcgCUIBfDcDAAsgCEEBaiEIDAELCwuIAQECfyAAIAFyIAJyRQRAIAQgBCkDACADrXw3AwAPCwNAIAMgBksEQCABBH8gASAGai0AAAVBAAsEfkIABSACBH4gAiAGQQN0aikDAAVCAQsLQgBSBEAgAAR/IAQgACAGQQJ0aigCAEEFdGoFIAQLIgUgBSkDAEIBfDcDAAsgBkEBaiEGDAELCws2AQJ/A0AgASADSwRAIAIgACADQQJ0aigCAEECdGoiBCAEKAIAQQFqNgIAIANBAWohAwwBCwsLhAEBAn8DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAIAUgB0EDdGogASAIQQN0aikDADcDACAGIAdBAnRqIAAEfyAAIAhBAnRqKAIABUEACzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwvCAQICfwJ+A0AgBCAJSwRAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtCAFIEQCABIAlBA3RqKQMAIQogAAR/IAcgACAJQQJ0aigCAEEFdGoFIAcLIggpAwAiC1AEf0EBBSAKIAgpAwhUCwRAIAggCjcDCCAIIAUgCUEDdGopAwA3AxAgCCAGBH8gBiAJai0AAAVBAAtBAEetNwMYCyAIIAtCAXw3AwALIAlBAWohCQwBCwsLZAICfwF+A0AgASAISwRAIAIgACAIQQN0aikDACIJWgRAIAUgB0EDdGogCTcDACAGIAdBAnRqIAMEfyADIAhBAnRqKAIABSAEIAhqCzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwuDAQECfwNAIAQgB0sEQCACBH8gAiAHai0AAAVBAAsEfkIABSADBH4gAyAHQQN0aikDAAVCAQsLQgBSBEAgAAR/IAUgACAHQQJ0aigCAEEFdGoFIAULIgYgBikDAEIBfDcDACAGIAYrAxggASAHQQN0aisDAKA5AxgLIAdBAWohBwwBCwsL";

/** Their functions, as group.as.ts explains them. Memory is given by its address. */
export interface Exports {
  mixKeys(keys: number, nulls: number, n: number, first: number, hashes: number): void;
  orderShares(hashes: number, n: number, shift: number, shares: number, ends: number, q: number): void;
  rangesOf(keys: number, nulls: number, n: number, bounds: number, count: number, q: number): void;
  permuteBytes(bytes: number, order: number, n: number, q: number): void;
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
