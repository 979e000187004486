# SPDX-License-Identifier: Apache-2.0
"""Real networks give what they should: small inputs judged by the reference
interpreter, larger ones by ONNX Runtime without its optimisations.

One engine serves all sizes of a model. Inputs are seeded; pictures are blocks
of grey with a little noise, and a page of text for networks that read: of
others they make nothing, and errors are measured by what they make.
"""
import unittest

import numpy

from runner import ModelTest, package_file, page, shared_file

SEED = 7


def numbers(*shape, scale=1.0, dtype="float32"):
    random = numpy.random.default_rng(SEED)
    return (scale * random.standard_normal(shape)).astype(dtype)


def picture(*shape, block=8, dtype="float32"):
    """Values from -1 to 1, alike in squares of `block` in the last two
    dimensions."""
    random = numpy.random.default_rng(SEED)
    *leading, height, width = shape
    coarse = random.uniform(-1, 1, (*leading, -(-height // block),
                                    -(-width // block)))
    fine = coarse.repeat(block, -2).repeat(block, -1)[..., :height, :width]
    return (0.9 * fine + 0.1 * random.uniform(-1, 1, shape)).astype(dtype)


def text(count, height, width, top=0):
    """The page again and again, from -1 to 1, `count` samples that begin at
    different lines."""
    grey = page() / 127.5 - 1
    tiled = numpy.tile(grey, (-(-(height + top + 8 * count) // len(grey)),
                              -(-width // len(grey[0]))))
    return numpy.stack([[tiled[top + 8 * i:][:height, :width]] * 3
                        for i in range(count)]).astype("float32")


class PackagedModels(ModelTest):
    def check(self, name, small, *larger):
        """`small` (inputs) by the reference, `larger` by ONNX Runtime."""
        model = package_file(name)
        engine = self.build(model)
        if small is not None:
            self.assert_close(self.run_model(model, small, "reference"),
                              self.run_model(engine, small), "reference")
        with self.judge(model) as judged:
            for inputs in larger:
                shapes = [values.shape for values in inputs.values()]
                self.assert_close(judged(inputs),
                                  self.run_model(engine, inputs), shapes)

    def test_text_detector(self):
        self.check("ppocrv4-det.onnx", {"x": text(1, 64, 96)},
                   {"x": text(1, 320, 480)}, {"x": text(1, 640, 640)})

    def test_text_recogniser(self):
        self.check("ppocrv4-rec.onnx", {"x": text(1, 48, 40)},
                   {"x": text(1, 48, 320)}, {"x": text(1, 48, 481)},
                   {"x": text(6, 48, 320)})

    def test_orientation_classifier(self):
        self.check("ppocr-cls.onnx", {"x": text(1, 48, 192)},
                   {"x": text(6, 48, 192)})

    def test_voice_activity(self):
        def inputs(steps):
            state = numpy.zeros((1, 1, 128), "float32")
            return {"input": numbers(steps, 576, scale=0.1),
                    "h": state, "c": state}
        self.check("silero-vad-sequence.onnx", inputs(3), inputs(1),
                   inputs(400))

    def test_file_types(self):
        def inputs(count):
            random = numpy.random.default_rng(SEED)
            return {"bytes": random.integers(0, 257, (count, 2048),
                                             dtype="int32")}
        self.check("magika.onnx", inputs(1), inputs(7))

    def test_music_transcription(self):
        def inputs(count):
            return {"serving_default_input_2:0":
                    numbers(count, 43844, 1, scale=0.1)}
        self.check("basic-pitch.onnx", None, inputs(1), inputs(2))

    def test_thin_resnet(self):
        inputs = {"input:0": 100 * picture(1, 3, 224, 224).transpose(
            0, 2, 3, 1).copy()}
        self.check("opennsfw.onnx", None, inputs)

    def test_wake_word(self):
        self.check("wakeword-embedding.onnx",
                   {"input_1": numbers(1, 76, 32, 1)},
                   {"input_1": numbers(3, 76, 32, 1)})

    def test_what_needs_control_flow_is_listed(self):
        for name in ("silero-vad-v6.onnx", "silero-vad-ifless.onnx"):
            with self.subTest(name=name):
                said = self.tenon("check", package_file(name), code=2)
                self.assertIn("If", said)


class OtherModels(ModelTest):
    """No package carries these."""

    def check(self, name, inputs, by_reference=True):
        model = shared_file(name)
        engine = self.build(model)
        if by_reference:
            self.assert_close(self.run_model(model, inputs, "reference"),
                              self.run_model(engine, inputs), "reference")
        with self.judge(model) as judged:
            self.assert_close(judged(inputs), self.run_model(engine, inputs),
                              "ONNX Runtime")

    def verify_data_sets(self, name, *sets):
        model = shared_file(name + ".onnx")
        for number in sets:
            folder = shared_file(f"{name}/test_data_set_{number}")
            self.tenon("verify", model, "--test-set", folder)

    def test_digits(self):
        self.verify_data_sets("mnist-8", 0, 1, 2)

    def test_super_resolution(self):
        self.verify_data_sets("super-resolution-10", 0)

    def test_half_precision_classifier(self):
        self.check("squeezenet-fp16.onnx", {
            "data_0": 100 * picture(1, 3, 224, 224, dtype="float16")})

    def test_faces(self):
        self.check("ultraface-rfb-320.onnx",
                   {"input": picture(1, 3, 240, 320)})

    def test_objects(self):
        self.check("fastestdet.onnx", {"input": picture(1, 3, 352, 352)})

    def test_tiny_voice_activity(self):
        self.check("tinyvad.onnx", {"log_mel": numbers(3, 1, 32, 16)})

    def test_speech_enhancement_keeps_its_state(self):
        for name, sound, state, width in (
                ("dtln-1.onnx", "input_2", "input_3", 257),
                ("dtln-2.onnx", "input_4", "input_5", 512)):
            model = shared_file(name)
            engine = self.build(model)
            with self.judge(model) as judged:
                ours = theirs = numpy.zeros((1, 2, 128, 2), "float32")
                for step in range(8):
                    heard = numpy.abs(numbers(1, 1, width)) / (step + 1)
                    expected = judged({sound: heard, state: theirs})
                    found = self.run_model(engine, {sound: heard, state: ours})
                    self.assert_close(expected, found, f"{name}, step {step}")
                    ours, theirs = list(found.values())[1], \
                        list(expected.values())[1]

    def test_a_forest_is_not_supported_yet(self):
        said = self.tenon("check", shared_file("sklearn-random-forest.onnx"),
                          code=2)
        self.assertIn("TreeEnsembleClassifier", said)


if __name__ == "__main__":
    unittest.main()
