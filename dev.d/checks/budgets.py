# SPDX-License-Identifier: Apache-2.0
"""Compiler and runtime stay within their budgets of lines."""
import line_counts
from problem import Problem


def problems():
    counts = line_counts.by_folder()
    for root, budget in line_counts.BUDGETS.items():
        lines = line_counts.total_of(counts, root)
        if lines > budget:
            yield Problem(root, 0, f"has {lines} lines of code; its budget "
                          f"is {budget}")
