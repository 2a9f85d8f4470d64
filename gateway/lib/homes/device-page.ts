import type { Commands } from '#schemas/generated/channel.ts'
import type { Device, Service } from '#schemas/generated/entities/device.ts'
import type { DevicePage } from '#schemas/generated/entities/device-page.ts'

type List = Commands['get_object_list_by_type_detailed']
type Asked = NonNullable<List['params']['page']>

/** The descriptions that somebody has been told, by content hash. */
export type Descriptions = Map<string, Service[]>

/** A device, and its services without values. */
interface Held {
  view: Device
  description: Pick<Device, 'service_list'>
}

/** So many devices are asked for at once: on a slow link orders and events pass between two pages. */
const LIMIT = 100
/**
 * So much is believed of one home: a description of a few bytes can stand for each of its devices, and pages need not end.
 * What goes beyond it is left out, as of a gateway that says nothing more.
 */
const MOST_DEVICES = 10_000
const MOST_PROPERTIES = 100_000
/** So many descriptions are named as known. */
const KNOWN = 1000
/** The gateway is of before there were pages, or a page of it cannot be read. */
const NO_PAGES: ReadonlySet<number> = new Set([400, 502])

const hashes = new WeakMap<Service[], string>()

/** A sum of 64 bits, no secret: it tells apart the descriptions of one home. */
function hashOf(services: Service[]): string {
  const known = hashes.get(services)
  if (known !== undefined) return known
  const text = JSON.stringify(services)
  const half = (begin: number, factor: number): string => {
    let sum = begin
    for (let at = 0; at < text.length; at++) {
      sum = Math.imul(sum ^ text.charCodeAt(at), factor)
      sum ^= sum >>> 15
    }
    return (sum >>> 0).toString(16).padStart(8, '0')
  }
  const hash = half(0x811c9dc5, 0x01000193) + half(0x2545f491, 0x85ebca6b)
  hashes.set(services, hash)
  return hash
}

/** A page in the order of ids, so that none is left out when others come and go meanwhile. */
export function devicePage(all: readonly Held[], { limit, after = '', known = [] }: Asked): DevicePage {
  const following = all.filter(({ view }) => view.id > after).sort((a, b) => (a.view.id < b.view.id ? -1 : 1))
  const told = new Set<string>(known)
  const descriptions: DevicePage['descriptions'] = {}
  const devices = following.slice(0, limit).map(({ view, description: { service_list: services } }) => {
    const description = hashOf(services)
    if (!told.has(description)) descriptions[description] = services
    told.add(description)
    const properties = view.service_list.flatMap(({ property_list }) => property_list)
    const recalled = properties.flatMap((property, at) => (property.recalled ? [at] : []))
    return {
      device: { ...view, service_list: [] },
      description,
      values: properties.map(({ value }) => value ?? null),
      at: properties.map(({ at }) => (at === undefined ? null : Date.parse(at))),
      ...(recalled.length > 0 && { recalled }),
    }
  })
  return { last: following.length <= limit, descriptions, devices }
}

/** How many properties its devices have together. */
function propertiesOf(page: DevicePage, descriptions: Descriptions): number {
  const counts = new Map<string, number>()
  const countOf = (hash: string): number => {
    const known = counts.get(hash)
    if (known !== undefined) return known
    const services = descriptions.get(hash) ?? []
    const count = services.reduce((sum, { property_list }) => sum + property_list.length, 0)
    counts.set(hash, count)
    return count
  }
  return page.devices.reduce((sum, { description }) => sum + countOf(description), 0)
}

/** The devices of a page, each with its whole description. */
function devicesOf(page: DevicePage, descriptions: Descriptions): Device[] {
  return page.devices.map(({ device, description, values, at, recalled = [] }) => {
    const old = new Set(recalled)
    let place = 0
    const whole = (services: Service[]): Service[] =>
      services.map((service) => ({
        ...service,
        property_list: service.property_list.map((property) => {
          const here = place++
          const moment = at[here]
          return {
            ...property,
            value: values[here] ?? null,
            ...(typeof moment === 'number' && { at: new Date(moment).toISOString() }),
            ...(old.has(here) && { recalled: true }),
          }
        }),
      }))
    return { ...device, service_list: whole(descriptions.get(description) ?? []) }
  })
}

interface Asks {
  /** The answer to one question, or the code of its refusal; undefined when none came. */
  ask(params: List['params']): Promise<{ data: List['data'] } | { code: number } | undefined>
  readable(page: unknown): page is DevicePage
  descriptions: Descriptions
}

/**
 * All devices of a gateway, page by page; at once, as the specification has it, of one that knows no pages. They are as of
 * the first page: what happens meanwhile is told, and newer than any of them.
 */
export async function askForDevices({
  ask,
  readable,
  descriptions,
}: Asks): Promise<List['data'] | undefined> {
  let all: List['data'] | undefined
  let properties = 0
  for (let after: string | undefined; ; ) {
    const known = [...descriptions.keys()].slice(-KNOWN)
    const answer = await ask({
      type: 'device',
      page: { limit: LIMIT, known, ...(after !== undefined && { after }) },
    })
    if (answer === undefined) return undefined
    if ('code' in answer && !NO_PAGES.has(answer.code)) return undefined
    const page = 'data' in answer ? answer.data?.page : undefined
    if (!('data' in answer) || !readable(page)) {
      if ('data' in answer && page === undefined && Array.isArray(answer.data?.objects)) return answer.data
      const whole = await ask({ type: 'device' })
      return whole && 'data' in whole ? whole.data : undefined
    }
    for (const [hash, services] of Object.entries(page.descriptions)) descriptions.set(hash, services)
    properties += propertiesOf(page, descriptions)
    const devices = (all?.objects.length ?? 0) + page.devices.length
    if (devices > MOST_DEVICES || properties > MOST_PROPERTIES) return all ?? { ...answer.data, objects: [] }
    const objects = devicesOf(page, descriptions)
    all = all ? { ...all, objects: [...all.objects, ...objects] } : { ...answer.data, objects }
    const next = page.devices.at(-1)?.device.id
    if (page.last || next === undefined || (after !== undefined && next <= after)) return all
    after = next
  }
}
