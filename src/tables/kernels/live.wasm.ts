// Generated from live.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 3ff47b72c7687e4bcf09b0a34ae7197581ebc2412534a2ae78e22edc71a89b26

/** The compiled kernels of live.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABDQJgBX9/f39/AGABfwACEgEDZW52Bm1lbW9yeQIDEICABAMDAgABBykDCmxpdmVUb3RhbHMAAQ90YWtlQmFja1Jlc2l6ZXMAAAZtZW1vcnkCAAqCBAI1AQF/A0AgAiADSQRAIAQgA0EBayIDQQN0IgUgAGopAwCnQQJ0aiABIAVqKQMAPgIADAELCwvJAwIEfhV/IAAoAgAhEyAAKAIEIRIgACgCCCERIAAoAgwhECAAKAIQIQ8gACgCFCEOIAAoAhghDSAAKAIcIQwgACgCICELIAAoAiQhCiAAKAIoIQkgACgCLCEWIAAoAjAhCCAAKAI0IRUgACgCOCEHIAAoAjwhBiAAKQNAIQQgACkDSCEBQQAhAANAIAAgE0kEQCAAIBJqIRcgDCAAQQN0IhlqKQMAIQNCACECIAkgGEsEfyALIBhBAnRqKAIAIBdGBUEACwR/IAogGEEDdGopAwAhAiAYQQFqIRhBAQVBAAshBSAAIBBqLQAARQRAIBEgGWopAwCnIhQEfiAUQQFGBH4gASADIAJ9fCABIAUbBSAUQQJGBH4gACANai0AAEUiBQR/IA4gGWopAwCnIBdGBSAFCwR/QQEFIBUEfyAAIBVqLQAABUEACwsEfiAEQgF9IQQgASADfQUgAQsFIAELCwUgBQR/QQEFIA8gGWopAwCnIBdGCwR+IARCAXwhBCABIAN8BSABCwshAQsgFgRAIAQgACAIajEAAH0hBCABIBYgGWopAwB9IQELIAcgGWogBDcDACAGIBlqIAE3AwAgAEEBaiEADAELCws=";

/** Their functions, as live.as.ts explains them. Memory is given by its address. */
export interface Exports {
  liveTotals(c: number): void;
  takeBackResizes(records: number, before: number, from: number, n: number, rows: number): void;
}
