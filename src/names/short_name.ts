/**
 * Shortens names of functions: `std::vector::push_back` instead of a line of template arguments, allocators and
 * hashes. Tables contain, group by and export full names; short ones are only for display.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { type KeptBrackets, stripBrackets } from "./bracketed_name.ts";
import { readMangled } from "./mangled_name.ts";
import { swiftPath } from "./swift/demangled.ts";

/**
 * How much of a name to show: without brackets, with brackets of arguments or of template arguments, or all
 * of it.
 */
type NameLength = KeptBrackets | "whole";

/** Longer names are not shortened. */
const LONGEST_NAME = SHOW_LIMITS.shortenedName.most;
/** Matches names that have nothing to remove. */
const PLAIN = /^(?!_R|_Z|_D\d|_ada_|\$[sS]|(?:ada|system|gnat|interfaces)__)[A-Za-z0-9_]*$/;
/**
 * Matches words of interpreters and tracers that are not names: `<module>`, `<lambda>`, `[unknown]`,
 * `(root)`, `??`, and addresses in modules: `app!0x12c4`.
 */
const MARKED = /^(?:<[\w ./-]*>|<(?!.*::).*|\[[^\]]*\]|\([^()]*\)|[-+]\[.*\]|\W*|[^!]*!0x[0-9a-f]+)$/s;

/** Returns the short form of a name; the name itself if nothing can be removed. */
export function shortName(name: string, length: NameLength = "bare"): string {
  if (length === "whole" || name.length > LONGEST_NAME || (PLAIN.test(name) && !isAda(name))) return name;
  if (MARKED.test(name)) return name;
  const short = cleaned(readMangled(name) ?? name, length);
  return short === "" ? name : short;
}

/** Shortens the names of a backtrace in one text, in the form of `frames(stack)`. */
export function shortFrames(frames: string): string {
  // Unlike the separator, a comparison operator is followed by arguments and has no spaces around it.
  return frames.split(" < ").map((each) => shortName(each)).join(" < ");
}

/** Suffixes that compilers add to parts of a function, and linkers to a symbol version. */
const PARTS =
  /(?:\.(?:isra|part|constprop|cold|llvm|lto_priv|localalias|clone|warm|hot|_omp_fn|resolver)\d*(?:\.\d+)*)+$/;
const VERSION = /(?<=[\w>)])@@?[A-Za-z][\w.]*$/;
/** Matches ` [clone .cold]`, `[abi:cxx11]`, ` (.cold)`. */
const CLONES = / \[clone [^\]]*\]|\[abi:[^\]]*\]| \(\.[\w.]+\)/g;
/** Matches the hash at the end of a name in Rust's legacy mangling. */
const RUST_HASH = /::h[0-9a-f]{16}$/;
/** Matches the hash of a crate: `alloc[2f1c6a1b5a1e2d3c]::vec`. */
const CRATE_HASH = /(?<=\w)\[[0-9a-f]{8,16}\](?=::|$|[>\s,)])/g;
/** Namespaces that denote a version of the standard library. */
const VERSIONS = /\b(?:__cxx11|__cxx1998|__debug|__ndk1|__1|__2|_V2|__fs|__Cr)::/g;
const LOCALS = /\.<locals>(?=\.)/g;
/** Matches names that are certainly of Ada; `a__b` may be a name of C as well. */
const ADA_ROOT = /^(?:_ada_|(?:ada|system|gnat|interfaces)__)/;
/** Matches suffixes of GNAT for overloaded names, tasks, elaboration code and nested subprograms. */
const ADA_END = /(?:__\d+|TKB|___elab[bs]|(?<=[a-z0-9])\.\d+)$/;

function cleaned(name: string, kept: KeptBrackets): string {
  if (isAda(name)) return adaName(name);
  let text = name.replace(VERSION, "").replace(PARTS, "").replace(CLONES, "").replace(RUST_HASH, "")
    .replace(CRATE_HASH, "").replace(VERSIONS, "").replace(LOCALS, "");
  const swift = kept === "bare" ? swiftPath(text) : undefined;
  if (swift !== undefined) return swift;
  text = text.replace(/\bbasic_(\w+)(?=<char[,>])/g, "$1").replace(/\bbasic_(\w+)(?=<wchar_t[,>])/g, "w$1");
  const plain = stripBrackets(text, kept);
  if (plain === undefined) return text;
  return goName(plain.replace(TEXTS, "$1"));
}

/** Character types of strings and streams that are the usual ones and are not shown. */
const TEXTS = /\b(w?(?:string|\w*stream|\w+buf))<(?:char|wchar_t)>/g;

function isAda(name: string): boolean {
  if (ADA_ROOT.test(name)) return true;
  return /^[a-z]\w*(?:\.\d+)?$/.test(name) && ADA_END.test(name) && name.replace(ADA_END, "").includes("__");
}

/** Shortens `github.com/shop/cart/v2.(*Cart).Add`: a package is shown by its last word. */
function goName(name: string): string {
  const slash = name.lastIndexOf("/");
  const tail = name.slice(slash + 1);
  if (slash <= 0 || !/^[\w.~%-]+\.[\w.~%()*·-]*$/.test(tail) || !/^[\w.~%@/-]+$/.test(name.slice(0, slash))) {
    return name;
  }
  // `v2` is the version of a package, not its name.
  const own = /^v\d+\./.exec(tail);
  const before = name.slice(name.lastIndexOf("/", slash - 1) + 1, slash);
  return (own ? `${before}.${tail.slice(own[0].length)}` : tail).replaceAll("%2e", ".");
}

function adaName(name: string): string {
  return name.replace(/^_ada_/, "").replace(/___elab[bs]$/, "").replace(/TKB$/, "").replace(
    /__\d+$|\.\d+$/,
    "",
  )
    .replace(/X[nbp]*(?=__|$)/g, "").replaceAll("__", ".");
}
