// Generated from code_lines.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 0db89b5192877e6fbede1a7ec884433f64e3b2fa6492e766af5a1db1d9959cae

/** The compiled kernels of code_lines.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBH9/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcSAgVzcGVsbAAABm1lbW9yeQIACnIBcAECfyADIQQgACABQQJ0aiEFA0AgACAFSQRAIAQgAiAAKAIAQQZ0aiIB/QAEAP0LBAAgBCAB/QAEEP0LBBAgBCAB/QAEIP0LBCAgBCAB/QAEMP0LBDAgBCABLQA/aiEEIABBBGohAAwBCwsgBCADaws=";

/** Their functions, as code_lines.as.ts explains them. Memory is given by its address. */
export interface Exports {
  spell(codes: number, count: number, table: number, out: number): number;
}
