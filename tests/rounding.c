/* The products that numpy hands to OpenBLAS, with sums that are rounded as other machines round them.

   Each entry of a product of vectors or matrices is an inner product. ROUNDING says how it is added up:
     FUSED       in order, each product and its sum rounded once, as by AVX-512 kernels for short vectors
     DESCENDING  from the last term to the first
     PAIRWISE    each half by itself
     WIDE        in order, in extended precision
   A library that is preloaded takes the place of OpenBLAS in these functions. `tests/rounding.py` builds and checks it. */
#include <math.h>
#include <stdint.h>

typedef int64_t Index;
typedef struct { const double *first; Index step; } Row;
typedef struct { const double *first; Index down, right; } Matrix; /* the steps to the next row and the next column */

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, UPPER = 121, ALL = 0 };
enum { FUSED, DESCENDING, PAIRWISE, WIDE };

static double term(Row x, Row y, Index i) { return x.first[i * x.step] * y.first[i * y.step]; }

static double halves(Index from, Index to, Row x, Row y) {
    Index middle = from + (to - from) / 2;
    if (to - from <= 1) return to == from ? 0.0 : term(x, y, from);
    return halves(from, middle, x, y) + halves(middle, to, x, y);
}

static double inner(Index n, Row x, Row y) {
    double sum = 0;
    long double wide = 0;
    switch (ROUNDING) {
    case FUSED:
        for (Index i = 0; i < n; i++) sum = fma(x.first[i * x.step], y.first[i * y.step], sum);
        return sum;
    case DESCENDING:
        for (Index i = n - 1; i >= 0; i--) sum += term(x, y, i);
        return sum;
    case PAIRWISE:
        return halves(0, n, x, y);
    case WIDE:
        for (Index i = 0; i < n; i++) wide += (long double)x.first[i * x.step] * y.first[i * y.step];
        return (double)wide;
    }
}

/* A vector with a negative step is stored from its end. */
static Row row(const double *x, Index n, Index step) { return (Row){step < 0 ? x - (n - 1) * step : x, step}; }

static Matrix matrix(const double *a, Index leading, int by_rows) {
    return by_rows ? (Matrix){a, leading, 1} : (Matrix){a, 1, leading};
}

/* C = alpha AB + beta C for A of shape (m, k) and B of shape (k, n); of C only its upper or lower part unless ALL. */
static void multiply(Index m, Index n, Index k, double alpha, Matrix a, Matrix b, double beta, double *c, Index down,
                     Index right, int part) {
    for (Index i = 0; i < m; i++)
        for (Index j = 0; j < n; j++) {
            if (part != ALL && (part == UPPER ? j < i : j > i)) continue;
            Row left = {a.first + i * a.down, a.right}, above = {b.first + j * b.right, b.down};
            double *entry = c + i * down + j * right, product = alpha * inner(k, left, above);
            *entry = beta == 0 ? product : beta * *entry + product;
        }
}

double scipy_cblas_ddot64_(Index n, const double *x, Index step_x, const double *y, Index step_y) {
    return inner(n, row(x, n, step_x), row(y, n, step_y));
}

void scipy_cblas_dgemv64_(int order, int transposed, Index m, Index n, double alpha, const double *a, Index leading,
                          const double *x, Index step_x, double beta, double *y, Index step_y) {
    int as_it_is = transposed == NO_TRANSPOSE;
    Index entries = as_it_is ? m : n, terms = as_it_is ? n : m;
    Row vector = row(x, terms, step_x), result = row(y, entries, step_y);
    multiply(entries, 1, terms, alpha, matrix(a, leading, (order == ROW_MAJOR) == as_it_is),
             (Matrix){vector.first, vector.step, 0}, beta, (double *)result.first, result.step, 0, ALL);
}

void scipy_cblas_dgemm64_(int order, int transposed_a, int transposed_b, Index m, Index n, Index k, double alpha,
                          const double *a, Index leading_a, const double *b, Index leading_b, double beta, double *c,
                          Index leading_c) {
    int by_rows = order == ROW_MAJOR;
    multiply(m, n, k, alpha, matrix(a, leading_a, by_rows == (transposed_a == NO_TRANSPOSE)),
             matrix(b, leading_b, by_rows == (transposed_b == NO_TRANSPOSE)), beta, c, by_rows ? leading_c : 1,
             by_rows ? 1 : leading_c, ALL);
}

void scipy_cblas_dsyrk64_(int order, int part, int transposed, Index n, Index k, double alpha, const double *a,
                          Index leading_a, double beta, double *c, Index leading_c) {
    int by_rows = order == ROW_MAJOR;
    Matrix left = matrix(a, leading_a, by_rows == (transposed == NO_TRANSPOSE));
    multiply(n, n, k, alpha, left, (Matrix){a, left.right, left.down}, beta, c, by_rows ? leading_c : 1,
             by_rows ? 1 : leading_c, part);
}
