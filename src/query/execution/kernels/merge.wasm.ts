// Generated from merge.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: d8288e19ea181a841031464b62f6a0cb5bfa5447ee2fb565b1c24d272ac93b23

/** The compiled kernels of merge.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBX9/f39/AAISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcXAgptZXJnZUNlbGxzAAAGbWVtb3J5AgAKuwEBuAECA38DfgNAIAQgBUsEQAJAIAVBBXQiBiACaiIHKQMAIglQDQAgACAGaiIGKQMAIQggBiAIIAl8NwMAIAYgBikDCCAHKQMIfDcDCCAGIAcpAxAiCSAGKQMQfCIKNwMQIAYgCSAKVq0gBikDGCAHKQMYfHw3AxggAUUNACAFQQJ0IgYgAWohByADIAZqKAIAIQYgCFAEf0EBBSAGIAcoAgBJCwRAIAcgBjYCAAsLIAVBAWohBQwBCwsL";

/** Their functions, as merge.as.ts explains them. Memory is given by its address. */
export interface Exports {
  mergeCells(to: number, firsts: number, from: number, fromFirsts: number, slots: number): void;
}
