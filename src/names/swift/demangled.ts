/**
 * Shortens names that Swift's demangler has written, to the paths that `swiftName` returns for mangled names.
 * @module
 */

/** Prefixes of code that the compiler derived from a function, and that therefore gets the name of the function. */
const MADE =
  /^(?:(?:generic |function signature )?(?:not re-abstracted |partial )?specializ(?:ation|ed)(?: <.*?>)? of |specialized |merged |partial apply(?: forwarder)? for |(?:dispatch|curry) thunk of |variable initialization expression of |default argument \d+ of |property wrapper backing initializer of |\(\d+\) (?:await resume|suspend resume) partial function for |dynamically replaceable variable for |async function pointer to |generic pre-specialization <.*?> of |@objc |@nonobjc |static )/;
/** Prefixes that the path keeps. */
const KEPT =
  /^(?:outlined (?:copy|consume|destroy|retain|release|(?:init|assign) with (?:copy|take)) of |type metadata accessor for |lazy protocol witness table accessor for type )/;
const INNER = /^((?:implicit )?closure #\d+) (?:.*? )?in (.+)$/s;
const WITNESS = "protocol witness for ";
const CONFORMANCE = " in conformance ";
/** Matches the generic requirements before a name. */
const NEEDS = /^<.*?> /s;
const EXTENSION = /^(?:\(extension in (\w+)\):)+\w+/;
const ACCESSOR =
  /\.(?:getter|setter|modify2?|read2?|willset|didset|init|unsafe(?:Mutable)?Addressor|materializeForSet) : /;
/** Matches the end of parameters and the result type. */
const GIVES = /\)(?: async)?(?: throws)? -> /;
const DEINIT = /^[\w.<>]+\.(?:deinit|__deallocating_deinit)$/;
/** Matches an operator with its kind, such as infix. */
const OPERATOR = /^([-+*/%^&|~!=<>?.]+) (?:infix|prefix|postfix)(?=[(<])/;
/** Matches a private or local name. */
const PRIVATE = /^\(([\w$]+) in _[0-9A-F]+\)/;

/** Returns the path at the start of a name; undefined if Swift's demangler did not write it. */
export function swiftPath(text: string): string | undefined {
  if (text.includes("::")) return undefined;
  const made = MADE.exec(text);
  if (made) return pathWithin(text.slice(made[0].length));
  const inner = INNER.exec(text);
  if (inner) return `${inner[1]} in ${pathWithin(inner[2]!)}`;
  const kept = KEPT.exec(text);
  if (kept) return kept[0] + pathOf(text.slice(kept[0].length));
  const conformance = text.startsWith(WITNESS) ? text.lastIndexOf(CONFORMANCE) : -1;
  if (conformance > 0) {
    const member = text.slice(WITNESS.length, conformance);
    const own = pathWithin(member);
    const words = own.split(/\.(?=[^.])/);
    const type = pathOf(text.slice(conformance + CONFORMANCE.length).replace(NEEDS, ""));
    return `${type}.${words.slice(ACCESSOR.test(`${own} : `) ? -2 : -1).join(".")}`;
  }
  const isOwn = EXTENSION.test(text) || ACCESSOR.test(text) || isCall(text) || DEINIT.test(text);
  return isOwn ? pathOf(text) : undefined;
}

/** Returns the path of a Swift name within another name. */
function pathWithin(text: string): string {
  return swiftPath(text) ?? pathOf(text);
}

function isCall(text: string): boolean {
  const open = text.indexOf("(");
  return open >= 0 && GIVES.test(text.slice(open));
}

/** Returns the path without arguments, types and generic parameters. */
function pathOf(text: string): string {
  const extension = EXTENSION.exec(text);
  let path = extension ? extension[1]! : "";
  let at = extension ? extension[0].length : 0;
  while (at < text.length) {
    const rest = path === "" || path.endsWith(".") ? text.slice(at) : "";
    const [whole, name] = PRIVATE.exec(rest) ?? OPERATOR.exec(rest) ?? [];
    if (whole !== undefined) {
      path += name;
      at += whole.length;
    } else if (text[at] === "<") at = afterBracket(text, at);
    else if (text[at] === "(" || text[at] === " " || text[at] === ",") break;
    else path += text[at++];
  }
  return path;
}

/**
 * Returns the position after the bracket that closes the one at a position; the `>` of an arrow does not
 * close one.
 */
function afterBracket(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && text[at - 1] !== "-" && --depth === 0) return at + 1;
  }
  return text.length;
}
