import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Naming } from '#gateway/rules/phrase.ts'
import { sentence } from '#gateway/rules/speak.ts'
import { speechIn } from '#gateway/rules/testing/speech.ts'
import { wordsOfSetting } from '#gateway/rules/words/actions.ts'
import { wordsOfDeviceTrigger } from '#gateway/rules/words/triggers.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  Condition,
  DeviceTrigger,
  Rule,
  TimeTrigger,
  WindowEnd,
} from '#schemas/generated/entities/rule.ts'
import { ajvWithSchemas } from '../../../scripts/gen/validators.ts'
import { LONGEST } from '../../../src/screens/scenes/ask/tokens.ts'
import { understanding } from '../../../src/screens/scenes/ask/understand.ts'
import { plain } from '../../../src/screens/scenes/builder/draft/rule-edit.ts'
import { beginnings, settable } from '../../../src/screens/scenes/builder/offered/offered.ts'
import { de, en, factsIn, heads, into, languages, words } from './words/asked-home.ts'

const days = (week: readonly boolean[]): string =>
  week.every(Boolean) ? '' : ` on ${week.map((on, day) => (on ? day : '')).join('')}`
const clock = ({ hour, minute }: { hour: number; minute: number }): string =>
  `${hour}:${String(minute).padStart(2, '0')}`
const end = (at: WindowEnd | Pick<TimeTrigger, 'hour' | 'minute'>): string => {
  if (!('sun' in at)) return clock(at)
  const minutes = (at.sun.offset ?? 0) / 60_000
  return `${at.sun.event}${minutes > 0 ? '+' : ''}${minutes || ''}`
}
const SIGNS = { EQ: '=', GT: '>', LT: '<' } as const
/** A range includes both its ends. */
const signOf = ({ change, compare_type, inclusive, upper }: DeviceTrigger): string =>
  change ?? `${SIGNS[compare_type]}${inclusive && upper === undefined ? '=' : ''}`
const trigger = (one: DeviceTrigger): string =>
  [
    `${one.event_source} ${one.property_name}${one.negated ? ' not' : ''} ${signOf(one)} ${one.value}`,
    one.within ? ` in ${one.within / 1000} s` : '',
    one.upper === undefined ? '' : `..${one.upper}`,
    one.delay ? ` since ${one.delay / 1000} s` : '',
  ].join('')
const condition = (one: Condition): string => {
  switch (one.kind) {
    case 'group':
      return `(${one.conditions.map(condition).join(' or ')})`
    case 'device':
      return trigger(one.device)
    case 'status':
      return `status ${one.status.name} ${one.status.state ? 'on' : 'off'}`
    case 'date':
      return 'date'
    default: {
      const { from, to, repeating } = one.window
      return `${from && to ? `${end(from)}-${end(to)}` : ''}${days(repeating)}`.trim()
    }
  }
}
type Settable = {
  value?: unknown
  computed?: { kind: string; amount?: number; from?: number; to?: number; over?: number }
}
const how = ({ value, computed }: Settable): string =>
  computed?.over !== undefined
    ? `ramp ${computed.over / 1000} s${computed.from === undefined ? '' : ` from ${computed.from}`} to ${computed.to}`
    : computed
      ? `${computed.kind} ${computed.amount ?? ''}`.trim()
      : String(value)
/** A rule as short as it can be said. */
function brief(rule: Rule | undefined): string {
  if (!rule) return 'nothing'
  const {
    time_triggers = [],
    sun_triggers = [],
    event_triggers = [],
    statuses = [],
    silence_triggers = [],
    run_triggers = [],
    only_if,
    scenes: sets = [],
  } = rule
  const begins = [
    ...time_triggers.map((one) => `${end(one)}${days(one.repeating ?? [])}`),
    ...sun_triggers.map((one) => `${end(one)}${days(one.repeating)}`),
    ...statuses.map(({ name, state }) => `status ${name} ${state ? 'on' : 'off'}`),
    ...event_triggers.map(trigger),
    ...silence_triggers.map(({ device_id, after }) => `${device_id} silent ${after / 3_600_000} h`),
    ...run_triggers.map(({ rule_id, end: how }) => `${rule_id} ${how}`),
  ].join(rule.rule_logic === 'AND' ? ' AND ' : ' | ')
  const does = sets.map((set) =>
    set.delay !== undefined
      ? `wait ${set.delay / 1000} s`
      : [
          ...(set.devices ?? []).flatMap((one) =>
            one.settings.map((setting) => `${one.id} ${setting.property_name} ${how(setting as Settable)}`),
          ),
          ...(set.targets ?? []).map(
            (one) =>
              `all ${one.kind}${one.place ? ` in ${one.place.name}` : ''} ${one.sets} ${how(one as Settable)}${one.except ? ` but ${one.except.map(({ device_id }) => device_id)}` : ''}`,
          ),
          ...(set.statuses ?? []).map(({ name, state }) => `status ${name} ${state ? 'on' : 'off'}`),
          ...(set.rules ?? []).map(({ rule_id, act }) => `${act} ${rule_id}`),
          ...(set.notifications ?? []).map(({ short_desc, call }) =>
            call ? `call ${call.name}` : `tell ${short_desc}`,
          ),
        ].join(', '),
  )
  return [begins, only_if ? `if ${only_if.conditions.map(condition).join(' and ')}` : '', does.join('; ')]
    .filter(Boolean)
    .join(' => ')
}
const ask = (said: string, by = de) => {
  const { rule, gaps, questions } = by(said, into, words)
  return [
    brief(rule && plain(rule)),
    ...gaps.map(({ text, why }) => `? ${text} (${why})`),
    ...questions.map(({ text, choices }) => `which ${text}: ${choices.map(({ id }) => id).join(' ')}`),
  ].join(' ')
}

const GERMAN: readonly (readonly [string, string])[] = [
  [
    'wenn Fenster Schlafzimmer seit 2 Tagen nichts mehr gemeldet hat, mir melden',
    'bedroom-window silent 48 h => tell told',
  ],
  [
    'Sobald die Szene Gute Nacht fertig ist, Stehlampe aus',
    'good-night over => living-floor-lamp state false',
  ],
  [
    'Wenn die Szene «Gute Nacht» gescheitert ist und der Status «Abwesend» eingeschaltet ist, mir melden',
    'good-night failed => if status away on => tell told',
  ],
  [
    'wenn die Waschküche nass wird, Hahn zu und mir melden',
    'utility-valve water_leak = true => utility-valve state CLOSE, tell told',
  ],
  [
    'Wenn im Bad Wasser ausläuft, Hauptwasserhahn schliessen und «Wasser im Bad!» melden',
    'bathroom-leak water_leak = true => utility-valve state CLOSE, tell Wasser im Bad!',
  ],
  ['bei Sonnenuntergang Rollläden im Wohnzimmer runter', 'sunset => all shutters in Wohnzimmer position 0'],
  ['Um 22:30 alle Lichter in der Küche aus', '22:30 => all lights in Küche power false'],
  ['jeden Tag um 7 Uhr Kaffeemaschine ein', '7:00 => kitchen-socket state true'],
  ['Werktags um 6.45 Uhr Storen Süd auf', '6:45 on 01234 => living-shutter-south position 100'],
  [
    'am Wochenende um 9 Uhr Storen im Schlafzimmer hoch',
    '9:00 on 56 => all shutters in Schlafzimmer position 100',
  ],
  ['30 Minuten vor Sonnenaufgang Stehlampe ein', 'sunrise-30 => living-floor-lamp state true'],
  [
    'wenn Bewegung im Eingang erkannt wird, Licht in der Küche für 5 Minuten ein',
    'entrance-camera motion = true | entrance-motion occupancy = true => all lights in Küche power true; wait 300 s; all lights in Küche power false',
  ],
  [
    'wenn sich im Eingang jemand bewegt und es dunkel ist, Stehlampe an',
    'entrance-camera motion = true | entrance-motion occupancy = true => if sunset-sunrise => living-floor-lamp state true',
  ],
  [
    'wenn die Haustüre aufgeht, Licht im Wohnzimmer an, aber nur wenn es dunkel ist',
    'entrance-door door = OPENED => if sunset-sunrise => all lights in Wohnzimmer power true',
  ],
  ['Stehlampe an, wenn die Haustür aufgeht', 'entrance-door door = OPENED => living-floor-lamp state true'],
  [
    'wenn die Haustüre aufgeht Licht im Wohnzimmer an',
    'entrance-door door = OPENED => all lights in Wohnzimmer power true',
  ],
  [
    'wenn das Fenster im Schlafzimmer seit 10 Minuten offen ist, mir melden',
    'bedroom-window contact = false since 600 s => tell told',
  ],
  [
    'wenn das Schlafzimmerfenster länger als 15 Minuten offen ist, Heizung im Schlafzimmer auf 16 Grad',
    'bedroom-window contact = false since 900 s => all thermostats in Schlafzimmer target 16',
  ],
  [
    'wenn die Temperatur im Kinderzimmer über 25 Grad steigt, Lüfter Kinderzimmer ein',
    'child-air temperature > 25 | child-climate temperature > 25 => child-fan state true',
  ],
  [
    'wenn die Luftfeuchtigkeit im Bad über 65 % steigt, mir melden',
    'bathroom-radiator humidity > 65 => tell told',
  ],
  ['wenn CO2 im Kinderzimmer über 1200 ppm, mir melden', 'child-air co2 > 1200 => tell told'],
  ['Esstischlampe auf 40 %', 'living-dining level 40'],
  ['um 23 Uhr alle Lichter aus ausser Stehlampe', '23:00 => all lights power false but living-floor-lamp'],
  ['alle Lichter im Erdgeschoss aus', 'all lights in Erdgeschoss power false'],
  ['Küchenlicht an', 'all lights in Küche power true'],
  ['wenn niemand zu Hause ist, alle Lichter aus', 'status away on => all lights power false'],
  [
    'um 22 Uhr Haustüre verriegeln und alle Storen runter',
    '22:00 => entrance-door state LOCK_STATE_LOCKED, all shutters position 0',
  ],
  [
    'wenn der Rauchmelder Küche anschlägt, alle Lichter ein, alle Rollläden hoch und «Feuer» melden',
    'kitchen-smoke smoke = true => all lights power true, all shutters position 100, tell Feuer',
  ],
  ['um 8 Uhr Lichter heller', '8:00 => all lights brightness step 10'],
  [
    'wenn die Kaffeemaschine seit 30 Minuten eingeschaltet ist, Kaffeemaschine aus',
    'kitchen-socket state = true since 1800 s => kitchen-socket state false',
  ],
  ['Stehlampe an und Leseleuchte aus', 'living-floor-lamp state true, living-hue state false'],
  ['Stehlampe und Leseleuchte aus', 'living-floor-lamp state false, living-hue state false'],
  [
    'um 20 Uhr Stehlampe an, nach 2 Stunden Stehlampe aus',
    '20:00 => living-floor-lamp state true; wait 7200 s; living-floor-lamp state false',
  ],
  ['um 21 Uhr Szene Gute Nacht starten', '21:00 => run good-night'],
  ['wenn es regnet, Storen Süd hoch', 'garden-weather condition = rain => living-shutter-south position 100'],
  [
    'zwischen 22 Uhr und 6 Uhr wenn Bewegung im Eingang, Spiegellicht an',
    'entrance-camera motion = true | entrance-motion occupancy = true => if 22:00-6:00 => bathroom-mirror state true',
  ],
  ['wenn das Garagentor offen ist, mir melden', 'garage-door position > 0 => tell told'],
  ['Licht im Schlafzimmer umschalten', 'all lights in Schlafzimmer power toggle'],
  ['Sirene an', 'garden-siren state true'],
  [
    'wenn Fenster Schlafzimmer offen und Heizkörper Schlafzimmer über 20 Grad, mir melden',
    'bedroom-window contact = false AND bedroom-radiator local_temperature > 20 => tell told',
  ],
  [
    'wenn Küche, Bad oder Waschküche nass wird, Hahn zu',
    'kitchen-water water_leak = true | bathroom-leak water_leak = true | utility-valve water_leak = true => utility-valve state CLOSE',
  ],
  [
    'montags und donnerstags um 18 Uhr Bewässerung ein für 20 Minuten',
    '18:00 on 03 => garden-io output true; wait 1200 s; garden-io output false',
  ],
  [
    'wenn die Haustüre entriegelt wird, Flurlicht an',
    'entrance-door state = LOCK_STATE_UNLOCKED => all lights in Eingang power true',
  ],
  ['Wohnzimmer auf 21 Grad', 'all thermostats in Wohnzimmer target 21'],
  [
    'wenn der Stromverbrauch der Kaffeemaschine unter 5 Watt fällt, mir melden',
    'kitchen-socket power < 5 => tell told',
  ],
  ['Musik leiser', 'all speakers volume step -10'],
  ['um halb acht Storen auf', '7:30 => all shutters position 100'],
  ['um viertel vor sieben alle Lichter im Bad an', '6:45 => all lights in Bad power true'],
  ['um 6 Uhr 30 Storen Süd auf', '6:30 => living-shutter-south position 100'],
  ['nach Sonnenuntergang Stehlampe auf 30 %', 'sunset => living-floor-lamp brightness 76'],
  [
    'Licht im Wohnzimmer an und in 10 Minuten aus',
    'all lights in Wohnzimmer power true; wait 600 s; all lights in Wohnzimmer power false',
  ],
  [
    'wenn Wandtaster Bett Taste 1 kurz gedrückt, Nachttischlampe umschalten',
    'bedroom-remote button_1 = 1 => bedroom-lamp state toggle',
  ],
  [
    'um 23 Uhr Haustüre verriegeln, nur wenn das Fenster Schlafzimmer geschlossen ist',
    '23:00 => if bedroom-window contact = true => entrance-door state LOCK_STATE_LOCKED',
  ],
  [
    'wenn die Haustüre nicht verriegelt ist um 23 Uhr, mir melden',
    '23:00 => if entrance-door state = LOCK_STATE_UNLOCKED => tell told',
  ],
  [
    'wenn jemand zu Hause ist und das Fenster Schlafzimmer offen ist, mir melden',
    'status at_home on AND bedroom-window contact = false => tell told',
  ],
  [
    'wenn die Waschkueche nass wird, hauptwasserhahn ZU!',
    'utility-valve water_leak = true => utility-valve state CLOSE',
  ],
  ['Status Abwesend einschalten', 'status away on'],
  [
    'um 6 Uhr Nachttischlampe langsam innert 30 Minuten auf 80 % bringen',
    '6:00 => bedroom-lamp brightness ramp 1800 s to 203',
  ],
  [
    'Dimme das Licht im Wohnzimmer in einer Stunde auf 10 %',
    'all lights in Wohnzimmer brightness ramp 3600 s to 10',
  ],
  ['Dimme die Nachttischlampe nach 10 Minuten auf 20 %', 'wait 600 s; bedroom-lamp brightness 51'],
  [
    'wenn es regnet, die Adresse «Rasensprenger» aufrufen',
    'garden-weather condition = rain => call Rasensprenger',
  ],
  ['wenn die Ferien enden, alle Storen hoch', 'status vacation off => all shutters position 100'],
  [
    'wenn die Temperatur im Kinderzimmer mindestens 25 Grad beträgt, mir melden',
    'child-air temperature >= 25 | child-climate temperature >= 25 => tell told',
  ],
  [
    'wenn das Fenster Schlafzimmer zu ist, alle Heizungen auf 21 Grad',
    'bedroom-window contact = true => all thermostats target 21',
  ],
  [
    'Sobald die Stehlampe an ist, Leseleuchte aus',
    'living-floor-lamp state = true => living-hue state false',
  ],
  [
    'wenn die Luftfeuchtigkeit im Bad innert 10 Minuten um 15 % steigt, mir melden',
    'bathroom-radiator humidity up 15 in 600 s => tell told',
  ],
]

const ENGLISH: readonly (readonly [string, string])[] = [
  [
    'when the window bedroom has not reported anything for 2 days, notify me',
    'bedroom-window silent 48 h => tell told',
  ],
  ['if the scene “Gute Nacht” fails, notify me', 'good-night failed => tell told'],
  [
    'fade the bedside lamp from 1 % to 80 % over 20 minutes at 6 am',
    '6:00 => bedroom-lamp brightness ramp 1200 s from 3 to 203',
  ],
  [
    'dim the lights in the living room to 30 % for 10 minutes',
    'all lights in Wohnzimmer brightness 30 ? for 10 minutes (value)',
  ],
  ['lower the volume of Lautsprecher Wohnzimmer by 10 %', 'living-speaker volume step -10'],
  ['when the vacation is over call the address Rasensprenger', 'status vacation off => call Rasensprenger'],
  ['turn off all lights in the kitchen at 22:30', '22:30 => all lights in Küche power false'],
  [
    'when the front door opens after sunset switch the hall light on for 5 minutes',
    'entrance-door door = OPENED => if sunset-sunrise => all lights in Eingang power true; wait 300 s; all lights in Eingang power false',
  ],
  ['at sunset close the blinds in the living room', 'sunset => all shutters in Wohnzimmer position 0'],
  [
    'if the laundry room gets wet, close the water valve and notify me',
    'utility-valve water_leak = true => utility-valve state CLOSE, tell told',
  ],
  ['turn on the floor lamp and the reading lamp', 'living-floor-lamp state true, living-hue state true'],
  [
    'turn the floor lamp on and turn the reading lamp off',
    'living-floor-lamp state true, living-hue state false',
  ],
  ['every day at 7 am turn the coffee machine on', '7:00 => kitchen-socket state true'],
  ['on weekdays at 6:45 open the shutters', '6:45 on 01234 => all shutters position 100'],
  ['30 minutes before sunrise turn on the bedside lamp', 'sunrise-30 => bedroom-lamp state true'],
  [
    'when there is motion in the hall and it is dark turn on the lights in the living room for 10 minutes',
    'entrance-camera motion = true | entrance-motion occupancy = true => if sunset-sunrise => all lights in Wohnzimmer power true; wait 600 s; all lights in Wohnzimmer power false',
  ],
  [
    'when the bedroom window has been open for 10 minutes set the heating in the bedroom to 16 degrees',
    'bedroom-window contact = false since 600 s => all thermostats in Schlafzimmer target 16',
  ],
  [
    'when the temperature in the nursery is above 25 degrees turn on the fan',
    'child-air temperature > 25 | child-climate temperature > 25 => child-fan state true',
  ],
  [
    'when nobody is home turn off all lights except the floor lamp',
    'status away on => all lights power false but living-floor-lamp',
  ],
  ['set the bathroom to 22 degrees at 6 pm', '18:00 => all thermostats in Bad target 22'],
  [
    'close all shutters at 9 pm but only if it is dark',
    '21:00 => if sunset-sunrise => all shutters position 0',
  ],
  ['run the scene Gute Nacht at 11 pm', '23:00 => run good-night'],
  ['toggle the lights in the bedroom', 'all lights in Schlafzimmer power toggle'],
  ['dim the lights in the living room to 30 %', 'all lights in Wohnzimmer brightness 30'],
  [
    'if there is smoke in the kitchen turn on all lights, open all blinds and tell me "Fire in the kitchen"',
    'kitchen-smoke smoke = true => all lights power true, all shutters position 100, tell Fire in the kitchen',
  ],
  [
    'between 22:00 and 6:00 when there is motion in the hall turn on the bedside lamp',
    'entrance-camera motion = true | entrance-motion occupancy = true => if 22:00-6:00 => bedroom-lamp state true',
  ],
  [
    'turn on the bedside lamp, wait 10 minutes, turn off the bedside lamp',
    'bedroom-lamp state true; wait 600 s; bedroom-lamp state false',
  ],
  ['when it rains raise the blinds', 'garden-weather condition = rain => all shutters position 100'],
  [
    'when I come home turn on the lights in the hall',
    'status at_home on => all lights in Eingang power true',
  ],
  ['lock the front door at midnight', '0:00 => entrance-door state LOCK_STATE_LOCKED'],
  [
    'on monday and friday at 18:30 turn on Bewässerung for 20 minutes',
    '18:30 on 04 => garden-io output true; wait 1200 s; garden-io output false',
  ],
  ['when the garage door is open at 10 pm tell me', '22:00 => if garage-door position > 0 => tell told'],
  [
    'when the humidity in the bathroom is between 40 and 60 % tell me',
    'bathroom-radiator humidity > 40..60 => tell told',
  ],
  [
    'turn the lights in the kitchen and the living room off',
    'all lights in Küche power false, all lights in Wohnzimmer power false',
  ],
  [
    'set the thermostat in the living room to 21 degrees on weekdays at 6 am',
    '6:00 on 01234 => all thermostats in Wohnzimmer target 21',
  ],
  ['switch off the coffee machine 30 minutes after sunset', 'sunset+30 => kitchen-socket state false'],
  [
    'when the front door is unlocked between 10 pm and 6 am notify me',
    'entrance-door state = LOCK_STATE_UNLOCKED => if 22:00-6:00 => tell told',
  ],
  ['increase the volume of Lautsprecher Wohnzimmer by 10 %', 'living-speaker volume step 10'],
  [
    'if the bathroom or the kitchen gets wet close the water valve',
    'bathroom-leak water_leak = true | kitchen-water water_leak = true => utility-valve state CLOSE',
  ],
]

/** What nothing may come of, or not all; the words that came to nothing are named. */
const STRANGE: readonly (readonly ['de' | 'en', string, string])[] = [
  ['de', '', 'nothing'],
  ['de', 'wenn', 'nothing'],
  [
    'de',
    'Dimme die Nachttischlampe in 30 Stunden auf 80 %',
    'nothing ? Nachttischlampe in 30 Stunden auf 80 % (value)',
  ],
  ['de', 'Rufe die Adresse Springbrunnen auf', 'nothing ? die Adresse Springbrunnen auf (word)'],
  ['de', 'spiele mein Lieblingslied', 'nothing ? spiele mein Lieblingslied (word)'],
  [
    'de',
    'wenn der Toaster heiss wird, Stehlampe aus',
    'living-floor-lamp state false ? Toaster heiss (word)',
  ],
  ['de', 'Stehlampe nicht an', 'nothing ? Stehlampe nicht (value)'],
  ['de', 'Haustür zu', 'nothing ? Haustür zu (value)'],
  [
    'de',
    'Raumthermostat Wohnzimmer auf 500 Grad',
    'nothing ? Raumthermostat Wohnzimmer auf 500 Grad (value)',
  ],
  [
    'de',
    'wenn Bewegung im Eingang, sonst Licht aus',
    'entrance-camera motion = true | entrance-motion occupancy = true => all lights power false ? sonst (word)',
  ],
  ['de', '«Kindersicherung» von Heizkörper Schlafzimmer einschalten', 'bedroom-radiator child_lock true'],
  ['de', 'Kindersicherung von Stehlampe ein', 'nothing ? Kindersicherung von Stehlampe ein (value)'],
  ['de', '«Unsinn» von Stehlampe ein', 'living-floor-lamp state true ? «Unsinn» (part)'],
  ['en', 'turn off everything', 'nothing ? turn off (device)'],
  ['de', 'wenn Stehlampe nichts meldet, mir melden', 'tell told ? Stehlampe nichts meldet (value)'],
  [
    'de',
    'wenn Stehlampe 10 Sekunden lang nichts meldet, mir melden',
    'tell told ? Stehlampe 10 Sekunden lang nichts meldet (value)',
  ],
  [
    'en',
    'when the scene “Nothing” has finished, turn off the floor lamp',
    'living-floor-lamp state false ? the scene “Nothing” has finished (value)',
  ],
  ['en', 'foo bar baz', 'nothing ? foo bar baz (word)'],
  ['en', 'order a pizza at 7 pm', '19:00 ? order (word) ? pizza (word)'],
  ['en', 'turn off the heating in the bedroom', 'nothing ? turn off the heating in the bedroom (value)'],
]

describe('a sentence about the demo home is understood as a scene', () => {
  test.each(GERMAN)('%s', (sentence, meant) => expect(ask(sentence, de)).toBe(meant))
  test.each(ENGLISH)('%s', (sentence, meant) => expect(ask(sentence, en)).toBe(meant))
})

test.each(STRANGE)(
  'of what is not understood nothing is made, and it is named (%s): %s',
  (language, sentence, meant) => expect(ask(sentence, language === 'de' ? de : en)).toBe(meant),
)

test('sentences are understood in the other language than the page speaks too', () => {
  expect(ask('close all shutters at 9 pm', de)).toBe('21:00 => all shutters position 0')
  expect(ask('um 21 Uhr alle Storen runter', en)).toBe('21:00 => all shutters position 0')
})

test('of several that are called so it is asked which is meant, and nothing is made of it before', () => {
  const [lamp] = heads.filter(({ id }) => id === 'living-floor-lamp')
  const [bedroom] = heads.filter(({ id }) => id === 'bedroom-lamp')
  if (!lamp || !bedroom) throw new Error('The demo home is another one')
  const two = understanding(languages, {
    ...factsIn('ch_DE'),
    heads: [...heads.filter((head) => head !== bedroom), { ...bedroom, name: lamp.name }],
  })
  const asked = two('um 8 Uhr Stehlampe ein', into, words)
  expect(asked.questions).toEqual([
    {
      text: 'Stehlampe',
      choices: [
        { id: 'living-floor-lamp', name: 'Stehlampe', room: 'Wohnzimmer' },
        { id: 'bedroom-lamp', name: 'Stehlampe', room: 'Schlafzimmer' },
      ],
    },
  ])
  expect(brief(asked.rule && plain(asked.rule))).toBe('8:00')
  const answered = two('um 8 Uhr Stehlampe ein', into, words, { Stehlampe: 'bedroom-lamp' })
  expect([brief(answered.rule && plain(answered.rule)), answered.questions]).toEqual([
    '8:00 => bedroom-lamp state true',
    [],
  ])
  // The room says it too.
  const near = two('Stehlampe im Schlafzimmer ein', into, words)
  expect([brief(near.rule && plain(near.rule)), near.questions]).toEqual(['bedroom-lamp state true', []])
})

test('a scene that was read aloud is understood as what it was', () => {
  for (const [language, by, when] of [
    ['ch_DE', de, ['wenn ', ', mir melden']],
    ['ch_EN', en, ['when ', ', tell me']],
  ] as const)
    for (const head of heads) {
      const spoken = speechIn(language)
      const naming = (value: Value): Naming => ({ device: () => head.name, property: () => value })
      for (const { service, property, value } of settable(head)) {
        if (
          value.kind !== 'bool' ||
          !['state', 'output', 'child_lock'].includes(property) ||
          service === 'SirenService'
        )
          continue
        const setting = { service_name: service, property_name: property, value: value.off ?? false }
        const said = sentence(wordsOfSetting({ id: head.id }, setting, naming(value)), spoken)
        expect(`${said}: ${ask(said, by)}`).toBe(`${said}: ${head.id} ${property} ${setting.value}`)
      }
      for (const { service, property, value } of beginnings(head)) {
        if (
          !['contact', 'water_leak', 'smoke', 'state', 'output'].includes(property) ||
          value.kind !== 'bool' ||
          service === 'SirenService'
        )
          continue
        const one = {
          service_name: service,
          property_name: property,
          value: value.on ?? true,
          compare_type: 'EQ' as const,
        }
        const said = sentence(
          wordsOfDeviceTrigger({ id: 't', event_source: head.id, ...one }, naming(value), 'becomes'),
          spoken,
        )
        expect(`${said}: ${ask(when.join(said), by)}`).toBe(
          `${said}: ${head.id} ${property} = ${one.value} => tell told`,
        )
      }
    }
})

/** Whatever a rule names. */
const namedIn = (rule: Rule): string[] => [
  ...(rule.event_triggers ?? []).map((one) => one.event_source),
  ...(rule.scenes ?? []).flatMap((set) => [
    ...(set.devices ?? []).map(({ id }) => id),
    ...(set.targets ?? []).flatMap((one) => (one.except ?? []).map(({ device_id }) => device_id)),
  ]),
]

const pieces = [
  ...[...GERMAN, ...ENGLISH].flatMap(([sentence]) => sentence.split(' ')),
  ...heads.map(({ name }) => name),
  ...[
    'und',
    'or',
    ',',
    '.',
    'wenn',
    'only if',
    '22:30',
    '-1',
    '1e9',
    '999999999',
    '%',
    'Grad',
    '«',
    '»',
    '"',
    'für',
    'between',
  ],
]

test('no sentence is too much: a rule names devices of the home only, and is one that the home could keep', () => {
  const ids = new Set(heads.map(({ id }) => id))
  const valid = ajvWithSchemas().getSchema('entities/rule.json')
  if (!valid) throw new Error('Rules have no schema')
  const sound = (sentence: string, by: typeof de): void => {
    const { rule, gaps } = by(sentence, into, words)
    if (rule) {
      const whole = plain(rule)
      expect([valid(whole), valid.errors, namedIn(whole).filter((id) => !ids.has(id))]).toEqual([
        true,
        null,
        [],
      ])
    }
    for (const { text } of gaps) expect(sentence).toContain(text)
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), fc.boolean(), (list, german) =>
      sound(list.join(' '), german ? de : en),
    ),
    { numRuns: 300 },
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => sound(text, de)),
    { numRuns: 100 },
  )
})

test('two thousand characters of anything end in no time', () => {
  for (const text of [
    'wenn ',
    '«',
    '1 ',
    '1:',
    'Stehlampe und ',
    'von 22 bis ',
    '1 min und ',
    ',',
    'vor ',
    'a',
    'Küche oder ',
  ]) {
    const long = text.repeat(Math.ceil(2000 / text.length)).slice(0, 2000)
    expect(de(long, into, words)).toEqual({ rule: undefined, gaps: [], questions: [], tooLong: true })
    const before = performance.now()
    de(long.slice(0, LONGEST), into, words)
    expect(performance.now() - before).toBeLessThan(2000)
  }
})
