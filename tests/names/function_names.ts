/** Names of functions of seven languages, with their short forms. */

/** Full names, each with its short form. */
export const NAMES: readonly (readonly [name: string, short: string])[] = [
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
  // Rust, read by a demangler of C++
  [
    "_$LT$m..Sq$LT$_$GT$$u20$as$u20$m..Shape$GT$::make::_$u7b$$u7b$closure$u7d$$u7d$",
    "m::Sq::make::{{closure}}",
  ],
  ["core::ptr::drop_in_place$LT$alloc..string..String$GT$::h0123456789abcdef", "core::ptr::drop_in_place"],
  ["_$LT$$RF$str$u20$as$u20$core..fmt..Display$GT$::fmt", "str::fmt"],
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
  // Without a name
  ["libc.so.6!0x7f005cc4524a", "libc.so.6!0x7f005cc4524a"],
  // D
  [
    "pure nothrow @safe void std.array.Appender!(char[]).Appender.put(char)",
    "std.array.Appender.Appender.put",
  ],
  ["_D4main3fooFiZv", "main.foo"],
  // A return by reference is an attribute of two letters.
  ["_D4main3fooFNkS4main3BarZ5innerFZv", "main.foo.inner"],
  ["_D3std5array__T8AppenderTAyaZQo6appendMFNaNbNfAyaZv", "std.array.Appender.Appender.append"],
  ["_D3std5stdio4File__T8writeflnTaTiTAAyaZQtMFNfIAaiQpZv", "std.stdio.File.writefln.writefln"],
  [
    "_D4core8internal2gc4impl12conservativeQw10initializeFZCQCbQBq11gcinterface2GC",
    "core.internal.gc.impl.conservative.gc.initialize",
  ],
  [
    "_D4core8internal2gc9pooltable__T9PoolTableTSQBqQBoQBi4impl12conservativeQCe4PoolZQBx8minimizeMFNaNbNiZ4swapFNaNbNiNfKPQCxKQfZv",
    "core.internal.gc.pooltable.PoolTable.PoolTable.minimize.swap",
  ],
  [
    "_D2rt8lifetime__T14_d_newarrayOpTX12_d_newarrayTZQBgFNaNbxC8TypeInfoAmZAv",
    "rt.lifetime._d_newarrayOpT._d_newarrayOpT",
  ],
  [
    "_D3std3uni__T8CowArrayTSQwQu8GcPolicyZQz8opAssignMFNaNbNcNiNjNeSQCkQCj__TQCiTQCcZQCqZQw",
    "std.uni.CowArray.CowArray.opAssign",
  ],
  ["_D4main3Foo6__ctorMFiZCQs3Foo", "main.Foo.this"],
  ["_D2rt4util8typeinfo10TypeInfo_c8toStringMxFNaNbNfZAya", "rt.util.typeinfo.TypeInfo_c.toString"],
  // References to themselves and to missing parts, and truncated names.
  ["_D4main__TQa", "_D4main__TQa"],
  ["_D4mainQz3foo", "_D4mainQz3foo"],
  ["_D9main", "_D9main"],
  // Swift
  ["$s4shop4CartC3addyySiF", "shop.Cart.add"],
  ["static main.Foo.bar(x: Swift.Int) -> Swift.String", "main.Foo.bar"],
  ["closure #1 (Swift.Int) -> () in main.foo(Swift.Int) -> ()", "closure #1 in main.foo"],
  ["generic specialization <Swift.Int> of Swift.Array.append(__owned A) -> ()", "Swift.Array.append"],
  // Ada, and a name in C that looks like one
  ["ada__strings__unbounded__append__2", "ada.strings.unbounded.append"],
  ["_ada_main", "main"],
  ["shapes__make__2", "shapes.make"],
  ["ada_main__add.365", "ada_main.add"],
  ["helper.5", "helper.5"],
  ["foo__bar", "foo__bar"],
];
