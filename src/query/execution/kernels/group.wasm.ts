// Generated from group.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 16a8e4c7906e0c945f8563e3db9e590a7494b8f718008cb11da5c03360c11e8d

/** The compiled kernels of group.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABZAtgB39/f39/f38AYAV/f39/fwBgBn9/f39/fwBgBH9/f38AYAh/f39/f39/fwBgB39/f35/f38AYAR/f35/AGAFf39/f38BfmAHf39+f39/fwF/YAN/f38AYAd/f39/f39/AX8CEgEDZW52Bm1lbW9yeQIDEICABAMVFAAAAQIFBgMDAwIHAQgEAAEJCgQCB4ACFQdtaXhLZXlzAAsLb3JkZXJTaGFyZXMACQhyYW5nZXNPZgADDHBlcm11dGVCeXRlcwAGCWNvdW50Um93cwAPB3N1bVJvd3MAAApzdW1Eb3VibGVzAAEKYWRkRG91YmxlcwATC2V4dHJlbWVSb3dzAA0IZWRnZVJvd3MADghiZXN0Um93cwASC2NvbGxlY3RSb3dzABELY291bnRPd25lcnMAEAtzY2F0dGVyUm93cwACB250aFdvcmQACgpyYWRpeENvdW50AAUJcmFkaXhNb3ZlAAQHcGVybXV0ZQAICXBlcm11dGUzMgAHCmtleXNBdE1vc3QADAZtZW1vcnkCAAreFhSnAgICfwN+IAAgAnIgA3IgBXJFBEAgBikDCCEJIAYpAxAhCkEAIQADQCAAIARJBEAgCkIBfCAKIAEgAEEDdGopAwAiCiAJfCIJIApUGyEKIABBAWohAAwBCwsgBiAGKQMAIAStfDcDACAGIAk3AwggBiAKNwMQDwsDQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAIAEgCEEDdGopAwAiCSAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgsiBykDCHwhCiAHKQMQIgtCAX0gCyAJQgBTQQAgBRsbIQsgByAHKQMAQgF8NwMAIAcgCjcDCCAHIAtCAXwgCyAJIApWGzcDEAsgCEEBaiEIDAELCwuxAgMDfwJ+B3wDQCAEIAhLBEACQCACBH8gAiAIai0AAAVBAAsEfkIABSADBH4gAyAIQQN0aikDAAVCAQsLUA0AIAAEfyAGIAAgCEECdGooAgBBBXRqBSAGCyEHIAEgCEEDdGohCUQAAAAAAAAAACEMIAVBAkYEfCAJKwMABSAJKQMAIgpC/w+DIgu6IQwgCiALhSIKuSAKuiAFGwshDSAHIAcpAwBCAXwiCjcDACAKQgFRBEAgByANOQMIIAcgDDkDEAwBCyANIAcrAwgiEKEgDCAHKwMQIg+hoCEOIBAgDyAOIAq6o6AiD6AiESAQoSESIAcgETkDCCAHIBAgESASoaEgDyASoaAiDzkDECAHIAcrAxggDiANIBGhIAwgD6GgoqA5AxgLIAhBAWohCAwBCwsLUAEDfwNAIAIgBUsEQCADIAEgBUECdGooAgBBAnRqIgcoAgAhBiAHIAZBAWo2AgAgBCAGQQN0aiAAIAVBA3RqKQMANwMAIAVBAWohBQwBCwsLiQECBH8BfgNAIAIgCUsEQCAAIAlBA3RqKQMAIQogBCEGIAEEfyABIAlqLQAABUEACwR/IARBAWoiBgVBAAshCANAIAYgCEsEQCADIAYgCGpBAXYiB0EDdGopAwAgClgEQCAHQQFqIQgFIAchBgsMAQsLIAUgCUECdGogCDYCACAJQQFqIQkMAQsLC2kCA38BfgNAIAIgB0sEQCAGIAAgB0EDdGopAwAiCiADiEL/AYOnQQJ0aiIJKAIAIQggCSAIQQFqNgIAIAQgCEEDdGogCjcDACAFIAhBAnRqIAEgB0ECdGooAgA2AgAgB0EBaiEHDAELCws+AQJ/A0AgASAESwRAIAMgACAEQQN0aikDACACiEL/AYOnQQJ0aiIFIAUoAgBBAWo2AgAgBEEBaiEEDAELCwsxAQF/A0AgAiAESwRAIAMgBGogACABIARBAnRqKAIAai0AADoAACAEQQFqIQQMAQsLCzYBAn8DQCACIARLBEAgBEECdCIFIANqIAAgASAFaigCAEECdGooAgA2AgAgBEEBaiEEDAELCws3AQF/A0AgAiAESwRAIAMgBEEDdGogACABIARBAnRqKAIAQQN0aikDADcDACAEQQFqIQQMAQsLC7wBAQV/IARBACADQQJ0/AsAA0AgASAGSwRAIAQgACAGQQJ0aigCACACdkECdGoiCiAKKAIAQQFqNgIAIAZBAWohBgwBCwsDQCADIAhLBEAgBCAIQQJ0aiIGKAIAIQogBiAJNgIAIAkgCmohCSAIQQFqIQgMAQsLA0AgASAHSwRAIAQgACAHQQJ0aigCACACdkECdGoiAygCACEGIAMgBkEBajYCACAFIAZBAnRqIAc2AgAgB0EBaiEHDAELCwvAAgIDfwR+IAApAwAhCUEBIQUDQCABIAVLBEAgCCAAIAVBA3RqKQMAIAmFhCEIIAVBAWohBQwBCwsgAiEFQQBBwAAgCHmnayAIUBshBwNAIAdBAEoEQEIBIAesIAdBC2siAkEAIAJBAE4brCIKfYZCAX0hCyAKpyEHIARBAEGAwAD8CwBBACECA0AgASACSwRAIAQgACACQQN0aikDACAKiCALg6dBAnRqIgYgBigCAEEBajYCACACQQFqIQIMAQsLQgAhCANAIAUgBCAIp0ECdGooAgAiAk8EQCAFIAJrIQUgCEIBfCEIDAELC0EAIQJBACEGA0AgASAGSwRAIAMgAkEDdGogACAGQQN0aikDACIJNwMAIAIgCSAKiCALgyAIUWohAiAGQQFqIQYMAQsLIAMhACACIQEMAQsLIAApAwALlgECA38BfgNAIAIgBUsEQCAEIAVBAnRqIgcgAQR/IAEgBWotAAAFQQALIgYEfkIABSAAIAVBA3RqKQMACyADBH9BAAUgBygCAAsiB61CKIaFIAatQj+GhUKV+Kn6l7fem55/fkIgiKcgB0HrlK+veGxzIgZBD3YgBnNB7fjs4AJsIgZBDXYgBnM2AgAgBUEBaiEFDAELCwtkAgJ/AX4DQCABIAhLBEAgAiAAIAhBA3RqKQMAIglaBEAgBSAHQQN0aiAJNwMAIAYgB0ECdGogAwR/IAMgCEECdGooAgAFIAQgCGoLNgIAIAdBAWohBwsgCEEBaiEIDAELCyAHC74BAgN/A34DQCAEIAlLBEAgAgR/IAIgCWotAAAFQQALBH5CAAUgAwR+IAMgCUEDdGopAwAFQgELC0IAUgRAIAAEfyAHIAAgCUECdGooAgBBBXRqBSAHCyIIKQMAIQtBASABIAlBA3RqIgopAwAiDCAIKQMIIg1TIAorAwAgCCsDCGMgDCANVCAFQQJGGyAFQQFGGyIKRSAKIAYbIAtQGwRAIAggDDcDCAsgCCALQgF8NwMACyAJQQFqIQkMAQsLC4wBAgJ/AX4DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAQQEgBSAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgsiBykDACIJUBsEQCAHIAEgCEEDdGopAwA3AwgLIAcgCUIBfDcDAAsgCEEBaiEIDAELCwuIAQECfyAAIAFyIAJyRQRAIAQgBCkDACADrXw3AwAPCwNAIAMgBksEQCABBH8gASAGai0AAAVBAAsEfkIABSACBH4gAiAGQQN0aikDAAVCAQsLQgBSBEAgAAR/IAQgACAGQQJ0aigCAEEFdGoFIAQLIgUgBSkDAEIBfDcDAAsgBkEBaiEGDAELCws2AQJ/A0AgASADSwRAIAIgACADQQJ0aigCAEECdGoiBCAEKAIAQQFqNgIAIANBAWohAwwBCwsLhAEBAn8DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAIAUgB0EDdGogASAIQQN0aikDADcDACAGIAdBAnRqIAAEfyAAIAhBAnRqKAIABUEACzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwvCAQICfwJ+A0AgBCAJSwRAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtCAFIEQCABIAlBA3RqKQMAIQogAAR/IAcgACAJQQJ0aigCAEEFdGoFIAcLIggpAwAiC1AEf0EBBSAKIAgpAwhUCwRAIAggCjcDCCAIIAUgCUEDdGopAwA3AxAgCCAGBH8gBiAJai0AAAVBAAtBAEetNwMYCyAIIAtCAXw3AwALIAlBAWohCQwBCwsLgwEBAn8DQCAEIAdLBEAgAgR/IAIgB2otAAAFQQALBH5CAAUgAwR+IAMgB0EDdGopAwAFQgELC0IAUgRAIAAEfyAFIAAgB0ECdGooAgBBBXRqBSAFCyIGIAYpAwBCAXw3AwAgBiAGKwMYIAEgB0EDdGorAwCgOQMYCyAHQQFqIQcMAQsLCw==";

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
  keysAtMost(
    keys: number,
    n: number,
    bound: bigint,
    rows: number,
    base: number,
    keysOut: number,
    rowsOut: number,
  ): number;
}
