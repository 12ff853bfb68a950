/** A server in its own process, which can be stopped. */

const ROOT = new URL("../../", import.meta.url);

/** Starts `quarry serve` and waits for its address. */
export async function serveProcess(
  args: readonly string[],
): Promise<{ readonly process: Deno.ChildProcess; readonly address: string }> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("cli.ts", ROOT).pathname, "serve", ...args],
    cwd: ROOT,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) text += (await reader.read()).value ?? "";
  void reader.cancel();
  return { process, address: text.trim() };
}
