/**
 * The file with the parts of the SDK, and whether it is up to date.
 * @module
 */

import { createHash } from "node:crypto";

/** The path of the file. */
export const SDK_FILE: URL = new URL("../../src/mcp/sdk.js", import.meta.url);

/** The texts of the licenses of its packages. */
export const LICENSES_FILE: URL = new URL("../../src/mcp/sdk_licenses.txt", import.meta.url);

/** The sources of the file. */
const SOURCES = ["parts.ts", "deno.json", "deno.lock"];

function digest(): string {
  const hash = createHash("sha256");
  for (const name of SOURCES) hash.update(Deno.readFileSync(new URL(name, import.meta.url)));
  return hash.digest("hex");
}

/** The file as text: its contents, its sources, and the code. */
export function sdkText(code: string, packages: readonly string[]): string {
  return `// @ts-self-types="./sdk.d.ts"
// deno-lint-ignore-file
// Made by deno task sdk, from sources with the digest ${digest()}.
// Parts of these packages from npm are in it, under the licenses in sdk_licenses.txt:
${packages.map((each) => `//   ${each}\n`).join("")}${code}`;
}

/** Whether the file was made from the current sources. */
export function isCurrent(): boolean {
  try {
    return Deno.readTextFileSync(SDK_FILE).slice(0, 400).includes(digest());
  } catch {
    return false;
  }
}
