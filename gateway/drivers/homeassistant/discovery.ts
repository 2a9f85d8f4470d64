import { type Fields, field, isFields } from '../shared/fields.ts'
import { expanded } from './abbreviations.ts'

/** One entity as a discovery message describes it, keys written out. */
export interface Announced {
  /** Unique among all that is announced, and the same after a restart. */
  key: string
  component: string
  objectId: string
  config: Fields
}

export interface DiscoveryTopic {
  component: string
  objectId: string
}

/** What the components of a device document share. */
const shared = [
  'availability',
  'availability_mode',
  'availability_template',
  'availability_topic',
  'command_topic',
  'encoding',
  'payload_available',
  'payload_not_available',
  'qos',
  'state_topic',
  'device',
  'origin',
]

/** A device with more entities than this is none. */
const most = 500

/** `<prefix>/<component>/[<node>/]<object>/config`. */
export function discoveryTopic(prefix: string, topic: string): DiscoveryTopic | undefined {
  const [, component, , objectId] =
    /^([a-z_]{1,40})\/(?:([A-Za-z0-9_-]{1,128})\/)?([A-Za-z0-9_-]{1,128})\/config$/.exec(
      topic.startsWith(`${prefix}/`) ? topic.slice(prefix.length + 1) : '',
    ) ?? []
  return component && objectId ? { component, objectId } : undefined
}

/**
 * The entities that a discovery message announces, and those of its topic that it takes back: a component of which only the
 * platform is left. Throws when it is no message of discovery.
 */
export function announced(
  at: DiscoveryTopic,
  topic: string,
  payload: unknown,
): { entities: Announced[]; removed: string[] } {
  if (!isFields(payload)) throw new Error('not an object')
  const config = expanded(payload)
  if (at.component !== 'device')
    return { entities: [{ key: topic, component: at.component, objectId: at.objectId, config }], removed: [] }
  const components = Object.entries(isFields(config.components) ? config.components : {})
  if (components.length > most) throw new Error(`${components.length} components`)
  const common = Object.fromEntries(
    shared.flatMap((name) => {
      const value = field(config, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const entities: Announced[] = []
  const removed: string[] = []
  for (const [id, part] of components) {
    if (!isFields(part) || typeof part.platform !== 'string') continue
    const key = `${topic}#${id}`
    if (Object.keys(part).length === 1) removed.push(key)
    else entities.push({ key, component: part.platform, objectId: id, config: { ...common, ...part } })
  }
  return { entities, removed }
}
