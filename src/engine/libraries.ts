/**
 * Files of definitions: what `use "team.q"` finds.
 * @module
 */

import { lineAndColumn } from "../base/diagnostic.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import type { Definition, Environment, Library, Suppressions } from "../query/analysis/environment.ts";
import { KNOWN_LEAKS } from "../names/known_leaks.ts";
import { parseSuppressions } from "../names/parse_suppressions.ts";
import { parseScript } from "../language/script.ts";

/** How files are read, and where a path begins. */
export interface LibraryFiles {
  /** The text of a file. Throws an error that says why there is none. */
  read(path: string): string;
  /** The path of a file that another one names. */
  beside(file: string, path: string): string;
  /** The names in a folder, that of a folder with a slash at its end; none where it cannot be read. */
  list?(folder: string): readonly string[];
}

/** How files end. */
const ENDINGS = { definitions: /\.(?:q|qry|query|quarry)$/, suppressions: /\.supp(?:ressions?)?$/ };

/** What the scripts of a file may use, and how they may write it. */
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

/** What `suppress "known"` means. */
const BUILT_IN = { name: "known", rules: KNOWN_LEAKS };

/** Reads files of suppressions for the scripts of a file, each once. */
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
  if (!files) return { problem: "no file can be read here" };
  try {
    const { rules, problem } = parseSuppressions(files.read(files.beside(file, path)));
    return problem === null ? { name: path, rules } : { problem };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Folders and files of a kind in the folder that is typed, from the beginning of the path. */
function pathsBeside(files: LibraryFiles, file: string, typed: string, ending: RegExp): readonly string[] {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const names = files.list?.(files.beside(file, folder) || ".") ?? [];
  return names.filter((name) => !name.startsWith(".") && (name.endsWith("/") || ending.test(name)))
    .filter((name) => files.beside(file, folder + name) !== file)
    .map((name) => folder + name);
}

/**
 * Reads what the scripts of a file may use; those of no file begin at the folder that the program runs in. Each file is
 * read once: binding asks for it more than once, and an editor binds a script with every key.
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
    return { problem: "files that use one another form a circle" };
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
    } else return { problem: `it has more than definitions, ${lineOf(node.span.start)}` };
  }
  return { definitions };
}
