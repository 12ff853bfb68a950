// Generated from merge.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 3885311fcab92262afc3ba4e88b8fb4d33c26240621908f1d15a990635761826

/** The compiled kernels of merge.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBX9/f39/AAISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcXAgptZXJnZUNlbGxzAAAGbWVtb3J5AgAKuwEBuAECA38DfgNAIAQgBUsEQAJAIAVBBXQiBiACaiIHKQMAIglQDQAgACAGaiIGKQMAIQggBiAIIAl8NwMAIAYgBikDCCAHKQMIfDcDCCAGIAcpAxAiCSAGKQMQfCIKNwMQIAYgCSAKVq0gBikDGCAHKQMYfHw3AxggAUUNACAFQQJ0IgYgAWohByADIAZqKAIAIQYgCFAEf0EBBSAGIAcoAgBJCwRAIAcgBjYCAAsLIAVBAWohBQwBCwsL";

/** Their functions, as merge.as.ts explains them. Memory is given by its address. */
export interface Exports {
  mergeCells(to: number, firsts: number, from: number, fromFirsts: number, slots: number): void;
}
