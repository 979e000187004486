#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes the polynomial coefficients of this folder (README.md).

A weighted Remez exchange on a fine grid, in 50 digits, over any set of
powers. Coefficients are rounded to the target's precision one by one, lowest
power first, and the rest is fitted again after each: so the rounding of a
coefficient is repaired by those that follow.

  minimax.py            all tables
  minimax.py NAME...    the tables whose name begins with NAME
"""
import sys

import mpmath as mp

mp.mp.dps = 50


def round_to(value, bits):
    """The nearest number with a significand of `bits` bits."""
    if value == 0:
        return mp.mpf(0)
    scale = mp.mpf(2) ** (bits - 1 - mp.floor(mp.log(abs(value), 2)))
    return mp.nint(value * scale) / scale


def chebyshev_grid(low, high, count):
    return [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * i / (count - 1))
            for i in range(count)]


def extrema(error, count):
    """Indices of `count` alternating extrema that contain the largest one."""
    found = []
    for i, e in enumerate(error):
        if found and (e > 0) == (error[found[-1]] > 0):
            if abs(e) > abs(error[found[-1]]):
                found[-1] = i
        else:
            found.append(i)
    while len(found) > count:
        # An end may go alone; an inner one takes its smaller neighbour along.
        smallest = min(range(len(found)), key=lambda k: abs(error[found[k]]))
        if smallest in (0, len(found) - 1):
            found.pop(smallest)
        elif len(found) == count + 1:
            first, last = abs(error[found[0]]), abs(error[found[-1]])
            found.pop(0 if first < last else -1)
        else:
            left, right = found[smallest - 1], found[smallest + 1]
            other = smallest - (abs(error[left]) < abs(error[right]))
            del found[other:other + 2]
    return found


def residual(target, weight, columns, coefficients):
    error = []
    for i, (f, w) in enumerate(zip(target, weight)):
        for column, c in zip(columns, coefficients):
            f = f - c * column[i]
        error.append(w * f)
    return error


def remez(target, weight, columns):
    """Coefficients of `columns` that minimise max weight * |target - sum|."""
    count = len(columns) + 1
    size = len(target)
    points = [round((1 - mp.cos(mp.pi * k / (count - 1))) / 2 * (size - 1))
              for k in range(count)]
    best = None
    for _ in range(40):
        system = mp.matrix(count, count)
        right = mp.matrix(count, 1)
        for row, i in enumerate(points):
            for k, column in enumerate(columns):
                system[row, k] = column[i]
            system[row, count - 1] = (-1) ** row / weight[i]
            right[row] = target[i]
        solution = list(mp.lu_solve(system, right))[:-1]
        error = residual(target, weight, columns, solution)
        largest = max(abs(e) for e in error)
        if best is None or largest < best[0]:
            best = (largest, solution)
        following = extrema(error, count)
        if len(following) < count or following == points:
            break
        points = following
    return best[1]


def fit(function, powers, low, high, bits, weight=None, fixed=None):
    """(coefficients, error). `weight` gives 1 / the size that errors are
    relative to (default: 1 / |function|); `fixed` maps powers to coefficients
    given beforehand."""
    powers = list(powers)
    low, high = mp.mpf(low), mp.mpf(high)
    grid = [x for x in chebyshev_grid(low, high, 30 * (len(powers) + 2))
            if x != 0]
    target = [mp.mpf(function(x)) for x in grid]
    weights = [abs(weight(x)) if weight else 1 / abs(t)
               for x, t in zip(grid, target)]
    columns = {p: [x ** p for x in grid] for p in powers}

    def error_of(chosen):
        return max(abs(e) for e in residual(
            target, weights, [columns[p] for p in powers],
            [chosen[p] for p in powers]))

    def refit(chosen):
        free = [p for p in powers if p not in chosen]
        rest = residual(target, [1] * len(grid), [columns[p] for p in chosen],
                        [chosen[p] for p in chosen])
        return dict(zip(free, remez(rest, weights, [columns[p] for p in free])))

    def rounded(solution, chosen, again):
        """Rounds the lowest power, fits the others again if `again`, ..."""
        chosen = dict(chosen)
        solution = dict(solution)
        while solution:
            power = min(solution)
            chosen[power] = round_to(solution.pop(power), bits)
            if solution and again:
                solution = refit(chosen)
        return chosen

    fixed = fixed or {}
    solution = refit(fixed)
    # Fitting again fails where the powers left all vanish inside the interval.
    chosen = min((rounded(solution, fixed, again) for again in (False, True)),
                 key=error_of)
    ideal = error_of(fixed | solution)
    return [chosen[p] for p in powers], error_of(chosen), ideal


def hexadecimal(value):
    """`value` as a C++ literal: exact."""
    text = float(value).hex()
    mantissa, exponent = text.split("p")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{int(exponent)}"


def over_square(function):
    """function(sqrt(z)) / sqrt(z) - 1: what an odd function adds to its
    argument, relative to it, in the square of the argument."""
    return lambda z: function(mp.sqrt(z)) / mp.sqrt(z) - 1


def odd(function, degree, high, bits):
    """f(x) = x + x P(x^2) for 0 <= x <= high."""
    rest = over_square(function)
    return fit(rest, range(degree + 1), 1e-15, mp.mpf(high) ** 2, bits,
               weight=lambda z: 1 / (1 + rest(z)))


def odd_cubic(function, degree, high, bits):
    """f(x) = x + x^3 P(x^2) for 0 <= x <= high."""
    rest = over_square(function)
    return fit(lambda z: rest(z) / z, range(degree + 1), 1e-15,
               mp.mpf(high) ** 2, bits, weight=lambda z: z / (1 + rest(z)))


def exp(bits):
    end = mp.log(2) / 2 * mp.mpf("1.0001")
    return fit(mp.exp, range({24: 7, 53: 12}[bits]), -end, end, bits,
               fixed={0: mp.mpf(1), 1: mp.mpf(1)})


def exp2(bits):
    end = mp.mpf("0.50001")
    return fit(lambda r: mp.mpf(2) ** r, range({24: 8, 53: 13}[bits]), -end,
               end, bits, fixed={0: mp.mpf(1)})


def expm1(bits):
    end = mp.log(2) / 2 * mp.mpf("1.0001")
    return fit(lambda r: (mp.expm1(r) - r) / r ** 2,
               range({24: 6, 53: 11}[bits]), -end, end, bits,
               weight=lambda r: r ** 2 / mp.expm1(r))


def half_expm1(bits):
    end = mp.log(2) / 4 * mp.mpf("1.0001")
    half = lambda r: mp.expm1(2 * r) / 2
    return fit(lambda r: (half(r) - r) / r ** 2,
               range({24: 6, 53: 11}[bits]), -end, end, bits,
               weight=lambda r: r ** 2 / half(r))


def log(bits):
    low, high = mp.sqrt(0.5) - 1, mp.sqrt(2) - 1
    return fit(lambda f: (mp.log1p(f) - f + f * f / 2) / f ** 3,
               range({24: 8, 53: 21}[bits]), low * 1.0001, high * 1.0001, bits,
               weight=lambda f: f ** 3 / mp.log1p(f))


def atanh_tail(bits):
    """(atanh(s) / s - 1 - s^2 / 3) / s^4, relative to atanh(s) / s."""
    end = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * 1.001
    whole = lambda z: mp.atanh(mp.sqrt(z)) / mp.sqrt(z)
    return fit(lambda z: (whole(z) - 1 - z / 3) / z ** 2,
               range({24: 3, 53: 8}[bits]), 1e-12, end, bits,
               weight=lambda z: z ** 2 / whole(z))


def erf_near(bits):
    return odd(mp.erf, {24: 6, 53: 11}[bits], 1, bits)


ERF_MIDDLE = round_to((1 + mp.mpf("3.92")) / 2, 24)


def erfc_root(bits):
    root = lambda u: mp.erfc(u + ERF_MIDDLE) ** mp.mpf(0.25)
    return fit(root, range(9), 1 - ERF_MIDDLE, mp.mpf("3.92") - ERF_MIDDLE,
               bits, weight=lambda u: 4 * root(u) ** 3 / mp.erf(u + ERF_MIDDLE))


ERFCX_MIDDLE = round_to((mp.mpf(1) / 3 + mp.mpf(1) / 8) / 2, 53)


def erfcx(bits):
    argument = lambda t: 1 / (t + ERFCX_MIDDLE) - 2
    value = lambda x: mp.exp(x * x) * mp.erfc(x)
    return fit(lambda t: value(argument(t)), range(15),
               mp.mpf(1) / 8 - ERFCX_MIDDLE, mp.mpf(1) / 3 - ERFCX_MIDDLE,
               bits,
               weight=lambda t: (lambda x: mp.exp(-x * x) / mp.erf(x))(
                   argument(t)))


QUARTER_PI = mp.pi / 4 * mp.mpf("1.001")


def sin(bits):
    return odd_cubic(mp.sin, {24: 2, 53: 6}[bits], QUARTER_PI, bits)


def cos(bits):
    """(cos(x) - 1 + x^2 / 2) / x^4 in x^2."""
    return fit(lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z ** 2,
               range({24: 3, 53: 7}[bits]), 1e-12, QUARTER_PI ** 2, bits,
               weight=lambda z: z ** 2 / mp.cos(mp.sqrt(z)))


def tan(bits):
    return odd_cubic(mp.tan, {24: 6, 53: 13}[bits], QUARTER_PI, bits)


def atan(bits):
    # An interval a little too long: with it, atan(1) is rounded correctly.
    return odd_cubic(mp.atan, {24: 8, 53: 19}[bits], 1.01, bits)


def asin(bits):
    return odd_cubic(mp.asin, {24: 5, 53: 13}[bits], 0.5625, bits)


def sinh(bits):
    return odd_cubic(mp.sinh, {24: 3, 53: 7}[bits], 1, bits)


SINGLE, DOUBLE = (24,), (53,)
BOTH = (24, 53)
TABLES = {exp: BOTH, exp2: BOTH, expm1: BOTH, half_expm1: BOTH, log: BOTH, atanh_tail: BOTH,
          erf_near: BOTH, erfc_root: SINGLE, erfcx: DOUBLE, sin: BOTH,
          cos: BOTH, tan: BOTH, atan: BOTH, asin: BOTH, sinh: BOTH}


def main(wanted):
    for table, precisions in TABLES.items():
        if wanted and not any(table.__name__.startswith(w) for w in wanted):
            continue
        for bits in precisions:
            coefficients, error, ideal = table(bits)
            print(f"// {table.__name__}, {bits} bits: error 2^"
                  f"{mp.nstr(mp.log(error, 2), 4)}, before rounding 2^"
                  f"{mp.nstr(mp.log(ideal, 2), 4)}")
            print("{" + ", ".join(map(hexadecimal, coefficients)) + "}")


if __name__ == "__main__":
    main(sys.argv[1:])
