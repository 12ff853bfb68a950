/** Random reports: mostly plain, with occasional odd lines of every kind. */

const HEADER = "version=2.0, arch=x86_64, pid=7, process=./random, \n";

/** Numbers below 2^32, the same for the same seed. */
export function numbersOf(seed: number): (below: number) => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A report of `records` blocks or lines. */
export function randomReport(seed: number, records: number): string {
  const next = numbersOf(seed);
  const one = <T>(...choices: T[]): T => choices[next(choices.length)]!;
  const id = (): string =>
    "0x" +
    one(
      "1000",
      "2000",
      "7f00000030",
      "deadbeefcafe",
      "0",
      "ffffffffffffffff",
      "7F0A",
    );
  const size = (): string =>
    one(
      "10",
      "0",
      "4096",
      "2147483647",
      "2147483648",
      "99999999999",
      "-5",
      "1",
    );
  const name = (): string =>
    one(
      "malloc",
      "malloc",
      "malloc",
      "calloc",
      "free",
      "operator new[](unsigned long)",
      "a::b(int)",
      "my func",
      "x<y>z",
    );
  let no = 0;
  const digits = (count: number): string => Array.from({ length: count }, () => String(next(10))).join("");
  // Three digits as the tracer writes them, sometimes more or fewer.
  const fraction = (): string => digits(one(3, 3, 3, 3, 3, 3, 6, one(1, 2, 4, 5, 7, 9, 12)));
  const time = (): string =>
    one(
      "",
      `[00:32:${String(10 + Math.floor(no / 100))}.${fraction()}] `,
    );
  const frames = (): string =>
    Array.from({ length: next(6) }, () => {
      const address = "\t0x7f00" + one("1234", "5678", "9abc", "def0", "55aa");
      return address +
        one(
          "",
          "",
          "",
          " main() at main.c:12",
          " f() from /lib/x.so",
          " in ??",
        ) + "\n";
    }).join("");
  const call = (): string => {
    no += one(1, 1, 1, 2);
    const type = one("", "", "<memory>", "<memory>", "<fd>", "<unknown>");
    const what = next(3) === 0 ? `(${id()})` : `(${size()}) = ${id()}`;
    return `${no}. ${one("", "", "", "@9 ", "@0x10 ", "@0 ")}${time()}${name()}${type}${what}${
      one("", "", "", " tail")
    }\n`;
  };
  const arg = (): string =>
    `\t$${one("path", "flags")}${one(" = ", "=", " =")}${one("/tmp/a b c", "0x1", "", "x=y")}\n`;
  const odd = (): string =>
    one(
      "# temporary\n",
      "#kept\n",
      "## module\n",
      "nonsense\n",
      ": /lib/x.so => 0x7f000000-0x7f00ffff\n",
      ": /a path with blanks => 0x1-0x2\n",
      "<4> : late (registered late)\n",
      "<1> : memory (again)\n",
      "@ 8 : context (eight)\n",
      "@2 : two\n",
      "& file : some where.bin\n",
      "\t0x1234\n",
      "12. [00:00:01.000]f(4) = 0x9\n",
      "11.[00:00:01.000] f(3) = 0x8\n",
      "13. f(0x10) = 0x3000\n",
      "14. f(3) = 0X8\n",
      "15. f(3 ) = 0x8\n",
      "16. f( 3)=0x8\n",
      "17. operator>(10) = 0x1000\n",
      "18. std::vector<int>(14) = 0x1\n",
      "19. f(1) = 0x8 (note)\n",
      "  20. f(1) = 0x8\n",
      "\n",
      "   \n",
    );
  let text = HEADER +
    "<1> : memory (memory)\n<2> : fd (descriptors) [refcount]\n";
  for (let record = 0; record < records; record++) {
    const kind = next(20);
    if (kind < 13) text += call() + frames() + "\n";
    else if (kind < 15) text += call() + arg() + frames() + "\n";
    else if (kind < 16) text += call() + frames() + arg() + "\n";
    else if (kind < 17) {
      text += call() + call() + arg() + call() + "# allocation summary\n" +
        frames() + "\n";
    } else if (kind < 18) text += call() + frames() + call() + frames();
    else text += odd();
  }
  return text;
}
