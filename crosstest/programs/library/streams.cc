// What of C++ is compiled in libc++: streams in and out of memory, files and numbers, locales, regular expressions, types at run time,
// threads and what they wait for, the file system. Prints what a program of the host's prints; works in the directory `/`, or the one that is named.
#include <algorithm>
#include <any>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <locale>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <regex>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <thread>
#include <typeindex>
#include <typeinfo>
#include <valarray>
#include <vector>

namespace fs = std::filesystem;
using std::cout;

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Named {
    explicit Named(std::string name) : name(std::move(name)) {}
    virtual ~Named() = default;
    std::string name;
};
struct Square : virtual Shape, Named {
    explicit Square(double side) : Named("square"), side(side) {}
    double area() const override { return side * side; }
    double side;
};
struct Round : virtual Shape {
    explicit Round(double radius) : radius(radius) {}
    double area() const override { return 3 * radius * radius; }
    double radius;
};
struct Both : Square, Round {
    Both() : Square(2), Round(1) {}
    double area() const override { return Square::area() + Round::area(); }
};

static void formats() {
    cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << -7 << '|' << std::internal << std::setfill('*') << std::setw(8) << -7
         << std::setfill(' ') << std::right << '\n';
    cout << std::hex << std::showbase << 255 << ' ' << std::uppercase << 48879 << std::nouppercase << ' ' << std::oct << 8 << std::dec
         << std::noshowbase << '\n';
    for (double value : {0.0, 1.0, -2.5, 1e10, 1.0 / 3, 1e-7, 6.02214076e23, std::numeric_limits<double>::infinity()})
        cout << value << ' ' << std::fixed << std::setprecision(3) << value << ' ' << std::scientific << value << ' ' << std::defaultfloat
             << std::setprecision(17) << value << std::setprecision(6) << '\n';
    cout << std::hexfloat << 1.5 << std::defaultfloat << ' ' << std::showpos << 3 << std::noshowpos << ' ' << std::showpoint << 2.0
         << std::noshowpoint << ' ' << std::boolalpha << true << std::noboolalpha << ' ' << false << '\n';
    cout << std::quoted("say \"hi\"") << ' ' << 'c' << static_cast<short>(-3) << ' '
         << std::numeric_limits<long long>::min() << ' ' << std::numeric_limits<unsigned long long>::max() << '\n';
    std::wostringstream wide;
    wide << L"wide " << 7 << L' ' << 2.5;
    cout << wide.str().size() << '\n';
}

static void numbers_read() {
    std::istringstream in("12 -7 0x1f 3.5e2 word true 99999999999 x 5");
    int first, second, third;
    double number;
    std::string word;
    bool truth;
    in >> first >> second >> std::setbase(16) >> third >> std::setbase(10) >> number >> word >> std::boolalpha >> truth;
    cout << first << ' ' << second << ' ' << third << ' ' << number << ' ' << word << ' ' << truth << '\n';
    int large = 0;
    in >> large;
    cout << large << ' ' << in.fail() << in.eof() << in.bad() << '\n';
    in.clear();
    char letter;
    in >> letter >> first;
    cout << letter << first << ' ' << in.eof() << '\n';
    std::istringstream lines("one\ntwo\n\nfour");
    for (std::string line; std::getline(lines, line);) cout << '[' << line << ']';
    cout << '\n';
    std::stringstream both;
    both << 1 << ',' << 2 << ',' << 3;
    both.seekg(2);
    both.ignore(10, ',');
    cout << static_cast<char>(both.peek()) << both.tellg() << both.str() << '\n';
    std::istringstream three("3 1 2");
    std::vector<int> sorted{std::istream_iterator<int>(three), {}};
    std::sort(sorted.begin(), sorted.end());
    std::copy(sorted.begin(), sorted.end(), std::ostream_iterator<int>(cout, ";"));
    cout << '\n';
}

struct Grouped : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
    std::string do_truename() const override { return "ja"; }
};

static void locales() {
    std::ostringstream out;
    out.imbue(std::locale(out.getloc(), new Grouped));
    out << 1234567 << ' ' << 1234.5 << ' ' << std::boolalpha << true;
    cout << out.str() << ' ' << std::locale::classic().name() << '\n';
    const auto &letters = std::use_facet<std::ctype<char>>(std::locale::classic());
    std::string text = "Mixed Case 123";
    letters.toupper(text.data(), text.data() + text.size());
    cout << text << ' ' << std::isdigit('7', std::locale()) << std::isalpha('7', std::locale()) << '\n';
    std::tm day{};
    day.tm_year = 99, day.tm_mon = 11, day.tm_mday = 31, day.tm_wday = 5, day.tm_hour = 23;
    cout << std::put_time(&day, "%Y-%m-%d %H:%M %A %B") << '\n';
    std::istringstream date("2001-02-03");
    date >> std::get_time(&day, "%Y-%m-%d");
    cout << day.tm_year << ' ' << day.tm_mon << ' ' << day.tm_mday << '\n';
    cout << std::showbase << std::put_money("12345") << std::noshowbase << '\n';
}

static void patterns() {
    std::smatch found;
    std::string text = "key = value; other=12";
    for (std::regex pair(R"((\w+)\s*=\s*(\w+))"); std::regex_search(text, found, pair); text = found.suffix()) cout << found[1] << "->" << found[2] << ' ';
    cout << std::regex_replace(std::string("2024-01-31"), std::regex(R"((\d+)-(\d+)-(\d+))"), "$3.$2.$1") << ' '
         << std::regex_match("ABC", std::regex("a+bc", std::regex::icase)) << std::regex_match("ab", std::regex("a|b")) << '\n';
}

static void types() {
    Both both;
    Shape *shape = &both;
    Named *named = dynamic_cast<Named *>(shape);
    Round round(1);
    Shape *other = &round;
    cout << named->name << ' ' << both.area() << ' ' << (dynamic_cast<Round *>(named) != nullptr) << (dynamic_cast<Square *>(other) == nullptr)
         << (dynamic_cast<void *>(shape) == &both) << ' ' << (typeid(*shape) == typeid(Both)) << (typeid(*shape) == typeid(Square)) << ' '
         << typeid(*shape).name() << '\n';
    std::any any = std::string("held");
    std::function<int(int)> function = [](int x) { return x + 1; };
    cout << (std::any_cast<int>(&any) == nullptr) << std::any_cast<std::string>(any) << ' ' << (any.type() == typeid(std::string)) << ' '
         << function(4) << ' ' << (function.target_type() == typeid(int)) << '\n';
    std::map<std::type_index, int> by_type{{typeid(int), 1}, {typeid(double), 2}};
    cout << by_type[typeid(double)] << ' ' << (std::dynamic_pointer_cast<Square>(std::shared_ptr<Shape>(new Both)) != nullptr) << '\n';
}

static void threads() {
    std::mutex mutex;
    std::condition_variable changed;
    std::shared_mutex shared;
    std::atomic<int> counted{0};
    int turn = 0;
    std::vector<std::thread> workers;
    for (int worker = 0; worker < 4; ++worker)
        workers.emplace_back([&, worker] {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return turn == worker; });
            ++turn;
            changed.notify_all();
            lock.unlock();
            std::shared_lock reading(shared);
            counted += turn > worker;
        });
    for (auto &worker : workers) worker.join();
    std::promise<std::string> promise;
    std::thread later([&] { promise.set_value("promised"); });
    auto sum = std::async(std::launch::async, [] { return 1 + 2; });
    std::once_flag once;
    int calls = 0;
    for (int i = 0; i < 3; ++i) std::call_once(once, [&] { ++calls; });
    cout << turn << counted << ' ' << promise.get_future().get() << ' ' << sum.get() << calls << '\n';
    later.join();
}

static void files(const fs::path &root) {
    fs::path dir = root / "streams.d";
    fs::remove_all(dir);
    cout << fs::create_directories(dir / "a/b") << fs::create_directory(dir / "a") << '\n';
    {
        std::ofstream out(dir / "a/text");
        out << "first line\nsecond " << 2 << '\n';
        std::ofstream more(dir / "a/text", std::ios::app | std::ios::ate);
        out.close();
        more << "third\n";
    }
    std::fstream file(dir / "a/text");
    file.seekg(6);
    std::string word;
    file >> word;
    file.seekp(0);
    file << "FIRST";
    file.flush();
    std::ifstream again(dir / "a/text", std::ios::binary);
    std::string all{std::istreambuf_iterator<char>(again), {}};
    cout << word << ' ' << all.size() << ' ' << all.substr(0, 10) << ' ' << std::ifstream(dir / "none").is_open() << '\n';
    std::vector<std::string> names;
    for (const auto &entry : fs::recursive_directory_iterator(dir))
        names.push_back(entry.path().lexically_relative(dir).string() + (entry.is_directory() ? "/" : ""));
    std::sort(names.begin(), names.end());
    for (const auto &name : names) cout << name << ' ';
    std::error_code error;
    fs::rename(dir / "a/text", dir / "moved");
    cout << fs::file_size(dir / "moved") << fs::exists(dir / "a/text") << fs::remove(dir / "a", error) << ' ' << (error == std::errc::directory_not_empty) << ' '
         << fs::remove_all(dir) << '\n';
    fs::path path("/usr/lib/../share/./x.tar.gz");
    cout << path.filename() << path.extension() << path.stem() << path.lexically_normal() << path.parent_path() << '\n';
}

int main(int count, char **args) {
    formats();
    numbers_read();
    locales();
    patterns();
    types();
    threads();
    files(count > 1 ? args[1] : "/");
    std::mt19937_64 random(5);
    std::normal_distribution<float> normal;
    std::random_device device;
    std::valarray<double> values{1, 2, 3};
    cout << random() << ' ' << std::uniform_int_distribution<int>(1, 6)(random) << ' ' << (device() != device() || device() != device()) << ' ' << (values * values).sum() << '\n';
    std::cerr << "to the other stream\n";
    std::string line;
    cout << static_cast<bool>(std::getline(std::cin, line)) << std::endl;
}
