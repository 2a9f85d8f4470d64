import { readFileSync } from 'node:fs'
import type { VariableName } from './variables.ts'

/** A variable that cannot be used; the message says which and what to do. */
export class ConfigError extends Error {
  constructor(name: VariableName, what: string) {
    super(`${name}: ${what}`)
    this.name = 'ConfigError'
  }
}

export const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export function readable(name: VariableName, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(
      name,
      `${file} cannot be read (${cause instanceof Error ? cause.message : 'unknown'})`,
    )
  }
}

export function whole(name: VariableName, value: string | undefined, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(value ?? '') ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw new ConfigError(name, `a whole number from ${min} to ${max}`)
  return number
}

export function oneOf(name: VariableName, value: string | undefined, allowed: readonly string[]): string {
  if (value === undefined || !allowed.includes(value)) throw new ConfigError(name, allowed.join(', '))
  return value
}
