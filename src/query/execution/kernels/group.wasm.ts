// Generated from group.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: d365a3a64cb173137fadebe3dfc58f6892b3f52711e36b375eee2ea046747e30

/** The compiled kernels of group.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABbgxgBn9/f39/fwBgB39/f39/f38AYAV/f39/fwBgBH9/f38AYAZ/f39/f38Bf2AIf39/f39/f38AYAd/f39+f39/AGAEf39+fwBgBX9/f39/AX5gB39/fn9/f38Bf2ADf39/AGAHf39/f39/fwF/AhIBA2VudgZtZW1vcnkCAxCAgAQDGBcBAAIABgcDAwMACAIEBAkFAQIKCwUBAAeoAhgHbWl4S2V5cwALC29yZGVyQnlIYXNoAAkIcmFuZ2VzT2YAAwxwZXJtdXRlQnl0ZXMABgljb3VudFJvd3MAEQdzdW1Sb3dzAAANc3ByZWFkRG91YmxlcwABCmFkZFNxdWFyZXMAFQphZGREb3VibGVzABYLZXh0cmVtZVJvd3MADwhlZGdlUm93cwAQCGJlc3RSb3dzABQLY29sbGVjdFJvd3MAEwltYXJrUGFpcnMADAlsaXN0TWFya3MADQtjb3VudE93bmVycwASC3NjYXR0ZXJSb3dzAAIHbnRoV29yZAAKCnJhZGl4Q291bnQABQlyYWRpeE1vdmUABAdwZXJtdXRlAAgJcGVybXV0ZTMyAAcKa2V5c0F0TW9zdAAOBm1lbW9yeQIACugbF6cCAgJ/A34gACACciADciAFckUEQCAGKQMIIQkgBikDECEKQQAhAANAIAAgBEkEQCAKQgF8IAogASAAQQN0aikDACIKIAl8IgkgClQbIQogAEEBaiEADAELCyAGIAYpAwAgBK18NwMAIAYgCTcDCCAGIAo3AxAPCwNAIAQgCEsEQCACBH8gAiAIai0AAAVBAAsEfkIABSADBH4gAyAIQQN0aikDAAVCAQsLQgBSBEAgASAIQQN0aikDACIJIAAEfyAGIAAgCEECdGooAgBBBXRqBSAGCyIHKQMIfCEKIAcpAxAiC0IBfSALIAlCAFNBACAFGxshCyAHIAcpAwBCAXw3AwAgByAKNwMIIAcgC0IBfCALIAkgClYbNwMQCyAIQQFqIQgMAQsLC+4BAwJ/BnwBfgNAIAQgB0sEQAJAIAIEfyACIAdqLQAABUEACwR+QgAFIAMEfiADIAdBA3RqKQMABUIBCwtQDQAgASAHQQN0aisDACEIIAAEfyAFIAAgB0ECdGooAgBBBXRqBSAFCyIGKQMAQgF8IQ4gBiAONwMAIA5CAVEEQCAGIAg5AwgMAQsgCCAGKwMIIguhIAYrAxAiCqEhCSALIAogCSAOuqOgIgqgIgwgC6EhDSAGIAw5AwggBiALIAwgDaGhIAogDaGgIgo5AxAgBiAGKwMYIAkgCCAMoSAKoaKgOQMYCyAHQQFqIQcMAQsLC1ABA38DQCACIAVLBEAgAyABIAVBAnRqKAIAQQJ0aiIHKAIAIQYgByAGQQFqNgIAIAQgBkEDdGogACAFQQN0aikDADcDACAFQQFqIQUMAQsLC4kBAgR/AX4DQCACIAlLBEAgACAJQQN0aikDACEKIAQhBiABBH8gASAJai0AAAVBAAsEfyAEQQFqIgYFQQALIQgDQCAGIAhLBEAgAyAGIAhqQQF2IgdBA3RqKQMAIApYBEAgB0EBaiEIBSAHIQYLDAELCyAFIAlBAnRqIAg2AgAgCUEBaiEJDAELCwtpAgN/AX4DQCACIAdLBEAgBiAAIAdBA3RqKQMAIgogA4hC/wGDp0ECdGoiCSgCACEIIAkgCEEBajYCACAEIAhBA3RqIAo3AwAgBSAIQQJ0aiABIAdBAnRqKAIANgIAIAdBAWohBwwBCwsLPgECfwNAIAEgBEsEQCADIAAgBEEDdGopAwAgAohC/wGDp0ECdGoiBSAFKAIAQQFqNgIAIARBAWohBAwBCwsLMQEBfwNAIAIgBEsEQCADIARqIAAgASAEQQJ0aigCAGotAAA6AAAgBEEBaiEEDAELCws2AQJ/A0AgAiAESwRAIARBAnQiBSADaiAAIAEgBWooAgBBAnRqKAIANgIAIARBAWohBAwBCwsLNwEBfwNAIAIgBEsEQCADIARBA3RqIAAgASAEQQJ0aigCAEEDdGopAwA3AwAgBEEBaiEEDAELCwu8AQEFfyAEQQAgA0ECdPwLAANAIAEgBksEQCAEIAAgBkECdGooAgAgAnZBAnRqIgogCigCAEEBajYCACAGQQFqIQYMAQsLA0AgAyAISwRAIAQgCEECdGoiBigCACEKIAYgCTYCACAJIApqIQkgCEEBaiEIDAELCwNAIAEgB0sEQCAEIAAgB0ECdGooAgAgAnZBAnRqIgMoAgAhBiADIAZBAWo2AgAgBSAGQQJ0aiAHNgIAIAdBAWohBwwBCwsLwAICA38EfiAAKQMAIQlBASEFA0AgASAFSwRAIAggACAFQQN0aikDACAJhYQhCCAFQQFqIQUMAQsLIAIhBUEAQcAAIAh5p2sgCFAbIQcDQCAHQQBKBEBCASAHrCAHQQtrIgJBACACQQBOG6wiCn2GQgF9IQsgCqchByAEQQBBgMAA/AsAQQAhAgNAIAEgAksEQCAEIAAgAkEDdGopAwAgCoggC4OnQQJ0aiIGIAYoAgBBAWo2AgAgAkEBaiECDAELC0IAIQgDQCAFIAQgCKdBAnRqKAIAIgJPBEAgBSACayEFIAhCAXwhCAwBCwtBACECQQAhBgNAIAEgBksEQCADIAJBA3RqIAAgBkEDdGopAwAiCTcDACACIAkgCoggC4MgCFFqIQIgBkEBaiEGDAELCyADIQAgAiEBDAELCyAAKQMAC5YBAgN/AX4DQCACIAVLBEAgBCAFQQJ0aiIHIAEEfyABIAVqLQAABUEACyIGBH5CAAUgACAFQQN0aikDAAsgAwR/QQAFIAcoAgALIgetQiiGhSAGrUI/hoVClfip+pe33puef35CIIinIAdB65Svr3hscyIGQQ92IAZzQe347OACbCIGQQ12IAZzNgIAIAVBAWohBQwBCwsLogECBX8CfgNAIAIgBksEQCAGQQJ0IgkgAWooAgAhCAJAIAAgCWoiCSgCACIKQX9GDQAgCEEGdiAETwRAIAlBfzYCAAwBCyADIAQgCmwgCEEGdmpBA3RqIgkpAwAiC0IBIAhBP3GthiIMg0IAUg0AIAkgCyAMhDcDACAFIAhBBXRqIgggCCkDAEIBfDcDACAHQQFqIQcLIAZBAWohBgwBCwsgBwuUAQIDfwJ+A0AgAyAHSwRAIAAgB0EDdGopAwAhCkEAIQYDQCACIAZLBEAgASACIAdsIAZqQQN0aikDACEJA0AgCUIAUgRAIAQgCEEDdGogCjcDACAFIAhBAnRqIAl6pyAGQQZ0ajYCACAIQQFqIQggCSAJQgF9gyEJDAELCyAGQQFqIQYMAQsLIAdBAWohBwwBCwsgCAtkAgJ/AX4DQCABIAhLBEAgAiAAIAhBA3RqKQMAIglaBEAgBSAHQQN0aiAJNwMAIAYgB0ECdGogAwR/IAMgCEECdGooAgAFIAQgCGoLNgIAIAdBAWohBwsgCEEBaiEIDAELCyAHC74BAgN/A34DQCAEIAlLBEAgAgR/IAIgCWotAAAFQQALBH5CAAUgAwR+IAMgCUEDdGopAwAFQgELC0IAUgRAIAAEfyAHIAAgCUECdGooAgBBBXRqBSAHCyIIKQMAIQtBASABIAlBA3RqIgopAwAiDCAIKQMIIg1TIAorAwAgCCsDCGMgDCANVCAFQQJGGyAFQQFGGyIKRSAKIAYbIAtQGwRAIAggDDcDCAsgCCALQgF8NwMACyAJQQFqIQkMAQsLC4wBAgJ/AX4DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAQQEgBSAABH8gBiAAIAhBAnRqKAIAQQV0agUgBgsiBykDACIJUBsEQCAHIAEgCEEDdGopAwA3AwgLIAcgCUIBfDcDAAsgCEEBaiEIDAELCwuIAQECfyAAIAFyIAJyRQRAIAQgBCkDACADrXw3AwAPCwNAIAMgBksEQCABBH8gASAGai0AAAVBAAsEfkIABSACBH4gAiAGQQN0aikDAAVCAQsLQgBSBEAgAAR/IAQgACAGQQJ0aigCAEEFdGoFIAQLIgUgBSkDAEIBfDcDAAsgBkEBaiEGDAELCws2AQJ/A0AgASADSwRAIAIgACADQQJ0aigCAEECdGoiBCAEKAIAQQFqNgIAIANBAWohAwwBCwsLhAEBAn8DQCAEIAhLBEAgAgR/IAIgCGotAAAFQQALBH5CAAUgAwR+IAMgCEEDdGopAwAFQgELC0IAUgRAIAUgB0EDdGogASAIQQN0aikDADcDACAGIAdBAnRqIAAEfyAAIAhBAnRqKAIABUEACzYCACAHQQFqIQcLIAhBAWohCAwBCwsgBwvCAQICfwJ+A0AgBCAJSwRAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtCAFIEQCABIAlBA3RqKQMAIQogAAR/IAcgACAJQQJ0aigCAEEFdGoFIAcLIggpAwAiC1AEf0EBBSAKIAgpAwhUCwRAIAggCjcDCCAIIAUgCUEDdGopAwA3AxAgCCAGBH8gBiAJai0AAAVBAAtBAEetNwMYCyAIIAtCAXw3AwALIAlBAWohCQwBCwsLkQMCA38FfgNAIAQgCUsEQAJAIAIEfyACIAlqLQAABUEACwR+QgAFIAMEfiADIAlBA3RqKQMABUIBCwtQDQAgASAJQQN0aikDACIKIAYgAAR/IAAgCUECdGooAgAFQQALQTBsaiIIKQMIfCELIAgpAxAhDCAIIAgpAwBCAXw3AwAgCCALNwMIIAVBAEciBwRAIApCAFMhBwsgCCAMQgF9IAwgBxsiDEIBfCAMIAogC1YbNwMQQgAgCn0gCiAHGyIKQiCIUARAIAggCiAKfiIKIAgpAxh8Igs3AxggCiALVq0iClANASAIIAgpAyAgCnwiCzcDICAIIAgpAyggCiALVq18NwMoDAELIAggCkL/////D4MiCyAKQiCIIgx+Ig1CIYYiCiALIAt+fCILIAgpAxh8Ig43AxggCiALVq0gDCAMfiANQh+IfHwiCiALIA5WrSILhEIAUgRAIAggCCkDICAKfCIMIAt8Ig03AyAgCCAIKQMoIAogDFatIAsgDVatfHw3AygLCyAJQQFqIQkMAQsLC4MBAQJ/A0AgBCAHSwRAIAIEfyACIAdqLQAABUEACwR+QgAFIAMEfiADIAdBA3RqKQMABUIBCwtCAFIEQCAABH8gBSAAIAdBAnRqKAIAQQV0agUgBQsiBiAGKQMAQgF8NwMAIAYgBisDGCABIAdBA3RqKwMAoDkDGAsgB0EBaiEHDAELCws=";

/** Their functions, as group.as.ts explains them. Memory is given by its address. */
export interface Exports {
  mixKeys(keys: number, nulls: number, n: number, first: number, hashes: number): void;
  orderByHash(hashes: number, n: number, shift: number, shares: number, ends: number, q: number): void;
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
  markPairs(ids: number, owners: number, n: number, marks: number, words: number, cells: number): number;
  listMarks(values: number, marks: number, words: number, n: number, q: number, g: number): number;
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
