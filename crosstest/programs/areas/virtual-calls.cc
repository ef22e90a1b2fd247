// C++: virtual functions, several bases, destructors, objects before main.
#include <stdio.h>

void operator delete(void *) noexcept {}

static int alive;

struct Shape {
    Shape() { ++alive; }
    virtual ~Shape() { --alive; }
    virtual double area() const { return 0; }
    virtual const char *name() const { return "shape"; }
};
struct Named {
    explicit Named(int id) : id(id) {}
    virtual int number() const { return id; }
    int id;
};
struct Square : Shape, Named {
    explicit Square(double side) : Named(4), side(side) {}
    double area() const override { return side * side; }
    const char *name() const override { return "square"; }
    int number() const override { return id * 100; }
    double side;
};
struct Circle final : Shape {
    explicit Circle(double r) : r(r) {}
    ~Circle() override { alive -= 10; }
    double area() const override { return 3.25 * r * r; }
    double r;
};
struct Counter {
    Counter() : start(alive + 5) {}
    int start;
};
static Counter counter;

static double total(const Shape *const *shapes, int count) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += shapes[i]->area(), printf("%s ", shapes[i]->name());
    return sum;
}

int main() {
    {
        Square square(3);
        Circle circle(2);
        Shape plain;
        const Shape *shapes[] = {&square, &circle, &plain, &square};
        printf("%.2f %d\n", total(shapes, 4), alive);
        Named &named = square;
        int (Named::*method)() const = &Named::number;
        printf("%d %d\n", named.number(), (named.*method)());
    }
    printf("%d %d\n", alive, counter.start);
    return 0;
}
