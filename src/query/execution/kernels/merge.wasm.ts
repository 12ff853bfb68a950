// Generated from merge.as.ts by `deno task kernels`; do not edit.
// Digest of sources, compiler and bytes: 7b84ffdaa070f68290458db6abcdee55058d1497f8d42d297e372a58886b4266

/** The compiled kernels of merge.as.ts, as base64. */
export const WASM_BASE64: string =
  "AGFzbQEAAAABCQFgBX9/f39/AAISAQNlbnYGbWVtb3J5AgMQgIAEAwIBAAcXAgptZXJnZUNlbGxzAAAGbWVtb3J5AgAKuwEBuAECA38DfgNAIAQgBUsEQAJAIAVBBXQiBiACaiIHKQMAIglQDQAgACAGaiIGKQMAIQggBiAIIAl8NwMAIAYgBikDCCAHKQMIfDcDCCAGIAcpAxAiCSAGKQMQfCIKNwMQIAYgCSAKVq0gBikDGCAHKQMYfHw3AxggAUUNACAFQQJ0IgYgAWohByADIAZqKAIAIQYgCFAEf0EBBSAGIAcoAgBJCwRAIAcgBjYCAAsLIAVBAWohBQwBCwsL";

/** Their functions, as merge.as.ts explains them. Memory is given by its address. */
export interface Exports {
  mergeCells(to: number, firsts: number, from: number, fromFirsts: number, slots: number): void;
}
