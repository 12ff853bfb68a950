/**
 * Short names of functions: `std::vector::push_back` for a line of template arguments, allocators and hashes. The full
 * name is what tables hold, group by and export; this is what is shown of it.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { type KeptBrackets, plainBrackets } from "./bracketed_name.ts";
import { readMangled } from "./mangled_name.ts";

/** How much of a name is shown: no brackets, those of arguments or of template arguments, or all of it. */
type NameLength = KeptBrackets | "whole";

/** Longer names stay as they are. */
const LONGEST_NAME = SHOW_LIMITS.shortenedName.most;
/** What a name without anything to leave out is made of. */
const PLAIN = /^(?!_R|_Z|_D\d|_ada_|\$[sS]|(?:ada|system|gnat|interfaces)__)[A-Za-z0-9_]*$/;
/** `<module>`, `<lambda>`, `[unknown]`, `(root)`, `??`: a word of an interpreter or of a tracer, not a name. */
const MARKED = /^(?:<[\w ./-]*>|<(?!.*::).*|\[[^\]]*\]|\([^()]*\)|[-+]\[.*\]|\W*)$/s;

/** The name that is shown; the name itself where nothing can be left out. */
export function shortName(name: string, length: NameLength = "bare"): string {
  if (length === "whole" || name.length > LONGEST_NAME || (PLAIN.test(name) && !isAda(name))) return name;
  if (MARKED.test(name)) return name;
  const short = cleaned(readMangled(name) ?? name, length);
  return short === "" ? name : short;
}

/** Names of a backtrace in one text, as `frames(stack)` has it. */
export function shortFrames(frames: string): string {
  // An operator that compares is before arguments and not between spaces.
  return frames.split(" < ").map((each) => shortName(each)).join(" < ");
}

/** What compilers append to the parts into which they cut a function, and linkers to its version. */
const PARTS =
  /(?:\.(?:isra|part|constprop|cold|llvm|lto_priv|localalias|clone|warm|hot|_omp_fn|resolver)\d*(?:\.\d+)*)+$/;
const VERSION = /(?<=[\w>)])@@?[A-Za-z][\w.]*$/;
/** ` [clone .cold]`, `[abi:cxx11]`, ` (.cold)`. */
const CLONES = / \[clone [^\]]*\]|\[abi:[^\]]*\]| \(\.[\w.]+\)/g;
/** The hash at the end of an older name of Rust. */
const RUST_HASH = /::h[0-9a-f]{16}$/;
/** `alloc[2f1c6a1b5a1e2d3c]::vec`: which crate of that name. */
const CRATE_HASH = /(?<=\w)\[[0-9a-f]{8,16}\](?=::|$|[>\s,)])/g;
/** Namespaces that stand for a version of the library. */
const VERSIONS = /\b(?:__cxx11|__cxx1998|__debug|__ndk1|__1|__2|_V2|__fs|__Cr)::/g;
const LOCALS = /\.<locals>(?=\.)/g;
/** What is surely of Ada; `a__b` may be a name of C as well. */
const ADA_ROOT = /^(?:_ada_|(?:ada|system|gnat|interfaces)__)/;
/** What GNAT makes of the same name a second time, of tasks and of what runs first. */
const ADA_END = /(?:__\d+|TKB|___elab[bs])$/;

function cleaned(name: string, kept: KeptBrackets): string {
  if (isAda(name)) return adaName(name);
  let text = name.replace(VERSION, "").replace(PARTS, "").replace(CLONES, "").replace(RUST_HASH, "")
    .replace(CRATE_HASH, "").replace(VERSIONS, "").replace(LOCALS, "");
  const swift = swiftName(text, kept);
  if (swift !== undefined) return swift;
  text = text.replace(/\bbasic_(\w+)(?=<char[,>])/g, "$1").replace(/\bbasic_(\w+)(?=<wchar_t[,>])/g, "w$1");
  const plain = plainBrackets(text, kept);
  if (plain === undefined) return text;
  return goName(plain.replace(TEXTS, "$1"));
}

/** The letters that texts and streams are usually made of. */
const TEXTS = /\b(w?(?:string|\w*stream|\w+buf))<(?:char|wchar_t)>/g;

function isAda(name: string): boolean {
  if (ADA_ROOT.test(name)) return true;
  return /^[a-z]\w*$/.test(name) && ADA_END.test(name) && name.replace(ADA_END, "").includes("__");
}

/** `github.com/shop/cart/v2.(*Cart).Add`: the package by its last word. */
function goName(name: string): string {
  const slash = name.lastIndexOf("/");
  const tail = name.slice(slash + 1);
  if (slash <= 0 || !/^[\w.~%-]+\.[\w.~%()*·-]*$/.test(tail) || !/^[\w.~%@/-]+$/.test(name.slice(0, slash))) {
    return name;
  }
  // The second version of a package is not a package of that name.
  const own = /^v\d+\./.exec(tail);
  const before = name.slice(name.lastIndexOf("/", slash - 1) + 1, slash);
  return (own ? `${before}.${tail.slice(own[0].length)}` : tail).replaceAll("%2e", ".");
}

function adaName(name: string): string {
  return name.replace(/^_ada_/, "").replace(/___elab[bs]$/, "").replace(/TKB$/, "").replace(/__\d+$/, "")
    .replace(/X[nbp]*(?=__|$)/g, "").replaceAll("__", ".");
}

/** Words before a name of Swift that say what the compiler made of it. */
const SWIFT_WORDS =
  /^(?:(?:generic |function signature )?(?:not re-abstracted )?specializ(?:ation|ed)(?: <[^>]*>)?(?: of)? |merged |outlined (?:copy|consume|destroy|init with copy) of |partial apply(?: forwarder)? for |@objc |static )+/;
const SWIFT_INNER = /^((?:implicit )?closure #\d+|[\w ]+ #\d+) (?:.* )?in (.+)$/s;

/** A name as Swift's demangler writes it; undefined for others. */
function swiftName(name: string, kept: KeptBrackets): string | undefined {
  const inner = SWIFT_INNER.exec(name);
  if (inner) return `${inner[1]} in ${cleaned(inner[2]!, kept)}`;
  const text = name.replace(SWIFT_WORDS, "");
  const arrow = /(?: async)?(?: throws)? -> /.exec(text);
  if (text === name && !(arrow && text.slice(0, arrow.index).includes("("))) return undefined;
  if (text.includes("::")) return undefined;
  const call = arrow ? text.slice(0, arrow.index) : text;
  return plainBrackets(call, kept) ?? call;
}
