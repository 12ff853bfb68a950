// Generated from spell.as.ts by `deno task kernels`; do not edit.

/** The compiled kernels of spell.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBH9/f38BfwISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcSAgVzcGVsbAAABm1lbW9yeQIACnIBcAECfyADIQQgACABQQJ0aiEFA0AgACAFSQRAIAQgAiAAKAIAQQZ0aiIB/QAEAP0LBAAgBCAB/QAEEP0LBBAgBCAB/QAEIP0LBCAgBCAB/QAEMP0LBDAgBCABLQA/aiEEIABBBGohAAwBCwsgBCADaws=";
