/**
 * Programs and files for tools.
 * @module
 */

/** Prints a line for the user on standard error. */
export function say(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text + "\n"));
}

/** Prints a line of the result on standard output. */
export function tell(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
}

/** Runs a program; returns its output. Throws with its error output if it fails. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string | URL; readonly env?: Record<string, string> } = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    ...(cwd === undefined ? {} : { cwd }),
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`${program} ${args.join(" ")}: ${decoder.decode(stderr).trim()}`);
  return decoder.decode(stdout);
}

/** Runs a program in a folder and waits for it; returns its output. Throws with its error output if it fails. */
export function runIn(cwd: string, program: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command(program, { args, cwd }).outputSync();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`${program} ${args.join(" ")}: ${decoder.decode(stderr).trim()}`);
  return decoder.decode(stdout);
}

/** Writes a file into a folder, which is created if it is missing. */
export async function put(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await Deno.writeFile(path, bytes, { mode });
}

/** The digest of a file, as printed by sha256sum. */
export async function sha256(path: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
  return new Uint8Array(digest).toHex();
}
