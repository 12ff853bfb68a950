/** Options of `deno run` that give programs started by tests guarded memory, too. */
export const GUARDED: readonly string[] = ["--preload", new URL("preload.ts", import.meta.url).pathname];
