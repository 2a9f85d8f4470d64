import type { Value } from '#schemas/generated/definitions/value.ts'
import { commonValueKey, endpointKey, propertyKey, spoken, valueKey } from '../models/text-keys.ts'

/** Texts in the reader's language; the fallback where there is none. */
interface Words {
  say(key: string, fallback: string): string
}

interface Named {
  service: string
  property: string
  /** As far as it is known. */
  value?: Pick<Value, 'label' | 'endpoint' | 'on' | 'off'> | undefined
}

/** One of several alike: `state` and which of them. */
interface Alike {
  base: string
  endpoint: string
}

/** `state_left` of the endpoint `left` is a `state`: what all of several alike are called. */
export function baseOf({ property, value }: Pick<Named, 'property' | 'value'>): string {
  const end = value?.endpoint === undefined ? '' : `_${value.endpoint}`
  return end !== '' && property.length > end.length && property.endsWith(end)
    ? property.slice(0, -end.length)
    : property
}

/** As the bridge says, else as the name reads: `power_phase_b` is the `power` of `phase_b`, since both have words. */
export function alikeOf(named: Named, words: Words): Alike | undefined {
  const { service, property, value } = named
  const told = baseOf(named)
  if (told !== property) return { base: told, endpoint: value?.endpoint ?? '' }
  for (let at = property.lastIndexOf('_'); at > 0; at = property.lastIndexOf('_', at - 1)) {
    const base = property.slice(0, at)
    const endpoint = property.slice(at + 1)
    if (words.say(propertyKey(service, base), '') === '') continue
    return isNumber(endpoint) || words.say(endpointKey(endpoint), '') !== '' ? { base, endpoint } : undefined
  }
  return undefined
}

/** Zigbee numbers what is alike as lines: l1. */
const isNumber = (endpoint: string): boolean => /^l?\d+$/.test(endpoint)

/**
 * Name of a property: the text that somebody asked for, its own, that of all alike with the endpoint behind it, the live
 * description's, else the wire name as people would write it.
 */
export function nameOf(named: Named, words: Words, asked?: string): string {
  const { service, property, value } = named
  const own = words.say(asked ?? propertyKey(service, property), '')
  if (own !== '') return own
  const alike = alikeOf(named, words)
  if (!alike) return value?.label ?? spoken(property)
  const name = words.say(propertyKey(service, alike.base), value?.label ?? spoken(alike.base))
  return `${name} ${endpointWord(alike.endpoint, words)}`
}

/** Beside others of its device it is enough to say which of them it is: "Links"; a number alone would say too little. */
export function shortNameOf(named: Named, words: Words): string {
  const whole = nameOf(named, words)
  const alike = alikeOf(named, words)
  if (!alike || words.say(propertyKey(named.service, named.property), '') !== '') return whole
  const which = endpointWord(alike.endpoint, words)
  return /\d$/.test(which) ? whole : which.charAt(0).toLocaleUpperCase() + which.slice(1)
}

/** left → "links", l3 → "3", wire_2 → "Wire 2". */
function endpointWord(endpoint: string, words: Words): string {
  if (isNumber(endpoint)) return endpoint.replace('l', '')
  const known = words.say(endpointKey(endpoint), '')
  const [, letters = '', number = ''] = /^(\D+?)_?(\d+)$/.exec(endpoint) ?? []
  if (known !== '' || number === '') return known || spoken(endpoint)
  // Short letters tell groups apart: T1 and C1.
  return letters.length <= 2
    ? `${letters.toUpperCase()}${number}`
    : `${words.say(endpointKey(letters), spoken(letters))} ${number}`
}

/**
 * Word of one value: the property's own, that of all alike, the common one, the live label, else the wire word. The ON of a
 * motion sensor is its `true`, where nobody has said what its ON is.
 */
export function valueWord(
  named: Named,
  raw: string | number | boolean,
  words: Words,
  label: string | undefined,
): string {
  const { service, property } = named
  const base = alikeOf(named, words)?.base
  const meant = truthOf(named, raw)
  for (const value of meant === undefined ? [raw] : [raw, meant])
    for (const name of base === undefined ? [property] : [property, base]) {
      const own = words.say(valueKey(service, name, value), '')
      if (own !== '') return own
    }
  return words.say(commonValueKey(raw), label ?? spoken(String(raw)))
}

/** Which of its two values a wire word of a switch is. */
const truthOf = ({ value }: Named, raw: string | number | boolean): boolean | undefined =>
  value === undefined ? undefined : raw === value.on ? true : raw === value.off ? false : undefined
