/* The yardstick for loading tracing files: the same decode, names by content, pairing by allocation index, into plain
 * arrays, as a C programmer would write it. Prints one line: events, seconds, events per second, allocated, freed.
 *
 *     gcc -O3 -march=native -o baseline_mtrc baseline_mtrc.c && ./baseline_mtrc FILE [ROUNDS]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    uint8_t *kind;
    uint64_t *thread, *addr, *size, *index;
    uint32_t *func, *file, *line, *life;
    size_t rows, room;
} Events;

typedef struct {
    const uint8_t *bytes;
    uint32_t length, hash;
} Name;

static Name *names;
static uint32_t name_count = 1, name_room = 1024;
static uint32_t *name_slots, slot_mask = 2047;

static void *grown(void *old, size_t bytes) {
    void *bigger = realloc(old, bytes);
    if (!bigger) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return bigger;
}

static void make_room(Events *e) {
    e->room = e->room ? e->room * 2 : 1 << 16;
    e->kind = grown(e->kind, e->room);
    e->thread = grown(e->thread, e->room * 8);
    e->addr = grown(e->addr, e->room * 8);
    e->size = grown(e->size, e->room * 8);
    e->index = grown(e->index, e->room * 8);
    e->func = grown(e->func, e->room * 4);
    e->file = grown(e->file, e->room * 4);
    e->line = grown(e->line, e->room * 4);
    e->life = grown(e->life, e->room * 4);
}

static uint32_t intern(const uint8_t *bytes, uint32_t length) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 16777619u;
    uint32_t slot = hash & slot_mask;
    for (; name_slots[slot]; slot = (slot + 1) & slot_mask) {
        const Name *name = &names[name_slots[slot]];
        if (name->hash == hash && name->length == length && !memcmp(name->bytes, bytes, length)) return name_slots[slot];
    }
    if (name_count == name_room) names = grown(names, (name_room *= 2) * sizeof *names);
    names[name_count] = (Name){bytes, length, hash};
    name_slots[slot] = name_count;
    if (name_count * 2 > slot_mask) {
        slot_mask = slot_mask * 2 + 1;
        free(name_slots);
        name_slots = calloc((size_t)slot_mask + 1, 4);
        for (uint32_t i = 1; i <= name_count; i++) {
            uint32_t at = names[i].hash & slot_mask;
            while (name_slots[at]) at = (at + 1) & slot_mask;
            name_slots[at] = i;
        }
    }
    return name_count++;
}

static inline uint64_t uleb(const uint8_t **p) {
    uint64_t value = *(*p)++;
    if (value < 0x80) return value;
    value &= 0x7f;
    for (unsigned shift = 7;; shift += 7) {
        uint64_t byte = *(*p)++;
        value |= (byte & 0x7f) << (shift & 63);
        if (byte < 0x80) return value;
    }
}

static inline uint32_t name_of(const uint8_t **p, uint32_t *cache) {
    uint8_t byte = *(*p)++;
    if (byte < 0x80) return cache[byte];
    size_t length = strlen((const char *)*p);
    uint32_t code = length ? intern(*p, (uint32_t)length) : 0;
    *p += length + 1;
    return cache[byte & 0x7f] = code;
}

/* Blocks by allocation index; indices are dense, so an array is enough. */
static uint32_t *life_of;
static size_t life_room;
static uint64_t *life_addr, *life_size;
static uint32_t lives = 1, lives_room = 1 << 16;

static void load(const uint8_t *p, const uint8_t *end, int sourced, Events *e, uint64_t totals[2]) {
    uint32_t funcs[128] = {0}, files[128] = {0};
    while (p < end) {
        uint8_t letter = *p++;
        if (letter == 'M') break;
        if (e->rows == e->room) make_room(e);
        size_t r = e->rows++;
        uint32_t life = 0;
        uint64_t index = 0, addr = 0, size = 0, thread = 0;
        uint32_t func = 0, file = 0, line = 0;
        if (letter == 'H' || letter == 'I') {
            addr = uleb(&p);
            size = uleb(&p);
        } else {
            index = uleb(&p);
            if (letter != 'F') {
                addr = uleb(&p);
                size = uleb(&p);
            }
            if (sourced) {
                thread = uleb(&p);
                func = name_of(&p, funcs);
                file = name_of(&p, files);
                line = (uint32_t)uleb(&p);
            }
            if (index >= life_room) {
                size_t room = life_room;
                while (index >= life_room) life_room = life_room ? life_room * 2 : 1 << 16;
                life_of = grown(life_of, life_room * 4);
                memset(life_of + room, 0, (life_room - room) * 4);
            }
            if (letter == 'A') {
                if (lives == lives_room) {
                    lives_room *= 2;
                    life_addr = grown(life_addr, (size_t)lives_room * 8);
                    life_size = grown(life_size, (size_t)lives_room * 8);
                }
                life = life_of[index] = lives++;
                totals[0] += size;
            } else {
                life = life_of[index];
                totals[1] += life_size[life];
                if (letter == 'F') {
                    addr = life_addr[life];
                    size = life_size[life];
                } else totals[0] += size;
            }
            life_addr[life] = addr;
            life_size[life] = size;
        }
        e->kind[r] = letter;
        e->thread[r] = thread;
        e->addr[r] = addr;
        e->size[r] = size;
        e->index[r] = index;
        e->func[r] = func;
        e->file[r] = file;
        e->line[r] = line;
        e->life[r] = life;
    }
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int rounds = argc > 2 ? atoi(argv[2]) : 3;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 1;
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    double best = 1e9;
    size_t rows = 0;
    uint64_t totals[2] = {0, 0};
    for (int round = 0; round < rounds; round++) {
        Events e = {0};
        struct timespec start, stop;
        clock_gettime(CLOCK_MONOTONIC, &start);
        uint8_t *bytes = grown(NULL, length + 16);
        rewind(file);
        if (fread(bytes, 1, length, file) != length) return 1;
        memset(bytes + length, 0, 16);
        names = grown(NULL, name_room * sizeof *names);
        name_slots = calloc((size_t)slot_mask + 1, 4);
        life_addr = grown(NULL, (size_t)lives_room * 8);
        life_size = grown(NULL, (size_t)lives_room * 8);
        totals[0] = totals[1] = 0;
        int wide = bytes[8] == 0 && bytes[9] == 0 && (bytes[10] | bytes[11]) == 0 && bytes[4];
        wide |= !memcmp(bytes + 4, "\0\0\0\0", 4);
        const uint8_t *v = bytes + (wide ? 12 : 8);
        uint32_t version = bytes[4] ? v[0] | v[1] << 8 : wide ? v[7] | v[6] << 8 : v[3] | v[2] << 8;
        load(bytes + (wide ? 20 : 12), bytes + length, version >= 10405, &e, totals);
        clock_gettime(CLOCK_MONOTONIC, &stop);
        double seconds = (double)(stop.tv_sec - start.tv_sec) + (double)(stop.tv_nsec - start.tv_nsec) / 1e9;
        if (seconds < best) best = seconds;
        rows = e.rows;
        free(bytes), free(names), free(name_slots), free(life_of), free(life_addr), free(life_size);
        free(e.kind), free(e.thread), free(e.addr), free(e.size), free(e.index);
        free(e.func), free(e.file), free(e.line), free(e.life);
        name_count = 1, name_room = 1024, slot_mask = 2047;
        life_of = NULL, life_room = 0, lives = 1, lives_room = 1 << 16;
    }
    printf("events %zu seconds %.4f per_second %.0f allocated %llu freed %llu\n", rows, best, (double)rows / best,
           (unsigned long long)totals[0], (unsigned long long)totals[1]);
    return 0;
}
