// Generated from group.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: fb1f924e3c24bbcba9712e3d563a7dbb48c039237f8bd1e1de671a2fcd32533b

/** The compiled kernels of group.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABZAtgBn9/f39/fwBgB39/f39/f38AYAV/f39/fwBgBH9/f38AYAh/f39/f39/fwBgB39/f35/f38AYAR/f35/AGAFf39/f38BfmAHf39+f39/fwF/YAN/f38AYAd/f39/f39/AX8CEgEDZW52Bm1lbW9yeQIDEICABAMWFQEAAgAFBgMDAwAHAggEAQIJCgQBAAeQAhYHbWl4S2V5cwALC29yZGVyU2hhcmVzAAkIcmFuZ2VzT2YAAwxwZXJtdXRlQnl0ZXMABgljb3VudFJvd3MADwdzdW1Sb3dzAAANc3ByZWFkRG91YmxlcwABCmFkZFNxdWFyZXMAEwphZGREb3VibGVzABQLZXh0cmVtZVJvd3MADQhlZGdlUm93cwAOCGJlc3RSb3dzABILY29sbGVjdFJvd3MAEQtjb3VudE93bmVycwAQC3NjYXR0ZXJSb3dzAAIHbnRoV29yZAAKCnJhZGl4Q291bnQABQlyYWRpeE1vdmUABAdwZXJtdXRlAAgJcGVybXV0ZTMyAAcKa2V5c0F0TW9zdAAMBm1lbW9yeQIACq4ZFacCAgJ/A34gACACciADciAFckUEQCAGKQMIIQkgBikDECEKQQAhAANAIAAgBEkEQCAKQgF8IAogASAAQQN0aikDACIKIAl8IgkgClQbIQogAEEBaiEADAELCyAGIAYpAwAgBK18NwMAIAYgCTcDCCAGIAo3AxAPCwNAIAQgCEsEQCACBH8gAiAIai0AAAVBAAsEfkIABSADBH4gAyAIQQN0aikDAAVCAQsLQgBSBEAgASAIQQN0aikDACIJIAAEfyAGIAAgCEECdGooAgBBBXRqBSAGCyIHKQMIfCEKIAcpAxAiC0IBfSALIAlCAFNBACAFGxshCyAHIAcpAwBCAXw3AwAgByAKNwMIIAcgC0IBfCALIAkgClYbNwMQCyAIQQFqIQgMAQsLC+4BAwJ/BnwBfgNAIAQgB0sEQAJAIAIEfyACIAdqLQAABUEACwR+QgAFIAMEfiADIAdBA3RqKQMABUIBCwtQDQAgASAHQQN0aisDACEIIAAEfyAFIAAgB0ECdGooAgBBBXRqBSAFCyIGKQMAQgF8IQ4gBiAONwMAIA5CAVEEQCAGIAg5AwgMAQsgCCAGKwMIIguhIAYrAxAiCqEhCSALIAogCSAOuqOgIgqgIgwgC6EhDSAGIAw5AwggBiALIAwgDaGhIAogDaGgIgo5AxAgBiAGKwMYIAkgCCAMoSAKoaKgOQMYCyAHQQFqIQcMAQsLC1ABA38DQCACIAVLBEAgAyABIAVBAnRqKAIAQQJ0aiIHKAIAIQYgByAGQQFqNgIAIAQgBkEDdGogACAFQQN0aikDADcDACAFQQFqIQUMAQsLC4kBAgR/AX4DQCACIAlLBEAgACAJQQN0aikDACEKIAQhBiABBH8gASAJai0AAAVBAAsEfyAEQQFqIgYFQQALIQgDQCAGIAhLBEAgAyAGIAhqQQF2IgdBA3RqKQMAIApYBEAgB0EBaiEIBSAHIQYLDAELCyAFIAlBAnRqIAg2AgAgCUEBaiEJDAELCwtpAgN/AX4DQCACIAdLBEAgBiAAIAdBA3RqKQMAIgogA4hC/wGDp0ECdGoiCSgCACEIIAkgCEEBajYCACAEIAhBA3RqIAo3AwAgBSAIQQJ0aiABIAdBAnRqKAIANgIAIAdBAWohBwwBCwsLPgECfwNAIAEgBEsEQCADIAAgBEEDdGopAwAgAohC/wGDp0ECdGoiBSAFKAIAQQFqNgIAIARBAWohBAwBCwsLMQEBfwNAIAIgBEsEQCADIARqIAAgASAEQQJ0aigCAGotAAA6AAAgBEEBaiEEDAELCws2AQJ/A0AgAiAESwRAIARBAnQiBSADaiAAIAEgBWooAgBBAnRqKAIANgIAIARBAWohBAwBCwsLNwEBfwNAIAIgBEsEQCADIARBA3RqIAAgASAEQQJ0aigCAEEDdGopAwA3AwAgBEEBaiEEDAELCwu8AQEFfyAEQQAgA0ECdPwLAANAIAEgBksEQCAEIAAgBkECdGooAgAgAnZBAnRqIgogCigCAEEBajYCACAGQQFqIQYMAQsLA0AgAyAISwRAIAQgCEECdGoiBigCACEKIAYgCTYCACAJIApqIQkgCEEBaiEIDAELCwNAIAEgB0sEQCAEIAAgB0ECdGooAgAgAnZBAnRqIgMoAgAhBiADIAZBAWo2AgAgBSAGQQJ0aiAHNgIAIAdBAWohBwwBCwsLwAICA38EfiAAKQMAIQlBASEFA0AgASAFSwRAIAggACAFQQN0aikDACAJhYQhCCAFQQFqIQUMAQsLIAIhBUEAQcAAIAh5p2sgCFAbIQcDQCAHQQBKBEBCASAHrCAHQQtrIgJBACACQQBOG6wiCn2GQgF9IQsgCqchByAEQQBBgMAA/AsAQQAhAgNAIAEgAksEQCAEIAAgAkEDdGopAwAgCoggC4OnQQJ0aiIGIAYoAgBBAWo2AgAgAkEBaiECDAELC0IAIQgDQCAFIAQgCKdBAnRqKAIAIgJPBEAgBSACayEFIAhCAXwhCAwBCwtBACECQQAhBgNAIAEgBksEQCADIAJBA3RqIAAgBkEDdGopAwAiCTcDACACIAkgCoggC4MgCFFqIQIgBkEBaiEGDAELCyADIQAgAiEBDAELCyAAKQMAC5YBAgN/AX4DQCACIAVLBEAgBCAFQQJ0aiIHIAEEfyABIAVqLQAABUEACyIGBH5CAAUgACAFQQN0aikDAAsgAwR/QQAFIAcoAgALIgetQiiGhSAGrUI/hoVClfip+pe33puef35CIIinIAdB65Svr3hscyIGQQ92IAZzQe347OACbCIGQQ12IAZzNgIAIAVBAWohBQwBCwsLZAICfwF+A0AgASAISwRAIAIgACAIQQN0aikDACIJWgRAIAUgB0EDdGogCTcDACAGIAdBAnRqIAMEfyADIAhBAnRqKAIABSAEIAhqCzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwu+AQIDfwN+A0AgBCAJSwRAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtCAFIEQCAABH8gByAAIAlBAnRqKAIAQQV0agUgBwsiCCkDACELQQEgASAJQQN0aiIKKQMAIgwgCCkDCCINUyAKKwMAIAgrAwhjIAwgDVQgBUECRhsgBUEBRhsiCkUgCiAGGyALUBsEQCAIIAw3AwgLIAggC0IBfDcDAAsgCUEBaiEJDAELCwuMAQICfwF+A0AgBCAISwRAIAIEfyACIAhqLQAABUEACwR+QgAFIAMEfiADIAhBA3RqKQMABUIBCwtCAFIEQEEBIAUgAAR/IAYgACAIQQJ0aigCAEEFdGoFIAYLIgcpAwAiCVAbBEAgByABIAhBA3RqKQMANwMICyAHIAlCAXw3AwALIAhBAWohCAwBCwsLiAEBAn8gACABciACckUEQCAEIAQpAwAgA618NwMADwsDQCADIAZLBEAgAQR/IAEgBmotAAAFQQALBH5CAAUgAgR+IAIgBkEDdGopAwAFQgELC0IAUgRAIAAEfyAEIAAgBkECdGooAgBBBXRqBSAECyIFIAUpAwBCAXw3AwALIAZBAWohBgwBCwsLNgECfwNAIAEgA0sEQCACIAAgA0ECdGooAgBBAnRqIgQgBCgCAEEBajYCACADQQFqIQMMAQsLC4QBAQJ/A0AgBCAISwRAIAIEfyACIAhqLQAABUEACwR+QgAFIAMEfiADIAhBA3RqKQMABUIBCwtCAFIEQCAFIAdBA3RqIAEgCEEDdGopAwA3AwAgBiAHQQJ0aiAABH8gACAIQQJ0aigCAAVBAAs2AgAgB0EBaiEHCyAIQQFqIQgMAQsLIAcLwgECAn8CfgNAIAQgCUsEQCACBH8gAiAJai0AAAVBAAsEfkIABSADBH4gAyAJQQN0aikDAAVCAQsLQgBSBEAgASAJQQN0aikDACEKIAAEfyAHIAAgCUECdGooAgBBBXRqBSAHCyIIKQMAIgtQBH9BAQUgCiAIKQMIVAsEQCAIIAo3AwggCCAFIAlBA3RqKQMANwMQIAggBgR/IAYgCWotAAAFQQALQQBHrTcDGAsgCCALQgF8NwMACyAJQQFqIQkMAQsLC5EDAgN/BX4DQCAEIAlLBEACQCACBH8gAiAJai0AAAVBAAsEfkIABSADBH4gAyAJQQN0aikDAAVCAQsLUA0AIAEgCUEDdGopAwAiCiAGIAAEfyAAIAlBAnRqKAIABUEAC0EwbGoiCCkDCHwhCyAIKQMQIQwgCCAIKQMAQgF8NwMAIAggCzcDCCAFQQBHIgcEQCAKQgBTIQcLIAggDEIBfSAMIAcbIgxCAXwgDCAKIAtWGzcDEEIAIAp9IAogBxsiCkIgiFAEQCAIIAogCn4iCiAIKQMYfCILNwMYIAogC1atIgpQDQEgCCAIKQMgIAp8Igs3AyAgCCAIKQMoIAogC1atfDcDKAwBCyAIIApC/////w+DIgsgCkIgiCIMfiINQiGGIgogCyALfnwiCyAIKQMYfCIONwMYIAogC1atIAwgDH4gDUIfiHx8IgogCyAOVq0iC4RCAFIEQCAIIAgpAyAgCnwiDCALfCINNwMgIAggCCkDKCAKIAxWrSALIA1WrXx8NwMoCwsgCUEBaiEJDAELCwuDAQECfwNAIAQgB0sEQCACBH8gAiAHai0AAAVBAAsEfkIABSADBH4gAyAHQQN0aikDAAVCAQsLQgBSBEAgAAR/IAUgACAHQQJ0aigCAEEFdGoFIAULIgYgBikDAEIBfDcDACAGIAYrAxggASAHQQN0aisDAKA5AxgLIAdBAWohBwwBCwsL";

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
  spreadDoubles(groups: number, values: number, nulls: number, pass: number, n: number, cells: number): void;
  addSquares(
    groups: number,
    values: number,
    nulls: number,
    pass: number,
    n: number,
    signed: number,
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
