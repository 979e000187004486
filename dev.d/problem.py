# SPDX-License-Identifier: Apache-2.0
"""What a check of the tree finds."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Problem:
    """`where` is a path, `line` counts from 1 (0: the file as a whole). A
    warning is printed but fails nothing."""

    where: str
    line: int
    text: str
    warning: bool = False

    def __str__(self):
        place = f"{self.where}:{self.line}" if self.line else self.where
        return f"{place}: {'warning: ' if self.warning else ''}{self.text}"
