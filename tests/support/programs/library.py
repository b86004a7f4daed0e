# SPDX-License-Identifier: LGPL-2.1-or-later
"""Worlds of the library, called as another language calls it. Nothing here is a test."""
import ctypes

from tap import BUILD, Failure

TORUS, PLANE = 0, 1
AUTO, NAIVE = 0, 1


class Geometry(ctypes.Structure):
    _fields_ = [('width', ctypes.c_uint32), ('height', ctypes.c_uint32), ('depth', ctypes.c_uint32),
                ('topology', ctypes.c_int), ('vertical_twist', ctypes.c_int), ('shift_x', ctypes.c_int32),
                ('shift_y', ctypes.c_int32)]


class Options(ctypes.Structure):
    _fields_ = [('engine', ctypes.c_int), ('kernel', ctypes.c_int), ('pdl', ctypes.c_int), ('device', ctypes.c_int),
                ('devices', ctypes.c_uint64), ('threads', ctypes.c_uint), ('memory_limit', ctypes.c_uint64),
                ('context', ctypes.c_void_p), ('cluster', ctypes.c_int), ('timeout', ctypes.c_uint)]


class Box(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int64) for name in ('x', 'y', 'z', 'width', 'height', 'depth')]


class Error(ctypes.Structure):
    _fields_ = [('domain', ctypes.c_uint32), ('code', ctypes.c_int), ('message', ctypes.c_char_p)]


def load():
    library = ctypes.CDLL(str(BUILD / 'life' / 'liblife-0.so'))
    pointer = ctypes.c_void_p
    for name, result, parameters in (
            ('life_rule_parse', pointer, [ctypes.c_char_p, ctypes.c_uint, pointer]),
            ('life_rule_get_states', ctypes.c_uint, [pointer]),
            ('life_rule_unref', None, [pointer]),
            ('life_engine_options_init', None, [pointer]),
            ('life_world_new', pointer, [pointer] * 4),
            ('life_world_free', None, [pointer]),
            ('life_world_get_kernel_name', ctypes.c_char_p, [pointer]),
            ('life_world_write', ctypes.c_int, [pointer] * 4),
            ('life_world_read', ctypes.c_int, [pointer] * 4),
            ('life_world_step', ctypes.c_int, [pointer, ctypes.c_uint64, pointer, pointer])):
        function = getattr(library, name)
        function.restype, function.argtypes = result, parameters
    return library


class World:
    """A world of @width times @height cells on the CPU."""
    library = None

    def __init__(self, rule, width, height, topology=TORUS, kernel=AUTO):
        World.library = World.library or load()
        self.rule = self.call('life_rule_parse', rule.encode(), 2)
        self.states = self.library.life_rule_get_states(self.rule)
        self.box = Box(0, 0, 0, width, height, 1)
        options = Options()
        self.library.life_engine_options_init(ctypes.byref(options))
        options.engine, options.kernel, options.threads = 1, kernel, 2
        geometry = Geometry(width, height, 1, topology)
        self.world = self.call('life_world_new', ctypes.byref(geometry), self.rule, ctypes.byref(options))
        self.kernel = self.library.life_world_get_kernel_name(self.world).decode()

    def call(self, name, *arguments):
        """What a function returns that has an error as its last parameter."""
        error = ctypes.POINTER(Error)()
        result = getattr(self.library, name)(*arguments, ctypes.byref(error))
        if not result:
            raise Failure(f'{name}: {error.contents.message.decode()}')
        return result

    def write(self, cells):
        self.call('life_world_write', self.world, ctypes.byref(self.box), bytes(cells))

    def read(self):
        cells = ctypes.create_string_buffer(self.box.width * self.box.height)
        self.call('life_world_read', self.world, ctypes.byref(self.box), cells)
        return cells.raw

    def step(self, generations=1):
        self.call('life_world_step', self.world, generations, None)

    def close(self):
        self.library.life_world_free(self.world)
        self.library.life_rule_unref(self.rule)
