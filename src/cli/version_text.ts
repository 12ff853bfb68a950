/**
 * Composes the output of `--version`.
 * @module
 */

import project from "../../deno.json" with { type: "json" };

/** The version text, with a placeholder for facts that are known only at run time. */
export function versionText(commit: string | undefined, formats: string): string {
  const from = commit ?? "unknown: runs from sources";
  return `quarry ${project.version}\ncommit ${from}\ndeno @runtime@\nformats ${formats}\n`;
}
