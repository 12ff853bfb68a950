/** Options of `deno run` with which a program that tests start has guarded memory too. */
export const GUARDED: readonly string[] = ["--preload", new URL("preload.ts", import.meta.url).pathname];
