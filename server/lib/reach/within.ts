import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import type { Request, Response } from '#schemas/generated/channel.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { outsideHours, outsideLimits } from '../channel/answers.ts'
import { changesSomething } from '../channel/envelope.ts'
import { hoursOf, type Reach } from './reach.ts'
import { runWithin } from './scenes.ts'

/**
 * What a message of schemas/channel says about people who are limited (`x-limited`); without the word it is closed to
 * them. `device`: it is about the device that it names. `answered`: the server answers it with what they find.
 * `open`: it says and does nothing about devices. Events are `within` where all that they name must be within reach.
 */
type Word = 'device' | 'answered' | 'open' | 'within'

const messages = Object.entries(asyncapi.components.messages)

const words: ReadonlyMap<string, Word> = new Map(
  messages.flatMap(([name, message]) =>
    'x-limited' in message ? [[name, message['x-limited'] as Word] as const] : [],
  ),
)

export const limitedWordOf = (message: string): Word | undefined => words.get(message)

/** Commands of people that are closed to whoever is limited. */
export const closedCommands: readonly string[] = messages.flatMap(([name, message]) =>
  message['x-kind'] === 'command' && !words.has(name) ? [name] : [],
)

const moving: ReadonlySet<string> = new Set(
  messages.flatMap(([name, message]) => ('x-moves' in message ? [name] : [])),
)

/** Whether after an event somebody who is limited may find something else (`x-moves`). */
export const movesReach = (event: string): boolean => moving.has(event)

/** Why somebody who is limited may not send a command; undefined: he may. */
export function refusedWithin(
  reach: Reach,
  { id, command, params }: Pick<Request, 'id' | 'command' | 'params'>,
  now: number,
): Response | undefined {
  const word = words.get(command)
  if (word === undefined) return outsideLimits(id)
  const { device_id: device } = (params ?? {}) as { device_id?: unknown }
  // What he may not see answers like everything that is closed to him: it tells nothing of what is there.
  if (word === 'device' && !(typeof device === 'string' && reach.devices.has(device)))
    return outsideLimits(id)
  if (!changesSomething(command)) return undefined
  return hoursOf(reach, now).open ? undefined : outsideHours(id)
}

type Data = Readonly<Record<string, unknown>>

const PROPERTY_CHANGED = 'device_property_changed'

/** What an event says to somebody who is limited: all of it, what is within his reach, or undefined, nothing. */
export function eventWithin(reach: Reach, event: string, data: Data): Data | undefined {
  const isValue = event.endsWith('_property_changed')
  const word = words.get(isValue ? PROPERTY_CHANGED : event)
  if (word === 'open') return data
  if (word !== 'within') return undefined
  const { device_id: device, room_id: room, floor_id: floor } = data
  if (device !== undefined && !reach.devices.has(String(device))) return undefined
  if (room !== undefined && !reach.rooms.has(String(room))) return undefined
  if (floor !== undefined && !reach.floors.has(String(floor))) return undefined
  const { run } = data as { run?: RuleRun }
  const rule = run?.rule_id ?? data.rule_id
  const tellsOfScene = rule !== undefined || data.scene_id !== undefined
  if (tellsOfScene && !reach.rules.has(String(rule))) return undefined
  const seen: Record<string, unknown> = { ...data }
  // They name rules, people and other devices.
  for (const name of ['caused_by', 'user_id']) delete seen[name]
  if (run) {
    seen.run = runWithin(run, reach.devices)
    if (!seen.run) return undefined
  }
  for (const list of ['device_ids', 'devices'] as const) {
    if (!Array.isArray(data[list])) continue
    const ids = data[list].filter((id) => reach.devices.has(String(id)))
    if (ids.length === 0) return undefined
    seen[list] = ids
  }
  return seen
}
