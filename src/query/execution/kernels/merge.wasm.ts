// Generated from merge.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: f30fb9ba7dc85c26c229a65162280514bbfabc47f142ff77433df25845f212e6

/** The compiled kernels of merge.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBX9/f39/AAISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcXAgptZXJnZUNlbGxzAAAGbWVtb3J5AgAKuwEBuAECA38DfgNAIAQgBUsEQAJAIAVBBXQiBiACaiIHKQMAIglQDQAgACAGaiIGKQMAIQggBiAIIAl8NwMAIAYgBikDCCAHKQMIfDcDCCAGIAcpAxAiCSAGKQMQfCIKNwMQIAYgCSAKVq0gBikDGCAHKQMYfHw3AxggAUUNACAFQQJ0IgYgAWohByADIAZqKAIAIQYgCFAEf0EBBSAGIAcoAgBJCwRAIAcgBjYCAAsLIAVBAWohBQwBCwsL";

/** Their functions, as merge.as.ts explains them. Memory is given by its address. */
export interface Exports {
  mergeCells(to: number, firsts: number, from: number, fromFirsts: number, slots: number): void;
}
