// Embree beside Gouge: how deep a ball that moves along each segment of a path cuts into a mesh.
//
// What is measured: Embree's hierarchy, medium quality, one thread, asked by point queries about the
// middle of each segment, whose radius covers the whole capsule. The leaf is ours, in closed form and
// double precision: the distance of a triangle from a segment. Three ways of asking:
//
//   depth         the nearest triangle, the radius shrinking to what was found
//   depth,seeded  the same, looking first at the triangle that was nearest to the segment before
//   contacts      every triangle nearer than the radius less the tolerance
//
// Only the queries are timed, reading and building apart. A line each on the standard output: what was
// asked, seconds, how many motions gouge, triangles found. The file DEPTHS gets the depth of each motion.
//
//   embree MESH ROWS RADIUS TOLERANCE ROUNDS DEPTHS

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>

#include "files.hpp"

// Above what rounding of centres, corners and radii to single precision takes off, mm: coordinates are
// below 512 mm, where a unit in the last place is 2^-15 mm.
static const double PAD = 1e-3;

struct Leaf {
    const Mesh *mesh;
    Vec from, along;
    double squared_length;
    // Only what is nearer counts, squared.
    double nearest;
    uint32_t facet;
    bool shrink;
    double half;
    uint64_t found;
};

static double edge(const Leaf &leaf, const Vec &q, const Vec &e) {
    Vec r = leaf.from - q;
    double a = leaf.squared_length, b = dot(e, e), c = dot(leaf.along, r), f = dot(e, r);
    double s = 0, t = 0;
    if (a <= 0) {
        t = b > 0 ? std::clamp(f / b, 0.0, 1.0) : 0.0;
    } else if (b <= 0) {
        s = std::clamp(-c / a, 0.0, 1.0);
    } else {
        double m = dot(leaf.along, e), det = a * b - m * m;
        if (det > 0) s = std::clamp((m * f - c * b) / det, 0.0, 1.0);
        t = (m * s + f) / b;
        if (t < 0) {
            t = 0;
            s = std::clamp(-c / a, 0.0, 1.0);
        } else if (t > 1) {
            t = 1;
            s = std::clamp((m - c) / a, 0.0, 1.0);
        }
    }
    Vec apart = r + leaf.along * s - e * t;
    return dot(apart, apart);
}

// Squared distance of a triangle from the segment, or anything not below `nearest` if it is not nearer.
static double distance(const Leaf &leaf, const Vec &a, const Vec &b, const Vec &c) {
    Vec normal = cross(b - a, c - a);
    double n2 = dot(normal, normal);
    double before = dot(normal, leaf.from - a), by = dot(normal, leaf.along), after = before + by;
    auto over = [&](const Vec &p) {
        return dot(normal, cross(b - a, p - a)) >= 0 && dot(normal, cross(c - b, p - b)) >= 0 &&
               dot(normal, cross(a - c, p - c)) >= 0;
    };
    if (n2 > 0) {
        if (before * after > 0) {
            double least = std::min(std::fabs(before), std::fabs(after));
            if (least * least >= leaf.nearest * n2) return leaf.nearest;
            bool first = std::fabs(before) <= std::fabs(after);
            if (over(first ? leaf.from : leaf.from + leaf.along)) return least * least / n2;
        } else if (by != 0) {
            if (over(leaf.from - leaf.along * (before / by))) return 0;
        }
    }
    double least = std::min({edge(leaf, a, b - a), edge(leaf, b, c - b), edge(leaf, c, a - c)});
    // Where the segment's plane side changes, or both ends are as far, an end may lie over the triangle.
    if (n2 > 0) {
        if (over(leaf.from)) least = std::min(least, before * before / n2);
        if (over(leaf.from + leaf.along)) least = std::min(least, after * after / n2);
    }
    return least;
}

static double distance(const Leaf &leaf, uint32_t index) {
    const uint32_t *corner = leaf.mesh->facets[index].corner;
    const std::vector<Vec> &at = leaf.mesh->vertices;
    return distance(leaf, at[corner[0]], at[corner[1]], at[corner[2]]);
}

static float reach(const Leaf &leaf) {
    return float(std::sqrt(leaf.nearest) + leaf.half + PAD);
}

static bool ask(RTCPointQueryFunctionArguments *about) {
    Leaf &leaf = *static_cast<Leaf *>(about->userPtr);
    double squared = distance(leaf, about->primID);
    if (squared >= leaf.nearest) return false;
    ++leaf.found;
    if (!leaf.shrink) return false;
    leaf.nearest = squared;
    leaf.facet = about->primID;
    about->query->radius = reach(leaf);
    return true;
}

int main(int count, char **words) {
    if (count != 7) {
        fprintf(stderr, "embree MESH ROWS RADIUS TOLERANCE ROUNDS DEPTHS\n");
        return 2;
    }
    Mesh mesh = mesh_of(words[1]);
    std::vector<std::vector<Vec>> rows = rows_of(words[2]);
    double radius = atof(words[3]), tolerance = atof(words[4]);
    int rounds = atoi(words[5]);

    RTCDevice device = rtcNewDevice("threads=1");
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    size_t vertices = mesh.vertices.size(), facets = mesh.facets.size();
    float *at = static_cast<float *>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), vertices));
    for (size_t i = 0; i < vertices; ++i) {
        at[3 * i] = float(mesh.vertices[i].x);
        at[3 * i + 1] = float(mesh.vertices[i].y);
        at[3 * i + 2] = float(mesh.vertices[i].z);
    }
    Facet *corners = static_cast<Facet *>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, sizeof(Facet), facets));
    std::copy(mesh.facets.begin(), mesh.facets.end(), corners);
    RTCScene scene = rtcNewScene(device);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_MEDIUM);
    double start = seconds();
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcCommitScene(scene);
    printf("build %.9g 0 0\n", seconds() - start);

    std::vector<double> depths;
    auto run = [&](bool shrink, bool seeded) {
        depths.clear();
        uint64_t gouging = 0, found = 0;
        for (const std::vector<Vec> &row : rows) {
            uint32_t last = UINT32_MAX;
            for (size_t i = 1; i < row.size(); ++i) {
                Leaf leaf;
                leaf.mesh = &mesh;
                leaf.from = row[i - 1];
                leaf.along = row[i] - row[i - 1];
                leaf.squared_length = dot(leaf.along, leaf.along);
                leaf.nearest = (radius - tolerance) * (radius - tolerance);
                leaf.facet = UINT32_MAX;
                leaf.shrink = shrink;
                leaf.half = 0.5 * std::sqrt(leaf.squared_length);
                leaf.found = 0;
                if (seeded && last != UINT32_MAX) {
                    double squared = distance(leaf, last);
                    if (squared < leaf.nearest) {
                        leaf.nearest = squared;
                        leaf.facet = last;
                        ++leaf.found;
                    }
                }
                Vec middle = leaf.from + leaf.along * 0.5;
                RTCPointQuery query;
                query.x = float(middle.x);
                query.y = float(middle.y);
                query.z = float(middle.z);
                query.time = 0;
                query.radius = reach(leaf);
                RTCPointQueryContext context;
                rtcInitPointQueryContext(&context);
                rtcPointQuery(scene, &query, &context, ask, &leaf);
                gouging += leaf.found != 0;
                found += leaf.found;
                last = leaf.facet;
                if (shrink) depths.push_back(leaf.found != 0 ? radius - std::sqrt(leaf.nearest) : 0);
            }
        }
        return std::pair<uint64_t, uint64_t>(gouging, found);
    };
    auto measure = [&](const char *what, bool shrink, bool seeded) {
        std::pair<uint64_t, uint64_t> found;
        double spent = timed(rounds, [&] { found = run(shrink, seeded); });
        printf("%s %.9g %llu %llu\n", what, spent, (unsigned long long)found.first,
               (unsigned long long)found.second);
    };
    measure("contacts", false, false);
    measure("depth,seeded", true, true);
    measure("depth", true, false);
    FILE *file = opened(words[6], "wb");
    fwrite(depths.data(), sizeof(double), depths.size(), file);
    if (fclose(file) != 0) return 2;
    rtcReleaseScene(scene);
    rtcReleaseGeometry(geometry);
    rtcReleaseDevice(device);
    return 0;
}
