# SPDX-License-Identifier: Apache-2.0
"""Every #include obeys the table dev.d/layers.toml."""
import re
import tomllib

import cxx_text
import tree
from problem import Problem

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+([<"])([^>"\n]+)[>"]',
                     re.MULTILINE)
FREE_FOLDERS = ("test", "bench")  # may include anything
PUBLIC_HEADERS = "include/"       # included as <tenon/...>
EXAMPLES = "examples"             # users' projects: name their headers bare


def table():
    return tomllib.loads(tree.text("dev.d/layers.toml"))


def layer_of(name, layers):
    """The deepest listed folder that holds `name`, or None."""
    holding = [folder for folder in layers if tree.inside(name, folder)]
    if holding == ["compiler"] and name.count("/") > 1:
        return None  # "compiler" lists its own files, not its folders
    return max(holding, key=len, default=None)


def library_of(header, libraries):
    begins = [start for start in libraries if header.startswith(start)]
    return libraries[max(begins, key=len)] if begins else None


def folder_of_include(header, roots):
    """The path in the tree that an include names, or None: not ours."""
    if header.startswith("tenon/"):
        return PUBLIC_HEADERS + header
    return header if header.split("/")[0] in roots else None


def is_allowed(layer, other, allowed):
    """`allowed` holds layers by name, or FOLDER/* for all below one."""
    return (other == layer or other in allowed
            or any(tree.inside(other, entry[:-2]) for entry in allowed
                   if entry.endswith("/*")))


def complaint(name, header, quoted, layers, libraries):
    layer = layer_of(name, layers)
    roots = {folder.split("/")[0] for folder in layers}
    path = folder_of_include(header, roots)
    if path is None:
        library = library_of(header, libraries)
        if library is None and (quoted or "/" in header):
            return (f"'{header}' is neither a path from the root nor a "
                    "library of dev.d/layers.toml")
        if library and library not in layers[layer]["libraries"]:
            return f"{layer} may not include {library} ('{header}')"
        return None
    other = layer_of(path, layers)
    if other is None:
        return f"'{header}' lies in no folder of dev.d/layers.toml"
    allowed = layers[layer]["may"]
    if is_allowed(layer, other, allowed):
        return None
    return (f"{layer} may not include {other} ('{header}'); it may: "
            + (", ".join(allowed) or "nothing of ours"))


def is_own_header(name, header, quoted):
    """Whether a file of an example includes a header that lies beside it."""
    beside = name.rpartition("/")[0] + "/" + header
    return quoted and tree.inside(name, EXAMPLES) and beside in tree.files()


def problems():
    rules = table()
    layers, libraries = rules["layers"], rules["libraries"]
    for name in tree.cxx_files():
        if name.split("/")[0] in FREE_FOLDERS:
            continue
        if layer_of(name, layers) is None:
            yield Problem(name, 0, "lies in no folder of dev.d/layers.toml")
            continue
        text = cxx_text.without_comments(name)
        for match in INCLUDE.finditer(text):
            if is_own_header(name, match[2], match[1] == '"'):
                continue
            wrong = complaint(name, match[2], match[1] == '"', layers,
                              libraries)
            if wrong:
                yield Problem(name, cxx_text.line_of(text, match.start()),
                              wrong)
