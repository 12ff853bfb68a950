/**
 * Documentation of the language: help, hover and completion read these lists.
 * @module
 */

/** Documentation of one piece of syntax. */
export interface SyntaxDoc {
  /** The word or sign to look it up by. */
  readonly name: string;
  /** Syntax of the entry. */
  readonly usage: string;
  /** A summary in one line. */
  readonly summary: string;
  /** Queries or filters that work on an mpatrol trace. */
  readonly examples: readonly string[];
}

/** Documentation of something written as a call. */
export interface CallDoc extends SyntaxDoc {
  /**
   * Parameter names, for signature help; one with a trailing `…` may be repeated, one with a trailing `?` may
   * be omitted.
   */
  readonly parameters: readonly string[];
}

/** Operators, from those that bind most loosely. */
export const OPERATOR_DOCS: readonly SyntaxDoc[] = [
  doc("or", "a or b", "Either is true", "size > 4K or kind == realloc"),
  doc("and", "a and b", "Both are true", "kind == alloc and size > 1K"),
  doc("not", "not a", "The opposite; true when the comparison has a null", "not func:main"),
  doc("==", "a == b", "Equal; = is the same", "kind == free", 'func = "main"'),
  doc("!=", "a != b", "Not equal", "kind != free"),
  doc("<", "a < b", "Less than; texts are compared character by character", "size < 16"),
  doc("<=", "a <= b", "Less or equal", "line <= 20"),
  doc(">", "a > b", "Greater", "size > 1.5K"),
  doc(">=", "a >= b", "Greater or equal", "live_blocks >= 190"),
  doc(
    "~",
    "a ~ PATTERN",
    "Regular expression, or glob: * stops at /, ** does not; one without / also fits the last part of a path",
    'file ~ "*.c"',
    "func ~ /^(grow|read)_/",
  ),
  doc("!~", "a !~ PATTERN", "Does not match", 'func !~ "read_*"'),
  doc(
    ":",
    "COLUMN:VALUE",
    "Short form; VALUE is a glob, a number, a range or a set",
    "func:read_*",
    "size:1K..4K",
  ),
  doc("contains", "a contains b", "The text b is somewhere in a", 'func contains "table"'),
  doc("startswith", "a startswith b", "The text a begins with b", 'func startswith "read"'),
  doc("endswith", "a endswith b", "The text a ends with b", 'file endswith ".c"'),
  doc(
    "in",
    "a [not] in SET",
    "In a range, in a list of values, or in the first column of a query",
    "size in 1K..4K",
    "kind in {alloc, free}",
    "alloc in (leaks | select alloc)",
  ),
  doc(
    "overlaps",
    "a overlaps RANGE",
    "Any byte of the block, not only its start; a is addr",
    "addr overlaps 0x179a0000..+64K",
  ),
  doc("has", "a has FLAG", "A bit of a mask is set; in text, the word occurs", "size has 4096"),
  doc("is", "a is [not] null", "The value is missing; every comparison with null is false", "file is null"),
  doc("^", "a ^ b", "Bits that are set in exactly one; bor(a, b) is the bitwise or", "(size ^ 8) == 0"),
  doc("&", "a & b", "Bits that are set in both", "addr & 0xfff == 0"),
  doc("<<", "a << n", "Shifted to the left", "size == 1 << 12"),
  doc(">>", "a >> n", "Shifted to the right", "addr >> 12 == 0x179a4"),
  doc("+", "a + b", "Sum; an error if it does not fit in 64 bits", "addr + size == end"),
  doc("-", "a - b", "Difference; an error below 0, numbers are unsigned", "end - addr > 1K"),
  doc("*", "a * b", "Product", "size * 2 > 8K"),
  doc("/", "a / b", "Quotient, an integer for integers; null for a division by 0", "size / 1K == 4"),
  doc("%", "a % b", "Remainder", "size % 8 != 0"),
];

/** Documentation of literals. */
export const LITERAL_DOCS: readonly SyntaxDoc[] = [
  doc("number", "123 1_000 0x7fff 1.5", "Number; integers have 64 bits", "size == 1_000 or size == 0x1000"),
  doc("size", "4K 2M 1G 1T 1P", "Sizes: steps of 1024", "size >= 4K"),
  doc("k", "10k", "Thousands", "seq < 1k"),
  doc("duration", "250ms 3s 1h30m", "Durations: ns us ms s m h", "timeline every 250ms count()"),
  doc("time", "12:31:05.250", "Times of day", "time > 12:31:05.250"),
  doc("text", "\"main\" 'main'", 'Text, with \\n \\t \\" \\\\ \\u{1F600}', 'func == "main"'),
  doc(
    "regex",
    "/^read_/i",
    "JavaScript regular expression after ~ or :, without backreferences",
    "func ~ /^READ_/i",
  ),
  doc(
    "range",
    "a..b a..=b a..+n a.. ..b",
    "Ranges: b excluded; b included; start and length; open",
    "size in 16..+16",
  ),
  doc(
    "set",
    "{a, b, c*, 1..9, /re/}",
    "Values, ranges, globs without quotes, regular expressions",
    "size in {8, 16, 1K..4K}",
    "func in {read_*, main, /^grow/}",
  ),
  doc(
    "class",
    "small medium large xlarge",
    "Size classes of the open profile, otherwise up to 32, 256 and 2048",
    "size:xlarge",
  ),
  doc("percent", "25%", "Percentages, only in points", "live @ 25%"),
  doc(
    "null",
    "null true false",
    "The missing value, and true and false",
    "if(func is null, true, false) == true",
  ),
  doc(
    "name",
    "name `odd name`",
    "Columns; backticks around reserved words and unusual characters",
    "`line` == 13",
  ),
];

/** Statements other than queries. */
export const STATEMENT_DOCS: readonly SyntaxDoc[] = [
  doc(
    "let",
    "let NAME [(PARAMETERS)] = PIPELINE or VALUE",
    "Names a pipeline or a value for later statements",
    "let big(n) = allocs | where size > n\nbig(1K) | by func",
    "let limit = 4K\nleaks | where size >= limit",
  ),
  doc(
    "use",
    'use "FILE"',
    "Uses the definitions of another file, whose path is relative to the folder of this one",
    'use "team.q"\nleaks | where size > limit',
  ),
  doc(
    "suppress",
    'suppress "FILE"',
    'Leaves out the leaks that match a file of suppressions; "known" is a built-in list',
    'suppress "known"\nleaks | by func',
  ),
  doc(
    "assert",
    'assert PIPELINE [== VALUE] [: "MESSAGE"]',
    "Fails with exit code 1 when it finds rows, or when its comparison is false",
    'assert leaks | where size > 1M : "no large leak"',
    "assert leaks | count < 100",
    "assert summarize max(live_bytes) < 1M",
  ),
];

function doc(name: string, usage: string, summary: string, ...examples: string[]): SyntaxDoc {
  return { name, usage, summary, examples };
}
