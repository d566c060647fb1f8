// What the peers read and print: a mesh and rows of points as plain binary files in the byte order of
// the machine, and processor time of the one thread they run on.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

struct Vec {
    double x, y, z;
};

inline Vec operator+(const Vec &a, const Vec &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(const Vec &a, const Vec &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator*(const Vec &a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(const Vec &a, const Vec &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(const Vec &a, const Vec &b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Facet {
    uint32_t corner[3];
};

struct Mesh {
    std::vector<Vec> vertices;
    std::vector<Facet> facets;
};

// A list: how many there are, eight bytes, then one after the other.
template <class T> std::vector<T> list(FILE *file) {
    uint64_t count = 0;
    if (fread(&count, sizeof count, 1, file) != 1) {
        fprintf(stderr, "a file ends before its list\n");
        exit(2);
    }
    std::vector<T> items(count);
    if (count != 0 && fread(items.data(), sizeof(T), count, file) != count) {
        fprintf(stderr, "a file ends within its list\n");
        exit(2);
    }
    return items;
}

inline FILE *opened(const char *name, const char *how) {
    FILE *file = fopen(name, how);
    if (file == nullptr) {
        perror(name);
        exit(2);
    }
    return file;
}

inline Mesh mesh_of(const char *name) {
    FILE *file = opened(name, "rb");
    Mesh mesh;
    mesh.vertices = list<Vec>(file);
    mesh.facets = list<Facet>(file);
    fclose(file);
    return mesh;
}

inline std::vector<std::vector<Vec>> rows_of(const char *name) {
    FILE *file = opened(name, "rb");
    uint64_t count = 0;
    if (fread(&count, sizeof count, 1, file) != 1) exit(2);
    std::vector<std::vector<Vec>> rows;
    for (uint64_t row = 0; row < count; ++row) rows.push_back(list<Vec>(file));
    fclose(file);
    return rows;
}

inline double seconds() {
    timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return double(spent.tv_sec) + 1e-9 * double(spent.tv_nsec);
}

// Runs some work at least as many times as asked and for a fiftieth of a second; seconds of one.
template <class Work> double timed(int rounds, Work work) {
    double start = seconds(), spent = 0;
    int runs = 0;
    while (runs < rounds || spent < 0.02) {
        work();
        ++runs;
        spent = seconds() - start;
    }
    return spent / runs;
}
