/**
 * Translates conditions of SQL.
 * @module
 */

/** A condition with the operators and lists of this language. */
export function condition(text: string, restore: (text: string) => string): string {
  return text.replace(/<>/g, "!=")
    .replace(/\bin\s*\(([^()]*)\)/gi, "in {$1}")
    .replace(/\bbetween\s+(\S+)\s+and\s+(\S+)/gi, "in $1..=$2")
    .replace(/\b(not\s+)?like\s+("[^"]*"|'[^']*')/gi, (_, not, pattern) => {
      const glob = restore(pattern).replaceAll("%", "*").replaceAll("_", "?");
      return `${not === undefined ? "~" : "!~"} ${glob}`;
    });
}
