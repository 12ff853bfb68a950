/**
 * Writes facts about the program into its bundle: its commit, and texts that it shows before anything is loaded.
 * @module
 */

import { fileURLToPath } from "node:url";
import { formatNames, pageNames } from "../../src/cli/bundle_facts.ts";
import { summaries } from "../../src/cli/command_summaries.ts";
import { programPage } from "../../src/cli/help/program_page.ts";
import { versionText } from "../../src/cli/version_text.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The constants of `src/cli/bundle_facts.ts`. */
const COMMIT = "@commit-of-the-bundle@";
const FORMATS = "@formats-of-the-bundle@";
const PAGES = "@pages-of-the-bundle@";
/** The constants of `src/cli/code_cache/quick_answer.ts`. */
const HELP = "@help-of-the-bundle@";
const VERSION = "@version-of-the-bundle@";

async function git(...args: string[]): Promise<string | undefined> {
  const found = await new Deno.Command("git", { args, cwd: ROOT, stderr: "null" }).output().catch(() =>
    undefined
  );
  return found?.success ? new TextDecoder().decode(found.stdout).trim() : undefined;
}

/** The commit, with a `+` if tracked files have changes; undefined outside a repository. */
async function commitOfSources(): Promise<string | undefined> {
  const commit = await git("rev-parse", "--short=10", "HEAD");
  if (commit === undefined) return undefined;
  const changes = await git("status", "--porcelain", "--untracked-files=no");
  return changes === "" ? commit : `${commit}+`;
}

/** A text escaped for a literal, with any quotes that the bundler has chosen. */
function inLiteral(text: string): string {
  return JSON.stringify(text).slice(1, -1).replace(/[`'$]/g, "\\$&");
}

/** Puts the known facts into the files with placeholders; there is no commit outside a repository. */
export async function writeFacts(paths: readonly string[]): Promise<void> {
  const commit = await commitOfSources();
  const formats = await formatNames();
  const pages = await pageNames();
  const facts: readonly (readonly [string, string])[] = [
    [COMMIT, commit ?? COMMIT],
    [FORMATS, formats],
    [PAGES, pages],
    [HELP, inLiteral(programPage(summaries, pages))],
    [VERSION, inLiteral(versionText(commit, formats))],
  ];
  for (const path of paths) {
    const text = await Deno.readTextFile(path);
    const written = facts.reduce((known, [place, fact]) => known.replaceAll(place, () => fact), text);
    if (written !== text) await Deno.writeTextFile(path, written);
  }
}
