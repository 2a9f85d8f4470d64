import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TemplateError } from './lexer.ts'
import { compile } from './template.ts'

const of = (source: string, names: Record<string, unknown> = {}): unknown => compile(source).value(names)
const shapes = JSON.parse(readFileSync('tests/fixtures/homeassistant/templates.json', 'utf8')) as {
  in: string
  template: string
}[]

describe('templates as bridges publish them', () => {
  test.each(shapes.map((shape) => [shape.template, shape.in]))('%s (%s) is understood', (source) => {
    const value_json = {
      state: 'OPEN',
      position: 100,
      fan_mode: 'low',
      speed: 3,
      running_state: 'heat',
      motor_state: 'opening',
      update: { state: 'idle', installed_version: 1, latest_version: 1 },
    }
    expect(() => of(source, { value: 1, value_json, position: 5, tone: 'fire', duration: 3 })).not.toThrow()
  })

  test.each<[string, Record<string, unknown>, unknown]>([
    ['{{ value_json["contact"] }}', { value_json: { contact: false } }, false],
    ['{{ value_json.a.b[1] }}', { value_json: { a: { b: [1, 2] } } }, 2],
    ['{{ value_json["gone"] }}', { value_json: {} }, undefined],
    ['{{ value | int(7) }}', { value: '1'.repeat(500) }, 7],
    [
      "{{ value_json['ev'] | default('',True) | string | truncate(5, True, '', 0) }}",
      { value_json: { ev: 'abcdefgh' } },
      'abcde',
    ],
    [
      "{% set values = {None:None,'idle':'idle','heat':'heating'} %}{{ values[value_json[\"r\"]] }}",
      { value_json: { r: 'heat' } },
      'heating',
    ],
    ["{{ {0:'off', 1:'low'}[value] | default('') }}", { value: 1 }, 'low'],
    ["{{ {0:'off', 1:'low'}[value] | default('') }}", { value: 7 }, ''],
    [
      "{{ value_json[\"m\"] if value_json[\"m\"] in ['on', 'smart'] else 'None' | default('None') }}",
      { value_json: { m: 'smart' } },
      'smart',
    ],
    [
      "{{ value_json[\"m\"] if value_json[\"m\"] in ['on'] else 'None' | default('None') }}",
      { value_json: { m: 'low' } },
      'None',
    ],
    ['{% if value_json["x"] %}true{% else %}false{% endif %}', { value_json: { x: 0 } }, 'false'],
    ['{ "position": {{ position }} }', { position: 40 }, '{ "position": 40 }'],
    [
      "{\"a\":{{ (value_json.s == 'updating')|lower }},\"p\":{{ value_json.get('progress', 'null') }}}",
      { value_json: { s: 'updating' } },
      '{"a":true,"p":null}',
    ],
    ['{{ value_json.t | tojson }}', { value_json: { t: [1, 'a', null] } }, '[1,"a",null]'],
    ['{{ 10 // 3 }}', {}, 3],
    ['{{ -7 % 3 }}', {}, 2],
    ['{{ 1 + 2 * 3 ** 2 }}', {}, 19],
    ['{{ not a and b is defined }}', { b: 1 }, true],
    ['{{ "x" not in list }}', { list: ['y'] }, true],
    ['{{ (value | float / 2) | round(1) }}', { value: '4.46' }, 2.2],
    ['{%- for one in list -%} {{ one }}; {%- endfor -%}', { list: [1, 2] }, '1;2;'],
    ['{# nothing #}{{ value | int(0) }}', { value: 'abc' }, 0],
    ['{{ true }}|{{ none }}|{{ 1 == True }}', {}, 'True|None|True'],
    ["{{ {'a': {'b': 1}}['a']['b'] }}", {}, 1],
  ])('%s', (source, names, expected) => {
    expect(of(source, names)).toEqual(expected)
  })

  test.each([
    ['{{ value_json["power"] }}', ['power']],
    ["{{ value_json.update.state | default('') }}", ['update', 'state']],
    ['{{ value }}', undefined],
    ['{{ value_json.a }} W', ['a']],
    ['{% if value_json["x"] %}true{% else %}false{% endif %}', ['x']],
    ['{{ value_json.a + value_json.b }}', undefined],
  ])('%s picks %j', (source, path) => {
    expect(compile(source).path).toEqual(path)
  })
})

describe('V-03 V-04 templates that mean harm', () => {
  test.each([
    ['{{ "a".__class__.__mro__ }}'],
    ['{{ value_json.constructor }}'],
    ['{{ value_json.__proto__ }}'],
    ['{{ value_json["constructor"]["constructor"] }}'],
    ['{{ [].constructor }}'],
    ['{{ {}.get }}'],
    ['{{ toString }}'],
    ['{{ "x".length }}'],
  ])('%s reaches nothing', (source) => {
    expect(of(source, { value_json: {}, value: 'x' })).toBeUndefined()
  })

  test.each([
    ['a loop that multiplies', `{% set a = 'xxxxxxxxxx' %}${'{% set a = a ~ a %}'.repeat(60)}{{ a }}`],
    ['loops in loops', `${'{% for x in list %}'.repeat(8)}x${'{% endfor %}'.repeat(8)}`],
    ['deep brackets', `{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`],
    ['deep negation', `{{ ${'not '.repeat(3000)}1 }}`],
    ['deep blocks', `${'{% if 1 %}'.repeat(500)}x${'{% endif %}'.repeat(500)}`],
    ['a long template', `{{ 1 }}${' '.repeat(20_000)}`],
    ['replacements that grow', "{{ ('a' ~ 'a') | replace('a', big) | replace('b', big) }}"],
    ['calls of what is not there', '{{ constructor("x") }}'],
    ['methods of what is not there', '{{ value_json.hasOwnProperty("x") }}'],
    ['filters of what is not there', '{{ value | attr("__class__") }}'],
    ['imports', '{% import "os" %}'],
    ['division by nought', '{{ 1 / 0 }}'],
    ['an open tag', '{{ 1'],
    ['an open text', "{{ 'a }}"],
  ])('%s end with an error', (_what, source) => {
    expect(() =>
      of(source, { list: [1, 2, 3, 4, 5, 6, 7, 8, 9], big: 'b'.repeat(60_000), value_json: {} }),
    ).toThrow(TemplateError)
  })

  /** Lists in lists, each holding the one before ten times: nine levels are a billion parts. */
  const tower = (name: string, levels: number, first = '1') =>
    `{% set ${name} = ${first} %}${`{% set ${name} = [${Array.from({ length: 10 }, () => name).join(',')}] %}`.repeat(levels)}`
  const towers = (levels: number) => tower('a', levels) + tower('b', levels)

  test.each([
    ['comparing', `${towers(9)}{{ a == b }}`],
    ['comparing for difference', `${towers(9)}{{ a != b }}`],
    ['looking into', `${towers(9)}{{ a in [b] }}`],
    ['a test for being equal', `${towers(9)}{{ a is eq(b) }}`],
    ['a test for being in', `${towers(9)}{{ a is in([b]) }}`],
    ['writing as JSON', `${tower('a', 6)}{{ a | tojson }}`],
    ['writing out', `${tower('a', 6)}{{ a }}`],
    ['writing as text', `${tower('a', 6)}{{ a | string | length }}`],
    ['changing case', `${tower('a', 6)}{{ a | lower }}`],
    ['joining', `${tower('a', 6)}{{ a | join('-') }}`],
    ['replacing', `${tower('a', 6)}{{ a | replace('1', '2') }}`],
    ['cutting', `${tower('a', 6)}{{ a | truncate(3) }}`],
    ['asking how it starts', `${tower('a', 6)}{{ a.startswith('[') }}`],
    ['splitting', `${tower('a', 6)}{{ a.split(',') }}`],
    ['long texts in few lists', `${tower('a', 3, 'big')}{{ a | tojson }}`],
    ['long texts, written out', `${tower('a', 3, 'big')}{{ a }}`],
    ['long texts, joined', `${tower('a', 2, 'big')}{{ a | join(big) }}`],
    ['dictionaries as keys', `{% set a = 1 %}${'{% set a = {a: a} %}'.repeat(40)}{{ a | tojson }}`],
    ['a deep value', `{% set a = 1 %}${'{% set a = [a] %}'.repeat(40)}{{ a }}`],
    ['a deep message', '{{ deep | tojson }}'],
    ['comparing deep messages', '{{ deep == deeper }}'],
    ['building a message in', '{% set a = [many, many] %}{{ a }}'],
    ['loops of nothing', '{% for x in many %}{% for y in many %}{% endfor %}{% endfor %}'],
    [
      'keys again and again',
      `${'{% for x in list %}'.repeat(4)}{{ fields.keys() | length }}${'{% endfor %}'.repeat(4)}`,
    ],
    [
      'long texts again and again',
      `${'{% for x in list %}'.repeat(4)}{% set t = big | upper %}${'{% endfor %}'.repeat(4)}`,
    ],
    [
      'long texts compared',
      `${'{% for x in list %}'.repeat(4)}{% set t = big == other %}${'{% endfor %}'.repeat(4)}`,
    ],
  ])('%s costs no more than a device is worth', (_what, source) => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    const many = Array.from({ length: 120_000 }, () => 1)
    const names = {
      list: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      big: 'b'.repeat(60_000),
      other: `${'b'.repeat(59_999)}c`,
      deep: nested(5000),
      deeper: nested(5000),
      many,
      fields: Object.fromEntries(many.slice(0, 500).map((_one, at) => [`key${at}`, at])),
    }
    expect(() => of(source, names)).toThrow(TemplateError)
  })

  test('whether a large object holds anything is found once, however often it is asked', () => {
    let listed = 0
    const large = new Proxy(
      { a: 1 },
      {
        ownKeys: (of) => {
          listed++
          return Reflect.ownKeys(of)
        },
      },
    )
    const source = '{% for one in list %}{% if large %}{{ one }}{% endif %}{% endfor %}'
    expect(of(source, { list: [1, 2, 3], large })).toBe('123')
    expect(listed).toBe(1)
  })

  test.each([
    ['{{ many | min }}', 1],
    ['{{ many | length }}', 15_000],
    ['{{ fields.keys() | length }}', 2],
    ["{{ 'a' in fields.keys() }}", true],
    ['{{ fields.values() | max }}', 2],
    ['{% for one in fields.items() %}{{ one[0] }}={{ one[1] }};{% endfor %}', 'a=1;b=2;'],
    [
      "{% set values = {'schedule':'auto','pause':'off'} %}{% set mode = fields.m %}{{ values[mode] if mode in values.keys() else 'off' }}",
      'off',
    ],
  ])('%s of a large message or of its keys is worked out', (source, expected) => {
    const many = Array.from({ length: 15_000 }, (_one, at) => at + 1)
    expect(of(source, { many, fields: { a: 1, b: 2 } })).toBe(expected)
  })

  test('whatever arrives, a template gives a value or says that it is none', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '{{',
        '}}',
        '{%',
        '%}',
        '{#',
        '#}',
        'if',
        'elif',
        'else',
        'endif',
        'for',
        'in',
        'set',
        '=',
        'value_json',
        '["a"]',
        '.a',
        '|',
        'default',
        '(',
        ')',
        '{',
        '}',
        ':',
        ',',
        "'x'",
        '1',
        'None',
        'is',
        'not',
        'defined',
        '-',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.jsonValue(), (pieces, value_json) => {
        try {
          of(pieces.join(' '), { value: 'x', value_json })
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError)
        }
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('a path picks what is there, whatever its names are', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z_ ]{1,20}$/), fc.jsonValue(), (key, worth) => {
        const value_json = JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(worth)}}`) as unknown
        expect(of(`{{ value_json["${key}"] }}`, { value_json })).toEqual(JSON.parse(JSON.stringify(worth)))
      }),
    )
  })
})
