import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ActionSet, DeviceTrigger, Recipient, SunMoment } from '#schemas/generated/entities/rule.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { callFact, deviceFact, runFact, silenceFact, statusFact, sunFact, timeFact } from '../conditions.ts'
import type { Naming } from '../phrase.ts'
import { type PlannedStep, planOf } from '../plan.ts'
import { speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { wordsOfActionSet } from './actions.ts'
import { wordsOfFact, wordsOfReason, wordsOfStep } from './runs.ts'
import {
  wordsOfCallTrigger,
  wordsOfDeviceTrigger,
  wordsOfRunTrigger,
  wordsOfSilenceTrigger,
  wordsOfStatusTrigger,
  wordsOfSun,
} from './triggers.ts'

const celsius: Value = { kind: 'number', access: ['read', 'write'], unit: '°C' }
const known: Naming = {
  device: (id) => `Device ${id}`,
  property: () => celsius,
  kind: () => ({ kind: 'bool', access: ['read', 'write'] }),
  rule: (id) => `Scene ${id}`,
  user: (id) => `User ${id}`,
  alarm: (id) => `Alarm ${id}`,
}
const nobody: Naming = { device: () => undefined, property: () => undefined }
const english = speechIn('ch_EN')
const status = (resource_id: string, state: boolean) => ({
  resource_id,
  name: `Status ${resource_id}`,
  state,
})
const so = {
  logic: 'ALL' as const,
  conditions: [{ kind: 'status' as const, id: 'c', status: status('s', true) }],
}
const setting = { service_name: 'S', property_name: 'level' }
const people: Recipient[] = [
  { kind: 'everybody' },
  { kind: 'owner', while: status('home', false) },
  { kind: 'person', user_id: 'a', name: 'Anna' },
]

const whole: ActionSet[] = [
  { id: 'wait', name: 'D#E#L#A#Y', delay: 60_000, spread: 30_000 },
  { id: 'until', name: 'D#E#L#A#Y', delay: 60_000, until: { ...so, late: 'stop' } },
  {
    ...{ id: 'ask', name: 'D#E#L#A#Y', delay: 60_000 },
    question: { short_desc: 'Close it?', answers: [{ id: 'y', label: 'Yes' }], recipients: people },
  },
  {
    ...{ id: 'all', name: 'All', only_if: so, delay: 1000, repeat: { times: 2, pause: 1000, while: so } },
    devices: [
      {
        ...{ id: 'a', device_name: 'Old A' },
        settings: [
          { ...setting, value: 21.5 },
          { ...setting, computed: { kind: 'step', amount: -2 } },
        ],
      },
      { id: 'b', settings: [{ ...setting, value: 19 }] },
    ],
    targets: [{ id: 't', kind: 'lights', sets: 'power', value: true }],
    statuses: [status('away', false), { name: 'Nameless', state: true }],
    rules: [
      { rule_id: 'x', name: 'X', act: 'run' },
      { rule_id: 'y', name: 'Y', act: 'switch_on' },
      { rule_id: 'z', name: 'Z', act: 'switch_off' },
    ],
    notifications: [
      { type: 0, destination: 'a@b.test' },
      { type: 1, recipients: people },
      { type: 2, call: { address_id: 'w', name: 'Door bell', fields: [] } },
    ],
    alarms: [{ alarmId: 1002 }],
  },
  {
    ...{ id: 'else', name: 'Else', otherwise: true, alarms: [{ alarmId: 1003 }] },
    notifications: [
      {
        ...{ type: 1, short_desc: 'It is {{w}}, {{v}}' },
        values: [
          { kind: 'status', id: 'v', name: 'Night', resource_id: 'night' },
          { kind: 'device', id: 'w', device_id: 'c', device_name: 'Old C', ...setting },
        ],
      },
    ],
  },
  { id: 'yes', name: 'Yes', on_answer: { set_id: 'ask', answer: 'y' }, alarms: [{ alarmId: 1004 }] },
]

/** In the order in which it happens: a plan says how often before what is done, as the scene does. */
const said = (naming: Naming) =>
  whole.flatMap((set) => wordsOfActionSet(set, naming).map((one) => speak(one, english)))
const told = (steps: readonly PlannedStep[], naming: Naming) =>
  steps.map((step) => speak(wordsOfStep({ ...step, outcome: 'confirmed' }, naming), english))

describe('a run is told in the words in which its scene is', () => {
  test.each([
    ['as things are called now', known],
    ['as the scene knew them, where they are gone', nobody],
  ])('%s', (_what, naming) => {
    expect(told(planOf({ scenes: whole }, 0), naming)).toEqual(said(naming))
  })

  test('and says each time what it is about', () => {
    const lines = said(known)
    for (const name of [
      'Device a',
      'Device b',
      'Status away',
      'Scene x',
      'Scene z',
      'Door bell',
      'Alarm 1002',
    ])
      expect(
        lines.some((line) => line.includes(name)),
        name,
      ).toBe(true)
    for (const name of [
      'Old A',
      'Nameless',
      '“X”',
      '“Y”',
      '“Z”',
      'a@b.test',
      'Anna',
      '1003',
      'It is [Level of Old C], [Night]',
    ])
      expect(
        said(nobody).some((line) => line.includes(name)),
        name,
      ).toBe(true)
  })
})

test('a plan says of each step of which set it is, and what it names', () => {
  const steps = planOf({ scenes: whole.slice(3, 4) }, 5)
  const at = 1005
  // Nobody asks here whether it is so.
  const perhaps = true
  const base = { at, scene_id: 'all', perhaps }
  expect(steps).toEqual([
    { at: 5, kind: 'condition', scene_id: 'all', only_if: so },
    { at: 5, kind: 'delay', scene_id: 'all', delay: 1000, perhaps },
    { ...base, kind: 'repeat', repeat: { times: 2, pause: 1000, while: so }, count: 2 },
    { ...base, kind: 'device', device_id: 'a', device_name: 'Old A', ...setting, value: 21.5 },
    {
      ...{ ...base, kind: 'device', device_id: 'a', device_name: 'Old A', ...setting },
      computed: { kind: 'step', amount: -2 },
    },
    { ...base, kind: 'device', device_id: 'b', ...setting, value: 19 },
    { ...base, kind: 'target', target: { id: 't', kind: 'lights', sets: 'power', value: true } },
    { ...base, kind: 'status', resource_id: 'away', status_name: 'Status away', value: false },
    { ...base, kind: 'status', status_name: 'Nameless', value: true },
    { ...base, kind: 'rule', rule_id: 'x', rule_name: 'X', act: 'run' },
    { ...base, kind: 'rule', rule_id: 'y', rule_name: 'Y', act: 'switch_on' },
    { ...base, kind: 'rule', rule_id: 'z', rule_name: 'Z', act: 'switch_off' },
    { ...base, kind: 'notification', notification_type: 0, destination: 'a@b.test' },
    { ...base, kind: 'notification', notification_type: 1, recipients: people },
    {
      ...{ ...base, kind: 'notification', notification_type: 2 },
      call: { address_id: 'w', name: 'Door bell', fields: [] },
    },
    { ...base, kind: 'alarm', alarmId: 1002 },
  ])
})

test('a plan carries the texts of a message only where they name values', () => {
  const values = [{ kind: 'status' as const, id: 'v', name: 'Home', resource_id: 'home' }]
  const of = (more: object) =>
    planOf({ scenes: [{ id: 's', name: 's', notifications: [{ type: 1, ...more }] }] }, 0)[0]
  const plain = { at: 0, kind: 'notification', scene_id: 's', notification_type: 1 }
  expect(of({ short_desc: 'Title', desc: 'Text' })).toEqual(plain)
  expect(of({ short_desc: 'Title {{v}}', desc: 'Text', values })).toEqual({
    ...plain,
    ...{ short_desc: 'Title {{v}}', values },
  })
  expect(of({ desc: 'Text {{v}}', values })).toEqual({ ...plain, desc: 'Text {{v}}', values })
  expect(of({ short_desc: 'Title', desc: 'Text', values })).toEqual(plain)
})

const ways = fc.constantFrom<Partial<DeviceTrigger>>(
  { compare_type: 'EQ' },
  { compare_type: 'LT' },
  { compare_type: 'LT', inclusive: true },
  { compare_type: 'GT', inclusive: true },
  { compare_type: 'GT', inclusive: true, upper: 30 },
  { compare_type: 'EQ', negated: true },
  { compare_type: 'GT', inclusive: true, change: 'up', within: 60_000 },
  { compare_type: 'GT', inclusive: true, change: 'any' },
  { compare_type: 'GT', count: 3, within: 60_000 },
)

test('what set a scene off is told in the words in which its trigger is', () => {
  const namings = fc.constantFrom(known, nobody)
  const moods = fc.constantFrom('becomes' as const, 'is' as const)
  const says = (fact: TriggerFact, naming: Naming, mood?: 'becomes' | 'is') =>
    speak(wordsOfFact(fact, naming, mood), english)
  fc.assert(
    fc.property(ways, namings, moods, fc.boolean(), (way, naming, mood, named) => {
      const trigger: DeviceTrigger = {
        ...{ id: 't', event_source: 'd', ...setting, value: 20, compare_type: 'EQ' },
        ...(named && { device_name: 'Old D' }),
        ...way,
      }
      const words = speak(wordsOfDeviceTrigger(trigger, naming, mood), english)
      expect(says(deviceFact(trigger, undefined, 0), naming, mood)).toBe(words)
      expect(says(deviceFact(trigger, 20, 0), naming, mood)).toBe(words)
    }),
  )
  for (const state of [true, false]) {
    const one = status('s', state)
    expect(says(statusFact(one, undefined, 0), known)).toBe(speak(wordsOfStatusTrigger(one), english))
  }
  const sun: SunMoment = { event: 'sunset', offset: -60_000 }
  const repeating = Array(7).fill(true) as [true, true, true, true, true, true, true]
  expect(says(sunFact({ id: 's', sun, repeating }, 0), known)).toBe(speak(wordsOfSun(sun), english))
  for (const call of [{ id: 'c', name: 'Door bell' }, { id: 'c' }])
    expect(says(callFact(call, 0), known)).toBe(speak(wordsOfCallTrigger(call), english))
  for (const naming of [known, nobody]) {
    const quiet = { id: 'q', device_id: 'd', device_name: 'Old D', after: 86_400_000 }
    expect(says(silenceFact(quiet, 0), naming)).toBe(speak(wordsOfSilenceTrigger(quiet, naming), english))
    for (const end of ['over', 'failed'] as const) {
      const run = { id: 'e', rule_id: 'x', name: 'X', end }
      const words = speak(wordsOfRunTrigger(run, naming), english)
      expect(says(runFact(run, { outcome: 'partly', run_id: 'run' }, 0), naming)).toBe(words)
    }
  }
  expect(says(timeFact({ id: 't', hour: 7, minute: 0, second: 0 }, 0), known)).toBe('At the set time')
})

test.each<[string, TriggerFact, string, string]>([
  ['another scene', { type: 'RULE_TRIGGER', rule_id: 'x', rule_name: 'X' }, 'Scene x', 'X'],
  ['another scene without a name', { type: 'RULE_TRIGGER', rule_id: 'x' }, 'Scene x', 'x'],
])('%s that ran it is called as it is now, else as it was', (_what, fact, now, before) => {
  expect(speak(wordsOfFact(fact, known), english)).toBe(`Run by the scene “${now}”`)
  expect(speak(wordsOfFact(fact, nobody), english)).toBe(`Run by the scene “${before}”`)
})

test('how often something comes true, and where it lies, is told with what it is', () => {
  const says = (more: Partial<DeviceTrigger>) =>
    speak(
      wordsOfDeviceTrigger(
        { ...{ id: 't', event_source: 'd', ...setting, value: 20, compare_type: 'GT' }, ...more },
        known,
        'becomes',
      ),
      english,
    )
  expect(says({ count: 3, within: 60_000 })).toBe(
    '“Level” of Device d rises above 20\u00a0°C, 3 times within 1 minute',
  )
  expect(says({ inclusive: true, upper: 30 })).toBe(
    '“Level” of Device d comes between 20\u00a0°C and 30\u00a0°C',
  )
})

test('a change is told with both its ends', () => {
  const fact: TriggerFact = {
    ...{ type: 'DEVICE_TRIGGER', device_id: 'd', device_name: 'Old D', ...setting },
    ...{ from: 19, found: 21 },
  }
  expect(speak(wordsOfFact(fact, known), english)).toBe(
    'Level of Device d went from 19\u00a0°C to 21\u00a0°C',
  )
  expect(speak(wordsOfFact(fact, nobody), english)).toBe('Level of Old D went from 19 to 21')
  const change = { compare_type: 'GT', inclusive: true, change: 'up' } as const
  const waited = { ...{ id: 't', event_source: 'd', ...setting, value: 2 }, ...change }
  // Of what nobody found there is but one end.
  for (const more of [{ found: null }, {}]) {
    const { found: _found, ...rest } = fact
    expect(speak(wordsOfFact({ ...rest, ...change, wanted: 2, ...more }, known), english)).toBe(
      speak(wordsOfDeviceTrigger(waited, known, 'becomes'), english),
    )
  }
})

test('a value that stood against a scene is told with what it is of', () => {
  const fact: TriggerFact = {
    ...{ type: 'DEVICE_TRIGGER', device_id: 'd', device_name: 'Old D', ...setting },
    ...{ compare_type: 'GT', wanted: 30 },
  }
  const why = (found: number | null | undefined, naming: Naming) =>
    speak(
      wordsOfReason(
        { reason: 'condition', trigger: { ...fact, ...(found !== undefined && { found }) } },
        naming,
      ),
      english,
    )
  expect(why(21, known)).toBe('“Level” of Device d was 21\u00a0°C')
  expect(why(21, nobody)).toBe('“Level” of Old D was 21')
  for (const unknown of [null, undefined]) expect(why(unknown, known)).toContain('It was not known')
})

test('what a gateway leaves out of what set a scene off is told as far as it is known', () => {
  const says = (fact: TriggerFact) => speak(wordsOfFact(fact, nobody), english)
  expect(says({ type: 'SUN_TRIGGER', at: 0 })).toBe('At the set time')
  expect(says({ type: 'STATUS_TRIGGER', resource_id: 'home', wanted: true })).toBe('the status “home” is on')
  expect(says({ type: 'RUN_TRIGGER', rule_id: 'x' })).toBe('the scene “x” has run to its end')
  expect(says({ type: 'SILENCE_TRIGGER', device_id: 'd', after: 172_800_000 })).toBe(
    'd has not reported anything for 2 days',
  )
  expect(says({ type: 'STATUS_TRIGGER', wanted: false })).toBe('the status “” is off')
  expect(says({ type: 'DEVICE_TRIGGER', device_id: 'd', ...setting, wanted: 20 })).toBe(
    '“Level” of d reaches 20',
  )
})

test('whoever runs a scene is named where he is known, and a step that he tries is told as that', () => {
  const says = (more: Partial<TriggerFact>, naming = known) =>
    speak(wordsOfFact({ type: 'PLAYED', ...more }, naming), english)
  expect(says({ user_id: 'anna' })).toBe('Run by User anna')
  expect(says({ user_id: 'anna' }, nobody)).toBe('Run by hand')
  expect(says({})).toBe('Run by hand')
  expect(says({ user_id: 'anna', tried: true })).toBe('A step was tried')
})

test('what is not told of what set a scene off is left empty, and nothing is made up', () => {
  const says = (fact: TriggerFact) => speak(wordsOfFact(fact, nobody), english)
  expect(says({ type: 'RULE_TRIGGER' })).toBe('Run by the scene “”')
  expect(says({ type: 'DEVICE_TRIGGER' })).toBe('“” of  is “”')
  expect(says({ type: 'DEVICE_TRIGGER', from: 1, found: 2 })).toBe(' of  went from 1 to 2')
  const asked: string[] = []
  const naming: Naming = { device: () => undefined, property: (...of) => void asked.push(of.join('/')) }
  speak(wordsOfFact({ type: 'DEVICE_TRIGGER', from: 1, found: 2 }, naming), english)
  speak(
    wordsOfReason({ reason: 'condition', trigger: { type: 'DEVICE_TRIGGER', found: 3 } }, naming),
    english,
  )
  expect(new Set(asked)).toEqual(new Set(['//']))
})

test('days and statuses that stood against a scene are told as they were then', () => {
  const why = (trigger: TriggerFact) =>
    speak(wordsOfReason({ reason: 'condition', trigger }, nobody), english)
  const dates = { from: { month: 12, day: 1 }, to: { month: 1, day: 6 } }
  const season = 'between 1 December and 6 January'
  expect(speak(wordsOfFact({ type: 'DATE_SPAN', dates }, nobody), english)).toBe(`it is ${season}`)
  expect(why({ type: 'DATE_SPAN', dates, found: true })).toBe(`It was ${season}`)
  expect(why({ type: 'DATE_SPAN', dates, found: false })).toBe(`It was not ${season}`)
  expect(why({ type: 'STATUS_TRIGGER', status_name: 'Home', found: false })).toBe('The status “Home” was off')
  expect(why({ type: 'STATUS_TRIGGER', resource_id: 'home', found: true })).toBe('The status “home” was on')
  expect(why({ type: 'STATUS_TRIGGER', found: true })).toBe('The status “” was on')
  expect(why({ type: 'DEVICE_TRIGGER', found: 3 })).toBe('“” of  was 3')
})

test('what a step has set is told by the value, one that is brought along by where it goes', () => {
  const of = { device_id: 'd', ...setting }
  const step = (more: Partial<PlannedStep>) =>
    speak(wordsOfStep({ at: 0, outcome: 'confirmed', kind: 'device', ...of, ...more }, nobody), english)
  const up = { kind: 'step', amount: 3 } as const
  const ramp = { kind: 'ramp', to: 50, over: 60_000 } as const
  expect(step({ computed: up })).toBe('Raise “Level” of d by 3')
  expect(step({ value: 20, computed: up })).toBe('Set “Level” of d to 20')
  expect(step({ value: 20, computed: ramp })).toBe('Bring “Level” of d to 50 little by little over 1 minute')
  expect(step({ of: 0, value: 20 })).toBe('Set “Level” of d to 20')
  expect(step({ of: 0, computed: up })).toBe('Raise “Level” of d by 3')
  expect(step({})).toBe('Set “Level” of d to “”')
})

test('what a newer gateway leaves out of a step is told as nothing, never as a wrong name', () => {
  const step = (more: Partial<PlannedStep> & Pick<PlannedStep, 'kind'>) =>
    speak(wordsOfStep({ at: 0, outcome: 'confirmed', ...more }, nobody), english)
  expect(step({ kind: 'rule' })).toBe('Run the scene “”')
  expect(step({ kind: 'rule', rule_id: 'x' })).toBe('Run the scene “x”')
  expect(step({ kind: 'status', value: false })).toBe('Switch the status “” off')
  expect(step({ kind: 'status', resource_id: 'home', value: true })).toBe('Switch the status “home” on')
  expect(step({ kind: 'alarm' })).toBe('Raise the alarm 0')
  expect(step({ kind: 'condition' })).toBe('otherwise')
  expect(step({ kind: 'device' })).toBe('Set “” of  to “”')
  expect(step({ kind: 'target' })).toBe('Set all devices of the kind “” to 0')
  expect(step({ kind: 'device', of: 0, ...setting, device_id: 'd' })).toBe(
    'Set “Level” of d to what it was before',
  )
})
