// Generated from spell.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 8ddfca4a3b06ff0d12813378368f06962be66d706059643d67136425e4fa3026

/** The compiled kernels of spell.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBH9/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcSAgVzcGVsbAAABm1lbW9yeQIACnIBcAECfyADIQQgACABQQJ0aiEFA0AgACAFSQRAIAQgAiAAKAIAQQZ0aiIB/QAEAP0LBAAgBCAB/QAEEP0LBBAgBCAB/QAEIP0LBCAgBCAB/QAEMP0LBDAgBCABLQA/aiEEIABBBGohAAwBCwsgBCADaws=";

/** Their functions, as spell.as.ts explains them. Memory is given by its address. */
export interface Exports {
  spell(codes: number, count: number, table: number, out: number): number;
}
