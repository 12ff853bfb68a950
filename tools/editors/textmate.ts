/**
 * A TextMate grammar: colours without a language server.
 * @module
 */

import type { Words } from "./words.ts";

/** A regular expression for one of some words. */
function anyOf(words: readonly string[]): string {
  return `\\b(?i:${words.join("|")})\\b`;
}

/** The grammar as an object. */
export function textMateGrammar(words: Words): object {
  const rule = (match: string, name: string): object => ({ match, name });
  return {
    name: "Quarry",
    scopeName: "source.quarry",
    fileTypes: ["qry"],
    patterns: [
      { include: "#comment" },
      { include: "#stage" },
      { include: "#statement" },
      { include: "#text" },
      { include: "#pattern" },
      { include: "#regex" },
      { include: "#point" },
      { include: "#number" },
      { include: "#word" },
      { include: "#operator" },
    ],
    repository: {
      comment: {
        patterns: [
          rule("--.*$", "comment.line.double-dash.quarry"),
          // After a blank, `#812` is a record.
          rule("(?<![@\\w])#(?!\\d).*$|^\\s*#.*$", "comment.line.number-sign.quarry"),
        ],
      },
      stage: {
        match: `(\\|)\\s*(${anyOf(words.stages)})`,
        captures: {
          1: { name: "keyword.operator.pipe.quarry" },
          2: { name: "keyword.control.stage.quarry" },
        },
      },
      statement: {
        patterns: [
          {
            match: `^\\s*(\\b(?i:let)\\b)\\s+([\\p{L}_$][\\p{L}\\p{N}_$]*)`,
            captures: {
              1: { name: "keyword.other.statement.quarry" },
              2: { name: "entity.name.function.quarry" },
            },
          },
          rule(`^\\s*${anyOf(words.statements)}`, "keyword.other.statement.quarry"),
          // A pipeline may begin with a stage: it then queries the main table.
          rule(`^\\s*${anyOf(words.stages)}(?=\\s+[^\\s=:<>!~]|\\s*$)`, "keyword.control.stage.quarry"),
        ],
      },
      text: {
        patterns: ['"', "'"].map((quote) => ({
          name: `string.quoted.${quote === "'" ? "single" : "double"}.quarry`,
          begin: quote,
          end: `${quote}|$`,
          patterns: [rule("\\\\.", "constant.character.escape.quarry")],
        })).concat([{ name: "variable.other.quoted.quarry", begin: "`", end: "`|$", patterns: [] }]),
      },
      pattern: {
        match: "([\\p{L}_$][\\p{L}\\p{N}_$.]*)(:)(?![/\"'\\s(\\[{=])([^\\s(){}\\[\\],;|]+)",
        captures: {
          1: { name: "variable.other.column.quarry" },
          2: { name: "keyword.operator.quarry" },
          3: { name: "string.unquoted.pattern.quarry" },
        },
      },
      regex: {
        match: "(?<=[~:(,{]|\\bin|^)(\\s*)(/(?:[^/\\\\\\r\\n]|\\\\.)+/[imsu]*)",
        captures: { 2: { name: "string.regexp.quarry" } },
      },
      point: {
        match: `(@)\\s*(?:(#\\d[\\d_]*)|(\\d+(?:\\.\\d+)?%)|(${anyOf(words.points)}))?`,
        captures: {
          1: { name: "keyword.operator.point.quarry" },
          2: { name: "constant.numeric.record.quarry" },
          3: { name: "constant.numeric.quarry" },
          4: { name: "constant.language.point.quarry" },
        },
      },
      number: rule("\\b\\d[\\d_]*(?:\\.\\d+)?[\\p{L}\\d]*\\b%?|#\\d[\\d_]*", "constant.numeric.quarry"),
      word: {
        patterns: [
          rule(`${anyOf(words.functions)}(?=\\s*\\()`, "support.function.quarry"),
          rule(anyOf(words.constants), "constant.language.quarry"),
          rule(anyOf(words.operators), "keyword.operator.word.quarry"),
          rule(`(?<![.:])${anyOf(words.sources)}(?!\\s*[.:(=])`, "support.type.source.quarry"),
          rule(`(?<=\\s)${anyOf(words.parts)}(?=\\s|$)(?!\\s*[=:<>!~])`, "keyword.other.part.quarry"),
          rule("[\\p{L}_$][\\p{L}\\p{N}_$]*(?=\\s*\\()", "entity.name.function.quarry"),
          rule("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}\\p{N}_$]+)*", "variable.other.quarry"),
        ],
      },
      operator: rule("[|=<>!~+\\-*/%&^]+|\\.\\.[=+]?", "keyword.operator.quarry"),
    },
  };
}
