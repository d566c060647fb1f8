"""Runs LinuxCNC's own interpreter (its python module `gcode`) over many programs.

    python3 linuxcnc.py TOOLS.tbl LIST

LIST names one program a line. For each, in order, JSON arrays go to standard output, one a line:
the canonical calls that place motions (lengths in inches, angles in degrees, as the module hands
them over), then ["end", "ok"] or ["end", "error", LINE, TEXT]. Each program runs in a child
process of its own, because the interpreter keeps state in static variables and may crash.
"""
import ctypes
import json
import os
import sys
import tempfile

try:
    import gcode
except ImportError:
    sys.exit(77)

TOOL_TABLE, LIST = (os.path.abspath(a) for a in sys.argv[1:3])
PLANES = {170: "xy", 180: "zx", 190: "yz"}


def load_tools():
    """Fills the shared tool table that the interpreter looks tools up in; index -> (number, z, diameter)."""
    library = ctypes.CDLL("libtooldata.so.0", mode=ctypes.RTLD_GLOBAL)
    getattr(library, "_Z17tool_mmap_creatorPK13EMC_TOOL_STATi")(ctypes.c_void_p(0), 0)
    getattr(library, "_Z13tooldata_loadPKcPPc")(ctypes.c_char_p(TOOL_TABLE.encode()), ctypes.c_void_p(0))
    index_of = getattr(library, "_Z28tooldata_find_index_for_tooli")
    tools = {}
    with open(TOOL_TABLE) as table:
        for line in table:
            words = {w[0]: float(w[1:]) for w in line.split(";")[0].split()}
            if "T" in words:
                number = int(words["T"])
                tools[index_of(number)] = (number, words.get("Z", 0.0), words.get("D", 0.0), int(words.get("Q", 0)))
    return tools


class Recorder:
    def __init__(self, tools, parameter_file):
        self.tools, self.parameter_file = tools, parameter_file
        self.calls, self.line, self.loaded = [], 0, 0

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_: None

    def note(self, *call):
        self.calls.append(call)

    def check_abort(self):
        return False

    def get_external_length_units(self):
        return 1.0

    def get_external_angular_units(self):
        return 1.0

    def get_axis_mask(self):
        return 511

    def get_block_delete(self):
        return True

    def get_tool(self, index):
        number, length, diameter, nose = self.tools.get(index or self.loaded, (-1, 0.0, 0.0, 0))
        return (number, 0.0, 0.0, length) + (0.0,) * 6 + (diameter, 0.0, 0.0, nose)

    def change_tool(self, index):
        self.loaded = max(index, 0)
        self.note("tool", self.tools.get(self.loaded, (0,))[0])

    def next_line(self, state):
        self.line = state.sequence_number

    def set_plane(self, code):
        self.note("plane", PLANES.get(code, PLANES.get(code * 10, str(code))))

    def set_g5x_offset(self, _, x, y, z, *rest):
        self.note("g5x", x, y, z)

    def set_g92_offset(self, x, y, z, *rest):
        self.note("g92", x, y, z)

    def set_xy_rotation(self, degrees):
        self.note("rotation", degrees)

    def tool_offset(self, x, y, z, *rest):
        self.note("length", x, y, z)

    def straight_traverse(self, x, y, z, a, b, c, u, v, w):
        self.note("rapid", self.line, x, y, z, a, b, c, u, v, w)

    def straight_feed(self, x, y, z, a, b, c, u, v, w):
        self.note("feed", self.line, x, y, z, a, b, c, u, v, w)

    def straight_probe(self, x, y, z, a, b, c, u, v, w):
        self.note("feed", self.line, x, y, z, a, b, c, u, v, w)

    def rigid_tap(self, x, y, z, *rest):
        self.note("tap", self.line, x, y, z)

    def arc_feed(self, first, second, cu, cv, turns, height, a, b, c, u, v, w):
        self.note("arc", self.line, first, second, cu, cv, turns, height, a, b, c, u, v, w)


def run(program):
    tools = load_tools()
    parameters = os.path.join(os.environ["HOME"], "parameters")
    with open(parameters, "w") as file:
        file.write("5220\t1.0\n")
    os.chdir(os.path.dirname(os.path.abspath(program)))
    recorder = Recorder(tools, parameters)
    status, line = gcode.parse(program, recorder, "G21", "")
    end = ("end", "error", line, gcode.strerror(status)) if status > gcode.MIN_ERROR else ("end", "ok")
    return recorder.calls + [end]


def main():
    with open(LIST) as names:
        programs = [os.path.abspath(name) for name in names.read().splitlines()]
    os.environ["HOME"] = tempfile.mkdtemp(prefix="rs274")
    for program in programs:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            try:
                text = "".join(json.dumps(call) + "\n" for call in run(program))
            except Exception as problem:  # reported as the program's end, so that the list goes on
                text = json.dumps(["end", "crash", repr(problem)]) + "\n"
            sys.stdout.write(text)
            sys.stdout.flush()
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            sys.stdout.write('["end", "crash", "the interpreter died"]\n')


main()
