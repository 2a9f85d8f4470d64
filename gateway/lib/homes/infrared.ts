import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Property, Service } from '#schemas/generated/entities/device.ts'
import { propertyOf } from '../models/as-device.ts'

/** spec 2 §3: kinds of devices by their index. */
export const NONE = 0
const KINDS = [NONE, 1, 2, 3, 4] as const

/** spec 2 §4 infrared learning. */
export const LEARNING = { failed: 0, inProgress: 1, success: 255 } as const

/** Keys are told apart by a number within their kind of device. */
const KEYS = { min: 1, max: 255 } as const

const both = ['read' as const, 'write' as const]

/** What a blaster offers that keeps its codes itself, and the gateway for one that does not. */
const REMOTE: Readonly<Record<string, Value>> = {
  type: { kind: 'option', access: both, options: KINDS.map((value) => ({ value })), category: 'config' },
  LearnMode: { kind: 'bool', access: both, on: true, off: false, history: 'none' },
  LearnStatus: {
    kind: 'option',
    access: ['read'],
    options: Object.values(LEARNING).map((value) => ({ value })),
    history: 'none',
  },
  command: { kind: 'range', access: ['write'], ...KEYS },
  // Keys are forgotten by leaving them out.
  LearnedKeys: {
    kind: 'list',
    access: both,
    lengthMax: KEYS.max,
    item: { kind: 'number', access: ['read'], ...KEYS },
  },
}

const CODES = {
  learn: 'learn_ir_code',
  learned: 'learned_ir_code',
  send: 'ir_code_to_send',
} as const

/** The parts of a device that learns and sends codes but keeps none: ZigBee infrared devices. */
export interface CodeParts {
  service: string
  learn: Property
  learned: Property
  send: Property
}

export function codePartsOf(services: readonly Service[]): CodeParts | undefined {
  for (const { name: service, property_list: list } of services) {
    const [learn, learned, send] = [CODES.learn, CODES.learned, CODES.send].map((name) =>
      list.find((one) => one.name === name),
    )
    if (learn && learned && send && !learn.readonly && !send.readonly)
      return { service, learn, learned, send }
  }
  return undefined
}

/** The same device as if it kept its codes itself. */
export function withRemote(services: readonly Service[]): Service[] {
  const parts = codePartsOf(services)
  if (!parts) return [...services]
  return services.map((service) => {
    if (service.name !== parts.service) return service
    const known = new Set(service.property_list.map(({ name }) => name))
    const added = Object.entries(REMOTE).filter(([name]) => !known.has(name))
    return {
      ...service,
      property_list: [...service.property_list, ...added.map(([name, value]) => propertyOf(name, value))],
    }
  })
}

export const isRemote = (property: string): boolean => Object.hasOwn(REMOTE, property)
