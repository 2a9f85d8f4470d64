import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { isProved } from '#server/lib/contact.ts'
import type { PersonalRow } from '#server/store/people/personal-data.ts'
import type { Store } from '#server/store/store.ts'
import { fold } from '#server/store/text.ts'
import { type HistoryLine, linesOf, seriesOf, waitingOf } from './history.ts'

/** Where a person is reached, as far as it was proved that he is. */
async function addressesOf(
  { accounts }: Pick<Store, 'accounts'>,
  userId: string,
): Promise<readonly string[]> {
  const account = await accounts.find(userId)
  if (!account) return []
  return [account.username, ...account.contact.filter(isProved).map(({ contact }) => contact)]
}

/** Whether something is one of these addresses, however it is written. */
function ownAmong(addresses: readonly string[]): (address: string) => boolean {
  const own = new Set(addresses.map(fold))
  return (address) => own.has(fold(address))
}

/** Anything that looks like an address of e-mail, also within a sentence. */
const ADDRESS = /[^\s<>()[\]{}"',;:@]{1,64}@[^\s<>()[\]{}"',;:@]{1,190}\.\p{L}{2,24}/gu

/** What stands in the place of what belongs to somebody else. */
const SOMEBODY_ELSE = '[…]'

/** Fields that hold an address or a number and nothing besides. */
const TO: ReadonlySet<string> = new Set(['destination', 'recipient'])

/** The same without where other people are reached: neither as a value nor within a text. */
function withoutOthers<T>(value: T, isOwn: (address: string) => boolean): T {
  const seen = (one: unknown, field: string): unknown => {
    if (typeof one === 'string')
      return TO.has(field) && !isOwn(one)
        ? SOMEBODY_ELSE
        : one.replaceAll(ADDRESS, (address) => (isOwn(address) ? address : SOMEBODY_ELSE))
    if (Array.isArray(one)) return one.map((each) => seen(each, field))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, seen(inner, name)]))
  }
  return seen(value, '') as T
}

/** One part of an export, of the person or of a home of his. */
export interface ExportDocument {
  part: string
  home?: { name: string; serialNumber: string }
  /** What it is called beside others of its part. */
  name?: string
  /** What becomes a table, and a file of JSON unless that has more to say. */
  rows?: readonly PersonalRow[]
  /** What no table can hold. */
  content?: unknown
  /** What becomes a table alone, because there is too much of it for anything else. */
  lines?: AsyncIterable<HistoryLine>
}

/** How a home is set up. */
export interface KnownSetup {
  content: HomeContent
  /** Epoch ms, where it is not from now. */
  asOf?: number
}

export interface Sources {
  store: Pick<Store, 'accounts' | 'personalData' | 'memberships' | 'gateways' | 'gatewayLife' | 'history'>
  /** undefined: the home cannot be asked, and there is no backup of it. */
  setupOf(serialNumber: string): Promise<KnownSetup | undefined>
  /** Everything that the home has told so far is in the store. */
  gathered(serialNumber: string): Promise<unknown>
  now(): number
}

/** How far a run has come. */
export interface Step {
  document?: ExportDocument
  /** Of all steps that are known by now. */
  done: number
  all: number
}

/** Everything that is kept about a person, one part after the other. */
export async function* documentsOf(sources: Sources, userId: string): AsyncGenerator<Step> {
  const { store } = sources
  const addresses = await addressesOf(store, userId)
  const isOwn = ownAmong(addresses)
  const own = <T>(value: T): T => withoutOthers(value, isOwn)

  const homes = await store.memberships.admittedGateways(userId)
  const owned = homes.filter(({ role }) => role === 'owner').map(({ serialNumber }) => serialNumber)
  const steps = { done: 0, all: 1 + owned.length * HOME_STEPS }
  const told = (document: ExportDocument): Step => ({ document, ...steps })

  const profile = await store.personalData.profile(userId)
  if (profile) yield told({ part: 'profile', rows: [profile] })
  for await (const { part, rows } of store.personalData.ofPerson(userId, addresses))
    yield told({ part, rows: rows.map(own) })
  yield told({
    part: 'homesUsed',
    rows: homes.filter(({ role }) => role !== 'owner').map((home) => ({ ...home })),
  })
  steps.done++
  for (const serialNumber of owned) {
    const gateway = await store.gateways.find(serialNumber)
    if (gateway) yield* homeOf(sources, { gateway, userId, own, steps })
    else steps.all -= HOME_STEPS
  }
}

/** How much of an export a home is before its devices are known. */
const HOME_STEPS = 20

interface OfHome {
  gateway: Gateway
  userId: string
  own<T>(value: T): T
  steps: { done: number; all: number }
}

async function* homeOf(
  { store, setupOf, gathered, now }: Sources,
  { gateway, userId, own, steps }: OfHome,
): AsyncGenerator<Step> {
  const { serialNumber, name } = gateway
  const told = (document: ExportDocument): Step => ({
    document: { ...document, home: { name, serialNumber } },
    ...steps,
  })
  yield told({ part: 'home', rows: [await factsOf(store, gateway)] })
  const known = await setupOf(serialNumber)
  if (known) for (const document of setup(known)) yield told(own(document))
  for await (const { part, rows } of store.personalData.ofHome(userId, serialNumber))
    yield told({ part, rows: rows.map(own) })

  await gathered(serialNumber)
  const waiting = await waitingOf(store, serialNumber)
  const devices = await seriesOf(store, serialNumber, now(), waiting)
  steps.all += devices.size + 1 - HOME_STEPS
  steps.done++
  const names = new Map(known?.content.devices.map((one) => [one.device_id, one.device_name]))
  for (const [device, series] of devices) {
    yield told({
      part: device === '' ? 'connection' : 'history',
      name: names.get(device) ?? (device === '' ? name : device),
      lines: history(store, serialNumber, series, { now: now(), waiting }),
    })
    steps.done++
    yield { ...steps }
  }
}

async function* history(
  store: Pick<Store, 'history'>,
  serialNumber: string,
  series: readonly string[],
  { now, waiting }: { now: number; waiting: Awaited<ReturnType<typeof waitingOf>> },
): AsyncGenerator<HistoryLine> {
  for (const one of series) yield* linesOf(store, serialNumber, one, { now, waiting: waiting.get(one) ?? [] })
}

async function factsOf({ gatewayLife }: Pick<Store, 'gatewayLife'>, gateway: Gateway): Promise<PersonalRow> {
  const { serialNumber, name, model, type, connectionType, currentFWVersion } = gateway
  return {
    ...{ serialNumber, name, model, type, connectionType, currentFWVersion },
    address: await gatewayLife.address(serialNumber),
  }
}

function setup({ content, asOf }: KnownSetup): readonly ExportDocument[] {
  const rooms = new Map(
    content.floors.flatMap(({ rooms: all }) =>
      all.flatMap((room) => room.devices.map((device) => [device, room.room_name] as const)),
    ),
  )
  return [
    ...(asOf === undefined
      ? []
      : [{ part: 'setupOf', rows: [{ asOf: new Date(asOf).toISOString() }] } satisfies ExportDocument]),
    {
      part: 'rooms',
      rows: content.floors.flatMap(({ floor_name: floor, rooms: all }) =>
        all.map(({ room_name: room, devices }) => ({ floor, room, devices: devices.length })),
      ),
    },
    {
      part: 'devicesOfHome',
      rows: content.devices.map(({ device_id, device_name, class: kind }) => ({
        ...{ deviceId: device_id, name: device_name, kind },
        room: rooms.get(device_id) ?? null,
      })),
    },
    {
      part: 'scenes',
      rows: content.rules.map(({ name, active }) => ({ name, active })),
      content: content.rules,
    },
    { part: 'statuses', rows: content.statuses.map(({ name, icon }) => ({ name, icon })) },
    { part: 'settings', content: content.settings ?? [] },
    { part: 'infrared', content: content.infrared },
  ]
}
