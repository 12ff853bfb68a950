/**
 * Removes the contents of brackets from names: template arguments, type parameters, arguments, and the type
 * before a name. For names of C++, Rust, D, Go and Swift as their demanglers write them.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

/** Stands for a space that is part of a name, such as the space in `operator new`. */
const KEPT_SPACE = "\ue000";
/** Names with deeper brackets are not changed. */
const DEEPEST = SHOW_LIMITS.nameBrackets.most;
/** Number of nested template arguments to show. */
const NESTED_SHOWN = 4;
/** Template arguments of the standard library that usually have their defaults. */
const USUAL =
  /^std::(?:allocator|char_traits|default_delete|less|equal_to|hash|pmr::polymorphic_allocator)\b/;
const OPERATOR_SIGNS =
  /^(?:<=>|<<=|>>=|->\*|<<|>>|<=|>=|->|\(\)|\[\]|&&|\|\||\+\+|--|[-+*/%^&|=!<>]=|[-+*/%^&|~!=<>,])/;
const OPERATOR_WORD = /^ (?:new|delete|co_await)(?:\[\])?/;
const CLOSERS: Readonly<Record<string, string>> = { "<": ">", "(": ")", "[": "]", "{": "}" };

/** Which brackets the short form keeps: none, those of arguments, or those of template arguments. */
export type KeptBrackets = "bare" | "arguments" | "parameters";

/** Returns the name without brackets; undefined if they do not match, or the text is not a name. */
export function stripBrackets(name: string, kept: KeptBrackets): string | undefined {
  const reader = new NameReader(name, kept);
  const text = reader.read(0);
  return text === undefined || reader.at < name.length ? undefined : text.replaceAll(KEPT_SPACE, " ");
}

class NameReader {
  at = 0;
  readonly #text: string;
  readonly #kept: KeptBrackets;

  constructor(text: string, kept: KeptBrackets) {
    this.#text = text;
    this.#kept = kept;
  }

  /** Reads a name up to a closing bracket or the end. */
  read(depth: number): string | undefined {
    if (depth > DEEPEST) return undefined;
    const text = this.#text;
    let out = "";
    let leftOut = false;
    while (this.at < text.length) {
      const sign = text[this.at]!;
      if (sign === ">" && text[this.at - 1] === "-") {
        out += sign;
        this.at++;
      } else if (sign === "o" && this.#atOperator()) {
        out += this.#operator();
        leftOut = true;
      } else if (sign === "<") {
        const from = this.at;
        if (/(?:^|[ &*(,])$/.test(out) || text.startsWith("::<impl ", from - 2)) {
          const type = this.#qualified(depth);
          if (type === undefined) return undefined;
          out += type;
        } else {
          if (!this.#skip()) return undefined;
          if (this.#kept === "parameters") out += this.#parameters(from + 1, depth);
          // `Object.<anonymous>`: the brackets do not contain a type.
          if (out.endsWith(".")) out += text.slice(from, this.at).replaceAll(" ", KEPT_SPACE);
          else leftOut = true;
          if (out.endsWith("::")) out = out.slice(0, -2);
        }
      } else if (sign === "(") {
        const part = this.#parenthesis(out, depth);
        if (part === undefined) return undefined;
        if (!part.startsWith("(anonymous") && !part.startsWith("(*")) leftOut = true;
        out += part;
      } else if (sign === "[") {
        const from = this.at;
        if (!this.#skip()) return undefined;
        if (!/[\w)]$/.test(out) || text.includes("::")) out += text.slice(from, this.at);
      } else if (sign === "{") {
        const part = this.#braces(depth);
        if (part === undefined) return undefined;
        out += part;
      } else if (sign === "!" && /[(\w"'`]/.test(text[this.at + 1] ?? "") && /\w$/.test(out)) {
        this.at++;
        if (text[this.at] === "(") {
          if (!this.#skip()) return undefined;
        } else this.at += /^[\w"'`]+/.exec(text.slice(this.at))![0].length;
        leftOut = true;
      } else if (sign === ")" || sign === "]" || sign === "}" || sign === ">") {
        if (depth === 0) return undefined;
        break;
      } else {
        out += sign;
        this.at++;
      }
    }
    return leftOut ? withoutTypes(out) : out;
  }

  #atOperator(): boolean {
    const before = this.#text[this.at - 1] ?? ":";
    return this.#text.startsWith("operator", this.at) && !/[\w$]/.test(before) &&
      !/[\w$]/.test(this.#text[this.at + 8] ?? "");
  }

  /** Reads `operator<<`, `operator new[]`, `operator std::string`. */
  #operator(): string {
    this.at += "operator".length;
    const rest = this.#text.slice(this.at);
    const known = OPERATOR_SIGNS.exec(rest) ?? OPERATOR_WORD.exec(rest) ?? /^ ?"" ?\w+/.exec(rest);
    if (known) {
      this.at += known[0].length;
      // Template arguments follow a space if the operator ends with a bracket.
      if (this.#text.startsWith(" <", this.at)) this.at++;
      return `operator${known[0].replaceAll(" ", KEPT_SPACE)}`;
    }
    // A conversion operator: its type ends where the arguments begin.
    let out = "";
    while (this.at < this.#text.length && this.#text[this.at] !== "(") {
      if (this.#text[this.at] === "<") {
        if (!this.#skip()) break;
      } else out += this.#text[this.at++]!;
    }
    return `operator${out.replaceAll(" ", KEPT_SPACE)}`;
  }

  /** Skips to the bracket that closes the current one. */
  #skip(): boolean {
    const text = this.#text;
    const open: string[] = [];
    for (; this.at < text.length; this.at++) {
      const sign = text[this.at]!;
      const closer = CLOSERS[sign];
      if (sign === "o" && this.#atOperator()) {
        this.#operator();
        this.at--;
      } else if (closer !== undefined) {
        open.push(closer);
        if (open.length > DEEPEST) return false;
      } else if (sign === ">" && (text[this.at - 1] === "-" || open.at(-1) !== ">")) {
        // This is an arrow, or a comparison within parentheses.
        continue;
      } else if (sign === ")" || sign === "]" || sign === "}" || sign === ">") {
        // A comparison within parentheses looks like brackets that are never closed.
        while (open.at(-1) === ">" && sign !== ">") open.pop();
        if (open.pop() !== sign) return false;
        if (open.length === 0) {
          this.at++;
          return true;
        }
      }
    }
    return false;
  }

  /** Returns template arguments in short form, without those that are defaults. */
  #parameters(from: number, depth: number): string {
    const parts: string[] = [];
    const list = this.#text.slice(from, this.at - 1);
    if (depth > NESTED_SHOWN) return "";
    const reader = new NameReader(list, this.#kept);
    for (let start = 0; start < list.length; start = ++reader.at) {
      while (reader.at < list.length && list[reader.at] !== ",") {
        if (CLOSERS[list[reader.at]!] === undefined) reader.at++;
        else if (!reader.#skip()) reader.at = list.length;
      }
      const part = list.slice(start, reader.at).trim();
      if (USUAL.test(part)) continue;
      const inner = new NameReader(part, this.#kept).#type(depth + 1);
      parts.push(inner);
    }
    return parts.length === 0 ? "" : `<${parts.join(", ").replaceAll(" ", KEPT_SPACE)}>`;
  }

  /** Returns a type with its template arguments in short form; anything else is returned unchanged. */
  #type(depth: number): string {
    const text = this.#text;
    let out = "";
    while (this.at < text.length) {
      const from = this.at;
      const sign = text[this.at]!;
      if (CLOSERS[sign] === undefined) {
        out += sign;
        this.at++;
        continue;
      }
      if (!this.#skip()) return text;
      out += sign === "<" ? this.#parameters(from + 1, depth) : text.slice(from, this.at);
    }
    return out;
  }

  /** Reads `<T as Trait>`, `<impl Trait for T>`, `<[T]>`; returns the type. */
  #qualified(depth: number): string | undefined {
    this.at++;
    const inner = this.read(depth + 1);
    if (inner === undefined || this.#text[this.at] !== ">") return undefined;
    this.at++;
    const type = inner.replace(/ as .*$/s, "").replace(/^impl (?:.* for )?/s, "")
      .replace(/^(?:&|mut |dyn |\*const |\*mut )+/, "");
    return type.replaceAll(" ", KEPT_SPACE);
  }

  #parenthesis(out: string, depth: number): string | undefined {
    const text = this.#text;
    const from = this.at;
    const anonymous = /^\((?:anonymous(?: namespace| class)?|\*?[\w.]*\*?[\w.]*)\)(?=::|\.)/.exec(
      text.slice(from),
    );
    if (anonymous && (out === "" || /[.: ]$/.test(out))) {
      this.at += anonymous[0].length;
      return anonymous[0].replaceAll(" ", KEPT_SPACE);
    }
    // `(*main.List[int]).Push`: a receiver with type parameters.
    if (/\.$/.test(out)) {
      this.at++;
      const receiver = this.read(depth + 1);
      if (receiver === undefined || text[this.at] !== ")") return undefined;
      this.at++;
      return `(${receiver})`;
    }
    // `foo (in libfoo)`, `void (*handler(int))(int)`.
    if (out === "" || / $/.test(out)) return undefined;
    if (this.#kept !== "arguments") return this.#skip() ? "" : undefined;
    return this.#argumentList();
  }

  /** Returns the arguments, each without the contents of its brackets. */
  #argumentList(): string | undefined {
    const text = this.#text;
    let out = "(";
    this.at++;
    while (this.at < text.length && text[this.at] !== ")") {
      const from = this.at;
      const sign = text[from]!;
      if (CLOSERS[sign] === undefined) {
        out += sign;
        this.at++;
        continue;
      }
      if (!this.#skip()) return undefined;
      if (sign !== "<") out += text.slice(from, this.at);
    }
    this.at++;
    return this.at > text.length ? undefined : `${out.replaceAll(" ", KEPT_SPACE)})`;
  }

  /** Reads `{lambda(int)#1}`, `{{closure}}`, `{impl#3}`. */
  #braces(depth: number): string | undefined {
    const from = ++this.at;
    const inner = this.read(depth + 1);
    if (inner === undefined || this.#text[this.at] !== "}") return undefined;
    const whole = this.#text.slice(from, this.at++);
    const text = inner.startsWith("lambda") ? inner : whole;
    return `{${text.replaceAll(" ", KEPT_SPACE)}}`;
  }
}

/** Words that may follow the arguments of a function. */
const BEHIND = new Set(["const", "volatile", "noexcept", "restrict", "&", "&&", "pure", "nothrow"]);

/** Removes the return type before a name, and `const` and similar words after it. */
function withoutTypes(name: string): string {
  // Leave traits and their types, which are separated later.
  if (/ as |(?:^| )impl | for /.test(name)) return name;
  const text = name.replace(/ (?:const|volatile|&&?)(?=::|$)/g, "");
  const words = text.split(" ");
  while (words.length > 1 && (BEHIND.has(words.at(-1)!) || /^@?$/.test(words.at(-1)![0] ?? ""))) words.pop();
  return words.at(-1)!.replace(/^[*&]+(?=\w)/, "");
}
