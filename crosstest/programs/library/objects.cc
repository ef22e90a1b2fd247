// What C++ leaves to the library: memory that a program may manage itself, and objects that end with their thread.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <pthread.h>

static int made, gone;

void *operator new(std::size_t size) {
    ++made;
    return std::malloc(size + 8);
}
void operator delete(void *memory) noexcept {
    ++gone;
    std::free(memory);
}

static void count(const char *what) {
    std::printf("%s: %d made, %d gone\n", what, made, gone);
    made = gone = 0;
}

struct Named {
    int number;
    explicit Named(int number) : number(number) {}
    ~Named() { std::printf("%d ends\n", number); }
};

struct Large {
    alignas(64) char bytes[128];
};

static Named &of_thread(int number) {
    thread_local Named first(number);
    thread_local Named second(number + 1);
    return second;
}

static void *run(void *number) {
    std::printf("thread has %d\n", of_thread(*static_cast<int *>(number)).number);
    return nullptr;
}

int main() {
    int *volatile one = new int(1);
    delete one;
    count("one");
    int *volatile array = new int[3];
    delete[] array;
    count("array");
    int *quiet = new (std::nothrow) int(2);
    operator delete(quiet, std::nothrow);
    count("nothrow");
    int *several = new (std::nothrow) int[2];
    operator delete[](several, std::nothrow);
    count("nothrow array");
    operator delete(operator new(5), std::size_t(5));
    count("sized");
    operator delete[](operator new[](5), std::size_t(5));
    count("sized array");
    Large *large = new (std::nothrow) Large;
    std::printf("aligned: %d\n", large != nullptr && reinterpret_cast<std::size_t>(large) % 64 == 0);
    delete large;
    count("aligned");

    int number = 10;
    pthread_t thread;
    if (pthread_create(&thread, nullptr, run, &number) != 0) return 1;
    pthread_join(thread, nullptr);
    std::printf("main has %d\n", of_thread(20).number);
    return 0;
}
