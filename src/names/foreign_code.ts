/**
 * Recognizes code that does not belong to the program: allocators, run-time systems, standard libraries and
 * packages. The rules are data, with one list for each property of a frame.
 * @module
 */

import { fileNameOf } from "../base/file_name_of.ts";
import { shortName } from "./short_name.ts";

/** A frame of a backtrace; unknown parts are empty texts. */
interface FramePlace {
  /** Name of the function. */
  readonly func: string;
  /** Name of the source file. */
  readonly file: string;
  /** Program or library. */
  readonly module: string;
}

/** Parts of paths of source files. */
const FILES: readonly RegExp[] = [
  // C and C++: headers of the system and the compiler, and sources of the C library.
  /^\/usr\/include\/|^\/usr\/lib\/gcc|\/c\+\+\/(?:v1|\d+)\/|\/include\/c\+\+\//,
  /(?:^|\/)(?:glibc|gcc|libstdc\+\+-v3|libcxx|llvm-project\/compiler-rt)[-\w.]*\/|^(?:\.\.\/)+(?:sysdeps|nptl|elf|libio|malloc|csu)\//,
  /^\.\/(?:malloc|csu|elf|libio|nptl|stdlib|string|iconv|io|posix|misc|socket|dirent|time|intl|locale|wcsmbs|dlfcn|resolv|nss)\/(?:\.\.\/.*|[\w.\/-]+\.[chS])$/,
  // Rust: files of the standard library and of crates.
  /^\/rustc\/|(?:^|\/)library\/(?:std|core|alloc|proc_macro|panic_unwind|test)\/src\/|\/\.cargo\/(?:registry|git)\/|\/\.rustup\//,
  // Go: modules, and the standard library with or without its full path.
  /\/pkg\/mod\/|\/(?:usr\/local\/go|lib\/go(?:-[\d.]+)?|go\d[\d.]*)\/src\/|\/vendor\/|^_cgo_/,
  /^(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|weak)\/(?:[\w.-]+\/)*[\w.-]+\.(?:go|s)$/,
  // Python and JavaScript.
  /\/(?:site|dist)-packages\/|\/lib(?:64)?\/python[\d.]+\/|^<(?:frozen|string|__array)|\/Python\/|^(?:Objects|Python|Modules|Parser)\/\w+\.[ch]$/,
  /^node:|\/node_modules\/|^node_modules\/|^internal\/(?:[\w-]+\/)*[\w-]+\.js$|^(?:ext|https?):/,
  // D, Swift, Ada, Qt and GLib.
  /(?:^|\/)<compiler-generated>$/,
  /\/(?:phobos|druntime)\/|\/include\/d(?:lang|md)?\/|\/adainclude\/|\/rts-\w+\//,
  /\/(?:qtbase|qtdeclarative|glib-?[\d.]*\/(?:glib|gobject|gio))\//,
];

/** Files of programs and libraries. */
const MODULES =
  /^(?:ld-linux[-\w]*|ld-musl[-\w]*|ld|libc|libm|libdl|librt|libpthread|libresolv|libstdc\+\+|libc\+\+|libc\+\+abi|libgcc_s|libunwind|libgomp|libasan|libtsan|libubsan|liblsan|libjemalloc|libtcmalloc\w*|libmimalloc|libheaptrack\w*|libmpatrol\w*|libsp-rtrace\w*|libmemusage|libQt\d?\w*|libglib|libgobject|libgio|libgmodule|libgtk|libgdk|libpango\w*|libcairo|libpython[\d.]*|libnode|libv8\w*|libswift\w*|libFoundation|libphobos\d*|libdruntime\w*|libgnat|libgnarl|libicu\w+|libssl|libcrypto|libz|linux-vdso|linux-gate|python[\d.]*|node|libsystem_\w+|libdyld|dyld)(?:[-.]|$)/;

/** Patterns of function names. */
const FUNCTIONS: readonly RegExp[] = [
  // Names with two leading underscores belong to compilers and to the C library, except Python names, which
  // also end with two.
  /^__(?!\w+__$)(?!.*::)/,
  /^(?:_start|_init|_fini|start_thread|clone3?|call_init|thread_start|malloc|calloc|realloc|free|reallocarray|posix_memalign|memalign|aligned_alloc|valloc|pvalloc|strdup|strndup|v?asprintf|getline|getdelim|fopen(?:64)?|fdopen|opendir|qsort|bsearch|setlocale|tzset|dlopen|mmap(?:64)?|munmap|mremap|sbrk|brk|je_\w+|tc_\w+|mi_\w+)$/,
  /^(?:_int_|_IO_|_dl_|_nl_|_mid_|_Unwind_|_obstack_)\w/,
  /^operator (?:new|delete)\b/,
  /^(?:std|__gnu_cxx|__cxxabiv1|boost)::/,
  /^(?:core::(?:alloc|any|array|char|cmp|convert|default|ffi|fmt|future|hash|iter|mem|net|num|ops|option|panicking|pin|ptr|result|slice|str|sync|task|time|unicode)|alloc::(?:alloc|borrow|boxed|collections|ffi|fmt|raw_vec|rc|slice|str|string|sync|task|vec)|hashbrown|rustc_demangle|rust_eh|panic_unwind|str|\[T\])::/,
  /^(?:__rust|__rdl|__rg|_rust|rust_begin|rust_eh)_/,
  /^(?:Py[A-Z]\w*_|_Py[A-Z]?\w*|py_?main$|pymain_|PyInit_)/,
  // Words of V8 for memory and time outside of scripts.
  /^\((?:external|garbage collector|idle|native|program|root|V8 API)\)$/,
  /^g_(?:malloc|realloc|calloc|try_|free|str|slice_|list_|slist_|hash_table_|array_|byte_array_|ptr_array_|string_|object_|type_|closure_|signal_|main_|value_|param_|variant_|thread_|source_|once|queue_|tree_|bytes_|error_|application_|key_file_|build_)/,
  // Functions that the Swift compiler derives from types.
  /^(?:outlined [\w ]+ of |(?:type )?metadata (?:accessor )?for |lazy protocol witness )/,
  /^(?:swift_|Swift\.|_d_|gc_|rt_|ada\.|system\.|gnat\.|interfaces\.|Q[A-Z]\w*::q[A-Z])/,
];

/** Functions of Go's standard library, recognized by their packages. */
const GO =
  /^(?:bufio|bytes|cmp|context|errors|flag|fmt|io|log|maps|math|os|path|reflect|regexp|runtime|slices|sort|strconv|strings|sync|syscall|testing|time|unicode)\.(?:\(\*?\w+|[A-Z]\w*|[a-z]\w*(?:\.func\d+)*$)/;

/** Modules of D's run-time system and standard library. Packages of other languages may have the same names. */
const D = /^(?:std|core|object|rt|gc|etc|ldc|gcc)\./;

/** Returns whether a frame is third-party code, which is not the first place to look. */
export function isForeign({ func, file, module }: FramePlace): boolean {
  const path = file.replaceAll("\\", "/");
  if (path !== "" && FILES.some((rule) => rule.test(path))) return true;
  if (MODULES.test(fileNameOf(module))) return true;
  if (func === "") return false;
  const name = shortName(func);
  if (FUNCTIONS.some((rule) => rule.test(name))) return true;
  if (D.test(name) && /^_D\d/.test(func)) return true;
  return GO.test(name) && (path === "" || path.endsWith(".go") || path.endsWith(".s"));
}
