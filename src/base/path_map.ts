/**
 * Maps names of source files to another folder: a program was built in `/builds/app`, but its sources are here.
 * @module
 */

import { UsageError } from "./errors.ts";

/** A rule: the beginning of a path, and its replacement. */
interface PathRule {
  readonly old: RegExp;
  readonly now: string;
}

/** Parses rules `OLD=NEW`, in order; `*` and `?` match within a folder, `**` across folders. Throws `UsageError`. */
export function pathRules(texts: readonly string[]): PathRule[] {
  return texts.map((text) => {
    const at = text.indexOf("=");
    if (at < 0) throw new UsageError(`A rule for paths is OLD=NEW, found "${text}"`);
    return { old: beginning(text.slice(0, at)), now: text.slice(at + 1) };
  });
}

/** The path after applying the first rule that matches. */
export function mapPath(path: string, rules: readonly PathRule[]): string {
  const slashed = path.replaceAll("\\", "/");
  for (const { old, now } of rules) {
    const found = old.exec(slashed);
    if (found) return joined(now, slashed.slice(found[0].length));
  }
  return path;
}

/** Returns a path without empty segments and `.`, and without `..` after another segment. */
export function normalizePath(path: string): string {
  const steps: string[] = [];
  for (const step of path.replaceAll("\\", "/").split("/")) {
    if (step === "" || step === ".") continue;
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else steps.push(step);
  }
  return (path.startsWith("/") ? "/" : "") + steps.join("/");
}

/** Returns an expression for OLD, which must end at the end of a path segment. */
function beginning(glob: string): RegExp {
  const old = glob.replaceAll("\\", "/").replace(/(?<=.)\/+$/, "");
  // An empty OLD matches every relative path.
  if (old === "") return /^(?!\/|[A-Za-z]:)/;
  const source = old.replaceAll(
    /\*\*|[*?]|[^*?]+/g,
    (part) => part === "**" ? ".*?" : part === "*" ? "[^/]*" : part === "?" ? "[^/]" : RegExp.escape(part),
  );
  return new RegExp(`^${source}${old === "/" ? "" : "(?=/|$)"}`);
}

function joined(folder: string, rest: string): string {
  const inside = rest.replace(/^\/+/, "");
  if (folder === "" || folder === ".") return inside;
  return inside === "" ? folder : `${folder.replace(/(?<=.)\/+$/, "")}/${inside}`.replace(/^\/\//, "/");
}
