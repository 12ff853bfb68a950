/**
 * Imports and exports of TypeScript files, as far as unindented lines show them: `deno fmt` leaves no others.
 * @module
 */

/** A name imported from another file. */
interface ImportedName {
  /** Its name in the other file; `*` for everything, `default` for the default export. */
  readonly name: string;
  /** Whether it is a type only, which is gone at run time. */
  readonly isType: boolean;
}

/** One import of another file. */
export interface Import {
  /** URL of the other file. */
  readonly target: string;
  /** The imported names; empty if the file is only run. */
  readonly names: readonly ImportedName[];
  /** Whether it imports types only, which are gone at run time. */
  readonly isType: boolean;
}

const STATIC = /^(?:import|export)\s+(type\s+)?([^;"'()=]*?)\s*from\s*"([^"]+)"/gm;
const BARE = /^import\s*"([^"]+)"/gm;
const DYNAMIC = /(?:\{([^{}]*)\}\s*=\s*await\s+)?\bimport\(\s*"([^"]+)"\s*\)\)?(?:\.(\w+))?/g;
/** `import("./a.ts").Name` as a type. */
const TYPE_OF = /\btypeof import\(\s*"([^"]+)"\s*\)/g;

/** Names in braces, as named in the other file. */
function listed(text: string, isType: boolean, alias: RegExp): ImportedName[] {
  return text.split(",").map((each) => each.trim()).filter((each) => each !== "").map((each) => ({
    name: each.replace(/^type\s+/, "").replace(alias, ""),
    isType: isType || /^type\s/.test(each),
  }));
}

/** Text without comments. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

/** The imports of a file by other files of the repository. */
export function importsOf(file: string, text: string): Import[] {
  const code = withoutComments(text);
  const found: Import[] = [];
  const add = (path: string, names: readonly ImportedName[], isType: boolean): void => {
    if (path.startsWith(".")) found.push({ target: new URL(path, file).href, names, isType });
  };
  for (const [, type, clause, path] of code.matchAll(STATIC)) {
    const [, before = "", braces] = /^([^{]*)(?:\{([^}]*)\})?$/.exec(clause!.trim()) ?? [];
    const names = braces === undefined ? [] : listed(braces, type !== undefined, /\s+as\s+\w+$/);
    const outside = before.replace(/,\s*$/, "").trim();
    if (outside !== "") {
      names.push({ name: outside.startsWith("*") ? "*" : "default", isType: type !== undefined });
    }
    add(path!, names, type !== undefined || (names.length > 0 && names.every(({ isType }) => isType)));
  }
  for (const [, path] of code.matchAll(BARE)) add(path!, [], false);
  for (const [, braces, path, member] of code.matchAll(DYNAMIC)) {
    const names = braces !== undefined
      ? listed(braces, false, /\s*:\s*\w+$/)
      : [{ name: member === undefined || member === "then" ? "*" : member, isType: false }];
    add(path!, names, false);
  }
  for (const [, path] of code.matchAll(TYPE_OF)) add(path!, [{ name: "*", isType: true }], true);
  return found;
}

const DECLARED =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|interface|type|enum)\s+(\w+)/gm;
const EXPORT_LIST = /^export\s+(?:type\s+)?\{([^}]*)\}(?!\s*from)/gm;

/** Names that a file exports itself. */
export function exportsOf(text: string): string[] {
  const code = withoutComments(text);
  const lists = [...code.matchAll(EXPORT_LIST)].flatMap(([, names]) =>
    listed(names!, false, /^\w+\s+as\s+/).map(({ name }) => name)
  );
  return [...[...code.matchAll(DECLARED)].map(([, name]) => name!), ...lists];
}

/** All TypeScript files below a folder, without compiled kernels; the sources of kernels only on request. */
export function* sourceFiles(folder: URL, kernels = false): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* sourceFiles(new URL(`${name}/`, folder), kernels);
    else if (name.endsWith(".ts") && !name.endsWith(".wasm.ts") && (kernels || !name.endsWith(".as.ts"))) {
      yield new URL(name, folder).href;
    }
  }
}
