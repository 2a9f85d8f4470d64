import { describe, expect, test } from 'vitest'
import { compared } from '#engine/objects/compared.ts'
import { comparisonOf } from '#gateway/rules/conditions.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
import { speak } from '#gateway/rules/speak.ts'
import { meaningOf } from '#gateway/rules/targets/kinds.ts'
import { isSaid } from '#gateway/rules/targets/targets.ts'
import type { Key } from '#i18n/keys.ts'
import type { ActionTarget, DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'
import { differences } from '#screens/scenes/builder/draft/differences.ts'
import { vocabulary } from '#screens/scenes/builder/offered/vocabulary.ts'
import { versionLines } from '#screens/scenes/page/version-lines.ts'
import { ajvWithSchemas } from '../../../../scripts/gen/validators.ts'
import { examples, type Language, telling } from '../../../../scripts/quality/scene-words/examples.ts'

/** By what a scene points at something: told by the name that stands beside it, or that the thing has in its home. */
const POINTS = new Set([
  ...['id', 'rule_id', 'set_id', 'resource_id', 'room_id', 'floor_id', 'address_id', 'user_id'],
  ...['notification_id', 'scene_id', 'device_name', 'icon', 'answer'],
])

type Node = Record<string, unknown>
type Path = readonly (string | number)[]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** More than the examples say: a message of two texts, and a scene that somebody has arranged. */
const scenes: readonly (readonly [string, Rule])[] = [
  ...examples.map(({ word, rule }) => [word, rule] as const),
  [
    'arranged, with a long message',
    {
      ...{ id: 'r', name: 'Evening', rule_logic: 'OR', active: true, folder: 'Night' },
      look: { icon: 'moon', colour: 'blue' },
      scenes: [
        { id: 'a', name: 'Tell', notifications: [{ type: 1, short_desc: 'Dark', desc: 'It is dark' }] },
        { id: 'p', name: 'D#E#L#A#Y', delay: 60_000 },
        { id: 'b', name: 'Tell again', notifications: [{ type: 1, short_desc: 'Dark' }] },
      ],
    },
  ],
]

/** What stands in other scenes under the same name could stand here as well. */
const said = new Map<string, Set<string>>()
function gather(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) gather(one)
  if (!isNode(value)) return
  for (const [name, of] of Object.entries(value)) {
    if (typeof of === 'string') said.set(name, (said.get(name) ?? new Set()).add(of))
    gather(of)
  }
}
for (const [, rule] of scenes) gather(rule)

/** Times are given in whole minutes or seconds, and of many steps of a value one is not seen. */
const unitOf = (value: number): number =>
  [60_000, 1000].find((unit) => value !== 0 && value % unit === 0) ?? (value < 100 ? 1 : 10)

function instead(name: string, value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number')
    return [value * 2, Math.floor(value / 2), value + unitOf(value)].filter((one) => one !== value)
  if (typeof value !== 'string') return []
  return [...(said.get(name) ?? []), `${value} too`].filter((one) => one !== value)
}

/** A scene without what makes no difference to it: one of two that mean the same is as good as the other. */
function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaning)
  if (!isNode(value)) return value
  const { logic, conditions, compare_type, every, call, ...rest } = value as Node & { conditions?: unknown[] }
  const { kind: how } = (rest.computed ?? {}) as { kind?: string }
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, meaning(one)])),
    // Of a single thing, all and any are the same.
    ...(logic !== undefined && {
      logic: conditions?.length === 1 && logic === 'ANY' ? 'ALL' : logic,
    }),
    ...(conditions && { conditions: meaning(conditions) }),
    ...(compare_type !== undefined && {
      ...{ inclusive: undefined, negated: undefined, upper: rest.upper },
      compare: comparisonOf(value as unknown as DeviceTrigger),
    }),
    // What comes every month has none.
    ...(every !== undefined && { every, ...(every === 'month' && { month: undefined, year: undefined }) }),
    // A device is remembered as a whole.
    ...((how === 'remember' || how === 'restore') && { sets: undefined }),
    // A call is a call, of whatever type its message is.
    ...(call !== undefined && { call: meaning(call), type: undefined }),
  }
}

const means = (rule: Rule): string => {
  const { rule_logic, run_mode = 'restart', ...rest } = rule
  return JSON.stringify([meaning(rest), run_mode, countTriggers(rule) > 1 ? rule_logic : ''])
}

function isKnown(target: ActionTarget): boolean {
  const found = meaningOf(target, vocabulary)
  const { except = [] } = target
  return (
    found !== undefined && isSaid(target, found) && except.every(({ device_id }) => naming.device(device_id))
  )
}

const check = ajvWithSchemas().getSchema<Rule>('entities/rule.json')
const { naming } = await telling('ch_EN')

/** Whether a home could keep it, and has what its texts name. */
const isScene = (rule: Rule): boolean =>
  check?.(rule) === true &&
  (rule.scenes ?? []).every(
    ({ targets = [], notifications = [], question }) =>
      targets.every(isKnown) &&
      [...notifications, ...(question ? [question] : [])].every(({ values = [] }) =>
        values.every(
          (one) =>
            one.kind === 'status' || naming.property(one.device_id, one.service_name, one.property_name),
        ),
      ),
  )

function at(rule: Rule, path: Path, change: (place: Node & unknown[], key: never) => void): Rule {
  const copy = structuredClone(rule)
  let place: unknown = copy
  for (const key of path.slice(0, -1)) place = (place as Node)[key]
  change(place as Node & unknown[], path.at(-1) as never)
  return copy
}

interface Change {
  what: string
  after: Rule
}

/** Each field changed, each field and each thing left out, and each two steps the other way round. */
function changesOf(rule: Rule, value: unknown = rule, path: Path = []): Change[] {
  const what = path.join('.')
  const name = String(path.findLast((key) => typeof key === 'string') ?? '')
  if (POINTS.has(name)) return []
  const isStep = path.length === 2 && path[0] === 'scenes'
  const own: Change[] = [
    {
      what: `${what} left out`,
      after: at(rule, path, (place, key) =>
        Array.isArray(place) ? place.splice(key, 1) : delete place[key],
      ),
    },
    ...instead(name, value).map((one) => ({
      what: `${what} is ${String(one)}`,
      after: at(rule, path, (place, key) => {
        place[key] = one as never
      }),
    })),
    ...(isStep && path[1] !== 0
      ? [
          {
            what: `${what} comes earlier`,
            after: at(rule, path, (place, key) => place.splice(key - 1, 2, place[key], place[key - 1])),
          },
        ]
      : []),
  ]
  const within = Array.isArray(value)
    ? value.flatMap((one, n) => changesOf(rule, one, [...path, n]))
    : isNode(value)
      ? Object.entries(value).flatMap(([key, one]) => changesOf(rule, one, [...path, key]))
      : []
  const meant =
    path.length === 0 ? [] : own.filter(({ after }) => isScene(after) && means(after) !== means(rule))
  return [...meant, ...within]
}

const changes = scenes.map(([word, rule]) => [word, rule, changesOf(rule)] as const)

describe.each(['ch_DE', 'ch_EN'] as const)(
  'what is another one in a scene is told, in %s',
  async (language: Language) => {
    const { speech, naming } = await telling(language)
    const told = {
      text: { t: (key: Key, values?: Node) => speech.say(key, '', values), say: speech.say, has: speech.has },
      naming,
      tell: (phrase: Parameters<typeof speak>[0]) => speak(phrase, speech),
    }
    test.each(changes)('%s', (_word, rule, all) => {
      const before = versionLines(rule, told)
      const silent = all.filter(({ after }) => {
        const { gone, come } = compared(before, versionLines(after, told))
        return gone.length + come.length === 0
      })
      expect(silent.map(({ what }) => what)).toEqual([])
      expect(
        all.filter(({ after }) => differences(rule, after).length === 0).map(({ what }) => what),
      ).toEqual([])
    })
  },
)

test('of each scene something is changed', () => {
  for (const [word, , all] of changes) expect([word, all.length > 5]).toEqual([word, true])
})
