import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ActionTarget, Rule } from '#schemas/generated/entities/rule.ts'
import type { HomeFacts } from '../faults/fault.ts'
import { faultsOf, refusalOf } from '../faults/faults.ts'
import { loopsOf } from '../loops.ts'
import { speaksBeyond } from '../parts.ts'
import type { Naming } from '../phrase.ts'
import { planOf } from '../plan.ts'
import { speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { wordsOfStep } from '../words/runs.ts'
import { meaningOf } from './kinds.ts'
import { foundBy, type Housed, isSaid, leavingOf, memorable, resolved, restoredTo } from './targets.ts'
import { wordsOfTarget } from './words.ts'

const vocabulary = catalogued as unknown as SceneVocabulary
const onOff: Value = { kind: 'bool', access: ['read', 'write'], on: 'ON', off: 'OFF' }
const wire: Value = { kind: 'range', access: ['read', 'write'], min: 0, max: 254, step: 1, scale: 100 / 254 }
const percent: Value = { kind: 'range', access: ['read', 'write'], min: 0, max: 100, step: 1 }

const thing = (id: string, properties: Record<string, Value>, place: Partial<Housed> = {}): Housed => ({
  ...{ id, ...place },
  candidate: {
    ...{ status: 2, class: 'TEST' },
    properties: Object.entries(properties).map(([key, value]) => {
      const [service = '', property = ''] = key.split('/')
      return { service, property, value }
    }),
  },
})
const lamp = (id: string, place: Partial<Housed> = {}) =>
  thing(id, { 'LightService/state': onOff, 'LightService/brightness': wire }, place)

const kitchen = { room_id: 'kitchen', floor_id: 'ground' }
const attic = { room_id: 'attic', floor_id: 'upper' }
const house: Housed[] = [
  lamp('a', kitchen),
  lamp('b', attic),
  lamp('lost'),
  thing(
    'dimmer',
    { 'DimmerService/state': { ...onOff, on: 1, off: 0 }, 'DimmerService/level': percent },
    kitchen,
  ),
  thing('plug', { 'SwitchService/state': onOff }, kitchen),
  thing(
    'garage',
    { 'RollerShutterService/position': percent, 'RollerShutterService/obstructed': onOff },
    kitchen,
  ),
  thing('blind', { 'RollerShutterService/position': percent }, kitchen),
]
const target = (more: Partial<ActionTarget> = {}): ActionTarget => ({
  ...{ id: 't', kind: 'lights', sets: 'power' },
  ...(more.computed ? {} : { value: false }),
  ...more,
})
const ids = (one: ActionTarget, all: readonly Housed[] = house, devices: readonly string[] = []) =>
  foundBy(one, { devices: devices.map((id) => ({ id, settings: [] })) }, all, vocabulary).map(
    ({ device }) => device,
  )

// decision 0203
describe('all devices of a kind', () => {
  test('are those of the home, of a floor or of a room; one in no room is of the home', () => {
    expect(ids(target())).toEqual(['a', 'b', 'lost', 'dimmer'])
    expect(ids(target({ place: { floor_id: 'ground', name: 'Ground' } }))).toEqual(['a', 'dimmer'])
    expect(ids(target({ place: { room_id: 'attic', name: 'Attic' } }))).toEqual(['b'])
    expect(ids(target({ place: { room_id: 'gone', name: 'Gone' } }))).toEqual([])
  })

  test('leave out exceptions, and devices that the same action sets by themselves', () => {
    expect(ids(target({ except: [{ device_id: 'a' }] }), house, ['dimmer'])).toEqual(['b', 'lost'])
  })

  test('are not those that have the same value and are something else: a garage door is no shutter', () => {
    expect(ids(target({ kind: 'shutters', sets: 'position', value: 100 }))).toEqual(['blind'])
  })

  test('are not those with a service that makes them something else: a siren with a lamp is no light', () => {
    const siren = { 'SirenService/duration': percent }
    expect(ids(target(), [thing('siren', { 'LightService/state': onOff, ...siren })])).toEqual([])
    expect(
      ids(target({ kind: 'sockets' }), [thing('siren', { 'SwitchService/state': onOff, ...siren })]),
    ).toEqual(['siren'])
  })

  test.each<[string, Partial<ActionTarget>, Value, number]>([
    ['a switch without words of its own', {}, { kind: 'bool', access: ['write'] }, 1],
    ['a choice that says what on is', {}, { kind: 'option', access: ['write'], on: 'heat', off: 'off' }, 1],
    ['a choice that does not', {}, { kind: 'option', access: ['write'] }, 0],
    ['a text', {}, { kind: 'text', access: ['write'] }, 0],
    ['a figure without ends', { sets: 'brightness', value: 5 }, { kind: 'number', access: ['write'] }, 1],
    ['a figure with ends', { sets: 'brightness', value: 5 }, percent, 1],
    ['a switch, where a figure is meant', { sets: 'brightness', value: 5 }, onOff, 0],
  ])('are told what they take: %s', (_what, more, described, count) => {
    const own = { 'LightService/state': described, 'LightService/brightness': described }
    expect(ids(target(more), [thing('x', own)])).toHaveLength(count)
  })

  test('of one with several outlets, all of them', () => {
    const double = thing('double', {
      'SwitchService/state_l1': { ...onOff, endpoint: 'l1' },
      'SwitchService/state_l2': { ...onOff, endpoint: 'l2' },
    })
    expect(
      foundBy(target({ kind: 'sockets' }), {}, [double], vocabulary).map(({ property }) => property),
    ).toEqual(['state_l1', 'state_l2'])
  })

  test('none of which only reports, is a secret of the catalogue, or is a kind that nobody knows', () => {
    const read: Value = { ...onOff, access: ['read'] }
    expect(ids(target(), [thing('x', { 'LightService/state': read })])).toEqual([])
    expect(ids(target({ kind: 'spaceships' }))).toEqual([])
    expect(ids(target({ sets: 'warp' }))).toEqual([])
  })
})

describe('what each of them is set to', () => {
  const values = (one: ActionTarget, now: (id: string) => unknown = () => undefined) =>
    Object.fromEntries(
      resolved(one, foundBy(one, {}, house, vocabulary), ({ device }) => now(device)).map(
        ({ device, value }) => [device, value],
      ),
    )

  test('is its own word for the side of a switch', () => {
    expect(values(target({ value: true }))).toEqual({ a: 'ON', b: 'ON', lost: 'ON', dimmer: 1 })
  })

  test('is a figure as screens show it, as each writes it on the wire', () => {
    expect(values(target({ sets: 'brightness', value: 50 }))).toEqual({
      a: 127,
      b: 127,
      lost: 127,
      dimmer: 50,
    })
  })

  test('is so much more than each has now, and nothing where nobody knows', () => {
    const now = (id: string) => ({ a: 250, b: 100, dimmer: 20 })[id]
    const more = target({ sets: 'brightness', computed: { kind: 'step', amount: 10 } })
    expect(values(more, now)).toEqual({ a: 254, b: 125, lost: undefined, dimmer: 30 })
    const [unknown] = resolved(more, foundBy(more, {}, [lamp('lost')], vocabulary), () => undefined)
    expect(unknown).toMatchObject({ value: undefined, computed: { kind: 'step', amount: 25.4 } })
  })

  test('is yes or no where a switch has no words of its own', () => {
    const plain = thing('plain', { 'LightService/state': { kind: 'bool', access: ['read', 'write'] } })
    const told = (value: boolean) =>
      resolved(target({ value }), foundBy(target(), {}, [plain], vocabulary), () => undefined)
    expect([told(true), told(false)]).toMatchObject([[{ value: true }], [{ value: false }]])
  })

  test('says how it is found only where nobody knows yet what it is', () => {
    const [known] = resolved(
      target({ sets: 'brightness', computed: { kind: 'step', amount: 10 } }),
      foundBy(target({ sets: 'brightness' }), {}, [lamp('a')], vocabulary),
      () => 100,
    )
    expect(known).toMatchObject({ value: 125 })
    expect(known).not.toHaveProperty('computed')
  })

  test('is found on the way where it is brought along, on the scale of each, or taken from other days', () => {
    const lit = foundBy(target({ sets: 'brightness' }), {}, [lamp('a')], vocabulary)
    const ramp = { kind: 'ramp', from: 0, to: 50, over: 60_000 } as const
    expect(resolved(target({ computed: ramp }), lit, () => 100)).toMatchObject([
      { device: 'a', value: undefined, computed: { ...ramp, to: 127 } },
    ])
    const replay = { kind: 'replay', days: 7, over: 3_600_000 } as const
    expect(resolved(target({ computed: replay }), lit, () => 100)).toMatchObject([
      { value: undefined, computed: replay },
    ])
  })

  test('is nothing where nothing is said', () => {
    const lit = foundBy(target({ sets: 'brightness' }), {}, [lamp('a')], vocabulary)
    expect(resolved({}, lit, () => 100)).toMatchObject([{ value: undefined }])
  })

  test.each<[string, Record<string, unknown>, string, number]>([
    ['one is on', { a: 'OFF', dimmer: 1 }, 'OFF', 0],
    ['none is on', { a: 'OFF', dimmer: 0 }, 'ON', 1],
    ['nobody knows', {}, 'ON', 1],
  ])('toggled, they do the same: where %s', (_, now, side, number) => {
    expect(values(target({ computed: { kind: 'toggle' } }), (id) => now[id])).toEqual({
      ...{ a: side, b: side, lost: side, dimmer: number },
    })
  })
})

// decision 0204
describe('what makes up how they are', () => {
  const shade: Value = { kind: 'color', access: ['read', 'write'] }
  const colourful = thing('c', {
    'LightService/color': shade,
    'LightService/effect': { kind: 'text', access: ['read', 'write'] },
    'LightService/brightness': wire,
    'LightService/state': onOff,
    'LightService/level_config': { kind: 'number', access: ['write'] },
  })
  const of = (one: ActionTarget, all: readonly Housed[]) => memorable(one, {}, all, vocabulary)
  const restore = target({ computed: { kind: 'restore' } })
  const back = (values: Record<string, unknown>, all: readonly Housed[] = [colourful]) =>
    restoredTo(
      restore,
      of(restore, all),
      () => Object.entries(values).map(([property, value]) => ({ service: 'LightService', property, value })),
      vocabulary,
    ).map(({ property, value }) => [property, value])

  test('is what the catalogue says, in its order: the switch first, then the rest', () => {
    expect(of(restore, [colourful]).map(({ property }) => property)).toEqual(['state', 'brightness', 'color'])
    expect(of({ ...restore, kind: 'sockets' }, [colourful])).toEqual([])
    expect(
      of({ ...restore, place: { room_id: 'kitchen', name: 'K' } }, house).map(({ device }) => device),
    ).toEqual([...['a', 'a', 'dimmer', 'dimmer']])
  })

  test('is given back whole, a colour as its device told it', () => {
    const values = { state: 'ON', brightness: 30, color: { x: 0.3, y: 0.4 } }
    expect(back(values)).toEqual([
      ['state', 'ON'],
      ['brightness', 30],
      ['color', { x: 0.3, y: 0.4 }],
    ])
  })

  test('of what was off is nothing but that: a brightness would switch it on again', () => {
    expect(back({ state: 'OFF', brightness: 30 })).toEqual([['state', 'OFF']])
  })

  test('is nothing that the device does not take any more, and nothing that was not remembered', () => {
    expect(back({ state: 'ON', brightness: 9999, effect: 'x' })).toEqual([['state', 'ON']])
    expect(back({})).toEqual([])
    // Of what nobody knew then there is nothing to go back to.
    expect(back({ state: null, brightness: 30 })).toEqual([['brightness', 30]])
    expect(restoredTo(restore, of(restore, [colourful]), () => undefined, vocabulary)).toEqual([])
    const other = [{ service: 'OtherService', property: 'state', value: 'ON' }]
    expect(restoredTo(restore, of(restore, [colourful]), () => other, vocabulary)).toEqual([])
  })

  test('of a kind that nobody knows any more is nothing', () => {
    const gone = { ...restore, kind: 'spaceships' }
    expect(of(gone, [colourful])).toEqual([])
    const memory = [{ service: 'LightService', property: 'state', value: 'OFF' }]
    expect(
      restoredTo(gone, of(restore, [colourful]), () => memory, vocabulary).map(({ value }) => value),
    ).toEqual(['OFF'])
  })

  test('of speakers that were as quiet as can be is both: a volume of nought is no switch', () => {
    const speaker = thing('s', { 'AudioService/volume': percent, 'AudioService/mute': onOff })
    const one: ActionTarget = { id: 't', kind: 'speakers', sets: 'mute', computed: { kind: 'restore' } }
    const memory = [
      { service: 'AudioService', property: 'volume', value: 0 },
      { service: 'AudioService', property: 'mute', value: 'OFF' },
    ]
    expect(restoredTo(one, of(one, [speaker]), () => memory, vocabulary).map(({ value }) => value)).toEqual([
      0,
      'OFF',
    ])
  })

  test('of speakers is both: what was not mute is as loud as before', () => {
    const speaker = thing('s', { 'AudioService/volume': percent, 'AudioService/mute': onOff })
    const one: ActionTarget = { id: 't', kind: 'speakers', sets: 'mute', computed: { kind: 'restore' } }
    const memory = [
      { service: 'AudioService', property: 'volume', value: 20 },
      { service: 'AudioService', property: 'mute', value: 'OFF' },
    ]
    expect(
      restoredTo(one, of(one, [speaker]), () => memory, vocabulary).map(({ property, value }) => [
        property,
        value,
      ]),
    ).toEqual([
      ['volume', 20],
      ['mute', 'OFF'],
    ])
  })

  test('whatever was remembered, each is told only what it takes, and of what was off one thing', () => {
    fc.assert(
      fc.property(
        fc.record({
          state: fc.constantFrom('ON', 'OFF', null, 7),
          brightness: fc.oneof(fc.integer(), fc.string()),
        }),
        (values) => {
          const given = new Map(back(values) as [string, unknown][])
          if (given.get('state') === 'OFF') expect(given.size).toBe(1)
          const brightness = given.get('brightness')
          if (brightness !== undefined)
            expect(Number(brightness) >= 0 && Number(brightness) <= 254).toBe(true)
          for (const state of [given.get('state')]) expect([undefined, 'ON', 'OFF']).toContain(state)
        },
      ),
    )
  })
})

/** The rule in one sentence each, without regard to how it is worked out. */
describe('the reference', () => {
  const place = fc.constantFrom(undefined, 'r1', 'r2', 'r3')
  const FLOORS: Record<string, string> = { r1: 'f1', r2: 'f1', r3: 'f2' }
  const PROPERTIES: Record<string, Value> = {
    'LightService/state': onOff,
    'LightService/brightness': wire,
    'DimmerService/state': onOff,
    'DimmerService/level': percent,
    'SwitchService/state': onOff,
    'RollerShutterService/position': percent,
    'RollerShutterService/obstructed': { ...onOff, access: ['read'] },
    'ThermostatService/current_heating_setpoint': { ...percent, min: 5, max: 30, step: 0.5 },
  }
  const home = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 30 }).map((n) => `d${n}`),
      room: place,
      has: fc.subarray(Object.keys(PROPERTIES)),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  const meant = fc.record({
    kind: fc.constantFrom(
      ...vocabulary.kinds.flatMap(({ id, sets }) => sets.map((one) => `${id} ${one.id}`)),
    ),
    where: fc.constantFrom('', 'room r1', 'room r3', 'floor f1', 'floor f2', 'room r9'),
    except: fc.subarray(['d1', 'd2', 'd3', 'd4']),
    named: fc.subarray(['d3', 'd5', 'd6']),
  })

  test('finds the same devices in random homes', () => {
    fc.assert(
      fc.property(home, meant, (devices, { kind, where, except, named }) => {
        const [of = '', sets = ''] = kind.split(' ')
        const [word, id = ''] = where.split(' ')
        const all = devices.map((one) =>
          thing(
            one.id,
            Object.fromEntries(one.has.map((key) => [key, PROPERTIES[key] as Value])),
            one.room === undefined ? {} : { room_id: one.room, floor_id: FLOORS[one.room] as string },
          ),
        )
        const found = ids(
          target({
            ...{ kind: of, sets, except: except.map((device_id) => ({ device_id })) },
            ...(word === 'room' && { place: { room_id: id, name: id } }),
            ...(word === 'floor' && { place: { floor_id: id, name: id } }),
          }),
          all,
          named,
        )
        const keys = meaningOf({ kind: of, sets }, vocabulary)?.sets.of ?? []
        const expected = devices.filter(
          (one) =>
            keys.some((key) => one.has.includes(key)) &&
            !(of === 'shutters' && one.has.includes('RollerShutterService/obstructed')) &&
            (word === '' || one.room === id || (one.room !== undefined && FLOORS[one.room] === id)) &&
            ![...except, ...named].includes(one.id),
        )
        expect(found).toEqual(expected.map((one) => one.id))
      }),
    )
  })

  test('whatever the values are now, each is told one that its property takes, and all that are toggled the same side', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('a', 'b', 'lost', 'dimmer'),
          fc.oneof(fc.integer(), fc.constantFrom('ON', 'OFF', null, 'x')),
        ),
        fc.oneof(
          fc.double({ min: 0, max: 100, noNaN: true }).map((value) => target({ sets: 'brightness', value })),
          fc
            .double({ min: -100, max: 100, noNaN: true })
            .map((amount) => target({ sets: 'brightness', computed: { kind: 'step', amount } })),
          fc.constant(target({ computed: { kind: 'toggle' } })),
        ),
        (now, one) => {
          const all = resolved(one, foundBy(one, {}, house, vocabulary), ({ device }) => now[device])
          const sides = new Set<boolean>()
          for (const { value, described } of all) {
            if (one.sets === 'power') sides.add(value === described.on)
            else if (value !== undefined) {
              expect(value).toBeGreaterThanOrEqual(described.min as number)
              expect(value).toBeLessThanOrEqual(described.max as number)
              expect(Number.isInteger(value)).toBe(true)
            }
          }
          if (one.sets === 'power') expect(sides.size).toBe(1)
        },
      ),
    )
  })
})

const naming: Naming = {
  device: (id) => (id === 'hall' ? 'Hall lamp' : undefined),
  property: () => undefined,
  kind: (one) => meaningOf(one, vocabulary)?.sets.value,
}

describe('how it is said', () => {
  test.each<[Partial<ActionTarget>, string, string]>([
    [{}, 'Switch all lights off', 'alle Lichter ausschalten'],
    [
      { value: true, place: { floor_id: 'f', name: 'Upstairs' }, except: [{ device_id: 'hall' }] },
      'Switch all lights on the floor “Upstairs” except Hall lamp on',
      'alle Lichter im Stockwerk «Upstairs» ausser Hall lamp einschalten',
    ],
    [
      { kind: 'shutters', sets: 'position', value: 0, place: { room_id: 'r', name: 'Bath' } },
      'Close all shutters in the room “Bath”',
      'alle Storen im Raum «Bath» schliessen',
    ],
    [
      {
        kind: 'shutters',
        sets: 'position',
        value: 40,
        except: [{ device_id: 'hall' }, { device_id: 'x', device_name: 'X' }],
      },
      'Set all shutters except Hall lamp and X to 40\u00a0%',
      'alle Storen ausser Hall lamp und X auf 40\u00a0% stellen',
    ],
    [
      { kind: 'thermostats', sets: 'target', value: 19.5 },
      'Set all thermostats to 19.5\u00a0°C',
      'alle Thermostate auf 19.5\u00a0°C stellen',
    ],
    [
      { sets: 'brightness', computed: { kind: 'step', amount: -10 } },
      'Dim all lights by 10\u00a0%',
      'alle Lichter um 10\u00a0% dunkler stellen',
    ],
    [
      { kind: 'thermostats', sets: 'target', computed: { kind: 'step', amount: 1 } },
      'Raise all thermostats by 1\u00a0°C',
      'alle Thermostate um 1\u00a0°C erhöhen',
    ],
    [
      { computed: { kind: 'toggle' } },
      'Switch all lights off, or on where none is on',
      'alle Lichter ausschalten oder, falls nichts davon ein ist, einschalten',
    ],
    [
      { kind: 'speakers', sets: 'mute', value: true },
      'Mute all speakers',
      'alle Lautsprecher stumm schalten',
    ],
    [
      { kind: 'ovens', sets: 'power' },
      'Switch all devices of the kind “ovens” off',
      'alle Geräte der Art «ovens» ausschalten',
    ],
  ])('%j', (more, english, german) => {
    const one = target(more)
    for (const [language, said] of [
      ['ch_EN', english],
      ['ch_DE', german],
    ] as const) {
      const missing = new Set<string>()
      const speech = speechIn(language, missing)
      expect(speak(wordsOfTarget(one, naming), speech)).toBe(said)
      expect([...missing]).toEqual([])
      expect(
        speak(wordsOfStep({ at: 0, kind: 'target', target: one, outcome: 'confirmed' }, naming), speech),
      ).toBe(said)
    }
  })

  test('every kind and every value of the catalogue has its words in both languages', () => {
    for (const language of ['ch_EN', 'ch_DE']) {
      const speech = speechIn(language)
      for (const { id } of vocabulary.kinds) expect(speech.has(`sentences.target.all.${id}`)).toBe(true)
    }
  })
})

const ruleWith = (...targets: ActionTarget[]): Rule => ({
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true },
  scenes: [{ id: 's', name: 'S', targets }],
})

describe('a rule with a target', () => {
  const facts: HomeFacts = {
    device: () => undefined,
    status: () => true,
    place: (place) => !('room_id' in place) || place.room_id !== 'gone',
    vocabulary,
    zone: 'UTC',
    now: 0,
  }

  test.each<[string, Partial<ActionTarget>, string | undefined]>([
    ['is whole, also where nothing is of the kind today', {}, undefined],
    ['says something that its kind can be told', { value: 1 }, 'not_acting'],
    ['says one thing', { computed: { kind: 'toggle' }, value: true }, 'not_acting'],
    ['knows its kind', { kind: 'ovens' }, 'not_acting'],
    ['knows its value', { sets: 'warp' }, 'not_acting'],
    ['stays within the span', { sets: 'brightness', value: 101 }, 'not_acting'],
    ['changes by something', { sets: 'brightness', computed: { kind: 'step', amount: 0 } }, 'not_acting'],
    ['remembers', { computed: { kind: 'remember' } }, undefined],
    ['gives back', { sets: 'brightness', computed: { kind: 'restore' } }, undefined],
    ['remembers or sets', { computed: { kind: 'remember' }, value: true }, 'not_acting'],
    ['sets a figure at the end of the span', { sets: 'brightness', value: 100 }, undefined],
    ['sets a figure at the begin of the span', { sets: 'brightness', value: 0 }, undefined],
    ['sets no figure to a side', { sets: 'brightness', value: true }, 'not_acting'],
    ['sets no figure below the span', { sets: 'brightness', value: -1 }, 'not_acting'],
    ['changes by an amount', { sets: 'brightness', computed: { kind: 'step', amount: -10 } }, undefined],
    ['changes no switch by an amount', { computed: { kind: 'step', amount: 10 } }, 'not_acting'],
    [
      'is brought along',
      { sets: 'brightness', computed: { kind: 'ramp', to: 100, over: 60_000 } },
      undefined,
    ],
    [
      'is brought along within the span',
      { sets: 'brightness', computed: { kind: 'ramp', to: 101, over: 60_000 } },
      'not_acting',
    ],
    ['brings no switch along', { computed: { kind: 'ramp', to: 1, over: 60_000 } }, 'not_acting'],
    ['toggles', { computed: { kind: 'toggle' } }, undefined],
    ['says something', { value: undefined }, 'not_acting'],
    ['toggles no figure', { sets: 'brightness', computed: { kind: 'toggle' } }, 'not_acting'],
  ])('%s', (_, more, refusal) => {
    const one = { ...target(more), ...(more.computed && 'value' in more && { value: true }) }
    expect(refusalOf(ruleWith(one), facts)).toBe(refusal)
  })

  test('misses a room that is gone and an exception that is gone, and can be saved all the same', () => {
    const rule = ruleWith(
      target({
        place: { room_id: 'gone', name: 'Old room' },
        except: [{ device_id: 'x', device_name: 'X' }],
      }),
    )
    expect(faultsOf(rule, facts)).toEqual([
      { code: 'room_missing', path: ['scenes', 0, 'targets', 0], place_name: 'Old room' },
      {
        code: 'device_missing',
        path: ['scenes', 0, 'targets', 0, 'except', 0],
        device_id: 'x',
        device_name: 'X',
      },
    ])
    expect(refusalOf(rule, facts)).toBeUndefined()
    const { place: _none, ...unknown } = facts
    expect(faultsOf(rule, unknown).map(({ code }) => code)).toEqual(['device_missing'])
  })

  test('that gives back what a scene remembered which is gone misses it', () => {
    const rule = ruleWith(target({ computed: { kind: 'restore', rule_id: 'old', name: 'Old' } }))
    expect(faultsOf(rule, { ...facts, rule: () => false })).toEqual([
      { code: 'rule_missing', path: ['scenes', 0, 'targets', 0], rule_name: 'Old' },
    ])
    expect(faultsOf(rule, { ...facts, rule: () => true })).toEqual([])
    expect(faultsOf(rule, facts)).toEqual([])
  })

  test('says what an older gateway does not know', () => {
    expect(speaksBeyond(ruleWith(target()))).toBe(true)
    expect(speaksBeyond(ruleWith())).toBe(false)
  })

  test('is planned as one step: nobody knows today what will be found', () => {
    expect(planOf(ruleWith(target()), 5)).toEqual([
      { at: 5, kind: 'target', scene_id: 's', target: target() },
    ])
  })

  test('is in a ring with what waits for a device that it finds', () => {
    const waits: Rule = {
      ...{ id: 'w', name: 'W', rule_logic: 'OR', active: true },
      event_triggers: [
        {
          ...{ id: 'e', event_source: 'a', service_name: 'LightService', property_name: 'state' },
          ...{ compare_type: 'EQ', value: 'OFF' },
        },
      ],
      scenes: [{ id: 'x', name: 'X', rules: [{ rule_id: 'r', name: 'R', act: 'run' }] }],
    }
    const ringOf = (one: ActionTarget) =>
      loopsOf(
        [ruleWith(one), waits],
        () => false,
        (of, set) => leavingOf(of, set, house, vocabulary),
      )
    expect(ringOf(target())).toEqual([expect.arrayContaining(['r', 'w'])])
    expect(ringOf(target({ computed: { kind: 'toggle' } }))).toHaveLength(1)
    expect(ringOf(target({ value: true }))).toEqual([])
    expect(ringOf(target({ except: [{ device_id: 'a' }] }))).toEqual([])
    // decision 0204
    expect(ringOf(target({ computed: { kind: 'restore' } }))).toHaveLength(1)
    expect(ringOf(target({ computed: { kind: 'remember' } }))).toEqual([])
  })
})

describe('what a target leaves behind', () => {
  const left = (more: Partial<ActionTarget>) =>
    leavingOf(target(more), {}, [lamp('a')], vocabulary).map(({ property, left: one }) => [property, one])
  const ramp = { kind: 'ramp', to: 50, over: 60_000 } as const
  const step = { kind: 'step', amount: 100 } as const

  test.each<[string, Partial<ActionTarget>, unknown]>([
    ['what it says', { value: true }, [['state', 'ON']]],
    ['either side of what it turns over', { computed: { kind: 'toggle' } }, [['state', { kind: 'toggle' }]]],
    [
      'anything where it says nothing',
      { value: undefined as unknown as boolean },
      [['state', { kind: 'toggle' }]],
    ],
    ['so much more, told as screens show it', { sets: 'brightness', computed: step }, [['brightness', step]]],
    [
      'what it is brought to, told as the device has it',
      { sets: 'brightness', computed: ramp },
      [['brightness', { ...ramp, to: 127 }]],
    ],
    [
      'anything where it does as on other days',
      { computed: { kind: 'replay', days: 7, over: 3_600_000 } },
      [['state', { kind: 'toggle' }]],
    ],
    ['nothing where it remembers', { computed: { kind: 'remember' } }, []],
    [
      'anything in all that was remembered',
      { computed: { kind: 'restore' } },
      [
        ['state', { kind: 'toggle' }],
        ['brightness', { kind: 'toggle' }],
      ],
    ],
  ])('is %s', (_what, more, expected) => {
    expect(left(more)).toEqual(expected)
  })
})

describe('what a target says is one thing that its kind can be told', () => {
  const meaning = (sets: string) => {
    const found = meaningOf({ kind: 'lights', sets }, vocabulary)
    if (!found) throw new Error('No such kind')
    return found
  }
  const power = meaning('power')
  const bright = meaning('brightness')
  const replay = { kind: 'replay', days: 7, over: 3_600_000 } as const
  const { remembers: _some, ...forgetful } = power.kind
  const { replays: _too, ...once } = power.sets
  const { min: _min, max: _max, ...endless } = bright.sets.value

  test.each<[string, Partial<ActionTarget>, Parameters<typeof isSaid>[1], boolean]>([
    ['a side', { value: true }, power, true],
    ['a figure for a side', { value: 1 }, power, false],
    ['the other side', { computed: { kind: 'toggle' } }, power, true],
    ['so much more of a side', { computed: { kind: 'step', amount: 1 } }, power, false],
    ['a figure', { value: 100 }, bright, true],
    ['a figure beyond its ends', { value: 101 }, bright, false],
    [
      'a figure below nought where there are no ends',
      { value: -5 },
      { ...bright, sets: { ...bright.sets, value: endless } },
      true,
    ],
    ['so much more', { computed: { kind: 'step', amount: 10 } }, bright, true],
    ['to remember', { computed: { kind: 'remember' } }, power, true],
    [
      'to remember what makes up nothing',
      { computed: { kind: 'remember' } },
      { ...power, kind: forgetful },
      false,
    ],
    ['as on other days', { computed: replay }, power, true],
    ['as on other days what is not told again', { computed: replay }, { ...power, sets: once }, false],
  ])('%s', (_what, said, of, expected) => {
    const { value: _value, ...plain } = target()
    expect(isSaid({ ...plain, ...said }, of)).toBe(expected)
  })

  test('neither two things nor none', () => {
    const { value: _value, ...plain } = target()
    expect(isSaid(plain, power)).toBe(false)
    expect(isSaid({ ...plain, value: true, computed: { kind: 'toggle' } }, power)).toBe(false)
  })
})
