import type { Delivery, PropertyKeyParts, RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { missedOf, wantedOf } from '../../shared/delivery.ts'
import { type PropertySpec, specOf, writable } from '../../shared/property-spec.ts'
import { readRaw, UNKNOWN } from '../../shared/read.ts'
import { onOf } from '../../shared/switching.ts'
import { wordOf } from '../../shared/words.ts'

export const kind = 'doorLock'

type Plain = string | number | boolean

export interface Part extends PropertySpec {
  key: string
}

export interface Options {
  /** Locks and unlocks; absent where the device only tells. */
  bolt: (Part & { locked: Plain; unlocked: Plain; settable: boolean }) | undefined
  /** What else the device says of door and bolt: closed, jammed, forced open. */
  reports: readonly Part[]
}

const partOf = (placed: Parameters<typeof specOf>[0]): Part => ({
  ...specOf(placed),
  key: `${placed.service}/${placed.property}`,
})

const isBolt = ({ value }: Part): boolean =>
  value.kind === 'bool' || (value.on !== undefined && value.off !== undefined)

export function options(placed: Placed): Options {
  const parts = [placed, ...(placed.more ?? [])].map(partOf)
  const bolt = parts.find((part) => isBolt(part) && writable(part.value)) ?? parts.find(isBolt)
  return {
    bolt: bolt && {
      ...bolt,
      locked: bolt.value.on ?? true,
      unlocked: bolt.value.off ?? false,
      settable: writable(bolt.value),
    },
    reports: parts.filter((part) => part !== bolt),
  }
}

export interface Standing {
  /** Undefined while nobody knows. */
  locked: boolean | undefined
  /** Where the bolt is going. */
  turning: 'locking' | 'unlocking' | undefined
  /** It was wanted otherwise and did not come true. */
  missed: boolean
}

/** How the bolt stands and where it is going. What was asked for is not yet true: a lock never looks locked too early. */
export function standingOf(
  values: ReadonlyMap<string, RawValue>,
  states: ReadonlyMap<string, Delivery>,
  { bolt }: Options,
): Standing {
  if (!bolt) return { locked: undefined, turning: undefined, missed: false }
  const state: Delivery = states.get(bolt.key) ?? { phase: 'reported' }
  const locked = lockedBy(values.get(bolt.key), bolt)
  const wanted = lockedBy(wantedOf(state), bolt)
  const turning = wanted === undefined ? undefined : wanted ? 'locking' : 'unlocking'
  return { locked, turning, missed: missedOf(state) !== undefined }
}

const lockedBy = (raw: RawValue | undefined, { locked, unlocked }: NonNullable<Options['bolt']>) =>
  onOf(raw, { on: locked, off: unlocked })

export const orderFor = (locked: boolean, bolt: NonNullable<Options['bolt']>): [PropertyKeyParts, Plain] => [
  { service: bolt.service, property: bolt.property },
  locked ? bolt.locked : bolt.unlocked,
]

export interface Report {
  key: string
  part: Part
  reading: Reading
}

/** What the other values say, where they are known. */
export const reportsOf = (
  values: ReadonlyMap<string, RawValue>,
  { reports }: Options,
  words: Words,
): readonly Report[] =>
  reports
    .map((part) => ({ key: part.key, part, reading: readRaw(values.get(part.key), part, words) }))
    .filter(({ reading }) => reading.text !== UNKNOWN)

/** What is wrong speaks first; then whether it is locked: an open bolt looks otherwise than a shut one. */
export function read(values: ReadonlyMap<string, RawValue>, options: Options, words: Words): Reading {
  const wrong = reportsOf(values, options, words).find(({ reading }) => reading.level === 'danger')
  if (wrong) return wrong.reading
  const { bolt } = options
  const { locked } = standingOf(values, new Map(), options)
  if (!bolt || locked === undefined) return { text: UNKNOWN, icon: 'smart-lock' }
  return {
    text: wordOf(bolt, locked ? bolt.locked : bolt.unlocked, words, words.say(boltWord(locked), '')),
    icon: locked ? 'lock' : 'unlock',
    level: locked ? 'ok' : 'warn',
  }
}

export const boltWord = (locked: boolean) =>
  locked ? ('panels.lock.locked' as const) : ('panels.lock.unlocked' as const)
