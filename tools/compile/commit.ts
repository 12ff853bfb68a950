/**
 * Writes the commit of the sources into the bundle of the program.
 * @module
 */

import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The constant of `src/cli/commit.ts`. */
const PLACEHOLDER = "@commit-of-the-bundle@";

async function git(...args: string[]): Promise<string | undefined> {
  const found = await new Deno.Command("git", { args, cwd: ROOT, stderr: "null" }).output().catch(() =>
    undefined
  );
  return found?.success ? new TextDecoder().decode(found.stdout).trim() : undefined;
}

/** The commit, with a `+` when tracked files have changes; undefined outside of a repository. */
async function commitOfSources(): Promise<string | undefined> {
  const commit = await git("rev-parse", "--short=10", "HEAD");
  if (commit === undefined) return undefined;
  const changes = await git("status", "--porcelain", "--untracked-files=no");
  return changes === "" ? commit : `${commit}+`;
}

/** Puts the commit into the file that has the place for it; does nothing outside of a repository. */
export async function writeCommit(paths: readonly string[]): Promise<void> {
  const commit = await commitOfSources();
  if (commit === undefined) return;
  for (const path of paths) {
    const text = await Deno.readTextFile(path);
    if (text.includes(PLACEHOLDER)) await Deno.writeTextFile(path, text.replaceAll(PLACEHOLDER, commit));
  }
}
