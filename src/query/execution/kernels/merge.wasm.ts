// Generated from merge.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: da5edba8277bab8719e2015f80a63c9f13ad1d93132de1873d6f0ccf7844890c

/** The compiled kernels of merge.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBX9/f39/AAISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcXAgptZXJnZUNlbGxzAAAGbWVtb3J5AgAKuwEBuAECA38DfgNAIAQgBUsEQAJAIAVBBXQiBiACaiIHKQMAIglQDQAgACAGaiIGKQMAIQggBiAIIAl8NwMAIAYgBikDCCAHKQMIfDcDCCAGIAcpAxAiCSAGKQMQfCIKNwMQIAYgCSAKVq0gBikDGCAHKQMYfHw3AxggAUUNACAFQQJ0IgYgAWohByADIAZqKAIAIQYgCFAEf0EBBSAGIAcoAgBJCwRAIAcgBjYCAAsLIAVBAWohBQwBCwsL";

/** Their functions, as merge.as.ts explains them. Memory is given by its address. */
export interface Exports {
  mergeCells(to: number, firsts: number, from: number, fromFirsts: number, slots: number): void;
}
