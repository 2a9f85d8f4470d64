import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import layoutRules from '#catalogue/rules/layout.json' with { type: 'json' }
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { describedDevice } from '#gateway/lib/layout/described.ts'
import { comparesOf as comparesByKind } from '#gateway/lib/values/value-kinds.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { deviceOf } from '../../tests/catalogue/kit.ts'
import {
  actionProperties,
  type Candidate,
  canAct,
  candidateOf,
  canTrigger,
  comparesOf,
  mayAct,
  mayTrigger,
  triggerProperties,
} from './may.ts'

const vocabulary = catalogued as SceneVocabulary
const kinds: readonly Value['kind'][] = [
  'text',
  'number',
  'bool',
  'range',
  'option',
  'color',
  'object',
  'list',
]

const device = (
  values: Readonly<Record<string, Partial<Value>>>,
  rest: Partial<Candidate> = {},
): Candidate => ({
  status: 2,
  class: 'MODEL',
  type: 'Outlet',
  properties: Object.entries(values).map(([key, value]) => {
    const [service = '', property = ''] = key.split('/')
    return { service, property, value: { kind: 'number', access: ['read', 'write'], ...value } }
  }),
  ...rest,
})
const names = (properties: readonly { service: string; property: string }[]): string[] =>
  properties.map(({ service, property }) => `${service}/${property}`)

describe('the vocabulary', () => {
  // 2.3-120, 2.3-121, 2.3-122, 2.3-123, 2.3-124
  test('has the words of the specification', () => {
    expect(vocabulary).toMatchObject({
      triggers: ['TIME_TRIGGER', 'DEVICE_TRIGGER', 'STATUS_TRIGGER'],
      actions: ['ACTION_SET', 'ADD_DELAY'],
      adds: ['DEVICE', 'NOTIFICATION', 'STATUS'],
      notifications: ['EMAIL', 'PUSH_NOTIFICATION', 'ALARM_NOTIFICATION'],
    })
    expect(new Set(Object.values(vocabulary.compares).flat())).toEqual(new Set(['EQ', 'GT', 'LT']))
  })

  // 2.3-126, 2.5-029, 2.5-030
  test('compares kinds as the gateway does', () => {
    for (const kind of kinds) expect(comparesOf(kind, vocabulary)).toEqual(comparesByKind(kind))
    expect(Object.keys(vocabulary.compares).toSorted()).toEqual(['bool', 'number', 'option', 'range', 'text'])
  })

  // 2.3-125
  test('names the days that rules are spoken of with', () => {
    for (const language of ['ch_DE', 'ch_EN']) {
      const { days } = JSON.parse(readFileSync(`locales/${language}/sentences.json`, 'utf8')) as {
        days: object
      }
      expect(Object.keys(days)).toEqual(vocabulary.weekdays)
    }
  })

  // 2.3-129
  test('keeps read-only what no layout lets act', () => {
    expect(vocabulary.readOnlyProperties).toEqual(
      expect.arrayContaining(['LimitValue', 'PowerLimit', 'ActivePower', 'Calibrate']),
    )
    expect(vocabulary.readOnlyProperties).toEqual(expect.arrayContaining(layoutRules.neverActionable))
  })
})

describe('what may trigger', () => {
  const plug = device({ 'MeterService/power': {} })

  // 2.5-026, decision 0265
  test.each([
    [0, false],
    [1, true],
    [2, true],
    [3, false],
    [4, false],
    [5, false],
    [6, false],
    [7, false],
  ] as const)('a device of status %i is offered where nobody says that it is away: %s', (status, offered) => {
    expect(mayTrigger({ ...plug, status }, vocabulary)).toBe(offered)
  })

  // 2.5-027
  test('no device of a class or type that is listed, nor of a model that says so', () => {
    expect(mayTrigger({ ...plug, class: 'VGW100' }, vocabulary)).toBe(false)
    expect(mayTrigger(plug, { ...vocabulary, notTriggering: ['Outlet'] })).toBe(false)
    expect(mayTrigger({ ...plug, capabilities: { triggers: false } }, vocabulary)).toBe(false)
  })

  test('a property is listed by its name, its service, or both; a model without a type only by itself', () => {
    const lists = (...notTriggeringProperties: string[]) =>
      names(
        triggerProperties(device({ 'A/p': {}, 'B/p': {}, 'B/q': {} }), {
          ...vocabulary,
          notTriggeringProperties,
        }),
      )
    expect(lists()).toEqual(['A/p', 'B/p', 'B/q'])
    expect(lists('p')).toEqual(['B/q'])
    expect(lists('B')).toEqual(['A/p'])
    expect(lists('B/p')).toEqual(['A/p', 'B/q'])
    const { type: _type, ...untyped } = plug
    expect(mayTrigger(untyped, { ...vocabulary, notTriggering: ['undefined', 'Outlet'] })).toBe(true)
  })

  // 2.5-028
  test('no device without a property that can', () => {
    expect(mayTrigger(device({}), vocabulary)).toBe(false)
    expect(mayTrigger(device({ 'LightService/color': { kind: 'color' } }), vocabulary)).toBe(false)
  })

  // 2.3-128
  test.each([
    ['cannot be read', { access: ['write'] }, 'S/p'],
    ['is secret', { secret: true }, 'S/p'],
    ['is said not to', { triggerable: false }, 'S/p'],
    ['is a composite', { kind: 'object' }, 'S/p'],
    ['is listed', {}, 'MeterService/PowerLimit'],
    ['is of a listed service', {}, 'LinkService/linkquality'],
    ['is listed, whatever its layout says', { triggerable: true }, 'MeterService/Calibrate'],
  ] as const)('no property that %s', (_, value, key) => {
    const one = device({ [key]: { ...value } as Partial<Value> })
    expect(triggerProperties(one, vocabulary)).toEqual([])
    expect(one.properties.map((at) => canTrigger(one, at, vocabulary))).toEqual([false])
  })

  test('an event may, and a setting where it is said to', () => {
    const one = device({
      'ButtonService/action': { kind: 'option', access: ['event'] },
      'ConfigurationService/mode': { kind: 'option', category: 'config' },
      'ConfigurationService/child_lock': { kind: 'bool', category: 'config', triggerable: true },
    })
    expect(names(triggerProperties(one, vocabulary))).toEqual([
      'ButtonService/action',
      'ConfigurationService/child_lock',
    ])
    // A rule that names it all the same is not refused.
    expect(one.properties.every((at) => canTrigger(one, at, vocabulary))).toBe(true)
  })
})

describe('what may act', () => {
  // 2.5-031
  test.each([
    ['cannot be set', { access: ['read'] }, 'S/p'],
    ['is secret', { secret: true }, 'S/p'],
    ['is said not to', { actionable: false }, 'S/p'],
    ['is a list', { kind: 'list' }, 'S/p'],
    ['is read-only by its name', {}, 'MeterService/PowerLimit'],
    ['sets up a device', {}, 'DeviceOptionsService/options'],
  ] as const)('no property that %s', (_, value, key) => {
    const one = device({ [key]: { ...value } as Partial<Value> })
    expect(actionProperties(one, vocabulary)).toEqual([])
    expect(one.properties.map((at) => canAct(one, at, vocabulary))).toEqual([false])
  })

  // 2.3-130, 2.5-032
  test('no device of a model or type that is no actuator', () => {
    const sensor = device({ 'S/p': {} })
    expect(mayAct(sensor, vocabulary)).toBe(true)
    expect(mayAct({ ...sensor, type: 'Sensor' }, vocabulary)).toBe(false)
    expect(mayAct({ ...sensor, class: 'VGW100' }, vocabulary)).toBe(false)
    expect(mayAct({ ...sensor, capabilities: { actions: false } }, vocabulary)).toBe(false)
  })

  test('a device that is offline may: it may be back when the rule runs', () => {
    expect(mayAct(device({ 'S/p': {} }, { status: 5 }), vocabulary)).toBe(true)
  })
})

describe('devices as gateway and app know them', () => {
  let catalogue: Catalogue
  beforeAll(async () => {
    catalogue = await openCatalogue('catalogue')
    return () => catalogue.close()
  })

  const asLaidOut = (one: Device): Candidate => ({
    status: one.status,
    class: one.class,
    properties: [...describedDevice(catalogue.rules(), one, catalogue.model(one.class)).values()],
  })

  test('whatever is offered by a layout, the gateway allows, for every model', () => {
    for (const model of catalogue.models()) {
      if (model.abstract || !model.services) continue
      const live = deviceOf(model)
      const held = candidateOf(live, { type: model.type })
      const allowed = (list: typeof canTrigger | typeof canAct) =>
        names(held.properties.filter((at) => list(held, at, vocabulary)))
      const shown = { ...asLaidOut(live), type: model.type }
      expect(allowed(canTrigger)).toEqual(expect.arrayContaining(names(triggerProperties(shown, vocabulary))))
      expect(allowed(canAct)).toEqual(expect.arrayContaining(names(actionProperties(shown, vocabulary))))
    }
  })

  test('a device that no entry knows triggers and acts by what it tells of itself', () => {
    const unknown: Device = {
      id: 'u',
      device_name: 'U',
      class: 'NOBODY-KNOWS',
      status: 2,
      networkType: 'zigbee',
      service_list: [
        {
          name: 'SensorService',
          type: 'SensorService',
          property_list: [
            { name: 'whirl', value: null, type: 'number', readonly: true },
            { name: 'spin', value: null, type: 'range', readonly: false, min: 0, max: 9 },
            { name: 'tuning', value: null, type: 'range', readonly: false, category: 'config' },
          ],
        },
      ],
    }
    const shown = asLaidOut(unknown)
    expect(mayTrigger(shown, vocabulary)).toBe(true)
    expect(names(triggerProperties(shown, vocabulary))).toEqual(['SensorService/whirl', 'SensorService/spin'])
    expect(names(actionProperties(shown, vocabulary))).toContain('SensorService/spin')
    expect(names(actionProperties(shown, vocabulary))).not.toContain('SensorService/whirl')
  })
})
