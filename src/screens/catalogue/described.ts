import type { Row } from '#engine/ports.ts'
import { valueAt } from '#lib/value-at.ts'

/** One device of what was pasted. */
export interface Described {
  label: string
  described: Row
}

/** What a device is told by, as Zigbee2MQTT and as gateways tell of it; the first is how people know it. */
const NAMED = ['friendly_name', 'device_name']
const TOLD = ['definition.vendor', 'definition.model', 'device_manufacturer', 'class']

const wordsOf = (device: Row, paths: readonly string[]): string =>
  paths
    .map((path) => valueAt(device, path))
    .filter((word) => typeof word === 'string' && word !== '')
    .join(' ')

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The devices of a text: one, or a whole list, of which those that say what they are can be chosen. */
export function describedIn(told: unknown): readonly Described[] {
  const all = (Array.isArray(told) ? told : [told]).filter(isRow)
  return all.flatMap((described) => {
    const [name, model] = [wordsOf(described, NAMED), wordsOf(described, TOLD)]
    // The coordinator and what has not been interviewed have no model to draft; one alone is judged by the server.
    if (all.length > 1 && model === '') return []
    return [{ label: [name, model].filter(Boolean).join(' · '), described }]
  })
}
