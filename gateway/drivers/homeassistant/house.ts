import { type Announced, announced, discoveryTopic } from './discovery.ts'
import { type Ignored, idOf, isIgnored, namesOfDevice } from './identity.ts'

/** Larger messages announce nothing that anybody built. */
const largest = 256 * 1024
const mostDevices = 2000
const mostEntities = 20_000

interface Known {
  announced: Announced
  device: string
}

/** Everything that is announced at present, grouped into devices. */
export class House {
  readonly #prefix: string
  readonly #ignored: readonly Ignored[]
  readonly #entities = new Map<string, Known>()
  readonly #byTopic = new Map<string, Set<string>>()
  readonly #byDevice = new Map<string, Set<string>>()
  /** Names of a device, each leading to its id. */
  readonly #ids = new Map<string, string>()

  constructor(prefix: string, ignored: readonly Ignored[]) {
    this.#prefix = prefix
    this.#ignored = ignored
  }

  /** The devices that a discovery message touches; undefined when the topic is none of discovery. Throws what is wrong with it. */
  take(topic: string, payload: string): ReadonlySet<string> | undefined {
    const at = discoveryTopic(this.#prefix, topic)
    if (!at) return undefined
    if (payload === '') return this.#forget(this.#byTopic.get(topic) ?? new Set())
    if (payload.length > largest) throw new Error(`${payload.length} characters`)
    const { entities, removed } = announced(at, topic, JSON.parse(payload))
    const touched = new Set(this.#forget(removed))
    for (const entity of entities) {
      if (isIgnored(entity, this.#ignored)) continue
      for (const id of this.#keep(topic, entity)) touched.add(id)
    }
    return touched
  }

  entitiesOf(device: string): Announced[] {
    return [...(this.#byDevice.get(device) ?? [])].flatMap((key) => this.#entities.get(key)?.announced ?? [])
  }

  /** The topics by which a device was announced: an empty message on each takes it back. */
  topicsOf(device: string): string[] {
    const keys = this.#byDevice.get(device) ?? new Set()
    return [...this.#byTopic]
      .filter(([, own]) => [...own].some((key) => keys.has(key)))
      .map(([topic]) => topic)
  }

  #keep(topic: string, entity: Announced): string[] {
    const before = this.#entities.get(entity.key)
    const device = this.#deviceOf(entity)
    if (!before && this.#entities.size >= mostEntities) throw new Error('more entities than a home has')
    if (!this.#byDevice.has(device) && this.#byDevice.size >= mostDevices)
      throw new Error('more devices than a home has')
    if (before && before.device !== device) this.#forget([entity.key])
    this.#entities.set(entity.key, { announced: entity, device })
    group(this.#byTopic, topic).add(entity.key)
    group(this.#byDevice, device).add(entity.key)
    return before ? [before.device, device] : [device]
  }

  /** Identifiers and connections that lead to one device are that device, whichever of them an entity names. */
  #deviceOf(entity: Announced): string {
    const names = namesOfDevice(entity)
    const id = names.flatMap((name) => this.#ids.get(name) ?? [])[0] ?? idOf(names[0] ?? entity.key)
    for (const name of names) this.#ids.set(name, id)
    return id
  }

  #forget(keys: Iterable<string>): Set<string> {
    const touched = new Set<string>()
    for (const key of [...keys]) {
      const known = this.#entities.get(key)
      if (!known) continue
      touched.add(known.device)
      this.#entities.delete(key)
      const left = this.#byDevice.get(known.device)
      left?.delete(key)
      if (left?.size === 0) this.#byDevice.delete(known.device)
    }
    for (const [topic, own] of this.#byTopic) {
      for (const key of own) if (!this.#entities.has(key)) own.delete(key)
      if (own.size === 0) this.#byTopic.delete(topic)
    }
    return touched
  }
}

function group(groups: Map<string, Set<string>>, name: string): Set<string> {
  const known = groups.get(name) ?? new Set()
  groups.set(name, known)
  return known
}
