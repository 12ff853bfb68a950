// Generated from code_lines.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: e22fd8afb77d05c7c7ee403e68c8119219045adda6d7cdb28d12941c0bbeca1b

/** The compiled kernels of code_lines.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBH9/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcSAgVzcGVsbAAABm1lbW9yeQIACnIBcAECfyADIQQgACABQQJ0aiEFA0AgACAFSQRAIAQgAiAAKAIAQQZ0aiIB/QAEAP0LBAAgBCAB/QAEEP0LBBAgBCAB/QAEIP0LBCAgBCAB/QAEMP0LBDAgBCABLQA/aiEEIABBBGohAAwBCwsgBCADaws=";

/** Their functions, as code_lines.as.ts explains them. Memory is given by its address. */
export interface Exports {
  spell(codes: number, count: number, table: number, out: number): number;
}
