// Sorting numbers, texts and structures by functions that compare; searching by halves.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[12]; int age; double weight; };

static int by_number(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
static int by_age(const void *a, const void *b) {
    const struct person *x = a, *y = b;
    return x->age != y->age ? x->age - y->age : x->weight < y->weight ? 1 : -1;
}
static int found(const int *items, int count, int wanted) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (items[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low < count && items[low] == wanted ? low : -1;
}

int main(void) {
    int numbers[50];
    for (int i = 0; i < 50; ++i) numbers[i] = (i * 7919) % 101 - 50;
    qsort(numbers, 50, sizeof *numbers, by_number);
    for (int i = 0; i < 50; i += 7) printf("%d ", numbers[i]);
    printf("%d %d\n", found(numbers, 50, numbers[13]), found(numbers, 50, 1000));
    const char *words[] = {"pear", "apple", "fig", "", "apples", "Zebra"};
    qsort(words, 6, sizeof *words, by_text);
    for (int i = 0; i < 6; ++i) printf("%s,", words[i]);
    struct person people[] = {{"ann", 30, 60.5}, {"bob", 25, 80}, {"cid", 30, 71.25}, {"dan", 25, 65}};
    qsort(people, 4, sizeof *people, by_age);
    for (int i = 0; i < 4; ++i) printf(" %s", people[i].name);
    printf("\n");
    return 0;
}
