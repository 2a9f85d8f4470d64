import { cleanName, cleanText } from './clean-name.ts'

/** What is read as a name or a word, and how long it may be (schemas). Everything else keeps its length. */
const WORDS: Readonly<Record<string, number>> = {
  unit: 24,
  label: 200,
  description: 2000,
  device_name: 128,
  device_manufacturer: 200,
  firmware_version: 200,
  rule_name: 128,
  floor_name: 128,
  room_name: 128,
}

/**
 * What somebody else's device or gateway tells, without characters that hide, break lines or turn the direction of writing,
 * and with words no longer than words are. The same object where nothing had to be changed.
 */
export function cleanTold<T>(told: T): T {
  return cleaned(told, undefined) as T
}

function cleaned(value: unknown, key: string | undefined): unknown {
  if (typeof value === 'string') return wordOf(value, key)
  if (Array.isArray(value)) {
    const items = value.map((one) => cleaned(one, undefined))
    return items.some((one, at) => one !== value[at]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const clean = entries.map(([name, one]) => [name, cleaned(one, name)] as const)
  return clean.some(([, one], at) => one !== entries[at]?.[1]) ? Object.fromEntries(clean) : value
}

function wordOf(text: string, key: string | undefined): string {
  const longest = key !== undefined && Object.hasOwn(WORDS, key) ? WORDS[key] : undefined
  if (longest === undefined) return cleanText(text)
  const clean = key === 'description' ? cleanText(text) : visible(text)
  return clean.length > longest ? clean.slice(0, longest).toWellFormed() : clean
}

/** A reserved word is none for a name of somebody, but stands for itself elsewhere. */
const visible = (text: string): string => cleanName(text) || cleanText(text)
