import type {
  BulkContent,
  BulkContentParams,
  BulkContentType,
  KindAction,
  KindRule,
} from '#schemas/generated/entities/bulk-content.ts'
import { rules } from '../causes.ts'

/** What is entered for each type of content, before it is one. */
export interface Drafts {
  scn: { name: string; time: string; days: readonly boolean[]; actions: readonly KindAction[] }
  lyt: { text: string }
  /** Group null: in none; empty: as it is in each home. */
  ts: { name: string; icon: number; group: string | null }
}

const EVERY_DAY = [true, true, true, true, true, true, true]

export const emptyDrafts: Drafts = {
  scn: { name: '', time: '', days: EVERY_DAY, actions: [] },
  lyt: { text: '' },
  ts: { name: '', icon: 0, group: '' },
}

export interface Kind {
  id: string
  values?: readonly boolean[]
  min?: number
  max?: number
  unit?: string
  service: string
  property: string
}

export const kinds: readonly Kind[] = Object.entries(rules.kinds).map(([id, kind]) => ({ id, ...kind }))

export const kindOf = ({ service_name, property_name }: Pick<KindAction, 'service_name' | 'property_name'>) =>
  kinds.find(({ service, property }) => service === service_name && property === property_name)

export const actionOf = ({ service, property, values, min = 0 }: Kind): KindAction => ({
  service_name: service,
  property_name: property,
  value: values?.[0] ?? min,
})

/** "Floor: room, room", a line each. */
export function floorsIn(text: string): { floor_name: string; rooms: { room_name: string }[] }[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [floor = '', ...rest] = line.split(':')
      const rooms = rest
        .join(':')
        .split(',')
        .map((room) => room.trim())
        .filter((room) => room !== '')
      return { floor_name: floor.trim(), rooms: rooms.map((room_name) => ({ room_name })) }
    })
}

type Filled<T> = readonly T[] & readonly [T, ...T[]]
const filled = <T>(all: readonly T[]): all is Filled<T> => all.length > 0

/** The content as it is sent; undefined while something is missing. */
export function contentOf(type: BulkContentType, drafts: Drafts, name: string): BulkContent | undefined {
  if (type === 'opn')
    return {
      ...{ content_name: name, content_type: 'opn' },
      content_params: [
        { name: 'open_network', type: 'query', params: { type: 'inclusion', network: 'zwave' } },
      ],
    }
  if (type === 'ts') {
    const { name: status, icon, group } = drafts.ts
    const wanted = group?.trim() ?? null
    if (status.trim() === '') return undefined
    return {
      ...{ content_name: status.trim(), content_type: 'ts' },
      content_params: [
        {
          ...{ name: 'update_scenario_status', type: 'query', destination_class: 'ScenarioController' },
          params: { name: status.trim(), icon, ...(wanted !== '' && { group: wanted }) },
        },
      ],
    }
  }
  if (type === 'lyt') {
    const floors = floorsIn(drafts.lyt.text)
    if (!filled(floors) || floors.some(({ floor_name }) => floor_name === '')) return undefined
    return {
      ...{ content_name: name, content_type: 'lyt' },
      content_params: [{ name: 'create_layout', type: 'query', params: { floors: [...floors] as never } }],
    }
  }
  const { name: scene, time, days, actions } = drafts.scn
  if (scene.trim() === '' || actions.length === 0) return undefined
  const [hour, minute] = time.split(':').map(Number)
  const rule: KindRule = {
    ...{ name: scene.trim(), rule_logic: 'OR' },
    // Without a day it is the next time that the clock says so, and never again.
    ...(time !== '' && {
      time_triggers: [
        {
          ...{ hour: hour ?? 0, minute: minute ?? 0 },
          ...(days.some((day) => day) && { repeating: [...days] as never }),
        },
      ],
    }),
    scenes: [{ name: scene.trim(), devices: [...actions] as never }],
  }
  return {
    ...{ content_name: scene.trim(), content_type: 'scn' },
    content_params: [
      {
        ...{ name: 'create_rule', type: 'query', destination_class: 'ScenarioController' },
        params: { rule },
      },
    ],
  }
}

/** The same for the same content, in whatever order its fields were sent. */
const inOrder = (content: unknown): string =>
  JSON.stringify(content, (_key, value: unknown) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const NO_DAY = EVERY_DAY.map(() => false)
const twoDigits = (n: number): string => String(n).padStart(2, '0')

function written(content: BulkContent): Drafts {
  const [what] = content.content_params
  if (what.name === 'create_layout') {
    const lines = what.params.floors.map(({ floor_name, rooms }) =>
      rooms.length === 0
        ? floor_name
        : `${floor_name}: ${rooms.map(({ room_name }) => room_name).join(', ')}`,
    )
    return { ...emptyDrafts, lyt: { text: lines.join('\n') } }
  }
  if (what.name === 'update_scenario_status') {
    const { name, icon, group = '' } = what.params
    return { ...emptyDrafts, ts: { name, icon, group } }
  }
  if (what.name !== 'create_rule') return emptyDrafts
  const { name, time_triggers: [at] = [], scenes } = what.params.rule
  return {
    ...emptyDrafts,
    scn: {
      name,
      time: at ? `${twoDigits(at.hour)}:${twoDigits(at.minute)}` : '',
      days: at ? (at.repeating ?? NO_DAY) : EVERY_DAY,
      actions: scenes[0]?.devices ?? [],
    },
  }
}

/**
 * What is entered for content that there is, to make another of it; undefined where it holds what the editor has no
 * place for, e.g. what sets a scene off, so that nothing of it is lost.
 */
export function draftsOf(content: BulkContent): Drafts | undefined {
  const { _id, createdAt, ...rest } = content
  const drafts = written(content)
  const again = contentOf(content.content_type, drafts, content.content_name)
  return content.content_type !== 'opn' && content.content_type !== 'set' && inOrder(again) === inOrder(rest)
    ? drafts
    : undefined
}

const TYPE_OF: Readonly<Record<BulkContentParams['name'], Exclude<BulkContentType, 'set'>>> = {
  create_layout: 'lyt',
  create_rule: 'scn',
  update_scenario_status: 'ts',
  open_network: 'opn',
}
export const typeOf = ({ name }: BulkContentParams) => TYPE_OF[name]

/** What somebody has called it. */
export const givenName = (what: BulkContentParams): string | undefined => {
  if (what.name === 'create_rule') return what.params.rule.name
  return what.name === 'update_scenario_status' ? what.params.name : undefined
}

/** Each part of a set as a content of its own; any other content is one already. */
export const contentsIn = (content: BulkContent): readonly BulkContent[] =>
  content.content_params.length < 2
    ? [content]
    : content.content_params.map((what) => ({
        ...{ content_name: givenName(what) ?? content.content_name, content_type: typeOf(what) },
        content_params: [what],
      }))

/** Several contents as one. */
export function together(contents: readonly BulkContent[], name: string): BulkContent | undefined {
  const [first, ...others] = contents
  if (!first || others.length === 0) return first
  const [part, ...parts] = contents.flatMap(({ content_params }) => content_params)
  return part && { content_name: name, content_type: 'set', content_params: [part, ...parts] }
}
