import type { Value } from '#schemas/generated/definitions/value.ts'
import { type Fields, field, isFields, known } from '../shared/fields.ts'
import type { Announced } from './discovery.ts'
import { type Guard, unguarded } from './guard.ts'
import type { Message } from './message.ts'
import { compile, type Template } from './template/template.ts'

/** How a value is read out of the messages of a topic. */
export interface Reading {
  topic: string
  /** Undefined: this message says nothing of it. */
  decode(message: Message): unknown
  /** Where in the message it stands, when that is known. */
  path?: readonly string[]
}

/** How a value is sent. */
export interface Writing {
  topic: string
  encode(value: unknown): string
}

/** One value of an entity, in our words. */
export interface Part {
  /** As catalogue/rules names it, with the compound that it belongs to. */
  name: string
  compound?: string
  /** left, l1 …: one of several alike. */
  endpoint?: string
  value: Omit<Value, 'access'>
  /** Something that happens, never a state. */
  event?: boolean
  readings: readonly Reading[]
  writing?: Writing
}

/** Something that would take part in other people's topics, or that no broker takes. */
const isTopic = (topic: unknown): topic is string =>
  typeof topic === 'string' &&
  topic !== '' &&
  topic.length <= 512 &&
  !/[#+\0]/.test(topic) &&
  !topic.startsWith('$')

/** The configuration of one entity, checked as it is read. */
export class Entity {
  readonly key: string
  readonly component: string
  readonly objectId: string
  readonly config: Fields
  /** What could not be understood of it. */
  readonly faults: string[] = []

  readonly #guard: Guard

  constructor({ key, component, objectId, config }: Announced, guard = unguarded) {
    this.#guard = guard
    this.key = key
    this.component = component
    this.objectId = objectId
    this.config = config
  }

  text(key: string, fallback?: string): string | undefined {
    const value = field(this.config, key)
    return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : fallback
  }

  /** Bridges write numbers as text, too. */
  number(key: string, fallback?: number): number | undefined {
    const value = field(this.config, key)
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : fallback
  }

  flag(key: string): boolean {
    return field(this.config, key) === true
  }

  /** A payload: also true, false and numbers, as text. */
  payload(key: string, fallback: string): string {
    const value = field(this.config, key)
    if (typeof value === 'boolean' || typeof value === 'number') return String(value)
    return typeof value === 'string' ? value.slice(0, 4096) : fallback
  }

  texts(key: string): string[] {
    const value = field(this.config, key)
    if (!Array.isArray(value)) return []
    return value
      .filter((one) => typeof one === 'string' || typeof one === 'number')
      .map(String)
      .slice(0, 1000)
  }

  fields(key: string): Fields {
    const value = field(this.config, key)
    return isFields(value) ? value : {}
  }

  get category(): 'config' | 'diagnostic' | undefined {
    const value = this.config.entity_category
    return value === 'config' || value === 'diagnostic' ? value : undefined
  }

  topic(key: string): string | undefined {
    const value = field(this.config, key)
    if (value === undefined || value === null) return undefined
    if (isTopic(value)) return value
    this.faults.push(`${key} is no topic`)
    return undefined
  }

  /** `undefined`: there is none. `null`: there is one that is not understood. */
  template(key: string): Template | null | undefined {
    const source = field(this.config, key)
    if (typeof source !== 'string' || source === '') return undefined
    try {
      const guard = this.#guard
      const template = guard.run(this.key, () => compile(source))
      return { ...template, value: (names) => guard.run(this.key, () => template.value(names)) }
    } catch (error) {
      this.faults.push(`${key}: ${error instanceof Error ? error.message : 'not understood'}`)
      return null
    }
  }

  /** A template that is not understood leaves the raw message, which is shown as it is. */
  reading(
    topicKey: string,
    templateKey: string,
    map: (value: unknown) => unknown = (value) => value,
  ): Reading | undefined {
    const topic = this.topic(topicKey)
    if (topic === undefined) return undefined
    const template = this.template(templateKey)
    return known({
      topic,
      path: template?.path,
      decode(message: Message) {
        if (template && !template.mindsAbsence && isAbsent(message.json, template.path)) return undefined
        const value = template
          ? template.value({ value: message.text, value_json: message.json })
          : message.text
        return value === undefined || value === null || value === '' ? undefined : map(value)
      },
    })
  }

  /** Without a template the value is the message. With one that is not understood nothing is sent at all. */
  writing(
    topicKey: string,
    templateKey: string,
    names: (value: unknown) => Readonly<Record<string, unknown>> = (value) => ({ value }),
  ): Writing | undefined {
    const topic = this.topic(topicKey)
    const template = this.template(templateKey)
    if (topic === undefined || template === null) return undefined
    return {
      topic,
      encode: (value) =>
        template ? wire(template.value(names(value))) : wire(Object.values(names(value))[0]),
    }
  }
}

/** A message that does not hold what a template looks at says nothing of it, whatever `if` would make of that. */
function isAbsent(json: unknown, path: readonly string[] | undefined): boolean {
  if (!path || path.length === 0) return false
  const found = path.reduce<unknown>((of, name) => {
    if (Array.isArray(of)) return of[Number(name)]
    return isFields(of) ? field(of, name) : undefined
  }, json)
  return found === undefined || found === null
}

/** A value as the text of a message. */
export const wire = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
