/**
 * Globs as they were matched earlier: by a regular expression of the engine, which can take forever.
 * @module
 */

/** A glob as an expression of JavaScript. */
export function globToRegExp(glob: string): RegExp {
  let source = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    if (char === "*") {
      if (glob[at + 1] === "*") {
        at++;
        // `**/` also matches no folder at all.
        if (glob[at + 1] === "/") {
          at++;
          source += "(?:[^]*/)?";
        } else source += "[^]*";
      } else source += "[^/]*";
    } else if (char === "?") source += "[^/]";
    else if (char === "[") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) source += "\\[";
      else {
        const body = glob.slice(at + 1, end).replace(/\\/g, "\\\\").replace(/\[/g, "\\[").replace(/^!/, "^");
        source += `[${body}]`;
        at = end;
      }
    } else if (char === "{" && glob.indexOf("}", at) > 0) {
      source += "(?:";
      depth++;
    } else if (char === "}" && depth > 0) {
      source += ")";
      depth--;
    } else if (char === "," && depth > 0) source += "|";
    else if (char === "\\" && at + 1 < glob.length) source += escapeRegExp(glob[++at]!);
    else source += escapeRegExp(char);
  }
  try {
    return new RegExp(`^${source}${")".repeat(depth)}$`, "u");
  } catch {
    return new RegExp(`^${escapeRegExp(glob)}$`);
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
