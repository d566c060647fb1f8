// coal or FCL beside Gouge: whether a tool given as a mesh meets a part, at standing positions only.
//
// What is measured: their collision query, stopped at the first contact, no contact asked for, between
// hierarchies of oriented boxes (OBBRSS, the fastest of theirs here) over part and tool; and between the
// part's and the tool as a convex body, where CONVEX is 1. One position a motion, its end. Only the queries are
// timed, reading and building apart. A line each on the standard output: what was asked, seconds, how many
// positions meet the part, 0. The file HITS gets a number for each position and query: 1 where it meets the part.
//
// With -DCOAL it asks coal, else FCL.
//
//   discrete PART TOOL ROWS CONVEX ROUNDS HITS

#ifdef COAL
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/shape/convex.h>
namespace peer = coal;
using Point = coal::Vec3s;
using Place = coal::Transform3s;
using Tree = coal::BVHModel<coal::OBBRSS>;
using Request = coal::CollisionRequest;
using Result = coal::CollisionResult;
using Geometry = coal::CollisionGeometry;
#else
#include <fcl/fcl.h>
namespace peer = fcl;
using Point = fcl::Vector3<double>;
using Place = fcl::Transform3<double>;
using Tree = fcl::BVHModel<fcl::OBBRSS<double>>;
using Request = fcl::CollisionRequest<double>;
using Result = fcl::CollisionResult<double>;
using Geometry = fcl::CollisionGeometry<double>;
#endif

#include <memory>

#include "files.hpp"

static std::vector<Point> points(const Mesh &mesh) {
    std::vector<Point> out;
    for (const Vec &v : mesh.vertices) out.push_back(Point(v.x, v.y, v.z));
    return out;
}

static std::shared_ptr<Tree> tree(const Mesh &mesh) {
    std::vector<peer::Triangle> facets;
    for (const Facet &f : mesh.facets) facets.emplace_back(f.corner[0], f.corner[1], f.corner[2]);
    auto made = std::make_shared<Tree>();
    made->beginModel(int(mesh.facets.size()), int(mesh.vertices.size()));
    made->addSubModel(points(mesh), facets);
    made->endModel();
    return made;
}

static std::shared_ptr<Geometry> convex(const Mesh &mesh) {
    auto at = std::make_shared<std::vector<Point>>(points(mesh));
#ifdef COAL
    auto facets = std::make_shared<std::vector<coal::Triangle>>();
    for (const Facet &f : mesh.facets) facets->emplace_back(f.corner[0], f.corner[1], f.corner[2]);
    return std::make_shared<coal::Convex<coal::Triangle>>(at, unsigned(at->size()), facets,
                                                          unsigned(facets->size()));
#else
    auto faces = std::make_shared<std::vector<int>>();
    for (const Facet &f : mesh.facets) {
        faces->push_back(3);
        for (uint32_t corner : f.corner) faces->push_back(int(corner));
    }
    auto body = std::make_shared<fcl::Convex<double>>(at, int(mesh.facets.size()), faces);
    body->computeLocalAABB();
    return body;
#endif
}

int main(int count, char **words) {
    if (count != 7) {
        fprintf(stderr, "discrete PART TOOL ROWS CONVEX ROUNDS HITS\n");
        return 2;
    }
    Mesh part = mesh_of(words[1]), tool = mesh_of(words[2]);
    std::vector<std::vector<Vec>> rows = rows_of(words[3]);
    int rounds = atoi(words[5]);
    std::shared_ptr<Tree> land;
    double start = seconds();
    land = tree(part);
    printf("build %.9g 0 0\n", seconds() - start);
    FILE *file = opened(words[6], "wb");
    auto measure = [&](const char *what, const Geometry *body) {
        Request request;
        request.num_max_contacts = 1;
        request.enable_contact = false;
        std::vector<double> hits;
        unsigned long long meet = 0;
        double spent = timed(rounds, [&] {
            hits.clear();
            meet = 0;
            for (const std::vector<Vec> &row : rows) {
                for (size_t i = 1; i < row.size(); ++i) {
                    Place place = Place::Identity();
#ifdef COAL
                    place.setTranslation(Point(row[i].x, row[i].y, row[i].z));
#else
                    place.translation() = Point(row[i].x, row[i].y, row[i].z);
#endif
                    Result result;
                    peer::collide(land.get(), Place::Identity(), body, place, request, result);
                    meet += result.isCollision();
                    hits.push_back(result.isCollision() ? 1 : 0);
                }
            }
        });
        printf("%s %.9g %llu 0\n", what, spent, meet);
        fwrite(hits.data(), sizeof(double), hits.size(), file);
    };
    measure("mesh", tree(tool).get());
    if (atoi(words[4]) != 0) measure("convex", convex(tool).get());
    return fclose(file) == 0 ? 0 : 2;
}
