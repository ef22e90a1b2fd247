/* What programs need of libc++ that is not in its headers: Debian has those (libc++-14-dev), but its compiled part is for one processor.
   Numbers as text and back, sizes of hash tables, counts of shared pointers. Nothing is thrown: what would be ends the program. */
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>

namespace std {

const nothrow_t nothrow{};

[[noreturn]] void terminate() noexcept { abort(); }

inline namespace __1 {

namespace {

template <class... T> string printed(const char *format, T... value) {
    char buffer[400];
    snprintf(buffer, sizeof buffer, format, value...);
    return buffer;
}

/* Reads a number; one that is not there, or too large, ends the program. */
template <class T, class F> T read(const string &text, size_t *place, F convert) {
    char *end;
    errno = 0;
    T value = convert(text.c_str(), &end);
    if (end == text.c_str() || errno == ERANGE) abort();
    if (place != nullptr) *place = static_cast<size_t>(end - text.c_str());
    return value;
}

bool is_prime(size_t n) {
    for (size_t divisor = 2; divisor <= n / divisor; ++divisor)
        if (n % divisor == 0) return false;
    return n >= 2;
}

} // namespace

string to_string(int value) { return printed("%d", value); }
string to_string(unsigned value) { return printed("%u", value); }
string to_string(long value) { return printed("%ld", value); }
string to_string(unsigned long value) { return printed("%lu", value); }
string to_string(long long value) { return printed("%lld", value); }
string to_string(unsigned long long value) { return printed("%llu", value); }
string to_string(float value) { return printed("%f", static_cast<double>(value)); }
string to_string(double value) { return printed("%f", value); }
string to_string(long double value) { return printed("%Lf", value); }

int stoi(const string &text, size_t *place, int base) {
    long value = stol(text, place, base);
    return static_cast<int>(value);
}
long stol(const string &text, size_t *place, int base) {
    return read<long>(text, place, [=](const char *s, char **end) { return strtol(s, end, base); });
}
unsigned long stoul(const string &text, size_t *place, int base) {
    return read<unsigned long>(text, place, [=](const char *s, char **end) { return strtoul(s, end, base); });
}
long long stoll(const string &text, size_t *place, int base) {
    return read<long long>(text, place, [=](const char *s, char **end) { return strtoll(s, end, base); });
}
unsigned long long stoull(const string &text, size_t *place, int base) {
    return read<unsigned long long>(text, place, [=](const char *s, char **end) { return strtoull(s, end, base); });
}
float stof(const string &text, size_t *place) { return read<float>(text, place, strtof); }
double stod(const string &text, size_t *place) { return read<double>(text, place, strtod); }

size_t __next_prime(size_t n) {
    while (!is_prime(n)) ++n;
    return n;
}

/* Counts begin at 0 for one owner, and are -1 when there is none. */
__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}

void __shared_weak_count::__release_weak() noexcept {
    if (__atomic_fetch_sub(&__shared_weak_owners_, 1, __ATOMIC_ACQ_REL) == 0) __on_zero_shared_weak();
}

__shared_weak_count *__shared_weak_count::lock() noexcept {
    long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST);
    while (owners != -1)
        if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return this;
    return nullptr;
}

const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept { return nullptr; }

} // namespace __1
} // namespace std
