# SPDX-License-Identifier: Apache-2.0
"""`tenon run` on engines: where tensors come from and where they go."""
import unittest

import numpy
import onnx

from program import CommandTest


class RunTest(CommandTest):
    def save(self, name, values, dtype="float32"):
        numpy.save(self.folder / name, numpy.asarray(values, dtype=dtype))

    def test_npy_in_npy_out(self):
        self.save("in.npy", [1, 2.5, -3])
        ended = self.tenon("run", "add.tenon", "--input", "x=in.npy",
                           "--output-dir", "out", "--json")
        self.assertEqual([{"name": "y", "file": "out/y.npy", "type": "f32",
                           "shape": [3]}], ended.json["outputs"])
        self.assertEqual(1, ended.json["version"])
        self.assertEqual([2, 3.5, -2],
                         numpy.load(self.folder / "out/y.npy").tolist())

    def test_pb_in(self):
        tensor = onnx.numpy_helper.from_array(
            numpy.asarray([4, 5], "float32"), "x")
        (self.folder / "in.pb").write_bytes(tensor.SerializeToString())
        self.tenon("run", "add.tenon", "--input", "x=in.pb",
                   "--output-dir", "out")
        self.assertEqual([5, 6],
                         numpy.load(self.folder / "out/y.npy").tolist())

    def test_big_endian_and_fortran_order(self):
        self.save("in.npy", [1, 2], ">f4")
        self.tenon("run", "add.tenon", "--input", "x=in.npy",
                   "--output-dir", "out")
        self.assertEqual([2, 3],
                         numpy.load(self.folder / "out/y.npy").tolist())

    def test_a_folder_of_inputs(self):
        (self.folder / "given").mkdir()
        self.save("given/x.npy", [10, 20, 30])
        self.save("given/index.npy", [2, 0], "int64")
        self.tenon("run", "gather.tenon", "--input-dir", "given",
                   "--output-dir", "out")
        self.assertEqual([30, 10],
                         numpy.load(self.folder / "out/y.npy").tolist())

    def test_not_a_number_and_infinity_pass_through(self):
        self.save("in.npy", [numpy.nan, numpy.inf, -numpy.inf])
        self.tenon("run", "add.tenon", "--input", "x=in.npy",
                   "--output-dir", "out")
        numpy.testing.assert_array_equal(
            [numpy.nan, numpy.inf, -numpy.inf],
            numpy.load(self.folder / "out/y.npy"))

    def test_random_inputs_follow_the_seed_and_the_shape(self):
        results = {}
        for name, words in {"a": ["--seed", "1"], "b": ["--seed", "2"],
                            "c": ["--seed", "1", "--threads", "1"]}.items():
            self.tenon("run", "add.tenon", "--random", "--shape", "x=5000",
                       "--output-dir", name, *words)
            results[name] = numpy.load(self.folder / name / "y.npy").tolist()
        self.assertEqual(5000, len(results["a"]))
        self.assertEqual(results["a"], results["c"])
        self.assertNotEqual(results["a"], results["b"])

    def test_an_empty_tensor(self):
        self.save("in.npy", [])
        self.tenon("run", "add.tenon", "--input", "x=in.npy",
                   "--output-dir", "out")
        self.assertEqual((0,), numpy.load(self.folder / "out/y.npy").shape)

    def test_tables_name_the_outputs(self):
        said = self.tenon("run", "add.tenon", "--random").out
        self.assertIn("output", said)
        self.assertIn("f32", said)
        self.assertEqual("", self.tenon("run", "add.tenon", "--random",
                                        "--quiet").out)


class RefusalTest(RunTest):
    def test_missing_input(self):
        self.refused("run", "add.tenon", says=["input 'x'", "--random"])

    def test_unknown_input_suggests(self):
        self.save("in.npy", [1], "int64")
        self.refused("run", "gather.tenon", "--input", "indx=in.npy",
                     says=["'indx'", "did you mean 'index'"])

    def test_wrong_type_says_how_to_convert(self):
        self.save("in.npy", [1], "float64")
        self.refused("run", "add.tenon", "--input", "x=in.npy",
                     says=["takes f32", "f64[1]", "astype('float32')"])

    def test_wrong_rank_and_dimension(self):
        self.save("in.npy", [[1, 2]])
        self.refused("run", "add.tenon", "--input", "x=in.npy",
                     says=["'x'", "[1, 2]"])
        self.refused("run", "gather.tenon", "--random", "--shape", "x=0",
                     says=["'x'", "0"])
        self.refused("run", "add.tenon", "--random", "--shape", "x=2x2",
                     says="2 dimensions")
        self.refused("run", "add.tenon", "--random", "--shape", "z=2",
                     says="'z'")

    def test_files_that_are_none(self):
        (self.folder / "text.npy").write_text("not an array")
        for name in ("gone.npy", "text.npy", ".", "add.tenon", "/dev/null"):
            with self.subTest(name=name):
                self.refused("run", "add.tenon", "--input", f"x={name}",
                             says=name)
        self.refused("run", "add.tenon", "--input-dir", "gone",
                     says="--input-dir")

    def test_an_input_given_twice(self):
        self.save("in.npy", [1])
        self.refused("run", "add.tenon", "--input", "x=in.npy",
                     "--input", "x=in.npy", says="twice")

    def test_index_out_of_range_in_the_data(self):
        self.save("x.npy", [1, 2])
        self.save("index.npy", [7], "int64")
        self.refused("run", "gather.tenon", "--input-dir", ".",
                     "--output-dir", "out", says=["'gather'", "(7)", "BAD_DATA"])

    def test_memory_limit(self):
        self.refused("run", "add.tenon", "--random", "--shape", "x=100000",
                     "--memory-limit", "100K", "--output-dir", "out",
                     code=4, says="limit")
        self.tenon("run", "add.tenon", "--random", "--shape", "x=100000",
                   "--memory-limit", "500kB")

    def test_folders_that_cannot_be_written(self):
        (self.folder / "file").write_text("")
        for folder in ("file", "/proc/nowhere", "a/b/c"):
            with self.subTest(folder=folder):
                self.refused("run", "add.tenon", "--random", "--output-dir",
                             folder, code=4, says="WRITE_FAILED")

    def test_nothing_is_left_when_a_file_cannot_be_written(self):
        (self.folder / "out/y.npy").mkdir(parents=True)
        self.refused("run", "add.tenon", "--random", "--output-dir", "out",
                     code=4, says="WRITE_FAILED")

    def test_reference_needs_the_model(self):
        self.refused("run", "add.tenon", "--random", "--device", "reference",
                     says=["add.tenon", "engine"])

    def test_compiling_flags_do_not_fit_an_engine(self):
        self.refused("bench", "add.tenon", "--target", "host",
                     says="compiled already")


class DamagedEngineTest(CommandTest):
    def test_truncation_and_flipped_bits(self):
        whole = (self.folder / "add.tenon").read_bytes()
        for length in (0, 1, 7, 8, 100, 500, len(whole) // 2, len(whole) - 1):
            (self.folder / "bad").write_bytes(whole[:length])
            with self.subTest(length=length):
                self.tenon("run", "bad", "--random", code=1)
        for place in (9, 30, 130, 600, 70000, len(whole) - 1):
            flipped = bytearray(whole)
            flipped[place] ^= 4
            (self.folder / "bad").write_bytes(flipped)
            with self.subTest(place=place):
                ended = self.tenon("inspect", "bad", code=None)
                self.assertIn(ended.code, (1, 2))
                self.assertIn("bad", ended.err)

    def test_error_as_json(self):
        (self.folder / "bad").write_bytes(
            (self.folder / "add.tenon").read_bytes()[:1000])
        ended = self.tenon("inspect", "bad", "--json", code=1)
        self.assertEqual({"code": "TENON_BAD_ENGINE", "exit_code": 1},
                         {key: ended.json["error"][key]
                          for key in ("code", "exit_code")})


if __name__ == "__main__":
    unittest.main()
