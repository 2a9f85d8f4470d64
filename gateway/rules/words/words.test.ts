import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { describedDevice } from '#gateway/lib/layout/described.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { MissReason } from '#schemas/generated/entities/rule-miss.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { deviceOf, exposedDevice } from '../../../tests/catalogue/kit.ts'
import {
  actionProperties,
  type Candidate,
  type CandidateProperty,
  comparesOf,
  triggerProperties,
} from '../may.ts'
import type { Naming } from '../phrase.ts'
import { duration, segmentsOf, speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { wordsOfActionSet, wordsOfNotification, wordsOfRule, wordsOfSetting } from './actions.ts'
import { wordsOfFact, wordsOfReason, wordsOfStep } from './runs.ts'
import {
  moodOf,
  wordsOfCallTrigger,
  wordsOfDeviceTrigger,
  wordsOfSunTrigger,
  wordsOfTimeTrigger,
} from './triggers.ts'

const words = vocabulary as SceneVocabulary
const german = speechIn('ch_DE')
const english = speechIn('ch_EN')

const EVERY_DAY: [boolean, boolean, boolean, boolean, boolean, boolean, boolean] = [
  true,
  true,
  true,
  true,
  true,
  true,
  true,
]
const naming = (described?: Value): Naming => ({ device: () => 'Hall', property: () => described })
const measured: Value = { kind: 'number', access: ['read'], unit: '°C', precision: 1 }
const trigger = {
  id: 't',
  event_source: 'd',
  service_name: 'TemperatureService',
  property_name: 'temperature',
  value: 18,
  compare_type: 'LT',
} as const

describe('triggers in plain language', () => {
  // 2.3-127
  test('a measured value is said with its unit, by how it comes true or is so', () => {
    const delayed = { ...trigger, delay: 300_000 }
    expect(speak(wordsOfDeviceTrigger(delayed, naming(measured), 'becomes'), english)).toBe(
      'the temperature at Hall falls below 18\u00a0°C for at least 5 minutes',
    )
    expect(speak(wordsOfDeviceTrigger(delayed, naming(measured), 'is'), german)).toBe(
      'die Temperatur bei Hall liegt unter 18\u00a0°C, mindestens 5 Minuten lang',
    )
  })

  test.each([
    [{}, 'the scene’s address is called', 'die Adresse der Szene wird aufgerufen'],
    [{ name: 'Keypad' }, '“Keypad” calls', '«Keypad» ruft auf'],
  ])('a call of %j is said by who calls, where that is known', (call, ...said) => {
    expect([english, german].map((speech) => speak(wordsOfCallTrigger(call), speech))).toEqual(said)
  })

  test('a state that lasts is said as people say it', () => {
    const open: Value = { kind: 'bool', access: ['read'] }
    const lasting = {
      ...trigger,
      service_name: 'ContactService',
      property_name: 'contact',
      value: true,
      compare_type: 'EQ',
      delay: 120_000,
    } as const
    const said = wordsOfDeviceTrigger(lasting, naming(open), 'becomes')
    expect(speak(said, english)).toBe('Hall has been open for at least 2 minutes')
    expect(speak(said, german)).toBe('Hall ist seit mindestens 2 Minuten offen')
  })

  // 2.9-020, 2.9-021
  test.each([
    [1000, '1 second'],
    [59_000, '59 seconds'],
    [60_000, '1 minute'],
    [90_000, '1 minute 30 seconds'],
    [7_200_000, '2 hours'],
    [3_600_000, '1 hour'],
    [5_400_000, '90 minutes'],
  ])('a delay of %i ms is %s', (ms, said) => {
    expect(duration(ms, english)).toBe(said)
  })

  test('the wording of a switch goes by what its wire words mean', () => {
    const contact: Value = { kind: 'bool', access: ['read'], on: false, off: true }
    const opened = {
      ...trigger,
      service_name: 'ContactService',
      property_name: 'contact',
      value: false,
      compare_type: 'EQ' as const,
    }
    expect(speak(wordsOfDeviceTrigger(opened, naming(contact), 'becomes'), english)).toBe('Hall is open')
    expect(speak(wordsOfDeviceTrigger(opened, naming(contact), 'is'), german)).toBe('Hall ist offen')
  })

  test('an event is reported, and its delay is not spoken of, since none applies', () => {
    const press: Value = { kind: 'option', access: ['event'], options: [{ value: 'single' }] }
    const pressed = {
      ...trigger,
      service_name: 'ButtonService',
      property_name: 'action',
      value: 'single',
      compare_type: 'EQ' as const,
      delay: 5000,
    }
    expect(speak(wordsOfDeviceTrigger(pressed, naming(press), 'becomes'), english)).toBe(
      'Hall is pressed briefly',
    )
    const other = { ...pressed, value: '1_single' }
    expect(speak(wordsOfDeviceTrigger(other, naming(press), 'becomes'), german)).toBe(
      'Hall meldet «Taste 1: kurz gedrückt»',
    )
  })

  test('a device that is gone keeps the name that the rule knew, and its property the usual words', () => {
    const gone: Naming = { device: () => undefined, property: () => undefined }
    const said = {
      ...trigger,
      device_name: 'Attic',
      property_name: 'pressure',
      service_name: 'PressureService',
    }
    expect(speak(wordsOfDeviceTrigger(said, gone, 'becomes'), english)).toBe(
      '“Pressure” of Attic falls below 18',
    )
  })

  test.each([
    [{ compare_type: 'LT', inclusive: true }, 'falls to 18\u00a0°C or below', 'ist höchstens 18\u00a0°C'],
    [{ compare_type: 'GT', inclusive: true }, 'rises to 18\u00a0°C or above', 'ist mindestens 18\u00a0°C'],
    [
      { compare_type: 'GT', inclusive: true, upper: 21 },
      'comes between 18\u00a0°C and 21\u00a0°C',
      'liegt zwischen 18\u00a0°C und 21\u00a0°C',
    ],
  ] as const)('compared by %j it %s', (way, english_, german_) => {
    const pressure = { ...trigger, service_name: 'AirService', property_name: 'value', ...way }
    expect(speak(wordsOfDeviceTrigger(pressure, naming(measured), 'becomes'), english)).toContain(english_)
    expect(speak(wordsOfDeviceTrigger(pressure, naming(measured), 'is'), german)).toContain(
      german_.replace('ist ', 'beträgt '),
    )
  })

  test('what is something else is not that', () => {
    const mode: Value = { kind: 'option', access: ['read'], options: [{ value: 'auto' }, { value: 'off' }] }
    const other = {
      ...trigger,
      service_name: 'ModeService',
      property_name: 'mode',
      value: 'auto',
      compare_type: 'EQ' as const,
      negated: true,
    }
    expect(speak(wordsOfDeviceTrigger(other, naming(mode), 'becomes'), english)).toMatch(
      /^“Mode” of Hall is not “automatic”$/,
    )
    expect(speak(wordsOfDeviceTrigger(other, naming(mode), 'is'), german)).toContain('von Hall ist nicht «')
  })

  test.each([
    [{ event: 'sunset' as const }, 'at sunset, every day', 'bei Sonnenuntergang, täglich'],
    [
      { event: 'sunrise' as const, offset: 3_600_000 },
      '1 hour after sunrise, every day',
      '1 Stunde nach Sonnenaufgang, täglich',
    ],
    [
      { event: 'dusk' as const, offset: -900_000 },
      '15 minutes before dusk, every day',
      '15 Minuten vor dem Ende der Abenddämmerung, täglich',
    ],
  ])('a moment of the sun %j is said as %s', (sun, said, gesagt) => {
    expect(speak(wordsOfSunTrigger({ sun, repeating: EVERY_DAY }), english)).toBe(said)
    expect(speak(wordsOfSunTrigger({ sun, repeating: EVERY_DAY }), german)).toBe(gesagt)
    const fact = { type: 'SUN_TRIGGER' as const, trigger_id: 's', sun, at: 0 }
    expect(speak(wordsOfFact(fact, naming()), english)).toBe(said.replace(', every day', ''))
  })

  test('the sun on some days names them', () => {
    const working: typeof EVERY_DAY = [true, true, true, true, true, false, false]
    const said = wordsOfSunTrigger({ sun: { event: 'dawn' }, repeating: working })
    expect(speak(said, english)).toBe('at dawn, Monday to Friday')
    expect(speak(said, german)).toBe('zu Beginn der Morgendämmerung, Montag bis Freitag')
  })

  // 2.3-101, 2.3-125
  test.each([
    [[true, true, true, true, true, true, true], 'every day at 07:05'],
    [[true, true, true, true, true, false, false], 'Monday to Friday at 07:05'],
    [[false, false, false, false, false, true, true], 'Saturday and Sunday at 07:05'],
    [[true, false, true, false, true, false, false], 'Monday, Wednesday and Friday at 07:05'],
    [[false, true, false, false, false, false, false], 'Tuesday at 07:05'],
  ] as const)('weekdays %j are said as %s', (days, said) => {
    const repeating: [boolean, boolean, boolean, boolean, boolean, boolean, boolean] = [...days]
    const time = { id: 't', hour: 7, minute: 5, second: 0, repeating }
    expect(speak(wordsOfTimeTrigger(time), english)).toBe(said)
  })

  test('a time that is meant once is said with its date, one with seconds with them', () => {
    const time = { id: 't', year: 2026, month: 12, day: 24, hour: 18, minute: 0, second: 7 }
    expect(speak(wordsOfTimeTrigger(time), english)).toBe('on 24 Dec 2026 at 18:00:07')
  })

  test('a time of a scene that is switched off reads as ever: its scene says that it is off', () => {
    const time = { id: 't', hour: 7, minute: 0, second: 0, active: false, repeating: EVERY_DAY }
    expect(speak(wordsOfTimeTrigger(time), english)).toBe('every day at 07:00')
  })
})

describe('actions in plain language', () => {
  const range: Value = {
    kind: 'range',
    access: ['read', 'write'],
    unit: '%',
    min: 0,
    max: 254,
    scale: 100 / 254,
  }
  const setting = { service_name: 'LightService', property_name: 'brightness', value: 127 }

  test('a value is said as its screen shows it', () => {
    expect(speak(wordsOfSetting({ id: 'd' }, setting, naming(range)), english)).toBe(
      'Set Hall to a brightness of 50\u00a0%',
    )
  })

  // A rule may come from elsewhere, or be older than the description of its device.
  test.each([
    [false, { on: 'OPEN', off: 'CLOSE' }, 'Close Hall'],
    ['off', { on: 'OPEN', off: 'CLOSE' }, 'Close Hall'],
    ['true', {}, 'Open Hall'],
    [1, { on: 'OPEN', off: 'CLOSE' }, 'Open Hall'],
  ] as const)('%j of a valve with %j is said by what it means', (value, pair, said) => {
    const valve: Value = { kind: 'bool', access: ['read', 'write'], ...pair }
    const closed = { service_name: 'ValveService', property_name: 'state', value }
    expect(speak(wordsOfSetting({ id: 'd' }, closed, naming(valve)), english)).toBe(said)
  })

  test('true and false of a device that is gone are on and off, never yes and no', () => {
    const eco = { service_name: 'ConfigurationService', property_name: 'eco_mode', value: false }
    expect(speak(wordsOfSetting({ id: 'd' }, eco, naming()), english)).toBe('Switch “Eco mode” of Hall off')
    const valve = { service_name: 'ValveService', property_name: 'state', value: true }
    expect(speak(wordsOfSetting({ id: 'd' }, valve, naming()), english)).toBe('Open Hall')
  })

  test('a switch without wording of its own is on or off where a scene waits for it', () => {
    const eco: Value = { kind: 'bool', access: ['read', 'write'] }
    const at = { service_name: 'ConfigurationService', property_name: 'eco_mode', value: true } as const
    const waits = { ...trigger, ...at, compare_type: 'EQ' as const }
    expect(speak(wordsOfDeviceTrigger(waits, naming(eco), 'is'), english)).toBe('“Eco mode” of Hall is on')
  })

  test.each([
    ['OFF', 'Switch “Eco mode” of Hall off'],
    ['ON', 'Switch “Eco mode” of Hall on'],
    ['TOGGLE', 'Toggle “Eco mode” of Hall'],
  ] as const)('a switch that has words of its own on the wire is told by what %s means', (value, said) => {
    const eco: Value = { kind: 'bool', access: ['read', 'write'], on: 'ON', off: 'OFF', toggle: 'TOGGLE' }
    const at = { service_name: 'ConfigurationService', property_name: 'eco_mode', value }
    expect(speak(wordsOfSetting({ id: 'd' }, at, naming(eco)), english)).toBe(said)
  })

  test('an action set says its pause first, then its devices in their order; a pause by itself says no more', () => {
    const devices = [
      { id: 'd', settings: [setting, { ...setting, value: 254 }] },
      { id: 'e', settings: [{ ...setting, value: 0 }] },
    ]
    const said = (set: ActionSet) =>
      wordsOfActionSet(set, naming(range)).map((phrase) => speak(phrase, english))
    const set = { id: 's', name: 'Light', delay: 60_000, devices }
    expect(said(set)).toEqual([
      'Wait 1 minute',
      'Set Hall to a brightness of 50\u00a0%',
      'Set Hall to a brightness of 100\u00a0%',
      'Set Hall to a brightness of 0\u00a0%',
    ])
    expect(said({ ...set, name: 'D#E#L#A#Y' })).toEqual(['Wait 1 minute'])
  })

  test('pieces say what stands in a clause, so that a page can link the device', () => {
    const pieces = segmentsOf(wordsOfSetting({ id: 'd' }, setting, naming(range)), english)
    expect(pieces).toEqual([
      { text: 'Set ', is: 'words' },
      { text: 'Hall', is: 'device', id: 'd' },
      { text: ' to a brightness of ', is: 'words' },
      { text: '50\u00a0%', is: 'value' },
    ])
  })

  test('a name that looks like a text of ours stays a name', () => {
    const odd: Naming = { device: () => '{{value}} $t(sentences.to)', property: () => range }
    expect(speak(wordsOfSetting({ id: 'd' }, setting, odd), english)).toContain('{{value}} $t(sentences.to)')
  })

  // 2.3-086, 2.3-094
  test.each([
    [{ type: 0, destination: 'a@b.test', desc: 'Hello' }, 'Send an e-mail to a@b.test: “Hello”'],
    [{ type: 1, short_desc: 'Hello', desc: 'Hello there' }, 'Send a push message: “Hello”'],
    [{ type: 2 }, 'A message of another kind, which is not sent'],
  ] as const)('a notification %j', (notification, said) => {
    expect(speak(wordsOfNotification(notification, naming()), english)).toBe(said)
  })
})

describe('a rule', () => {
  const rule: Rule = {
    id: 'r',
    name: 'Evening',
    rule_logic: 'AND',
    active: true,
    time_triggers: [
      { id: 'a', hour: 7, minute: 0, second: 0, repeating: [true, true, true, true, true, true, true] },
    ],
    event_triggers: [{ ...trigger }],
    statuses: [{ name: 'Guests', state: true, resource_id: 's' }],
    scenes: [
      { id: 's1', name: 'Lights', statuses: [{ name: 'Guests', state: false }] },
      { id: 's2', name: 'D#E#L#A#Y', delay: 30_000 },
      { id: 's3', name: 'Later', delay: 1000, alarms: [{ alarmId: 1001 }] },
    ],
  }

  // 2.1-011, 2.3-095
  test('is its triggers and then its action sets, a pause by its length and never by its name', () => {
    const said = wordsOfRule(rule, { ...naming(measured), alarm: () => 'Burglary' })
    expect(said.when.map((one) => speak(one, english))).toEqual([
      'every day at 07:00',
      'the temperature at Hall is below 18\u00a0°C',
      'the status “Guests” is on',
    ])
    expect(said.sets.map(({ does }) => does.map((one) => speak(one, english)))).toEqual([
      ['Switch the status “Guests” off'],
      ['Wait 30 seconds'],
      ['Wait 1 second', 'Raise the alarm Burglary'],
    ])
    expect(said.sets.map(({ pause }) => pause)).toEqual([false, true, false])
  })

  test('by OR comes true, by AND is so', () => {
    expect([moodOf({ rule_logic: 'OR' }), moodOf({ rule_logic: 'AND' })]).toEqual(['becomes', 'is'])
  })
})

describe('runs and what kept a rule from running', () => {
  const fact = {
    type: 'DEVICE_TRIGGER',
    device_id: 'd',
    service_name: 'TemperatureService',
    property_name: 'temperature',
    compare_type: 'LT',
    wanted: 18,
    found: 21.5,
  } as const

  test.each([
    [{ reason: 'condition', trigger: fact }, 'The temperature at Hall was 21.5\u00a0°C'],
    [
      { reason: 'condition', trigger: { ...fact, found: null } },
      'It was not known whether this was so: the temperature at Hall is below 18\u00a0°C',
    ],
    [{ reason: 'inactive' }, 'The scene was switched off'],
    [{ reason: 'missed_time' }, 'The time was missed because the gateway was not running'],
    [
      { reason: 'device_missing', trigger: fact },
      'The device is no longer there: the temperature at Hall is below 18\u00a0°C',
    ],
    [
      {
        reason: 'condition',
        trigger: { type: 'STATUS_TRIGGER', status_name: 'Guests', wanted: true, found: false },
      },
      'The status “Guests” was off',
    ],
  ] as const)('%j', (reason, said) => {
    expect(speak(wordsOfReason(reason, naming(measured)), english)).toBe(said)
  })

  test.each(['ch_DE', 'ch_EN'])('every reason and every kind of step has words in %s', (language) => {
    const missing = new Set<string>()
    const speech = speechIn(language, missing)
    const miss = JSON.parse(readFileSync('schemas/entities/rule-miss.json', 'utf8')) as {
      $defs: { reasons: { items: { properties: { reason: { enum: MissReason['reason'][] } } } } }
    }
    const { enum: reasons } = miss.$defs.reasons.items.properties.reason
    expect(reasons).toContain('gateway_busy')
    const said = reasons.flatMap((reason) =>
      [undefined, fact].map((trigger) => speak(wordsOfReason({ reason, trigger }, naming(measured)), speech)),
    )
    const kinds = [
      'device',
      'status',
      'rule',
      'notification',
      'alarm',
      'delay',
      'condition',
      'repeat',
    ] as const
    said.push(
      ...kinds.map((kind) => speak(wordsOfStep({ at: 0, kind, outcome: 'failed' }, naming()), speech)),
    )
    expect(said.filter((one) => one.trim() === '' || one.includes('sentences.'))).toEqual([])
    expect([...missing].filter((key) => key.startsWith('sentences.'))).toEqual([])
  })

  test('who ran a rule by hand is named where that is known', () => {
    const known: Naming = { ...naming(), user: () => 'Anna' }
    expect(speak(wordsOfFact({ type: 'PLAYED', user_id: 'u' }, known), english)).toBe('Run by Anna')
    expect(speak(wordsOfFact({ type: 'PLAYED', user_id: 'u' }, naming()), german)).toBe('Von Hand ausgeführt')
  })

  test('a step is said as the action that it was', () => {
    const step = { at: 0, outcome: 'confirmed' } as const
    expect(speak(wordsOfStep({ ...step, kind: 'delay', delay: 60_000 }, naming()), english)).toBe(
      'Wait 1 minute',
    )
    expect(
      speak(wordsOfStep({ ...step, kind: 'status', status_name: 'Guests', value: true }, naming()), english),
    ).toBe('Switch the status “Guests” on')
  })
})

describe('every model of the catalogue', () => {
  let devices: readonly Candidate[] = []
  beforeAll(async () => {
    const catalogue = await openCatalogue('catalogue')
    devices = candidatesOf(catalogue)
    catalogue.close()
  }, 60_000)

  const candidatesOf = (catalogue: Catalogue): Candidate[] => {
    const rules = catalogue.rules()
    return catalogue.models().flatMap((model): Candidate[] => {
      if (model.abstract) return []
      const bridged = model.match?.find((one) => one.ecosystem === 'zigbee2mqtt')
      const device =
        bridged?.vendor && bridged.model
          ? exposedDevice(bridged.vendor, bridged.model, rules)
          : deviceOf(model)
      const properties = [...describedDevice(rules, device, model).values()]
      return [{ status: 2, class: model.model, type: model.type, properties }]
    })
  }

  const valuesOf = ({ kind, options = [], on = true, off = false, toggle, min = 0, max = 100 }: Value) => {
    if (kind === 'bool') return [on, off, ...(toggle === undefined ? [] : [toggle])]
    if (kind === 'option') return options.map(({ value }) => value)
    return kind === 'number' || kind === 'range' ? [min, max] : ['#ff8000']
  }

  /** Many models have the very same properties. */
  const distinct = (properties: readonly CandidateProperty[]): readonly CandidateProperty[] => [
    ...new Map(properties.map((one) => [JSON.stringify(one), one])).values(),
  ]

  // 2.3-126, 2.3-127, 2.5-029, 2.5-030
  test.each(['ch_DE', 'ch_EN'])('has wording for all that triggers and acts in %s', (language) => {
    const missing = new Set<string>()
    const speech = speechIn(language, missing)
    const said: string[] = []
    const kinds = new Set<string>()
    const triggers = distinct(devices.flatMap((device) => triggerProperties(device, words)))
    for (const { service, property, value } of triggers) {
      kinds.add(value.kind)
      const at = { id: 't', event_source: 'd', service_name: service, property_name: property }
      for (const one of valuesOf(value))
        for (const compare_type of comparesOf(value.kind, words))
          for (const mood of ['becomes', 'is'] as const)
            said.push(
              speak(wordsOfDeviceTrigger({ ...at, value: one, compare_type }, naming(value), mood), speech),
            )
    }
    for (const { service, property, value } of distinct(
      devices.flatMap((device) => actionProperties(device, words)),
    )) {
      kinds.add(value.kind)
      for (const one of valuesOf(value)) {
        const setting = { service_name: service, property_name: property, value: one }
        said.push(speak(wordsOfSetting({ id: 'd' }, setting, naming(value)), speech))
      }
    }
    const begun = said.filter((one) => /^(The|Every|Der|Die|Das) /.test(one))
    expect(begun, 'clauses stand within sentences; whoever begins one with them writes the capital').toEqual(
      [],
    )
    expect(devices.length).toBeGreaterThan(100)
    expect(said.length).toBeGreaterThan(1000)
    expect([...kinds].toSorted()).toEqual(['bool', 'color', 'number', 'option', 'range', 'text'])
    expect(
      said.filter((one) => !one.includes('Hall') || /\{\{|undefined|null|sentences\./.test(one)),
    ).toEqual([])
    expect([...missing].filter((key) => key.startsWith('sentences.'))).toEqual([])
  })
})
