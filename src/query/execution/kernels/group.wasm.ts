// Generated from group.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 3196c1e84c544cf505719580f73aa080a98deb373b9f209a7e716af30011d497

/** The compiled kernels of group.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABbAxgB39/f39/f38AYAV/f39/fwBgBn9/f39/fwBgBH9/f38AYAh/f39/f39/fwBgBH9/fn8Bf2AHf39/fn9/fwBgBH9/fn8AYAV/f39/fwF+YAN/f38AYAd/f39/f39/AX9gB39/fn9/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAxYVAAABAgUGBwMDAwIIAQQAAQkKBAsCB4oCFgdtaXhLZXlzAAwLb3JkZXJTaGFyZXMACghyYW5nZXNPZgADDHBlcm11dGVCeXRlcwAHCWNvdW50Um93cwAPB3N1bVJvd3MAAApzdW1Eb3VibGVzAAEKYWRkRG91YmxlcwAUC2V4dHJlbWVSb3dzAA0IZWRnZVJvd3MADghiZXN0Um93cwASC2NvbGxlY3RSb3dzABELY291bnRPd25lcnMAEAtzY2F0dGVyUm93cwACB250aFdvcmQACwpyYWRpeENvdW50AAYLcmFkaXhTdGFydHMABAlyYWRpeE1vdmUABQdwZXJtdXRlAAkJcGVybXV0ZTMyAAgGYXRNb3N0ABMGbWVtb3J5AgAKrxcVpwICAn8DfiAAIAJyIANyIAVyRQRAIAYpAwghCSAGKQMQIQpBACEAA0AgACAESQRAIApCAXwgCiABIABBA3RqKQMAIgogCXwiCSAKVBshCiAAQQFqIQAMAQsLIAYgBikDACAErXw3AwAgBiAJNwMIIAYgCjcDEA8LA0AgBCAISwRAIAIEfyACIAhqLQAABUEACwR+QgAFIAMEfiADIAhBA3RqKQMABUIBCwtCAFIEQCABIAhBA3RqKQMAIgkgAAR/IAYgACAIQQJ0aigCAEEFdGoFIAYLIgcpAwh8IQogBykDECILQgF9IAsgCUIAU0EAIAUbGyELIAcgBykDAEIBfDcDACAHIAo3AwggByALQgF8IAsgCSAKVhs3AxALIAhBAWohCAwBCwsLsQIDA38Cfgd8A0AgBCAISwRAAkAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC1ANACAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgshByABIAhBA3RqIQlEAAAAAAAAAAAhDCAFQQJGBHwgCSsDAAUgCSkDACIKQv8PgyILuiEMIAogC4UiCrkgCrogBRsLIQ0gByAHKQMAQgF8Igo3AwAgCkIBUQRAIAcgDTkDCCAHIAw5AxAMAQsgDSAHKwMIIhChIAwgBysDECIPoaAhDiAQIA8gDiAKuqOgIg+gIhEgEKEhEiAHIBE5AwggByAQIBEgEqGhIA8gEqGgIg85AxAgByAHKwMYIA4gDSARoSAMIA+hoKKgOQMYCyAIQQFqIQgMAQsLC1ABA38DQCACIAVLBEAgAyABIAVBAnRqKAIAQQJ0aiIHKAIAIQYgByAGQQFqNgIAIAQgBkEDdGogACAFQQN0aikDADcDACAFQQFqIQUMAQsLC4kBAgR/AX4DQCACIAlLBEAgACAJQQN0aikDACEKIAQhBiABBH8gASAJai0AAAVBAAsEfyAEQQFqIgYFQQALIQgDQCAGIAhLBEAgAyAGIAhqQQF2IgdBA3RqKQMAIApYBEAgB0EBaiEIBSAHIQYLDAELCyAFIAlBAnRqIAg2AgAgCUEBaiEJDAELCwtQAQJ/IAMgACkDACACiEL/AYOnQQJ0aigCACABRgRAQQAPCwNAIARBgAhJBEAgAyAEaiIAKAIAIAAgBTYCACAFaiEFIARBBGohBAwBCwtBAQtpAgN/AX4DQCACIAdLBEAgBiAAIAdBA3RqKQMAIgogA4hC/wGDp0ECdGoiCSgCACEIIAkgCEEBajYCACAEIAhBA3RqIAo3AwAgBSAIQQJ0aiABIAdBAnRqKAIANgIAIAdBAWohBwwBCwsLPgECfwNAIAEgBEsEQCADIAAgBEEDdGopAwAgAohC/wGDp0ECdGoiBSAFKAIAQQFqNgIAIARBAWohBAwBCwsLMQEBfwNAIAIgBEsEQCADIARqIAAgASAEQQJ0aigCAGotAAA6AAAgBEEBaiEEDAELCws2AQJ/A0AgAiAESwRAIARBAnQiBSADaiAAIAEgBWooAgBBAnRqKAIANgIAIARBAWohBAwBCwsLNwEBfwNAIAIgBEsEQCADIARBA3RqIAAgASAEQQJ0aigCAEEDdGopAwA3AwAgBEEBaiEEDAELCwu8AQEFfyAEQQAgA0ECdPwLAANAIAEgBksEQCAEIAAgBkECdGooAgAgAnZBAnRqIgogCigCAEEBajYCACAGQQFqIQYMAQsLA0AgAyAISwRAIAQgCEECdGoiBigCACEKIAYgCTYCACAJIApqIQkgCEEBaiEIDAELCwNAIAEgB0sEQCAEIAAgB0ECdGooAgAgAnZBAnRqIgMoAgAhBiADIAZBAWo2AgAgBSAGQQJ0aiAHNgIAIAdBAWohBwwBCwsLwAICA38EfiAAKQMAIQlBASEFA0AgASAFSwRAIAggACAFQQN0aikDACAJhYQhCCAFQQFqIQUMAQsLIAIhBUEAQcAAIAh5p2sgCFAbIQcDQCAHQQBKBEBCASAHrCAHQQtrIgJBACACQQBOG6wiCn2GQgF9IQsgCqchByAEQQBBgMAA/AsAQQAhAgNAIAEgAksEQCAEIAAgAkEDdGopAwAgCoggC4OnQQJ0aiIGIAYoAgBBAWo2AgAgAkEBaiECDAELC0IAIQgDQCAFIAQgCKdBAnRqKAIAIgJPBEAgBSACayEFIAhCAXwhCAwBCwtBACECQQAhBgNAIAEgBksEQCADIAJBA3RqIAAgBkEDdGopAwAiCTcDACACIAkgCoggC4MgCFFqIQIgBkEBaiEGDAELCyADIQAgAiEBDAELCyAAKQMAC5YBAgN/AX4DQCACIAVLBEAgBCAFQQJ0aiIHIAEEfyABIAVqLQAABUEACyIGBH5CAAUgACAFQQN0aikDAAsgAwR/QQAFIAcoAgALIgetQiiGhSAGrUI/hoVClfip+pe33puef35CIIinIAdB65Svr3hscyIGQQ92IAZzQe347OACbCIGQQ12IAZzNgIAIAVBAWohBQwBCwsLvgECA38DfgNAIAQgCUsEQCACBH8gAiAJai0AAAVBAAsEfkIABSADBH4gAyAJQQN0aikDAAVCAQsLQgBSBEAgAAR/IAcgACAJQQJ0aigCAEEFdGoFIAcLIggpAwAhC0EBIAEgCUEDdGoiCikDACIMIAgpAwgiDVMgCisDACAIKwMIYyAMIA1UIAVBAkYbIAVBAUYbIgpFIAogBhsgC1AbBEAgCCAMNwMICyAIIAtCAXw3AwALIAlBAWohCQwBCwsLjAECAn8BfgNAIAQgCEsEQCACBH8gAiAIai0AAAVBAAsEfkIABSADBH4gAyAIQQN0aikDAAVCAQsLQgBSBEBBASAFIAAEfyAGIAAgCEECdGooAgBBBXRqBSAGCyIHKQMAIglQGwRAIAcgASAIQQN0aikDADcDCAsgByAJQgF8NwMACyAIQQFqIQgMAQsLC4gBAQJ/IAAgAXIgAnJFBEAgBCAEKQMAIAOtfDcDAA8LA0AgAyAGSwRAIAEEfyABIAZqLQAABUEACwR+QgAFIAIEfiACIAZBA3RqKQMABUIBCwtCAFIEQCAABH8gBCAAIAZBAnRqKAIAQQV0agUgBAsiBSAFKQMAQgF8NwMACyAGQQFqIQYMAQsLCzYBAn8DQCABIANLBEAgAiAAIANBAnRqKAIAQQJ0aiIEIAQoAgBBAWo2AgAgA0EBaiEDDAELCwuEAQECfwNAIAQgCEsEQCACBH8gAiAIai0AAAVBAAsEfkIABSADBH4gAyAIQQN0aikDAAVCAQsLQgBSBEAgBSAHQQN0aiABIAhBA3RqKQMANwMAIAYgB0ECdGogAAR/IAAgCEECdGooAgAFQQALNgIAIAdBAWohBwsgCEEBaiEIDAELCyAHC8IBAgJ/An4DQCAEIAlLBEAgAgR/IAIgCWotAAAFQQALBH5CAAUgAwR+IAMgCUEDdGopAwAFQgELC0IAUgRAIAEgCUEDdGopAwAhCiAABH8gByAAIAlBAnRqKAIAQQV0agUgBwsiCCkDACILUAR/QQEFIAogCCkDCFQLBEAgCCAKNwMIIAggBSAJQQN0aikDADcDECAIIAYEfyAGIAlqLQAABUEAC0EAR603AxgLIAggC0IBfDcDAAsgCUEBaiEJDAELCwtkAgJ/AX4DQCABIAhLBEAgAiAAIAhBA3RqKQMAIglaBEAgBSAHQQN0aiAJNwMAIAYgB0ECdGogAwR/IAMgCEECdGooAgAFIAQgCGoLNgIAIAdBAWohBwsgCEEBaiEIDAELCyAHC4MBAQJ/A0AgBCAHSwRAIAIEfyACIAdqLQAABUEACwR+QgAFIAMEfiADIAdBA3RqKQMABUIBCwtCAFIEQCAABH8gBSAAIAdBAnRqKAIAQQV0agUgBQsiBiAGKQMAQgF8NwMAIAYgBisDGCABIAdBA3RqKwMAoDkDGAsgB0EBaiEHDAELCws=";

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
