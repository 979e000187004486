# SPDX-License-Identifier: Apache-2.0
"""Small wrong models, one function each: what is wrong with it is its name.

`REFUSED` maps a name to the model's bytes, the exit code of every command
that reads it, and texts that its error holds.
"""
import numpy
import onnx
from onnx import TensorProto, helper

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
BAD, UNSUPPORTED, TOO_LARGE = 1, 2, 4

REFUSED = {}


def refused(code, *says):
    """Registers what a function makes under the function's name."""
    def keep(make):
        made = make()
        if not isinstance(made, bytes):
            made = made.SerializeToString()
        REFUSED[make.__name__] = (made, code, says)
        return make
    return keep


def value(name, shape=(2, 3), kind=FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def constant(name, values, dtype="float32"):
    return onnx.numpy_helper.from_array(numpy.asarray(values, dtype), name)


def node(operator, inputs, outputs, name="guilty", **attributes):
    return helper.make_node(operator, inputs, outputs, name=name, **attributes)


def model(nodes, inputs=None, outputs=None, constants=(), opset=17,
          imports=None, ir_version=8):
    graph = helper.make_graph(
        nodes, "test", [value("x")] if inputs is None else inputs,
        [value("y", None)] if outputs is None else outputs, constants)
    if imports is None:
        imports = [helper.make_opsetid("", opset)]
    return helper.make_model(graph, opset_imports=imports,
                             ir_version=ir_version)


# Graphs.

@refused(BAD, "guilty", "cycle")
def cycle():
    return model([node("Add", ["x", "b"], ["a"]),
                  node("Relu", ["a"], ["b"], "other"),
                  node("Relu", ["b"], ["y"], "last")])


@refused(BAD, "guilty", "cycle")
def node_that_reads_itself():
    return model([node("Add", ["x", "y"], ["y"])])


@refused(BAD, "'y'", "guilty")
def result_defined_twice():
    return model([node("Relu", ["x"], ["y"], "first"),
                  node("Neg", ["x"], ["y"])])


@refused(BAD, "'x'", "guilty")
def result_named_like_an_input():
    return model([node("Relu", ["x"], ["x"]),
                  node("Neg", ["x"], ["y"], "last")])


@refused(BAD, "'w'")
def initializer_twice():
    return model([node("Add", ["x", "w"], ["y"])],
                 constants=[constant("w", [1]), constant("w", [2])])


@refused(BAD, "'x'")
def input_twice():
    return model([node("Relu", ["x"], ["y"])], [value("x"), value("x")])


@refused(BAD, "'nowhere'", "guilty")
def operand_defined_nowhere():
    return model([node("Add", ["x", "nowhere"], ["y"])])


@refused(BAD, "'y'")
def output_defined_nowhere():
    return model([node("Relu", ["x"], ["z"])])


@refused(BAD, "output")
def no_outputs():
    return model([node("Relu", ["x"], ["z"])], outputs=[])


@refused(BAD, "name")
def input_without_a_name():
    return model([node("Relu", ["x"], ["y"])], [value("x"), value("")])


@refused(BAD, "name")
def initializer_without_a_name():
    return model([node("Relu", ["x"], ["y"])], constants=[constant("", [1])])


@refused(BAD, "graph")
def no_graph():
    return onnx.ModelProto(ir_version=8,
                           opset_import=[helper.make_opsetid("", 17)])


# Operators.

@refused(BAD, "guilty", "operands", "allowed")
def too_few_operands():
    return model([node("Add", ["x"], ["y"])])


@refused(BAD, "guilty", "operands", "allowed")
def too_many_operands():
    return model([node("Relu", ["x", "x"], ["y"])])


@refused(BAD, "guilty", "outputs", "allowed")
def too_many_results():
    return model([node("Relu", ["x"], ["y", "z"])])


@refused(BAD, "guilty", "operands")
def operand_left_out():
    return model([node("Add", ["", "x"], ["y"])])


@refused(BAD, "guilty", "axiz")
def unknown_attribute():
    return model([node("Softmax", ["x"], ["y"], axiz=1)])


@refused(BAD, "guilty", "axis", "int")
def attribute_of_another_type():
    return model([node("Softmax", ["x"], ["y"], axis="one")])


@refused(BAD, "guilty", "axis")
def attribute_missing():
    return model([node("Concat", ["x", "x"], ["y"])])


@refused(BAD, "axis")
def attribute_twice():
    made = node("Softmax", ["x"], ["y"], axis=1)
    made.attribute.append(helper.make_attribute("axis", 0))
    return model([made])


@refused(BAD, "guilty", "axis")
def axis_out_of_range():
    return model([node("Softmax", ["x"], ["y"], axis=7)])


@refused(BAD, "guilty", "twice")
def permutation_that_is_none():
    return model([node("Transpose", ["x"], ["y"], perm=[0, 0])])


@refused(UNSUPPORTED, "guilty", "Sofmax", "Softmax")
def unknown_operator():
    return model([node("Sofmax", ["x"], ["y"])])


@refused(UNSUPPORTED, "guilty", "com.example")
def unknown_domain():
    return model([node("Relu", ["x"], ["y"], domain="com.example")],
                 imports=[helper.make_opsetid("", 17),
                          helper.make_opsetid("com.example", 1)])


@refused(BAD, "guilty", "com.example")
def domain_not_imported():
    return model([node("Relu", ["x"], ["y"], domain="com.example")])


@refused(UNSUPPORTED, "1000", "guilty", "28")
def opset_too_new():
    return model([node("Relu", ["x"], ["y"])], opset=1000)


@refused(UNSUPPORTED, "1000")
def format_too_new():
    return model([node("Relu", ["x"], ["y"])], ir_version=1000)


@refused(BAD, "opset")
def opset_negative():
    return model([node("Relu", ["x"], ["y"])], opset=-1)


@refused(BAD, "opset")
def opset_twice():
    return model([node("Relu", ["x"], ["y"])],
                 imports=[helper.make_opsetid("", 17),
                          helper.make_opsetid("", 13)])


# Types and shapes.

@refused(BAD, "guilty", "i64", "f32")
def operands_of_two_types():
    return model([node("Add", ["x", "w"], ["y"])],
                 constants=[constant("w", [1], "int64")])


@refused(BAD, "'y'", "i64", "f32")
def output_of_another_type():
    return model([node("Relu", ["x"], ["y"])],
                 outputs=[value("y", (2, 3), INT64)])


@refused(BAD, "guilty", "3", "4")
def shapes_that_do_not_broadcast():
    return model([node("Add", ["x", "w"], ["y"])],
                 constants=[constant("w", [1, 2, 3, 4])])


@refused(BAD, "guilty", "3", "4")
def matrices_that_do_not_fit():
    return model([node("MatMul", ["x", "w"], ["y"])],
                 constants=[constant("w", numpy.zeros((4, 2)))])


@refused(BAD, "'y'")
def output_of_another_shape():
    return model([node("Relu", ["x"], ["y"])], outputs=[value("y", (2, 7))])


@refused(BAD, "'y'")
def output_of_another_rank():
    return model([node("Relu", ["x"], ["y"])], outputs=[value("y", (2, 3, 1))])


@refused(BAD, "'x'", "-5")
def dimension_negative():
    return model([node("Relu", ["x"], ["y"])], [value("x", (2, -5))])


@refused(BAD, "'x'")
def dimension_huge():
    return model([node("Relu", ["x"], ["y"])], [value("x", (2, 1 << 62))])


@refused(BAD, "'x'")
def dimensions_whose_product_overflows():
    return model([node("Relu", ["x"], ["y"])],
                 [value("x", (1 << 32, 1 << 32, 1 << 32))])


@refused(BAD, "input #0", "17", "16")
def rank_too_high():
    return model([node("Relu", ["x"], ["y"])], [value("x", (1,) * 17)])


def with_raw(dims, data, kind=FLOAT):
    tensor = TensorProto(name="w", data_type=kind, dims=dims, raw_data=data)
    return model([node("Add", ["x", "w"], ["y"])], constants=[tensor])


@refused(BAD, "'w'", "8", "12")
def initializer_too_short():
    return with_raw([3], b"\0" * 8)


@refused(BAD, "'w'", "16", "12")
def initializer_too_long():
    return with_raw([3], b"\0" * 16)


@refused(BAD, "'w'", "-3")
def initializer_of_negative_size():
    return with_raw([-3], b"\0" * 12)


@refused(BAD, "'w'")
def initializer_whose_size_overflows():
    return with_raw([1 << 33, 1 << 33], b"\0" * 12)


@refused(BAD, "'w'", "99")
def initializer_of_no_type():
    return with_raw([3], b"\0" * 12, 99)


@refused(BAD, "guilty", "-1")
def reshape_with_two_open_sizes():
    return model([node("Reshape", ["x", "s"], ["y"])],
                 constants=[constant("s", [-1, -1], "int64")])


@refused(BAD, "guilty")
def reshape_to_another_number_of_elements():
    return model([node("Reshape", ["x", "s"], ["y"])],
                 constants=[constant("s", [4, 2], "int64")])


@refused(BAD, "guilty")
def reshape_to_negative_sizes():
    return model([node("Reshape", ["x", "s"], ["y"])],
                 constants=[constant("s", [-2, -3], "int64")])


@refused(BAD, "guilty")
def kernel_larger_than_its_picture():
    return model([node("Conv", ["x", "w"], ["y"])], [value("x", (1, 1, 2, 2))],
                 constants=[constant("w", numpy.zeros((1, 1, 5, 5)))])


@refused(BAD, "guilty")
def stride_of_zero():
    return model([node("MaxPool", ["x"], ["y"], kernel_shape=[2, 2],
                       strides=[0, 0])], [value("x", (1, 1, 4, 4))])


@refused(BAD, "guilty")
def groups_that_divide_nothing():
    return model([node("Conv", ["x", "w"], ["y"], group=3)],
                 [value("x", (1, 4, 5, 5))],
                 constants=[constant("w", numpy.zeros((3, 1, 3, 3)))])


@refused(BAD, "guilty")
def groups_of_zero():
    return model([node("Conv", ["x", "w"], ["y"], group=0)],
                 [value("x", (1, 4, 5, 5))],
                 constants=[constant("w", numpy.zeros((4, 4, 3, 3)))])


@refused(BAD, "guilty")
def parts_that_do_not_add_up():
    return model([node("Split", ["x", "s"], ["y", "z"], axis=1)],
                 constants=[constant("s", [1, 1], "int64")])


@refused(BAD, "guilty")
def padding_that_is_negative_beyond_the_tensor():
    return model([node("Pad", ["x", "p"], ["y"])],
                 constants=[constant("p", [-9, 0, 0, 0], "int64")])


# Bombs: little in the file, much in memory.

@refused(TOO_LARGE, "guilty", "1000000")
def constant_of_a_trillion_elements():
    return model([node("ConstantOfShape", ["s"], ["y"])],
                 constants=[constant("s", [10 ** 6, 10 ** 6], "int64")])


@refused(BAD, "guilty")
def constant_of_so_many_elements_that_they_overflow():
    return model([node("ConstantOfShape", ["s"], ["y"])], inputs=[],
                 constants=[constant("s", [1 << 40, 1 << 40], "int64")])


@refused(BAD, "guilty")
def constant_of_negative_size():
    return model([node("ConstantOfShape", ["s"], ["y"])], inputs=[],
                 constants=[constant("s", [-4], "int64")])


@refused(TOO_LARGE, "guilty")
def expansion_to_a_trillion_elements():
    return model([node("Expand", ["one", "s"], ["y"])], inputs=[],
                 constants=[constant("one", [1]),
                            constant("s", [10 ** 12], "int64")])


@refused(TOO_LARGE, "guilty")
def tiles_of_a_trillion_elements():
    return model([node("Tile", ["one", "s"], ["y"])], inputs=[],
                 constants=[constant("one", [1]),
                            constant("s", [10 ** 12], "int64")])


@refused(TOO_LARGE, "guilty")
def range_of_a_trillion_elements():
    return model([node("Range", ["from", "to", "step"], ["y"])], inputs=[],
                 outputs=[value("y", None, INT64)],
                 constants=[constant(name, number, "int64") for name, number
                            in (("from", 0), ("to", 10 ** 12), ("step", 1))])


@refused(BAD, "guilty")
def range_without_a_step():
    return model([node("Range", ["from", "to", "step"], ["y"])], inputs=[],
                 constants=[constant(name, number, "int64") for name, number
                            in (("from", 0), ("to", 5), ("step", 0))])


@refused(TOO_LARGE, "guilty")
def padding_to_a_trillion_elements():
    return model([node("Pad", ["x", "p"], ["y"])],
                 constants=[constant("p", [10 ** 6, 10 ** 6] * 2, "int64")])


@refused(TOO_LARGE, "guilty")
def resize_to_a_trillion_elements():
    return model([node("Resize", ["x", "", "", "s"], ["y"])],
                 [value("x", (1, 1, 2, 2))],
                 constants=[constant("s", [1, 1, 10 ** 6, 10 ** 6], "int64")])


@refused(TOO_LARGE, "guilty")
def one_hot_of_a_trillion_classes():
    return model([node("OneHot", ["x", "d", "v"], ["y"])],
                 constants=[constant("d", 10 ** 12, "int64"),
                            constant("v", [0, 1])])


def message(number, content):
    """A field of protobuf that holds `content`, encoded by hand."""
    size, rest = b"", len(content)
    while rest > 127:
        size, rest = size + bytes([rest & 127 | 128]), rest >> 7
    return bytes([number << 3 | 2]) + size + bytes([rest]) + content


def nested(depth, *fields):
    """`fields` within each other, outermost first, `depth` times over."""
    heads, length = [], 0
    for _ in range(depth):
        for number in reversed(fields):
            head = message(number, b"")[:1]
            rest = length
            while rest > 127:
                head, rest = head + bytes([rest & 127 | 128]), rest >> 7
            head += bytes([rest])
            length += len(head)
            heads.append(head)
    return b"".join(reversed(heads))


PREFIX = onnx.ModelProto(
    ir_version=8,
    opset_import=[helper.make_opsetid("", 17)]).SerializeToString()


@refused(BAD, "onnx.limit")
def hundred_thousand_nested_graphs():
    # Model.graph = 7 holds Graph.node = 1, Node.attribute = 5, its graph = 6.
    return PREFIX + message(7, nested(100_000, 1, 5, 6))


@refused(BAD, "onnx.limit")
def hundred_thousand_nested_types():
    # Graph.input = 11, its type = 2; Type.sequence = 4 holds elem_type = 1.
    kind = nested(100_000, 4, 1)
    return PREFIX + message(7, message(11, message(2, kind)))


# Files that are no models.

@refused(BAD, "file.empty")
def nothing():
    return b""


@refused(BAD, "onnx.not-onnx")
def text():
    return b"hello, world\n" * 100


@refused(BAD, "onnx.")
def zeros():
    return b"\0" * 1000


@refused(BAD, "onnx.")
def noise():
    return numpy.random.default_rng(1).bytes(4096)
