/* The same scans as the questions of the bench, over plain arrays, with as many threads as OMP_NUM_THREADS says. Reads ROWS
   and the columns from one file: kind u8, thread u8, file u8, size u32, addr u64; a size that is missing is UINT32_MAX.
   Prints "name milliseconds" per scan, best of five. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static volatile uint64_t sink;
static uint64_t n;
static uint8_t *kind, *thread_, *file;
static uint32_t *size;
static uint64_t *addr;

static void filter2(void) {
  uint64_t count = 0, sum = 0;
#pragma omp parallel for reduction(+ : count, sum)
  for (uint64_t i = 0; i < n; i++) {
    int pass = (kind[i] == 0) & (size[i] - 64u < 4096u - 64u);
    count += pass;
    sum += pass ? size[i] : 0;
  }
  sink = count + sum;
}
static void filter3(void) {
  uint64_t count = 0, sum = 0;
#pragma omp parallel for reduction(+ : count, sum)
  for (uint64_t i = 0; i < n; i++) {
    int pass = (kind[i] == 0) & (thread_[i] == 1) & (size[i] - 64u < 4096u - 64u);
    count += pass;
    sum += pass ? size[i] : 0;
  }
  sink = count + sum;
}
static void range(void) {
  uint64_t count = 0;
#pragma omp parallel for reduction(+ : count)
  for (uint64_t i = 0; i < n; i++) count += addr[i] - 0x55d000100000ull < 0x100000ull;
  sink = count;
}
static void overlap(void) {
  uint64_t count = 0, low = 0x55d000100000ull, high = low + 0x100000ull;
#pragma omp parallel for reduction(+ : count)
  for (uint64_t i = 0; i < n; i++) count += (addr[i] < high) & ((addr[i] + size[i] > low) | (addr[i] >= low));
  sink = count;
}
static void group(void) {
  uint64_t counts[256] = {0}, sums[256] = {0};
#pragma omp parallel for reduction(+ : counts, sums)
  for (uint64_t i = 0; i < n; i++) {
    counts[file[i]]++;
    sums[file[i]] += size[i] == UINT32_MAX ? 0 : size[i];
  }
  uint64_t best = 0;
  for (int k = 0; k < 256; k++) best = sums[k] > best ? sums[k] : best;
  sink = best;
}
static int power(uint32_t value) { return value ? 31 - __builtin_clz(value) : 0; }
static void buckets(void) {
  uint64_t counts[32] = {0};
#pragma omp parallel for reduction(+ : counts)
  for (uint64_t i = 0; i < n; i++)
    if (kind[i] == 0) counts[power(size[i])]++;
  sink = counts[5];
}
static void hist(void) {
  uint64_t counts[32] = {0}, sums[32] = {0};
#pragma omp parallel for reduction(+ : counts, sums)
  for (uint64_t i = 0; i < n; i++) {
    if (size[i] == UINT32_MAX) continue;
    counts[power(size[i])]++;
    sums[power(size[i])] += size[i];
  }
  sink = counts[5] + sums[5];
}

static void run(const char *name, void (*scan)(void)) {
  double best = 1e9;
  for (int i = 0; i < 5; i++) {
    double start = now();
    scan();
    double time = now() - start;
    best = time < best ? time : best;
  }
  printf("%s %.3f\n", name, best);
}

static void *take(FILE *in, size_t bytes) {
  void *p = aligned_alloc(64, (bytes * n + 63) / 64 * 64);
  if (fread(p, bytes, n, in) != n) exit(1);
  return p;
}

int main(int argc, char **argv) {
  FILE *in = fopen(argv[argc - 1], "rb");
  if (!in || fread(&n, 8, 1, in) != 1) return 1;
  kind = take(in, 1);
  thread_ = take(in, 1);
  file = take(in, 1);
  size = take(in, 4);
  addr = take(in, 8);
  run("filter2", filter2);
  run("filter3", filter3);
  run("range", range);
  run("overlap", overlap);
  run("group", group);
  run("buckets", buckets);
  run("hist", hist);
  return 0;
}
