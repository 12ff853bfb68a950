; Made by deno task editors.
(comment) @comment
(string) @string
(regex) @string.regexp
(pattern) @string.special
(glob) @string.special
(number) @number
(record) @number
(quoted_name) @variable
(operator) @operator
["|" "~" "=~" "!~" ":"] @operator
["(" ")" "{" "}" "[" "]"] @punctuation.bracket
["," ";"] @punctuation.delimiter

(identifier) @variable
((identifier) @constant.builtin (#any-of? @constant.builtin "false" "null" "true"))
((identifier) @keyword.operator (#any-of? @keyword.operator "and" "contains" "endswith" "has" "in" "is" "not" "or" "overlaps" "startswith"))
(stage (identifier) @keyword (#any-of? @keyword "after" "anti" "as" "asc" "before" "bins" "by" "desc" "down" "every" "first" "gap" "if" "inner" "last" "left" "nulls" "of" "on" "order" "per" "pivot" "plan" "semi" "then" "unfolded" "until" "up" "within"))
(source . (identifier) @type.builtin (#any-of? @type.builtin "changes" "complement" "diff" "difference" "gaps" "heat" "intersection" "leaks" "live" "peak" "traces" "union"))
(source . (identifier) @keyword (#any-of? @keyword "assert" "let" "suppress" "use" "after" "as" "before" "by" "callers" "count" "distinct" "drop" "explain" "extend" "hist" "join" "match" "rename" "sample" "select" "sessions" "skip" "sort" "summarize" "tail" "take" "through" "timeline" "top" "tree" "unwind" "where" "window"))
(call function: (identifier) @function.call)
(call function: (identifier) @function.builtin (#any-of? @function.builtin "abs" "align" "any" "any_value" "arg" "argmax" "argmin" "avg" "base" "bin" "bor" "bucket" "clamp" "coalesce" "concat" "count" "cumulative" "delta" "dir" "distinct" "ext" "extract" "first" "format" "frames" "full" "func_at" "hex" "human" "if" "in_stack" "lag" "last" "lead" "len" "log2" "lower" "max" "median" "min" "mine" "moving" "p90" "p99" "page" "percentile" "place" "place_file" "place_line" "rank" "rate" "replace" "round" "row_number" "share" "short" "source" "split" "stddev" "substr" "sum" "suppressed" "symbol" "to_number" "upper"))
(stage name: (identifier) @keyword)
(let) @keyword
(let_statement name: (identifier) @function)
