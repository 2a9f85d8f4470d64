import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Matcher } from '#schemas/generated/definitions/matcher.ts'
import type { Device } from '#schemas/generated/entities/device.ts'

interface Found {
  model: DeviceModel
  fields: number
  length: number
}

/** How closely a matcher describes what a bridge knows; undefined when they disagree. */
function closeness(matcher: Matcher, known: Matcher): { fields: number; length: number } | undefined {
  const facts = new Map<string, unknown>(Object.entries(known))
  let fields = 0
  let length = 0
  for (const [name, wanted] of Object.entries(matcher)) {
    if (facts.get(name) !== wanted) return undefined
    fields += 1
    length += String(wanted).length
  }
  return { fields, length }
}

/** What a bridge tells of a device; its class is a native name. */
const knownOf = (device: Pick<Device, 'class' | 'match'>): readonly Matcher[] => [
  ...(device.match ?? []),
  { ecosystem: 'native', class: device.class },
]

/** The models of a catalogue, by what their matchers name. Templates match nothing. */
export class Matching {
  readonly #byEcosystem = new Map<string, { matcher: Matcher; model: DeviceModel }[]>()
  readonly #byName = new Map<string, DeviceModel>()

  constructor(models: Iterable<DeviceModel>) {
    for (const model of models) {
      if (model.abstract) continue
      this.#byName.set(model.model, model)
      for (const matcher of model.match ?? []) {
        const listed = this.#byEcosystem.get(matcher.ecosystem)
        if (listed) listed.push({ matcher, model })
        else this.#byEcosystem.set(matcher.ecosystem, [{ matcher, model }])
      }
    }
  }

  /** The most specific matcher wins: more fields, then longer ones, then the earlier name. Without one, the class itself. */
  modelOf(device: Pick<Device, 'class' | 'match'>): DeviceModel | undefined {
    let best: Found | undefined
    for (const known of knownOf(device)) {
      for (const { matcher, model } of this.#byEcosystem.get(known.ecosystem) ?? []) {
        const close = closeness(matcher, known)
        if (close && (!best || better({ model, ...close }, best))) best = { model, ...close }
      }
    }
    return best?.model ?? this.#byName.get(device.class)
  }
}

function better(a: Found, b: Found): boolean {
  if (a.fields !== b.fields) return a.fields > b.fields
  if (a.length !== b.length) return a.length > b.length
  return a.model.model < b.model.model
}
