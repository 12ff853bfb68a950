/**
 * Files of definitions, as `use "team.q"` finds them.
 * @module
 */

import { lineAndColumn } from "../base/diagnostic.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import type { Definition, Environment, Library, Suppressions } from "../query/analysis/environment.ts";
import { KNOWN_LEAKS } from "../names/known_leaks.ts";
import { parseSuppressions } from "../names/parse_suppressions.ts";
import { parseScript } from "../language/script.ts";

/** How files are read and paths resolved. */
export interface LibraryFiles {
  /** Returns the text of a file. Throws an error that says why it cannot be read. */
  read(path: string): string;
  /** Resolves a path that another file contains. */
  beside(file: string, path: string): string;
  /** Returns the names in a folder, folders with a trailing slash; empty if it cannot be read. */
  list?(folder: string): readonly string[];
}

/** File name endings by kind of file. */
const ENDINGS = { definitions: /\.(?:q|qry|query|quarry)$/, suppressions: /\.supp(?:ressions?)?$/ };

/** The definitions and suppressions that the scripts of a file may use. */
export function librariesOf(
  files: LibraryFiles,
  file = "",
): Required<Pick<Environment, "library" | "paths" | "suppressionFile">> {
  return {
    library: libraryOf(files, file),
    paths: (typed, of) => pathsBeside(files, file, typed, ENDINGS[of]),
    suppressionFile: suppressionsOf(files, file),
  };
}

/** The rules of `suppress "known"`. */
const BUILT_IN = { name: "known", rules: KNOWN_LEAKS };

/** Reads suppression files for the scripts of a file, each once. */
export function suppressionsOf(
  files: LibraryFiles | undefined,
  file = "",
): (path: string) => Suppressions | { readonly problem: string } {
  const known = new Map<string, Suppressions | { readonly problem: string }>();
  return (path) => {
    if (path === BUILT_IN.name) return BUILT_IN;
    const found = known.get(path) ?? readSuppressions(files, file, path);
    known.set(path, found);
    return found;
  };
}

function readSuppressions(
  files: LibraryFiles | undefined,
  file: string,
  path: string,
): Suppressions | { readonly problem: string } {
  if (!files) return { problem: "files cannot be read here" };
  try {
    const { rules, problem } = parseSuppressions(files.read(files.beside(file, path)));
    return problem === null ? { name: path, rules } : { problem };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Completes a typed path: folders and files of a kind. */
function pathsBeside(files: LibraryFiles, file: string, typed: string, ending: RegExp): readonly string[] {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const names = files.list?.(files.beside(file, folder) || ".") ?? [];
  return names.filter((name) => !name.startsWith(".") && (name.endsWith("/") || ending.test(name)))
    .filter((name) => files.beside(file, folder + name) !== file)
    .map((name) => folder + name);
}

/**
 * Reads the definition files that the scripts of a file may use; without a file, paths start in the working
 * directory. Each file is read once, because binding requests it repeatedly, and an editor binds the script
 * at every keystroke.
 */
export function libraryOf(files: LibraryFiles, file = ""): (path: string) => Library {
  const known = new Map<string, Library>();
  return (path) => {
    const found = known.get(path) ?? readLibrary(files, files.beside(file, path), []);
    known.set(path, found);
    return found;
  };
}

function readLibrary(files: LibraryFiles, path: string, within: readonly string[]): Library {
  if (within.includes(path) || within.length === FILE_LIMITS.scriptsInScripts.most) {
    return { problem: "the files use each other in a cycle" };
  }
  let text: string;
  try {
    text = files.read(path);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const { script, diagnostics } = parseScript(text);
  const lineOf = (offset: number): string => `in line ${lineAndColumn(text, offset).line}`;
  const mistake = diagnostics.find(({ severity }) => severity === "error");
  if (mistake) return { problem: `${mistake.message}, ${lineOf(mistake.span.start)}` };
  const definitions: Definition[] = [];
  for (const node of script.statements) {
    if (node.kind === "let") definitions.push({ node, script });
    else if (node.kind === "use") {
      const used = readLibrary(files, files.beside(path, node.path.value), [...within, path]);
      if ("problem" in used) {
        return { problem: `${used.problem} (${node.path.value}, ${lineOf(node.span.start)})` };
      }
      definitions.push(...used.definitions);
    } else return { problem: `it has statements other than definitions, ${lineOf(node.span.start)}` };
  }
  return { definitions };
}
