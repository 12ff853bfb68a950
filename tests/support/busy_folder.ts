/**
 * Removes the folder of programs that still write for a moment after they have ended. `rm` of Deno's `node:fs` tries
 * only once.
 */
export async function removeBusy(folder: string): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
