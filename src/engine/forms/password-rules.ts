import type { PasswordRules } from '#schemas/generated/definitions/form.ts'
import { fits } from './patterns.ts'

type Settings = Readonly<Record<string, unknown>>

/** One thing that a new password must have; its words are `engine.form.password.<name>`. */
export interface PasswordRule {
  name: 'length' | 'lowercase' | 'uppercase' | 'digit' | 'special' | 'pattern'
  values?: { min: number; max: number }
  holds(password: string): boolean
}

/** Look-aheads that can be said in a sentence of their own. */
const SAYABLE: Readonly<Record<string, PasswordRule>> = {
  '[a-z]': { name: 'lowercase', holds: (password) => /[a-z]/.test(password) },
  '[A-Z]': { name: 'uppercase', holds: (password) => /[A-Z]/.test(password) },
  '[0-9]': { name: 'digit', holds: (password) => /[0-9]/.test(password) },
  '\\d': { name: 'digit', holds: (password) => /\d/.test(password) },
}

const special: PasswordRule = {
  name: 'special',
  holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
}

/** Lengths count characters as people do, not the halves of an emoji. */
function lengthOf(setting: unknown): PasswordRule | undefined {
  if (typeof setting !== 'object' || setting === null) return undefined
  const { min_length, max_length } = setting as Settings
  if (typeof min_length !== 'number' || typeof max_length !== 'number') return undefined
  const values = { min: min_length, max: max_length }
  return {
    name: 'length',
    values,
    holds: (password) => [...password].length >= values.min && [...password].length <= values.max,
  }
}

/** A pattern as sentences where it is made of what they can say, else as one sentence for the whole. */
function sentencesOf(pattern: unknown): PasswordRule[] {
  if (typeof pattern !== 'string' || pattern === '') return []
  const parts = [...pattern.matchAll(/\(\?=\.\*(\[[^\]]+\]|\\d)\)/g)].map(([, part]) => SAYABLE[part ?? ''])
  const rest = pattern.replaceAll(/\(\?=\.\*(?:\[[^\]]+\]|\\d)\)/g, '')
  const sayable = /^\^?(?:\.[*+]\$?)?$/.test(rest)
  const known = parts.filter((rule) => rule !== undefined)
  return sayable && known.length === parts.length
    ? known
    : [...known, { name: 'pattern', holds: (password) => fits(pattern, password) }]
}

/** What a deployment asks of a new password (spec 1 §5), in the order in which it is shown. */
export function passwordRules(names: PasswordRules, settings: Settings = {}): PasswordRule[] {
  const length = lengthOf(settings[names.length])
  return [
    ...(length ? [length] : []),
    ...sentencesOf(settings[names.pattern]),
    ...(settings[names.special] === true ? [special] : []),
  ]
}
