/**
 * Parses a glob: `*` and `?` do not match `/`, `**` does, and before a `/` it also matches no folder;
 * `[a-z]`, `[!a-z]` and `{a,b}` work as in a shell, and a backslash escapes the next character.
 * @module
 */

import type { AtomTable } from "./atoms.ts";
import { anyNumber, choice, EMPTY, type PatternNode, sequence } from "./pattern_tree.ts";

const UNICODE = { anyCase: false, dotAll: false, unicode: true } as const;

/** The test that every character matches. */
export function anyCharacter(atoms: AtomTable, unicode: boolean): number {
  return atoms.tested("[^]", { ...UNICODE, unicode });
}

/** The tree of a glob; null if it contains an invalid class, in which case the whole text is literal. */
export function parseGlob(glob: string, atoms: AtomTable): PatternNode | null {
  const any: PatternNode = { kind: "atom", atom: anyCharacter(atoms, true) };
  const inFolder: PatternNode = { kind: "atom", atom: atoms.tested("[^/]", UNICODE) };
  const slash: PatternNode = { kind: "atom", atom: atoms.literal(0x2f) };
  const open: { readonly choices: PatternNode[]; parts: PatternNode[] }[] = [];
  // An unclosed brace is literal, as is an unclosed bracket.
  const lastBrace = glob.lastIndexOf("}"), lastBracket = glob.lastIndexOf("]");
  let level: (typeof open)[number] = { choices: [], parts: [] };
  const close = (): void => {
    const inner = choice([...level.choices, sequence(level.parts)]);
    level = open.pop()!;
    level.parts.push(inner);
  };
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    if (char === "*" && glob[at + 1] === "*") {
      at++;
      const deep = anyNumber(any);
      if (glob[at + 1] === "/") {
        at++;
        level.parts.push(choice([EMPTY, sequence([deep, slash])]));
      } else level.parts.push(deep);
    } else if (char === "*") level.parts.push(anyNumber(inFolder));
    else if (char === "?") level.parts.push(inFolder);
    else if (char === "[" && lastBracket >= at + 2) {
      const end = glob.indexOf("]", at + 2);
      const atom = classAtom(glob.slice(at + 1, end), atoms);
      if (atom === null) return null;
      level.parts.push(atom);
      at = end;
    } else if (char === "{" && lastBrace > at) {
      open.push(level);
      level = { choices: [], parts: [] };
    } else if (char === "}" && open.length > 0) close();
    else if (char === "," && open.length > 0) {
      level.choices.push(sequence(level.parts));
      level.parts = [];
    } else {
      if (char === "\\" && at + 1 < glob.length) at++;
      const code = glob.codePointAt(at)!;
      if (code > 0xffff) at++;
      level.parts.push({ kind: "atom", atom: atoms.literal(code) });
    }
  }
  while (open.length > 0) close();
  return sequence(level.parts);
}

function classAtom(body: string, atoms: AtomTable): PatternNode | null {
  const source = body.replace(/[\\[]/g, "\\$&").replace(/^!/, "^");
  try {
    return { kind: "atom", atom: atoms.tested(`[${source}]`, UNICODE) };
  } catch {
    return null;
  }
}
