// newlib: the small library has no strtod. Text to floating point and back, bit by bit.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* What is printed with 17 digits is read as the same number. */
static int comes_back(double value) {
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    return bits_of(strtod(text, NULL)) == bits_of(value);
}

static void round_trips(void) {
    int lost = 0, tried = 0;
    uint32_t sum = 0;
    while (tried < 24) {
        double value = double_of(next());
        if (!isfinite(value)) continue;
        char text[64];
        snprintf(text, sizeof text, "%.17g", value);
        for (const char *c = text; *c; ++c) sum = sum * 31 + (unsigned char)*c;
        lost += !comes_back(value);
        ++tried;
    }
    for (int exponent = 0; exponent < 2047; exponent += 341) {
        lost += !comes_back(double_of((uint64_t)exponent << 52));
        lost += !comes_back(double_of(((uint64_t)exponent << 52) + 0xfffffffffffff));
    }
    printf("doubles: %d lost, digits %08x\n", lost, sum);
    lost = 0;
    for (tried = 0; tried < 24;) {
        uint32_t bits = (uint32_t)next(), back;
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[64];
        snprintf(text, sizeof text, "%.9g", value);
        value = strtof(text, NULL);
        memcpy(&back, &value, sizeof back);
        lost += bits != back;
        ++tried;
    }
    printf("floats: %d lost\n", lost);
}

int main(void) {
    static const char *const texts[] = {
        "0", "-0", "1", "-1.5", "+.5", "5.", ".", "1e", "1e+", "1e3x", "0x1.8p1", "0x.8p-1074", "0x", "  12.5abc", "inf", "-INFINITY",
        "infinit", "nan", "1e400", "-1e400", "1e-400", "4.9406564584124654e-324", "2.4703282292062327e-324",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623159e308",
        "9007199254740993", "9007199254740992.99999999999999999999", "0.1", "123456789012345678901234567890", "1e23", "8.5e22",
        "0.500000000000000166533453693773481063544750213623046875", "179769313486231580793728971405303415079934132710037826936173"
        "778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880", "", "e5",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        char *end;
        double value = strtod(texts[i], &end);
        if (isnan(value)) {
            printf("nan@%d\n", (int)(end - texts[i]));
        } else {
            printf("%016llx@%d\n", (unsigned long long)bits_of(value), (int)(end - texts[i]));
        }
    }
    round_trips();
    printf("%.3f %g\n", atof("2.71828x"), atof("x"));
    return 0;
}
