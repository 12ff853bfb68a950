/**
 * Known leaks of system libraries that the traced program has not caused: memory that is allocated once and
 * kept until the end. `suppress "known"` leaves them out.
 * @module
 */

import type { NameRule } from "./suppression_rules.ts";

/** Functions that keep the memory they allocate, by library. */
const KNOWN: readonly string[] = [
  // The C library: name services, character sets, exit handlers, time zones, thread buffers.
  "__nss_module_allocate",
  "__gconv_read_conf",
  "__new_exitfn",
  "tzset_internal",
  "^_dl_allocate_tls",
  "^__cxa_thread_atexit_impl$",
  // The dynamic linker.
  "dl_open_worker",
  "^_dl_new_object$",
  // The exception pool that libstdc++ allocates before main().
  "__gnu_cxx::__freeres",
  "^(anonymous namespace)::pool::pool",
  // GLib: its event loop, types and interned strings.
  "g_main_context_new",
  "g_thread_self",
  "^g_quark_init$",
  "^g_type_register_",
  "^gobject_init",
  // Font configurations, which live as long as the process.
  "^FcInit",
  "^FcConfigParse",
];

/** The built-in list of leaks. */
export const KNOWN_LEAKS: readonly NameRule[] = KNOWN.map((pattern) => ({
  kind: "name",
  text: `leak:${pattern}`,
  pattern,
}));
