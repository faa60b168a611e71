// SPDX-License-Identifier: GPL-3.0-or-later
#include "brick/Graph.h"
#include "brick/Io.h"
#include "brick/Linear.h"
#include "brick/Pending.h"

#include <cmath>
#include <exception>
#include <fstream>
#include <iostream>

using namespace brick;

namespace {

void require(bool condition, const char* what)
{
    if (!condition)
        throw std::runtime_error(std::string("brick: wrong result of ") + what);
}

void checkGraph(const KernelTable& kernels)
{
    Graph graph;
    graph.addTensor("a", fromText("[2, 2] 3 6 9 12"));
    graph.addTensor("b", fromText("[2] 4 8"));
    graph.addLine("c = hypotenuse_double a b");
    graph.addLine("d = add_int c b");
    graph.run(kernels);
    require(toText(graph.tensor("c")).rfind("[2, 2] 5 10 ", 0) == 0, "hypotenuse_double");
    require(graph.tensor("d")[0] == 9 && graph.tensor("d")[1] == 18, "add_int");
}

void checkLinear()
{
    const Tensor<double> matrix(Shape({ 2, 2 }), { 2, 1, 1, 3 });
    const Tensor<double> x = solve(matrix, Tensor<double>(Shape({ 2 }), { 3, 5 }));
    const Tensor<double> back = product_small_double(matrix, Tensor<double>(Shape({ 2, 1 }), x.values()));
    require(std::abs(back[0] - 3) < 1e-9 && std::abs(back[1] - 5) < 1e-9, "solve");
}

}

int main(int argc, char** argv)
{
    try {
        const KernelTable kernels = allKernels();
        checkGraph(kernels);
        checkLinear();
        require(waitForOthers(nullptr), "waitForOthers");
        const Statistics statistics = statisticsOf(fromText("[4] 1 2 3 4"));
        require(statistics.mean == 2.5, "statisticsOf");
        std::cout << kernels.size() << " kernels are right." << std::endl;
        if (argc > 1)
            std::ofstream(argv[1]) << kernels.size() << " kernels\n";
        return 0;
    } catch (const std::exception& problem) {
        std::cerr << problem.what() << std::endl;
        return 1;
    }
}
