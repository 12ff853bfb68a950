/**
 * The shape of Quarry scripts: statements, pipelines, stages, calls and lists, and the tokens in them. What a word means
 * is not decided here: queries/highlights.scm has the words of the language.
 */

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/u;

module.exports = grammar({
  name: "quarry",

  // A statement ends at a blank line, or where the next line begins without a blank and without a pipe.
  externals: ($) => [$._end_of_statement],

  extras: ($) => [/\s/, $.comment],

  word: ($) => $.identifier,

  rules: {
    script: ($) => repeat(choice($._statement, $._end_of_statement, ";")),

    _statement: ($) => choice($.let_statement, $.pipeline),

    let_statement: ($) =>
      prec.right(seq(
        field("keyword", alias(/[lL][eE][tT]/, $.let)),
        field("name", choice($.identifier, $.quoted_name)),
        optional(field("parameters", $.list)),
        "=",
        field("value", choice($.pipeline, $.regex)),
      )),

    pipeline: ($) => prec.right(choice(seq($.source, repeat($.stage)), repeat1($.stage))),

    source: ($) => prec.right(repeat1($._part)),

    stage: ($) => prec.right(seq("|", optional(seq(field("name", $.identifier), repeat($._part))))),

    _part: ($) =>
      choice(
        $.call,
        $.identifier,
        $.quoted_name,
        $.string,
        $.number,
        $.record,
        $.list,
        $.filter,
        $.regex_match,
        $.operator,
      ),

    call: ($) =>
      prec(2, seq(field("function", $.identifier), field("arguments", alias($._immediate_list, $.list)))),

    _immediate_list: ($) => seq(token.immediate("("), repeat(choice($.pipeline, $.regex)), ")"),

    list: ($) =>
      choice(
        seq("(", repeat(choice($.pipeline, $.regex)), ")"),
        seq("{", repeat(choice($._part, $.regex, $.glob)), "}"),
        seq("[", repeat(choice($._part, $.regex)), "]"),
      ),

    // column:pattern, column:/regex/, or a name with a colon after it, as in by func: n = count()
    filter: ($) => prec.right(seq(":", optional(choice($.pattern, alias($._immediate_regex, $.regex))))),

    pattern: () => token.immediate(prec(1, /[^\s(){}\[\],;|"'`\/=:][^\s(){},;|"'`]*/)),

    _immediate_regex: () => token.immediate(prec(1, /\/(?:[^\/\\\r\n]|\\.)+\/[imsu]*/)),

    // After an operand, a slash divides: a regular expression stands behind one of these, or begins a list.
    regex_match: ($) => prec.right(1, seq(choice("~", "=~", "!~", ","), optional($.regex))),

    regex: () => /\/(?:[^\/\\\r\n*]|\\.)(?:[^\/\\\r\n]|\\.)*\/[imsu]*/,

    glob: () => token(prec(-1, /[\p{L}\p{N}_$.\/*?!@+\-]*[*?][\p{L}\p{N}_$.\/*?\[\]!@+\-]*/u)),

    operator: () =>
      token(choice(
        "..=",
        "..+",
        "..",
        "===",
        "==",
        "=",
        "!==",
        "!=",
        "!",
        "<<",
        "<=",
        "<>",
        "<",
        ">>",
        ">=",
        ">",
        "&&",
        "&",
        "||",
        "^",
        "+",
        "-",
        "*",
        "/",
        "%",
        "@",
        "?",
        ".",
      )),

    identifier: () => token(seq(NAME, repeat(seq(".", NAME)))),

    quoted_name: () => /`[^`\r\n]*`/,

    string: () => choice(/"(?:[^"\\\r\n]|\\.)*"/, /'(?:[^'\\\r\n]|\\.)*'/),

    number: () => /\d[\p{L}\d_]*(?:\.\d[\p{L}\d_]*)?(?::\d\d){0,2}(?:\.\d+)?%?/u,

    record: () => token(prec(1, /#\d[\d_]*/)),

    comment: () => token(choice(/--[^\r\n]*/, /#(?:[^\d\r\n][^\r\n]*)?/)),
  },
});
