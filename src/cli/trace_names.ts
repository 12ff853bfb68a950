/**
 * Derives names of traces from their paths, for use in queries.
 * @module
 */

function parts(path: string): string[] {
  return path.split(/[/\\]+/).filter((part) => part !== "" && part !== ".");
}

/** The name of a file without its folders; `stdin` for standard input. */
function baseName(path: string): string {
  return path === "-" ? "stdin" : parts(path).at(-1) ?? path;
}

/**
 * Returns unique names for files, none of them in `taken`: the file name, or, if several files share it, the
 * folders that distinguish them and the name without its extension, as in `wordfreq-le64/trace`.
 */
export function traceNames(paths: readonly string[], taken: Iterable<string> = []): string[] {
  const used = new Set(taken);
  const bases = paths.map(baseName);
  const names: string[] = [];
  for (const [at, path] of paths.entries()) {
    const base = bases[at]!;
    const alike = paths.filter((other, index) => index !== at && bases[index] === base && other !== path);
    let name = base;
    if (alike.length > 0 || used.has(base)) name = withFolders(path, alike, used);
    // the same file is given twice
    const shown = name;
    for (let count = 2; used.has(name); count++) name = `${shown}_${count}`;
    used.add(name);
    names.push(name);
  }
  return names;
}

function withFolders(path: string, alike: readonly string[], used: ReadonlySet<string>): string {
  const all = parts(path);
  const tail = (of: readonly string[], length: number): string => of.slice(-length).join("/");
  for (let length = 2; length <= all.length; length++) {
    const name = tail(all, length).replace(/(?<=[^/])\.[^./]+$/, "");
    if (used.has(name)) continue;
    if (alike.every((other) => tail(parts(other), length) !== tail(all, length))) return name;
  }
  return all.at(-1) ?? path;
}
