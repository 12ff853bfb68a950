/**
 * Describes files of coverage tools that Quarry does not read.
 * @module
 */

import {
  adviseConversion,
  adviseOpen,
  adviseShow,
  ascii,
  beginsWithAny,
  type ForeignFile,
} from "./foreign_file.ts";

const lcovOf = (folder: string) => `lcov -c -d ${folder} -o cov.info`;
const exported = (profile: string) =>
  `llvm-cov export -format=lcov PROGRAM -instr-profile=${profile} > cov.info`;

const OTHER_FORMATS = "the tool that wrote it also writes lcov or Cobertura, which Quarry reads " +
  "(gcovr --lcov, jest --coverageReporters=lcov, phpunit --coverage-cobertura)";

/** Matches XML files whose root element has this name. */
const XML_OF = (root: RegExp): RegExp =>
  new RegExp(`^\\s*(?:<\\?xml[^>]*\\?>)?\\s*(?:<!DOCTYPE[^>[\\]]*>\\s*)?${root.source}`);

/** Files that coverage tools write. */
export const coverageFiles: readonly ForeignFile[] = [
  {
    name: "gcda",
    is: beginsWithAny("adcg", "gcda"),
    what: "a coverage counter file of gcc (.gcda)",
    advice: [
      adviseConversion("lcov", ({ folder }) => lcovOf(folder)),
      adviseShow(({ file }) => `gcov ${file}`),
    ],
  },
  {
    name: "gcno",
    is: beginsWithAny("oncg", "gcno"),
    what: "a notes file of gcc (.gcno), which describes the counters but has no counts",
    advice: [
      {
        say: ({ folder }) => `: run the program, then ${lcovOf(folder)} makes a file that Quarry reads`,
        makes: "lcov",
      },
      adviseOpen("run the program, and gcov reads both"),
    ],
  },
  {
    name: "gcov",
    is: ({ text }) => /^ +-: +0:Source:/.test(text),
    what: "a source file with counts, as gcov writes it",
    advice: [adviseConversion("lcov", () => lcovOf(".")), adviseOpen("an editor shows it")],
  },
  {
    name: "profraw",
    // Both byte orders, with pointers of 64 and of 32 bits.
    is: beginsWithAny("\x81rforpl\xff", "\x81Rforpl\xff", "\xfflprofr\x81", "\xfflprofR\x81"),
    what: "raw coverage counts of clang or rustc (.profraw)",
    advice: [
      adviseConversion(
        "lcov",
        ({ file }) => `llvm-profdata merge ${file} -o cov.profdata && ${exported("cov.profdata")}`,
      ),
      adviseShow(({ file }) => `llvm-profdata merge ${file} -o cov.profdata`),
    ],
  },
  {
    name: "profdata",
    magic: ascii("\xfflprofi\x81"),
    what: "merged coverage counts of clang or rustc (.profdata)",
    advice: [
      adviseConversion("lcov", ({ file }) => exported(file)),
      adviseShow(({ file }) => `llvm-cov report PROGRAM -instr-profile=${file}`),
    ],
  },
  {
    name: "go-cover",
    is: ({ text }) => /^mode: (set|count|atomic)\n/.test(text),
    what: "a coverage profile of Go",
    advice: [adviseShow(({ file }) => `go tool cover -func=${file}`)],
  },
  {
    name: "coverage-py",
    is: ({ text }) => text.startsWith("SQLite format 3\0") && text.includes("CREATE TABLE coverage_schema"),
    what: "coverage of Python, as coverage.py writes it",
    advice: [
      adviseConversion("lcov", ({ file }) => `coverage lcov --data-file=${file} -o cov.info`),
      adviseShow(({ file }) => `coverage report --data-file=${file}`),
    ],
  },
  {
    name: "v8-coverage",
    is: ({ text }) => /^\s*\{\s*"result"\s*:\s*\[\s*\{\s*"scriptId"/.test(text),
    what: "coverage of V8 (NODE_V8_COVERAGE)",
    advice: [
      adviseConversion("lcov", ({ folder }) => `npx c8 report --temp-directory ${folder} --reporter lcov`),
      adviseShow(({ folder }) => `npx c8 report --temp-directory ${folder}`),
    ],
  },
  {
    name: "jacoco",
    magic: [0x01, 0xc0, 0xc0, 0x10, 0x07],
    what: "coverage of Java, as JaCoCo writes it",
    advice: [adviseShow(({ file }) => `java -jar jacococli.jar report ${file} --classfiles DIR --html html`)],
  },
  {
    name: "jacoco-report",
    is: ({ text }) => XML_OF(/<report\s[^>]*>\s*<(?:sessioninfo|group|package)\b/).test(text),
    what: "a JaCoCo XML report",
    advice: [adviseOpen(OTHER_FORMATS)],
  },
  {
    name: "clover",
    is: ({ text }) => XML_OF(/<coverage(?:\s[^>]*)?>\s*<project\b/).test(text),
    what: "a Clover XML report",
    advice: [adviseOpen(OTHER_FORMATS)],
  },
  {
    name: "sonarqube",
    is: ({ text }) => XML_OF(/<coverage\s[^>]*>\s*<file\s/).test(text),
    what: "SonarQube coverage XML",
    advice: [adviseOpen(OTHER_FORMATS)],
  },
  {
    name: "gcovr",
    is: ({ text }) => /^\s*\{\s*"gcovr\/format_version"\s*:/.test(text),
    what: "coverage in the format of gcovr (--json)",
    advice: [
      adviseConversion("lcov", ({ file }) => `gcovr -a ${file} --lcov cov.info`),
      adviseShow(({ file }) => `gcovr -a ${file}`),
    ],
  },
  {
    // Releases before 7 write the version last, and cannot write lcov.
    name: "gcovr-old",
    is: ({ text }) =>
      /^\s*\{\s*"files"\s*:\s*\[\s*\{\s*"file"\s*:\s*"[^"]*"\s*,\s*"(?:functions|lines)"\s*:/.test(text),
    what: "coverage in the format of gcovr before 7 (--json)",
    advice: [
      adviseConversion("lcov", ({ file }) => `gcovr -a ${file} --xml cov.xml`),
      adviseShow(({ file }) => `gcovr -a ${file}`),
    ],
  },
  {
    name: "istanbul",
    is: ({ text }) => /^\s*\{\s*"[^"]*"\s*:\s*\{\s*"path"\s*:/.test(text),
    what: "coverage of JavaScript, as Istanbul writes it",
    advice: [
      adviseConversion("lcov", ({ folder }) => `npx nyc report --temp-dir ${folder} --reporter lcov`),
      adviseShow(({ folder }) => `npx nyc report --temp-dir ${folder}`),
    ],
  },
];
