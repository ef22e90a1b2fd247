/* C whose code needs libgcc's helpers: some come from the same members of the library as those that the runtime defines. */
unsigned divide(unsigned a, unsigned b) { return a / b; }
int remainder_of(int a, int b) { return a % b; }
long long divide_wide(long long a, long long b) { return a / b; }
unsigned long long remainder_wide(unsigned long long a, unsigned long long b) { return a % b; }
double from_wide(unsigned long long a) { return (double)a; }
long long to_wide(float a) { return (long long)a; }
