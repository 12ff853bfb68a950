/* Functions with data between their code, as compilers put it there. `never` does not run, and of `half` one way only, where
   that is a way: ARM has instructions with conditions instead. All other functions run whole. */
#if defined(__arm__)
#define THUMB __attribute__((target("thumb"), noinline))
#define SKIP "b 1f\n"
#elif defined(__aarch64__)
#define THUMB __attribute__((noinline))
#define SKIP "b 1f\n"
#else
#define THUMB __attribute__((noinline))
#define SKIP "j 1f\n"
#endif
#define PLAIN __attribute__((noinline))

volatile unsigned sink;

/* Constants too large for an instruction: in a pool behind the code on ARM. */
PLAIN unsigned mixed(unsigned x) {
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  x ^= x >> 12;
  x *= 0x297a2d39u;
  return x ^ 0x9e3779b9u;
}

/* The same in the short instruction set, and a table of addresses or distances. */
THUMB unsigned chosen(unsigned x) {
  switch (x) {
    case 0: return 0x12345678u;
    case 1: return sink + 0x23456789u;
    case 2: return sink * 3;
    case 3: return sink ^ 0x3456789au;
    case 4: return sink - 5;
    case 5: return sink << 3;
    default: return 0x456789abu;
  }
}

/* Data that is jumped over, in the middle. */
PLAIN unsigned jumped(unsigned x) {
  __asm__ volatile(SKIP ".word 0x11223344, 0x55667788\n1:\n");
  return x + 1;
}

/* One of the two ways is never taken. */
PLAIN unsigned half(unsigned x) {
  if (x > 1000) {
    sink = 0x0badcafeu;
    return x * 0x01234567u;
  }
  return x + 2;
}

PLAIN unsigned never(unsigned x) {
  return x * 0x89abcdefu + 0x76543210u;
}

PLAIN void leave(void) {
#if defined(__arm__)
  register long number __asm__("r7") = 1, status __asm__("r0") = 0;
  __asm__ volatile("svc 0" : : "r"(number), "r"(status));
#elif defined(__aarch64__)
  register long number __asm__("x8") = 93, status __asm__("x0") = 0;
  __asm__ volatile("svc 0" : : "r"(number), "r"(status));
#else
  register long number __asm__("a7") = 93, status __asm__("a0") = 0;
  __asm__ volatile("ecall" : : "r"(number), "r"(status));
#endif
  __builtin_unreachable();
}

void _start(void) {
  sink = mixed(7);
  for (unsigned x = 0; x < 8; x++) sink += chosen(x);
  sink += jumped(sink);
  sink += half(sink & 15);
  if (sink == 1) sink = never(sink);
  leave();
}
