import type { ChangeStandings } from '#schemas/generated/entities/change-standings.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import {
  type ContentKind,
  type Contents,
  contentsOf,
  isSame,
  KINDS,
  type SettingsContent,
} from './content.ts'
import { planOf } from './plan.ts'

/** How a change stands in a home that went on by itself meanwhile. */
type Standing = ChangeStandings['standings'][number]['standing']

type Setting = SettingsContent['values'][number]

/** What only a device that is there can have. */
const OF_DEVICES: ReadonlySet<ContentKind> = new Set<ContentKind>(['device', 'settings', 'infrared'])

const isSameSetting =
  (one: Setting) =>
  (other: Setting): boolean =>
    one.service_name === other.service_name && one.property_name === other.property_name
const isSameValue = (a: Setting | undefined, b: Setting | undefined): boolean =>
  JSON.stringify(a?.value) === JSON.stringify(b?.value)

/** Settings have no other shape where they are said to be such (`isHomeChange`); of none, none. */
const settingsOf = (thing: object | undefined): SettingsContent =>
  (thing ?? { device_id: '', values: [] }) as SettingsContent

/** Of what a device is set to only what differs: the rest goes on by itself. */
function differing(one: SettingsContent, other: SettingsContent): SettingsContent {
  const values = one.values.filter((value) => !isSameValue(value, other.values.find(isSameSetting(value))))
  return { ...one, values }
}

/** What was done to a home, thing by thing: what has to be done to another one that began alike. */
export function changesBetween(begun: HomeContent, now: HomeContent): HomeChange[] {
  const here = contentsOf(now).device
  const removed = begun.devices
    .filter(({ device_id }) => !here.has(device_id))
    .map(
      (device): HomeChange => ({
        ...{ kind: 'device', id: device.device_id, name: device.device_name },
        before: { ...device },
      }),
    )
  // A plan names no device that is only here: no backup takes one away.
  return [
    ...planOf(begun, now).items.flatMap(({ kind, id, name, change, present, kept }): HomeChange[] => {
      if (change === 'gone') return []
      if (kind !== 'settings')
        return [{ kind, id, name, ...(present && { before: present }), ...(kept && { after: kept }) }]
      const [before, after] = [settingsOf(present), settingsOf(kept)]
      return [
        { kind, id, name, before: { ...differing(before, after) }, after: { ...differing(after, before) } },
      ]
    }),
    ...removed,
  ]
}

const thingOf = (contents: Contents, { kind, id }: Pick<HomeChange, 'kind' | 'id'>): unknown =>
  contents[kind].get(id)

/** Setting a home up takes no device out of its network: somebody does, at the gateway itself. */
export const isByHand = ({ kind, after }: Pick<HomeChange, 'kind' | 'after'>): boolean =>
  kind === 'device' && after === undefined

/** Whether it is still to be done in this home, has been already, or met something else that was done there. */
export function standingIn(home: HomeContent, change: HomeChange): Standing {
  const contents = contentsOf(home)
  const { kind, id, before, after } = change
  if (isByHand(change)) return contents.device.has(id) ? 'byHand' : 'done'
  if (OF_DEVICES.has(kind) && !contents.device.has(id)) return 'gone'
  const present = thingOf(contents, change)
  if (kind === 'settings') return standingOfSettings(contents.settings.get(id), change)
  const is = (thing: unknown): boolean =>
    present === undefined || thing === undefined
      ? present === thing
      : isSame(kind, present as never, thing as never)
  return is(after) ? 'done' : is(before) ? 'open' : 'conflict'
}

function standingOfSettings(present: SettingsContent | undefined, { before, after }: HomeChange): Standing {
  const [was, becomes] = [settingsOf(before), settingsOf(after)]
  const known = becomes.values.flatMap((wanted) => {
    const now = present?.values.find(isSameSetting(wanted))
    return now ? [{ now, wanted, before: was.values.find(isSameSetting(wanted)) }] : []
  })
  if (known.length === 0) return 'gone'
  if (known.every(({ now, wanted }) => isSameValue(now, wanted))) return 'done'
  return known.every((one) => isSameValue(one.now, one.wanted) || isSameValue(one.now, one.before))
    ? 'open'
    : 'conflict'
}

/** The home with these changes made in it, and nothing else of it touched. */
export function withChanges(home: HomeContent, changes: readonly HomeChange[]): HomeContent {
  const contents = contentsOf(home)
  const after = Object.fromEntries(
    KINDS.map((kind) => [kind, new Map<string, unknown>(contents[kind])]),
  ) as Record<ContentKind, Map<string, unknown>>
  for (const change of changes) {
    const { kind, id, after: thing } = change
    if (thing === undefined) after[kind].delete(id)
    else if (kind === 'settings')
      after.settings.set(id, set(after.settings.get(id) as SettingsContent | undefined, thing))
    else after[kind].set(id, thing)
  }
  const { floor, room, rule, status, device, settings, infrared } = after as unknown as {
    [K in ContentKind]: Map<string, Contents[K] extends ReadonlyMap<string, infer V> ? V : never>
  }
  for (const { floor_id, floor_name } of room.values())
    if (!floor.has(floor_id)) floor.set(floor_id, { floor_id, floor_name })
  return {
    floors: [...floor.values()].map((one) => ({
      ...one,
      rooms: [...room.values()].flatMap(({ floor_id, floor_name: _floor, ...rest }) =>
        floor_id === one.floor_id ? [rest] : [],
      ),
    })),
    rules: [...rule.values()],
    statuses: [...status.values()],
    devices: [...device.values()],
    ...(home.settings && { settings: [...settings.values()] }),
    infrared: [...infrared.values()],
  }
}

function set(is: SettingsContent | undefined, wanted: object): SettingsContent | undefined {
  const becomes = settingsOf(wanted)
  return (
    is && {
      ...is,
      values: is.values.map((value) => becomes.values.find(isSameSetting(value)) ?? value),
    }
  )
}

/** Whether a change speaks of things that a home can hold, each by its own id. `isContent`: what gateways take. */
export function isHomeChange(
  { kind, id, before, after }: HomeChange,
  isContent: (content: HomeContent) => boolean,
): boolean {
  const things = [before, after].filter((thing) => thing !== undefined)
  if (things.length === 0 || (kind === 'settings' && things.length < 2)) return false
  return things.every((thing) => {
    const alone = contentWith(kind, thing)
    return isContent(alone) && contentsOf(alone)[kind].has(id)
  })
}

/** A home that has nothing else; a thing from elsewhere may be anything. */
function contentWith(kind: ContentKind, thing: object): HomeContent {
  const { floor_id, floor_name, ...rest } = thing as Record<string, unknown>
  const lists = {
    floor: { floors: [{ floor_id, floor_name, rooms: [] }] },
    room: { floors: [{ floor_id, floor_name, rooms: [rest] }] },
    rule: { rules: [thing] },
    status: { statuses: [thing] },
    device: { devices: [thing] },
    settings: { settings: [thing] },
    infrared: { infrared: [thing] },
  }
  const none = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }
  return { ...none, ...lists[kind] } as unknown as HomeContent
}
