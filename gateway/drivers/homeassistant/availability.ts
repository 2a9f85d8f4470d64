import { isFields } from '../shared/fields.ts'
import { Entity } from './entity.ts'
import type { Guard } from './guard.ts'
import type { Message } from './message.ts'

interface Source {
  topic: string
  /** Undefined: the message says neither. */
  decode(message: Message): boolean | undefined
}

/** Whether an entity can be reached, from one topic or several. */
export interface Availability {
  mode: 'all' | 'any' | 'latest'
  sources: readonly Source[]
}

const sourceOf = (entity: Entity, topicKey: string, templateKey: string): Source[] => {
  const [yes, no] = [
    entity.payload('payload_available', 'online').toLowerCase(),
    entity.payload('payload_not_available', 'offline').toLowerCase(),
  ]
  const reading = entity.reading(topicKey, templateKey)
  if (!reading) return []
  return [
    {
      topic: reading.topic,
      decode(message) {
        const said = String(reading.decode(message)).toLowerCase()
        return said === yes ? true : said === no ? false : undefined
      },
    },
  ]
}

/** A list with a mode, or a single topic. */
export function availabilityOf(entity: Entity, guard?: Guard): Availability {
  const list = Array.isArray(entity.config.availability) ? entity.config.availability.slice(0, 20) : []
  const mode = entity.text('availability_mode')
  const listed = list.filter(isFields).flatMap((config) => {
    const { key, component, objectId } = entity
    const part = new Entity({ key, component, objectId, config }, guard)
    const sources = sourceOf(part, 'topic', 'value_template')
    entity.faults.push(...part.faults)
    return sources
  })
  return {
    mode: mode === 'all' || mode === 'any' ? mode : 'latest',
    sources: listed.length > 0 ? listed : sourceOf(entity, 'availability_topic', 'availability_template'),
  }
}

/** What the sources of one entity have said so far. Undefined: nothing yet. */
export class Reached {
  readonly availability: Availability
  readonly #said = new Map<Source, boolean>()
  #latest: boolean | undefined

  constructor(availability: Availability) {
    this.availability = availability
  }

  hear(topic: string, message: Message): void {
    for (const source of this.availability.sources) {
      if (source.topic !== topic) continue
      const said = source.decode(message)
      if (said === undefined) continue
      this.#said.set(source, said)
      this.#latest = said
    }
  }

  get value(): boolean | undefined {
    const { mode, sources } = this.availability
    if (mode === 'latest') return this.#latest
    const said = sources.map((source) => this.#said.get(source))
    if (mode === 'any') return said.includes(true) ? true : said.includes(undefined) ? undefined : false
    return said.includes(false) ? false : said.includes(undefined) ? undefined : true
  }
}
