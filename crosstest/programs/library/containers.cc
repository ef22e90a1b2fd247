// Containers, strings, algorithms, smart pointers, virtual functions, static variables.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
struct Base {
    virtual int f(int) = 0;
    virtual ~Base() {}
};
template <class T> struct Times : Base {
    T factor;
    Times(T factor) : factor(factor) {}
    int f(int x) override { return static_cast<int>(x * factor); }
    ~Times() { printf("gone\n"); }
};
static Times<int> global(3);
int main() {
    std::unique_ptr<Base> base(new Times<double>(2.5));
    static Times<int> local(9);
    printf("%d %d %d\n", base->f(4), global.f(4), local.f(2));
    base.reset();
    std::vector<int> v{5, 3, 1, 4};
    std::sort(v.begin(), v.end());
    for (int x : v)
        printf("%d ", x);
    std::map<std::string, int> m;
    m["one"] = 1;
    m["two"] = 2;
    m["three"] = 3;
    for (auto &[k, x] : m)
        printf("%s=%d ", k.c_str(), x);
    std::string s = "a";
    for (int i = 0; i < 30; i++)
        s += std::to_string(i);
    printf("%zu %s\n", s.size(), s.substr(5, 10).c_str());
    auto p = std::make_unique<int>(7);
    std::function<int(int)> f = [&](int x) { return x + *p; };
    printf("%d %d\n", f(3), std::accumulate(v.begin(), v.end(), 0));
    std::unordered_map<int, std::string> u;
    for (int i = 0; i < 100; i++)
        u[i] = std::to_string(i * i);
    printf("%s %zu\n", u[9].c_str(), u.size());
    auto sp = std::make_shared<std::string>("shared");
    auto sq = sp;
    printf("%ld %s\n", sp.use_count(), sq->c_str());
    std::set<int> st{3, 1, 2};
    printf("%d\n", *st.begin());
    return 0;
}
