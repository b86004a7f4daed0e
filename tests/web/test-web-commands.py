#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What clients of life-web can do to the world, and what is refused. Prints TAP."""

import base64
import json
import os
import re
import struct
import subprocess
import tempfile

from cells import cells_of
from tap import Skip, expect, expect_in, expect_range, main, until
from web_peer import WORLD, Server, need_encoder

PAUSED = ['pattern=block', 'world-width=40', 'world-height=24', 'zoom=4', 'paused=true']


def paused_world(*options, properties=()):
    return Server(*options, properties=[*PAUSED, *properties])


def population(viewer, expected, what):
    """Waits until the film shows it."""
    until(lambda: viewer.get('population') == expected, what)


def cells(viewer):
    """The rows of the world as RLE, without header."""
    text = viewer.do(type='save')['text']
    return ''.join(line for line in text.splitlines() if not re.match('[#x]', line))


def test_properties_are_set_and_read():
    with paused_world() as server, server.viewer(video=False) as viewer:
        for name, value in [('rule', 'B36/S23'), ('palette', 'fire'), ('color-mode', 'trail'), ('trail', 40),
                            ('zoom', 2.5), ('paused', False), ('generations-rate', '1/3'),
                            ('alive-color', '#ff8000'), ('dead-color', '#10203040'), ('caption', 'counter+graph'),
                            ('camera', 'follow')]:
            viewer.do(type='set', name=name, value=value)
            expect(viewer.get(name), value, name)


def test_colors_have_names_and_digits():
    with paused_world() as server, server.viewer(video=False) as viewer:
        for value, color in [('tomato', '#ff6347'), ('#FF634780', '#ff634780'), ('transparent', '#00000000'),
                             ('0x80ff6347', '#ff634780')]:
            viewer.do(type='set', name='dead-color', value=value)
            expect(viewer.get('dead-color'), color, value)
        viewer.do(type='set', name='palette', value='0:tomato,#102030')
        expect(viewer.get('palette'), '0:tomato,#102030', 'palette')


def test_hello_describes_what_can_be_set():
    with Server() as server, server.viewer(video=False) as viewer:
        properties = viewer.hello['properties']
        expect({key: properties['trail'][key] for key in ('type', 'minimum', 'maximum')},
               {'type': 'integer', 'minimum': 1, 'maximum': 255}, 'trail')
        expect(properties['caption']['values'], ['counter', 'graph', 'title'], 'values of caption')
        expect(properties['alive-color']['type'], 'color', 'type of alive-color')
        expect(properties['paused']['type'], 'boolean', 'type of paused')
        expect_in('age-trail', properties['color-mode']['values'], 'values of color-mode')
        expect_in('gosper-gun', viewer.hello['patterns'], 'patterns')
        expect_in('fire', viewer.hello['palettes'], 'palettes')
        expect_in('highlife', [rule.lower() for rule in viewer.hello['rules']], 'rules')
        for name, description in properties.items():
            if description['value'] is not None:
                viewer.do(type='set', name=name, value=description['value'])


def test_wrong_values_are_refused():
    with paused_world() as server, server.viewer(video=False) as viewer:
        for name, value, why in [
                ('rule', 'B99/S23', 'neighbors'), ('rule', 3, 'not a string'), ('palette', 'nosuch', 'palette'),
                ('color-mode', 'loud', 'one of its values'), ('trail', 0, 'from 1 to 255'), ('trail', 1.5, 'whole'),
                ('trail', '16', 'whole number'), ('zoom', -1, 'from 0 to 4096'), ('zoom', 1e300, 'from 0 to 4096'),
                ('paused', 1, 'true or false'), ('alive-color', 'redd', '#rrggbb'), ('alive-color', '#12345', '#rrggbb'),
                ('generations-rate', '1/0', 'can have'), ('caption', 'loud', 'some of its values')]:
            previous = viewer.get(name)
            expect_in(why, viewer.error({'type': 'set', 'name': name, 'value': value}), f'why {name}={value}')
            expect(viewer.get(name), previous, name)


def test_nothing_that_blocks_or_ends_the_film_can_be_set():
    with paused_world() as server, server.viewer(video=False) as viewer:
        for name, value in [('generations', 257), ('generations-rate', '257/1')]:
            viewer.error({'type': 'set', 'name': name, 'value': value})
        for name in ['location', 'rule-path', 'num-buffers', 'is-live', 'threads', 'engine', 'post-messages', 'name',
                     'waypoints', 'text', 'caption-font', 'stagnation']:
            expect_in('that can be set', viewer.error({'type': 'set', 'name': name, 'value': 'x'}), name)
        for name in ['location', 'rule-path', 'parent', 'nosuch']:
            expect_in('that can be read', viewer.error({'type': 'get', 'name': name}), name)


def test_what_can_be_set_is_this():
    # lifesrc's table says what changes while it plays; a new property there is for viewers only where it stands here.
    names = """rule palette color-mode alive-color dead-color draw-state paused generations generations-rate crossfade zoom view-x view-y
        rotation scaling cell-shape camera camera-margin trail palette-cycle density-gain grid grid-color caption caption-color caption-corner slice
        slice-step projection-side azimuth elevation orbit look-at-x look-at-y look-at-z camera-distance camera-fov light-azimuth
        light-elevation shadows occlusion antialias world-box fog background-top background-bottom cut-x cut-y cut-z""".split()
    with paused_world() as server, server.viewer(video=False) as viewer:
        described = viewer.hello['properties']
        captions = [name for name in names if name.startswith('caption')]
        expect(set(described) | set(captions), set(names), 'properties of hello')
        for name in 'qos', 'navigation', 'blocksize', 'do-timestamp', 'typefind', 'view_x':
            expect_in('that can be set', viewer.error({'type': 'set', 'name': name, 'value': True}), name)


def test_numbers_are_read_back_to_the_bit():
    with Server(properties=['topology=unbounded', 'pattern=acorn', 'seed=18446744073709551615']) as server:
        with server.viewer(video=False) as viewer:
            for name, values in [('rotation', [1e-10, 5e-324, -1e-7, 0.1, 1 / 3, -0.0, 2.0 ** 53 - 1, 123456789.0625]),
                                 ('view-x', [1e15 + 0.5, 1e-300, -2.0 ** 53]), ('zoom', [1e-10, 2.0 ** -60, 0.1])]:
                for value in values:
                    viewer.do(type='set', name=name, value=value)
                    expect(repr(viewer.get(name)), repr(value), name)
                    with server.viewer(video=False) as newcomer:
                        expect(newcomer.hello['properties'][name]['value'], value, f'{name} in hello')
            # Whole numbers that JavaScript would round are text.
            expect(viewer.get('seed'), '18446744073709551615', 'seed')


def test_views_show_more_than_a_pixel():
    with Server() as server, server.viewer(video=False) as viewer:
        for value in 1e-10, 1 / 161:
            expect_in('in one pixel; 0 chooses', viewer.error({'type': 'set', 'name': 'zoom', 'value': value}), 'why')
        for value in 1 / 160, 0:
            viewer.do(type='set', name='zoom', value=value)
    with Server(properties=['topology=unbounded', 'pattern=acorn']) as server, server.viewer(video=False) as viewer:
        expect_in('in one pixel; 0 chooses', viewer.error({'type': 'set', 'name': 'zoom', 'value': 2.0 ** -61}), 'why')


def test_numbers_in_messages_have_points_in_every_locale():
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8', f'{folder}/de_DE.UTF-8'], capture_output=True, check=False)
        if made.returncode:
            raise Skip('no locale can be made')
        with Server(properties=PAUSED, environment={'LC_ALL': 'de_DE.UTF-8', 'LOCPATH': folder}) as server, \
                server.viewer(video=False) as viewer:
            expect_in('less than 0.025, at which', viewer.error({'type': 'set', 'name': 'zoom', 'value': 0.01}), 'why')


def test_sides_that_were_not_set_are_those_of_the_world():
    with Server(properties=[]) as server, server.viewer(video=False) as viewer:
        sides = [viewer.get(f'world-{side}') for side in ('width', 'height', 'depth')]
        found = re.search(r':T(\d+),(\d+)', viewer.do(type='save')['text'])
        expect(sides, [int(found.group(1)), int(found.group(2)), 1], 'sides')
    with Server(properties=['topology=unbounded', 'pattern=acorn']) as server, server.viewer(video=False) as viewer:
        expect(viewer.get('world-width'), 0, 'width without edges')


def test_patterns_are_pasted_and_loaded():
    with paused_world() as server, server.viewer(video=False) as viewer:
        viewer.do(type='paste', pattern='glider', x=1, y=2)
        population(viewer, 9, 'block and glider')
        viewer.do(type='load', pattern='x = 3, y = 1, rule = B36/S23:T40,24\n3o!')
        population(viewer, 3, 'a blinker alone')
        expect(viewer.get('rule'), 'B36/S23', 'rule')
        expect(cells(viewer), '12$19b3o!', 'cells')
        viewer.do(type='load', pattern='glider')
        expect(viewer.get('rule'), 'B36/S23', 'rule after a pattern without one')


def test_what_cannot_be_loaded_changes_nothing():
    with paused_world() as server, server.viewer(video=False) as viewer:
        previous = cells(viewer)
        for pattern, why in [('nosuch', 'nosuch'), ('x = 9, y = 1, rule = B99\n3o!', 'B99'),
                             ('x = 60, y = 1, rule = B36/S23\n60o!', 'needs 60 cells along x')]:
            expect_in(why, viewer.error({'type': 'load', 'pattern': pattern}), 'why')
            expect((cells(viewer), viewer.get('rule')), (previous, 'B3/S23'), f'the world after {pattern[:20]!r}')


def test_actions_change_the_world():
    with paused_world() as server, server.viewer(video=False) as viewer:
        viewer.do(type='paste', pattern='bo$bo$bo!', x=1, y=1)
        population(viewer, 7, 'block and blinker')
        generation = viewer.get('generation')
        viewer.do(type='do', action='step')
        until(lambda: viewer.get('generation') == generation + 1, 'one generation')
        expect_in('3o', cells(viewer), 'the blinker')
        viewer.do(type='do', action='clear')
        population(viewer, 0, 'nothing')
        viewer.do(type='do', action='undo')
        population(viewer, 7, 'what was there')
        viewer.do(type='do', action='redo')
        population(viewer, 0, 'nothing again')
        expect_in('nothing to redo', viewer.error({'type': 'do', 'action': 'redo'}), 'why')
        viewer.do(type='do', action='next-soup')
        until(lambda: viewer.get('population') > 100, 'a soup')
        expect_in('explode', viewer.error({'type': 'do', 'action': 'explode'}), 'why')


def test_strokes_are_drawn_and_undone_as_one():
    with paused_world() as server, server.viewer(video=False) as viewer:
        # The film has 160 by 96 pixels, four by four for a cell.
        viewer.do(type='draw', **{'from': [2, 2], 'to': [38, 2]})
        viewer.do(type='draw', **{'from': [38, 2], 'to': [38, 18], 'continues': True})
        population(viewer, 4 + 10 + 4, 'block and stroke')
        expect(cells(viewer)[:19], '10o$9bo$9bo$9bo$9bo', 'cells')
        viewer.do(type='draw', **{'from': [2, 2], 'to': [18, 2], 'state': 0})
        population(viewer, 4 + 9, 'with five erased')
        viewer.do(type='do', action='undo')
        viewer.do(type='do', action='undo')
        population(viewer, 4, 'the block')
        expect_in('state 5', viewer.error({'type': 'draw', 'from': [2, 2], 'to': [18, 2], 'state': 5}), 'why')


def test_rectangles_are_filled_and_undone_as_one():
    with paused_world() as server, server.viewer(video=False) as viewer:
        viewer.do(type='fill', x=10, y=5, width=9, height=7, density=1)
        population(viewer, 4 + 63, 'block and rectangle')
        viewer.do(type='fill', x=-3, y=5, width=14, height=3, density=0)
        population(viewer, 4 + 60, 'without three cells')
        viewer.do(type='do', action='undo')
        population(viewer, 4 + 63, 'with them')
        viewer.do(type='do', action='undo')
        population(viewer, 4, 'the block')
        for wrong, why in (({'density': 2}, 'density'), ({'density': 1, 'width': 0}, 'width'), ({'density': 1, 'height': 5000}, 'height'),
                           ({'density': 1, 'x': 0.5}, '"x"'), ({'density': 1, 'x': 1000}, 'no cell of the world'), ({}, 'density')):
            expect_in(why, viewer.error({'type': 'fill', 'x': 1, 'y': 1, 'width': 2, 'height': 2, **wrong}), 'why')
        population(viewer, 4, 'the block')


def test_period_of_the_world_is_found():
    for world, pattern, period in ((WORLD, 'pulsar', (3, 0)), (WORLD, 'blinker', (2, 0)), (WORLD, 'o!', (1, 1)),
                                   (['world-width=40', 'world-height=30', 'topology=torus'], 'glider', None),
                                   (['topology=unbounded'], 'pulsar', (3, 0))):
        with Server(properties=[*world, 'density=0', 'paused=true']) as server, server.viewer(video=False) as viewer:
            viewer.do(type='load', pattern=pattern)
            reply = viewer.do(type='period')
            # A glider on a torus is where it was once it has gone round by columns and rows.
            expect((reply['generations'], reply['from']), period or (4 * 120, 0), f'period of {pattern!r}')
    with Server(properties=['topology=unbounded', 'density=0', 'paused=true']) as server, server.viewer(video=False) as viewer:
        viewer.do(type='load', pattern='glider')
        expect_in('does not repeat', viewer.error({'type': 'period'}), 'why')


def test_view_is_moved():
    with paused_world() as server, server.viewer(video=False) as viewer:
        viewer.do(type='zoom', factor=2, at=[80, 48])
        expect(viewer.get('zoom'), 8, 'zoom')
        viewer.do(type='pan', by=[16, -8])
        expect((viewer.get('view-x'), viewer.get('view-y')), (18, 13), 'center')
        viewer.do(type='do', action='fit')


def test_camera_follows_after_the_tempo_changed():
    with Server(properties=['pattern=acorn', 'world-width=160', 'world-height=96', '@preset=phosphor'], says='generations took') as server:
        with server.viewer(video=False) as viewer:
            until(lambda: viewer.get('generation') > 20, 'twenty generations')
            viewer.do(type='set', name='generations', value=2)
            until(lambda: viewer.get('generation') > 40, 'forty generations')
            previous = viewer.get('generation')
            viewer.do(type='set', name='camera', value='follow')
            for _ in range(5):
                expect_range(viewer.message('frame')['generation'], previous - 2, 1 << 60, 'generation')


def test_saved_world_comes_back():
    with paused_world() as server, server.viewer(video=False) as viewer:
        viewer.do(type='do', action='next-soup')
        text = viewer.do(type='save')['text']
        previous = cells(viewer)
        viewer.do(type='do', action='clear')
        viewer.do(type='load', pattern=text)
        expect(cells(viewer).strip('$!0123456789') != '', True, 'whether there are cells')
        expect(viewer.do(type='save')['text'].count('o') > 0, True, 'whether there are live cells')
        expect(len(previous) > 100, True, 'whether the soup is large')


def test_saving_leaves_no_file():
    with tempfile.TemporaryDirectory() as folder:
        with Server(environment={'TMPDIR': folder}) as server, server.viewer(video=False) as viewer:
            expect_in('rule = B3/S23', viewer.do(type='save')['text'], 'the world')
            expect(os.listdir(folder), [], 'files')


def test_worlds_in_3d_are_saved():
    properties = ['world-width=16', 'world-height=16', 'world-depth=16', 'paused=true']
    with Server(properties=properties) as server, server.viewer(video=False) as viewer:
        expect_in('3D version=', viewer.do(type='save')['text'], 'the world')
        expect_in('pulse-waves', viewer.hello['rules'], 'rules')


def test_worlds_in_3d_begin_as_a_volume_that_turns():
    cube = ['world-width=16', 'world-height=16', 'world-depth=16', 'rule=B6/S567']
    for properties, view, orbit, depth in ((cube, 'volume', 0.5, 16), ([*cube, 'view=montage'], 'montage', 0, 16),
                                           (['pattern=glider-5766'], 'volume', 0.5, 24), (['pattern=bo$2bo$3o!'], 'auto', 0, 1)):
        with Server(properties=[*properties, 'paused=true']) as server, server.viewer(video=False) as viewer:
            expect([viewer.get(name) for name in ('view', 'orbit', 'world-depth')], [view, orbit, depth], f'{properties}')


def test_read_only_refuses_every_change():
    with Server('--read-only') as server, server.viewer(video=False) as viewer:
        expect(viewer.hello['read-only'], True, 'read-only')
        for message in [{'type': 'set', 'name': 'paused', 'value': True}, {'type': 'do', 'action': 'clear'},
                        {'type': 'draw', 'from': [1, 1], 'to': [2, 2]}, {'type': 'pan', 'by': [1, 1]},
                        {'type': 'zoom', 'factor': 2, 'at': [1, 1]}, {'type': 'paste', 'pattern': 'glider'},
                        {'type': 'load', 'pattern': 'glider'}]:
            expect_in('not changed', viewer.error(message), f'why {message["type"]}')
        expect(viewer.get('paused'), False, 'paused')
        viewer.do(type='save')


def test_replies_have_the_id_and_the_order_of_messages():
    with Server() as server, server.viewer(video=False) as viewer:
        expected = []
        for number in range(50):
            viewer.send({'type': 'get', 'name': ['rule', 'zoom', 'nosuch'][number % 3], 'id': number})
            expected.append((number, ['value', 'value', 'error'][number % 3]))
        found = [(reply['id'], reply['type']) for reply in (viewer.reply() for _ in expected)]
        expect(found, expected, 'replies')


def png_size(reply):
    data = base64.b64decode(reply['png'], validate=True)
    expect(data[:8], b'\x89PNG\r\n\x1a\n', 'a PNG')
    return struct.unpack('>II', data[16:24])


def test_library_lists_reads_and_draws_patterns():
    with Server('--read-only') as server, server.viewer(video=False) as viewer:
        groups = {group['name']: group['patterns'] for group in viewer.do(type='library')['groups']}
        expect('glider' in groups[''], True, f'built-in patterns: {groups[""]}')
        for name, count in ('glider', 5), ('gosper-gun', 36):
            expect(len(cells_of(viewer.do(type='read', name=name)['text'])), count, f'cells of {name}')
            picture = viewer.do(type='picture', name=name)
            expect(png_size(picture), (96, 72), 'size of a picture')
            expect(viewer.do(type='picture', name=name)['png'], picture['png'], 'the same picture again')
        glider, gun = (viewer.do(type='picture', name=name)['png'] for name in ('glider', 'gosper-gun'))
        expect(glider != gun, True, 'another picture of another pattern')
        expect(png_size(viewer.do(type='picture', name='glider-5766')), (96, 72), 'size of a picture in 3D')
        names = [name for folder, patterns in groups.items() if folder for name in patterns]
        for ending in '.mc', '.mc.gz', '.mcl':
            for name in [name for name in names if name.endswith(ending)][:2]:
                expect_in('[M2]' if ending != '.mcl' else '#MCell', viewer.do(type='read', name=name)['text'][:200], name)
                expect(png_size(viewer.do(type='picture', name=name)), (96, 72), f'size of the picture of {name}')
        for name in 'HashLife/metapixel-parity64.mc.gz', 'HashLife/wolfram22.mc', 'Self-Rep/Devore/Devore-rep.rle':
            if name in names:
                expect(png_size(viewer.do(type='picture', name=name)), (96, 72), f'size of the picture of the large {name}')
        expect(len(set(groups)), len(groups), 'groups, each once')
        for name in names[:3]:
            expect(viewer.do(type='read', name=name)['type'], 'pattern', name)


def test_pictures_of_rules_move():
    for properties, names in ([], ('highlife', 'brians-brain', 'wolfram-30', 'bosco', 'bugs-r10', 'ulam-warburton')), \
            (['world-width=16', 'world-height=16', 'world-depth=16', 'rule=B6/S567'], ('clouds', '445')):
        with Server(properties=properties) as server, server.viewer(video=False) as viewer:
            for name in names:
                frames = viewer.do(type='picture', rule=name)['frames']
                expect((len(frames), len(set(frames)) > 4), (12, True), f'frames of {name}')
                expect(png_size({'png': frames[5]}), (96, 72), 'size of a frame')
            expect_in('no rule "B3/S23"', viewer.error({'type': 'picture', 'rule': 'B3/S23'}), 'why')
            expect_in('members', viewer.error({'type': 'picture', 'rule': 'life', 'name': 'glider'}), 'why')


def test_names_that_the_library_lacks_lead_nowhere():
    with Server() as server, server.viewer(video=False) as viewer:
        for kind in 'read', 'picture':
            for name in ('', '.', '..', '/etc/passwd', '../../../../etc/passwd', 'Life/../../../../../etc/passwd', 'Life',
                         'glider\n', 'GLIDER', 'bo$2bo$3o!', 'x' * 256):
                expect_in('no pattern', viewer.error(json.dumps({'type': kind, 'name': name})), f'{kind} {name!r}')
            expect_in('longer', viewer.error(json.dumps({'type': kind, 'name': 'x' * 257})), 'a long name')
            expect_in('"name"', viewer.error(json.dumps({'type': kind})), 'no name')
            expect_in('no string', viewer.error(json.dumps({'type': kind, 'name': ['glider']})), 'a list')
        expect_in('members', viewer.error('{"type":"library","name":"glider"}'), 'a member too many')


def test_what_is_no_message_is_an_error():
    with Server() as server, server.viewer(video=False) as viewer:
        for text, why in [
                ('', 'no JSON object'), ('x', 'no JSON'), ('{', 'no JSON'), ('[]', 'no JSON object'), ('null', 'object'),
                ('3', 'object'), ('{}', '"type"'), ('{"x":' + '[' * 5000, 'deeper'), ('{"type":["get"]}', 'no string'),
                ('{"type":"nosuch"}', 'no message of type'), ('{"type":"get"}', '"name"'),
                ('{"type":"get","name":3}', 'no string'), ('{"type":"get","name":"rule","id":-1}', '"id"'),
                ('{"type":"get","name":"rule","id":1.5}', '"id"'), ('{"type":"get","name":"rule","x":1}', 'members'),
                ('{"type":"get","name":"' + 'x' * 65 + '"}', 'longer'),
                ('{"type":"draw","from":[1,2]}', '"to"'), ('{"type":"draw","from":[1],"to":[1,2]}', '[X,Y]'),
                ('{"type":"draw","from":[1e999,2],"to":[1,2]}', 'no number'),
                ('{"type":"draw","from":[1,2],"to":[1,2],"state":256}', '"state"'),
                ('{"type":"zoom","factor":0,"at":[1,2]}', '"factor"'), ('{"type":"hello"}', 'hello'),
                ('{"type":"ack","fragment":0}', 'no such fragment')]:
            expect_in(why, viewer.error(text), f'why {text[:40]!r}')
        expect(viewer.error('{"type":"nosuch","id":9007199254740991}') != '', True, 'an error')


# What json-glib takes for JSON, or reads as something else; and what nests deep behind quotes that are none.
NO_JSON = [
    ('/*"*/' + '[' * 120_000 + ']' * 120_000, 'no JSON object'),
    ('{\'":' + '[' * 80_000 + ']' * 80_000 + '}', 'no JSON'),
    ('{"type":' + '[' * 80_000 + ']' * 80_000 + '}', 'deeper than 16'),
    ('{"type":' + '{"type":' * 16 + '0' + '}' * 17, 'deeper than 16'),
    ('/**/{"type":"get","name":"rule"}', 'no JSON object'),
    ('{"type":"get",/**/"name":"rule"}', 'no JSON'), ('{"type":"get","name":"rule"}//', 'no JSON'),
    ("{'type':'get','name':'rule'}", 'no JSON'), ('{"type":"get","name":"rule"}{}', 'no JSON'),
    ('var x = {"type":"get","name":"rule"};', 'no JSON object'), ('{"type":"get","name":"rule",}', 'no JSON'),
    ('{"type":"get","name":"rule" "id":1}', 'no JSON'), ('{"type":"get","name":"ru\nle"}', 'no JSON'),
    ('{"type":"get","name":"rule\\u0000"}', 'NUL'), ('{"type\\u0000":1,"type":"get","name":"rule"}', 'NUL'),
    ('{"type":"get","name":"rule\0"}', 'UTF-8'), ('{"type":"get","name":"\\ud800"}', 'no JSON'),
    ('{"type":"get","name":"\\udc00\\ud800"}', 'no JSON'), ('{"type":"get","name":"\\x41"}', 'no JSON'),
    ('{"type":"get","name":"rule","id":01}', 'no JSON'), ('{"type":"get","name":"rule","id":0x1}', 'no JSON'),
    ('{"type":"get","name":"rule","id":+1}', 'no JSON'), ('{"type":"get","name":"rule","id":1.}', 'no JSON'),
    ('{"type":"get","name":"rule","id":.5}', 'no JSON'), ('{"type":"get","name":"rule","id":1e}', 'no JSON'),
    ('{"type":"get","name":"rule","id":NaN}', 'no JSON'), ('{"type":"get","name":"rule","id":TRUE}', 'no JSON'),
    ('{"type":"paste","pattern":"o!","x":18446744073709551615}', '18 digits'),
    ('{"type":"load","x":[' + '0,' * 4096 + '0]}', '4096 values')]


def test_what_is_no_strict_json_is_refused_before_and_after_hello():
    for options in (), ('--read-only',):
        with Server(*options) as server:
            with server.client() as stranger, server.viewer(video=False) as viewer:
                for text, why in NO_JSON:
                    expect_in(why, stranger.error(text), f'why {text[:60]!r} before hello')
                    expect_in(why, viewer.error(text), f'why {text[:60]!r}')
                expect(viewer.get('rule'), 'B3/S23', 'rule')


def test_all_of_json_is_read():
    with paused_world() as server, server.viewer(video=False) as viewer:
        for text in ['\t{ "type" : "get" ,\r\n "name" : "rule" } ', '{"type":"get","name":"\\u0072u\\u006ce"}',
                     '{"\\u0074ype":"get","name":"rule","id":-0}']:
            expect(viewer.request(text)['value'], 'B3/S23', text)
        for text, number in [('25e-1', 2.5), ('0.25E+1', 2.5), ('40e0', 40), ('2', 2), ('2.0', 2)]:
            expect(viewer.request('{"type":"set","name":"zoom","value":%s}' % text)['type'], 'ok', text)
            expect(viewer.get('zoom'), number, f'zoom after {text}')
        expect_in('"\\/\b\f\n\r\t\x7f\x1f😀"',
                  viewer.error(r'{"type":"get","name":"\"\\\/\b\f\n\r\t\u007f\u001f\uD83d\uDe00\""}'), 'a name with every escape')


def test_hello_comes_first():
    with Server() as server, server.client() as client:
        expect_in('hello', client.error({'type': 'get', 'name': 'rule'}), 'why')
        expect(client.request({'type': 'hello'})['type'], 'hello', 'type')
        expect_range(client.get('generation'), 0, 1 << 60, 'generation')


if __name__ == '__main__':
    main(globals(), require=need_encoder)
