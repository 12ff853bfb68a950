// Generated from group.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 434a6c033fccecb5d40bc2c2438facb64b6ddc267290e7fbbb64d22e8cb1569b

/** The compiled kernels of group.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABbAxgB39/f39/f38AYAV/f39/fwBgBn9/f39/fwBgBH9/f38AYAh/f39/f39/fwBgBH9/fn8Bf2AHf39/fn9/fwBgBH9/fn8AYAV/f39/fwF+YAN/f38AYAd/f39/f39/AX9gB39/fn9/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAxYVAAABAgUGBwMDAwIIAQQAAQkKBAsCB4oCFgdtaXhLZXlzAAwLb3JkZXJTaGFyZXMACghyYW5nZXNPZgADDHBlcm11dGVCeXRlcwAHCWNvdW50Um93cwAPB3N1bVJvd3MAAApzdW1Eb3VibGVzAAEKYWRkRG91YmxlcwAUC2V4dHJlbWVSb3dzAA0IZWRnZVJvd3MADghiZXN0Um93cwASC2NvbGxlY3RSb3dzABELY291bnRPd25lcnMAEAtzY2F0dGVyUm93cwACB250aFdvcmQACwpyYWRpeENvdW50AAYLcmFkaXhTdGFydHMABAlyYWRpeE1vdmUABQdwZXJtdXRlAAkJcGVybXV0ZTMyAAgGYXRNb3N0ABMGbWVtb3J5AgAKzhYVpwICAn8DfiAAIAJyIANyIAVyRQRAIAYpAwghCSAGKQMQIQpBACEAA0AgACAESQRAIApCAXwgCiABIABBA3RqKQMAIgogCXwiCSAKVBshCiAAQQFqIQAMAQsLIAYgBikDACAErXw3AwAgBiAJNwMIIAYgCjcDEA8LA0AgBCAISwRAIAIEfyACIAhqLQAABUEACwR+QgAFIAMEfiADIAhBA3RqKQMABUIBCwtCAFIEQCABIAhBA3RqKQMAIgkgAAR/IAYgACAIQQJ0aigCAEEFdGoFIAYLIgcpAwh8IQogBykDECILQgF9IAsgCUIAU0EAIAUbGyELIAcgBykDAEIBfDcDACAHIAo3AwggByALQgF8IAsgCSAKVhs3AxALIAhBAWohCAwBCwsL0AEDA38DfAF+A0AgBCAISwRAIAIEfyACIAhqLQAABUEACwR+QgAFIAMEfiADIAhBA3RqKQMABUIBCwtCAFIEQCAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgshByABIAhBA3RqIQkgBQR8IAVBAUYEfCAJKQMAuQUgCSsDAAsFIAkpAwC6CyILIAcrAwgiDKEhCiAMIAogBykDAEIBfCINuqOgIQwgByANNwMAIAcgDDkDCCAHIAcrAxggCiALIAyhoqA5AxgLIAhBAWohCAwBCwsLUAEDfwNAIAIgBUsEQCADIAEgBUECdGooAgBBAnRqIgcoAgAhBiAHIAZBAWo2AgAgBCAGQQN0aiAAIAVBA3RqKQMANwMAIAVBAWohBQwBCwsLiQECBH8BfgNAIAIgCUsEQCAAIAlBA3RqKQMAIQogBCEGIAEEfyABIAlqLQAABUEACwR/IARBAWoiBgVBAAshCANAIAYgCEsEQCADIAYgCGpBAXYiB0EDdGopAwAgClgEQCAHQQFqIQgFIAchBgsMAQsLIAUgCUECdGogCDYCACAJQQFqIQkMAQsLC1ABAn8gAyAAKQMAIAKIQv8Bg6dBAnRqKAIAIAFGBEBBAA8LA0AgBEGACEkEQCADIARqIgAoAgAgACAFNgIAIAVqIQUgBEEEaiEEDAELC0EBC2kCA38BfgNAIAIgB0sEQCAGIAAgB0EDdGopAwAiCiADiEL/AYOnQQJ0aiIJKAIAIQggCSAIQQFqNgIAIAQgCEEDdGogCjcDACAFIAhBAnRqIAEgB0ECdGooAgA2AgAgB0EBaiEHDAELCws+AQJ/A0AgASAESwRAIAMgACAEQQN0aikDACACiEL/AYOnQQJ0aiIFIAUoAgBBAWo2AgAgBEEBaiEEDAELCwsxAQF/A0AgAiAESwRAIAMgBGogACABIARBAnRqKAIAai0AADoAACAEQQFqIQQMAQsLCzYBAn8DQCACIARLBEAgBEECdCIFIANqIAAgASAFaigCAEECdGooAgA2AgAgBEEBaiEEDAELCws3AQF/A0AgAiAESwRAIAMgBEEDdGogACABIARBAnRqKAIAQQN0aikDADcDACAEQQFqIQQMAQsLC7wBAQV/IARBACADQQJ0/AsAA0AgASAGSwRAIAQgACAGQQJ0aigCACACdkECdGoiCiAKKAIAQQFqNgIAIAZBAWohBgwBCwsDQCADIAhLBEAgBCAIQQJ0aiIGKAIAIQogBiAJNgIAIAkgCmohCSAIQQFqIQgMAQsLA0AgASAHSwRAIAQgACAHQQJ0aigCACACdkECdGoiAygCACEGIAMgBkEBajYCACAFIAZBAnRqIAc2AgAgB0EBaiEHDAELCwvAAgIDfwR+IAApAwAhCUEBIQUDQCABIAVLBEAgCCAAIAVBA3RqKQMAIAmFhCEIIAVBAWohBQwBCwsgAiEFQQBBwAAgCHmnayAIUBshBwNAIAdBAEoEQEIBIAesIAdBC2siAkEAIAJBAE4brCIKfYZCAX0hCyAKpyEHIARBAEGAwAD8CwBBACECA0AgASACSwRAIAQgACACQQN0aikDACAKiCALg6dBAnRqIgYgBigCAEEBajYCACACQQFqIQIMAQsLQgAhCANAIAUgBCAIp0ECdGooAgAiAk8EQCAFIAJrIQUgCEIBfCEIDAELC0EAIQJBACEGA0AgASAGSwRAIAMgAkEDdGogACAGQQN0aikDACIJNwMAIAIgCSAKiCALgyAIUWohAiAGQQFqIQYMAQsLIAMhACACIQEMAQsLIAApAwALlgECA38BfgNAIAIgBUsEQCAEIAVBAnRqIgcgAQR/IAEgBWotAAAFQQALIgYEfkIABSAAIAVBA3RqKQMACyADBH9BAAUgBygCAAsiB61CKIaFIAatQj+GhUKV+Kn6l7fem55/fkIgiKcgB0HrlK+veGxzIgZBD3YgBnNB7fjs4AJsIgZBDXYgBnM2AgAgBUEBaiEFDAELCwu+AQIDfwN+A0AgBCAJSwRAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtCAFIEQCAABH8gByAAIAlBAnRqKAIAQQV0agUgBwsiCCkDACELQQEgASAJQQN0aiIKKQMAIgwgCCkDCCINUyAKKwMAIAgrAwhjIAwgDVQgBUECRhsgBUEBRhsiCkUgCiAGGyALUBsEQCAIIAw3AwgLIAggC0IBfDcDAAsgCUEBaiEJDAELCwuMAQICfwF+A0AgBCAISwRAIAIEfyACIAhqLQAABUEACwR+QgAFIAMEfiADIAhBA3RqKQMABUIBCwtCAFIEQEEBIAUgAAR/IAYgACAIQQJ0aigCAEEFdGoFIAYLIgcpAwAiCVAbBEAgByABIAhBA3RqKQMANwMICyAHIAlCAXw3AwALIAhBAWohCAwBCwsLiAEBAn8gACABciACckUEQCAEIAQpAwAgA618NwMADwsDQCADIAZLBEAgAQR/IAEgBmotAAAFQQALBH5CAAUgAgR+IAIgBkEDdGopAwAFQgELC0IAUgRAIAAEfyAEIAAgBkECdGooAgBBBXRqBSAECyIFIAUpAwBCAXw3AwALIAZBAWohBgwBCwsLNgECfwNAIAEgA0sEQCACIAAgA0ECdGooAgBBAnRqIgQgBCgCAEEBajYCACADQQFqIQMMAQsLC4QBAQJ/A0AgBCAISwRAIAIEfyACIAhqLQAABUEACwR+QgAFIAMEfiADIAhBA3RqKQMABUIBCwtCAFIEQCAFIAdBA3RqIAEgCEEDdGopAwA3AwAgBiAHQQJ0aiAABH8gACAIQQJ0aigCAAVBAAs2AgAgB0EBaiEHCyAIQQFqIQgMAQsLIAcLwgECAn8CfgNAIAQgCUsEQCACBH8gAiAJai0AAAVBAAsEfkIABSADBH4gAyAJQQN0aikDAAVCAQsLQgBSBEAgASAJQQN0aikDACEKIAAEfyAHIAAgCUECdGooAgBBBXRqBSAHCyIIKQMAIgtQBH9BAQUgCiAIKQMIVAsEQCAIIAo3AwggCCAFIAlBA3RqKQMANwMQIAggBgR/IAYgCWotAAAFQQALQQBHrTcDGAsgCCALQgF8NwMACyAJQQFqIQkMAQsLC2QCAn8BfgNAIAEgCEsEQCACIAAgCEEDdGopAwAiCVoEQCAFIAdBA3RqIAk3AwAgBiAHQQJ0aiADBH8gAyAIQQJ0aigCAAUgBCAIags2AgAgB0EBaiEHCyAIQQFqIQgMAQsLIAcLgwEBAn8DQCAEIAdLBEAgAgR/IAIgB2otAAAFQQALBH5CAAUgAwR+IAMgB0EDdGopAwAFQgELC0IAUgRAIAAEfyAFIAAgB0ECdGooAgBBBXRqBSAFCyIGIAYpAwBCAXw3AwAgBiAGKwMYIAEgB0EDdGorAwCgOQMYCyAHQQFqIQcMAQsLCw==";

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
