/** Names of functions as people say them, of seven languages; and broken ones, which end in no time. */
import { assert, assertEquals } from "@std/assert";
import { shortFrames, shortName } from "../../src/names/short_name.ts";
import { programPath, withTools } from "../support/programs.ts";

/** Names, and what is shown of them. */
const NAMES: readonly (readonly [name: string, short: string])[] = [
  // C and C++
  ["main", "main"],
  ["??", "??"],
  ["malloc@@GLIBC_2.2.5", "malloc"],
  ["_int_malloc.isra.0", "_int_malloc"],
  ["libx.so+0x1234", "libx.so+0x1234"],
  ["geo::raw(int)", "geo::raw"],
  ["parse(int) [clone .cold]", "parse"],
  ["operator new[](unsigned long)", "operator new[]"],
  ["(anonymous namespace)::helper(int)", "(anonymous namespace)::helper"],
  [
    "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::_M_mutate(unsigned long, char const*)",
    "std::string::_M_mutate",
  ],
  [
    "void std::vector<std::unique_ptr<geo::Square, std::default_delete<geo::Square> >, std::allocator<std::unique_ptr<" +
    "geo::Square, std::default_delete<geo::Square> > > >::_M_realloc_insert<geo::Square>(geo::Square&&)",
    "std::vector::_M_realloc_insert",
  ],
  ["std::__detail::_MakeUniq<A>::__single_object std::make_unique<A, double>(double&&)", "std::make_unique"],
  ["std::enable_if<(sizeof(int) > 2), int>::type f<int>(int)", "f"],
  ["std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)", "std::operator<<"],
  ["bool std::operator< <int>(std::vector<int> const&)", "std::operator<"],
  ["Foo::operator std::vector<int>() const", "Foo::operator std::vector"],
  ["foo::bar() const::{lambda(auto:1)#1}::operator()<int>(int) const", "foo::bar::{lambda#1}::operator()"],
  ["std::__1::vector<int>::push_back[abi:v160006](int const&)", "std::vector::push_back"],
  ["_ZN3foo3barEv", "foo::bar"],
  ["_ZN3foo3BarD2Ev", "foo::Bar::~Bar"],
  ["void (*signal(int, void (*)(int)))(int)", "void (*signal(int, void (*)(int)))(int)"],
  // Rust
  ["_RNvNtCslNYArtu3iFV_5alloc5alloc7realloc", "alloc::alloc::realloc"],
  ["_RINvNtC3std3mem8align_ofNtNtC3foo3bar3BazE", "std::mem::align_of"],
  ["_RNCNvC3foo4main0B3_", "foo::main::{closure#0}"],
  ["alloc::raw_vec::finish_grow::h0123456789abcdef", "alloc::raw_vec::finish_grow"],
  ["<alloc::vec::Vec<T> as core::iter::Extend<T>>::extend", "alloc::vec::Vec::extend"],
  ["<&str as core::fmt::Display>::fmt", "str::fmt"],
  ["<alloc[1b2c3d4e5f60718a]::vec::Vec<u8>>::push", "alloc::vec::Vec::push"],
  ["std::rt::lang_start::<()>::{closure#0}", "std::rt::lang_start::{closure#0}"],
  [
    "_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE",
    "core::ptr::drop_in_place",
  ],
  // Go
  ["github.com/shop/cart/v2.(*Cart).Add", "cart.(*Cart).Add"],
  ["net/http.(*conn).serve", "http.(*conn).serve"],
  ["main.(*List[go.shape.int]).Push", "main.(*List).Push"],
  ["github.com/a/b.Map[go.shape.int,string].func1", "b.Map.func1"],
  // Python and JavaScript
  ["<module>", "<module>"],
  ["outer.<locals>.inner", "outer.inner"],
  ["Object.<anonymous>", "Object.<anonymous>"],
  ["Module._extensions..js", "Module._extensions..js"],
  // D
  [
    "pure nothrow @safe void std.array.Appender!(char[]).Appender.put(char)",
    "std.array.Appender.Appender.put",
  ],
  ["_D4main3fooFiZv", "main.foo"],
  [
    "_D3std5array__T8AppenderTAyaZQo6appendMFNaNbNfAyaZv",
    "_D3std5array__T8AppenderTAyaZQo6appendMFNaNbNfAyaZv",
  ],
  // Swift
  ["$s4shop4CartC3add_yySiF", "shop.Cart.add"],
  ["static main.Foo.bar(x: Swift.Int) -> Swift.String", "main.Foo.bar"],
  ["closure #1 (Swift.Int) -> () in main.foo(Swift.Int) -> ()", "closure #1 in main.foo"],
  ["generic specialization <Swift.Int> of Swift.Array.append(__owned A) -> ()", "Swift.Array.append"],
  // Ada, and a name of C that looks like one
  ["ada__strings__unbounded__append__2", "ada.strings.unbounded.append"],
  ["_ada_main", "main"],
  ["shapes__make__2", "shapes.make"],
  ["foo__bar", "foo__bar"],
];

for (const [name, short] of NAMES) {
  Deno.test(`shortName() of ${name.slice(0, 60)}`, () => assertEquals(shortName(name), short));
}

Deno.test("shortName() keeps arguments or template arguments where somebody asks for them", () => {
  const name =
    "void std::vector<A<int>, std::allocator<A<int> > >::push<B>(std::map<int, B> const&, int) const";
  assertEquals(shortName(name), "std::vector::push");
  assertEquals(shortName(name, "arguments"), "std::vector::push(std::map const&, int)");
  assertEquals(shortName(name, "parameters"), "std::vector<A<int>>::push<B>");
  assertEquals(shortName(name, "whole"), name);
});

Deno.test("shortFrames() shortens each name of a backtrace", () => {
  assertEquals(
    shortFrames("operator new(unsigned long) < geo::raw(int) < main"),
    "operator new < geo::raw < main",
  );
  assertEquals(shortFrames("bool std::operator< <int>(int) < main"), "std::operator< < main");
});

Deno.test("shortName() ends in no time and never fails, whatever the name", () => {
  const pieces = [
    "<",
    "a<",
    "(",
    " const",
    "operator",
    "a::",
    ".isra.1",
    "a__",
    "_RN",
    "NvB_",
    "/a.",
    "x in ",
    "a[",
    "{",
    "@a",
  ];
  const more = [
    " [clone ",
    "<a as ",
    "operator<",
    "a<operator<",
    "$LT$",
    "::",
    "1a",
    " < ",
    "[abi:",
    "basic_",
    "<impl ",
    "!(",
  ];
  const start = performance.now();
  for (const piece of [...pieces, ...more]) {
    for (const head of ["", "_R", "_ZN", "_D3", "$s4", "a"]) {
      const name = (head + piece.repeat(16_384 / piece.length)).slice(0, 16_000);
      for (const length of ["bare", "arguments", "parameters"] as const) {
        assert(shortName(name, length) !== "");
      }
    }
  }
  // 486 names that nobody has, of 16,000 characters each.
  assert(performance.now() - start < 30_000);
});

const LIBRARY = "/usr/lib/x86_64-linux-gnu/libstdc++.so.6";

function printed(program: string, args: readonly string[]): string {
  return new TextDecoder().decode(
    new Deno.Command(program, { args: [...args], stderr: "null" }).outputSync().stdout,
  );
}

Deno.test({
  ...withTools(["binutils"], "no name of the library of C++ keeps template arguments"),
  fn() {
    if (programPath("nm") === null) return;
    const names = printed("nm", ["-DC", "--defined-only", LIBRARY]).split("\n")
      .filter((line) => / [TW] /.test(line)).map((line) => line.replace(/^\S+ . /, ""));
    for (const name of names) {
      const short = shortName(name).replace(/operator(?:<=>|<<=?|>>=?|->\*?|<=?|>=?|\(\))/, "operator");
      assert(!/[<>(]/.test(short.replace("(anonymous namespace)", "")), `${name} became ${short}`);
    }
  },
});
