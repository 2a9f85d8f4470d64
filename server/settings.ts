import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patternFault } from './patterns.ts'

/** Flags and modules as this deployment sets them. */
export interface Settings {
  flags: Readonly<Record<string, unknown>>
  modules: Readonly<Record<string, boolean>>
}

/** The deployment's file says something that cannot be; the message names the entry. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * Shipped values of catalogue/flags.json and modules.json, overridden by the deployment's file. Unknown names and other
 * kinds of value throw; a pattern that is invalid or could be made to run long is reported and stays as shipped (V-05).
 */
export function readSettings(
  catalogue: string,
  overridesFile: string | undefined,
  complain: (message: string) => void,
): Settings {
  const overrides = overridesFile === undefined ? {} : readObject(overridesFile)
  for (const key of Object.keys(overrides))
    if (key !== 'flags' && key !== 'modules')
      throw new SettingsError(`${overridesFile}: ${key} is neither flags nor modules`)
  const set = (part: 'flags' | 'modules') =>
    merged(shipped(join(catalogue, `${part}.json`)), overrides[part], `${overridesFile}: ${part}`, complain)
  return { flags: set('flags'), modules: set('modules') as Record<string, boolean> }
}

function shipped(file: string): ReadonlyMap<string, unknown> {
  const { flags } = readObject(file)
  if (!isObject(flags)) throw new SettingsError(`${file}: flags are missing`)
  return new Map(Object.entries(flags).map(([name, flag]) => [name, isObject(flag) ? flag.value : undefined]))
}

function readObject(file: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new SettingsError(`${file}: ${cause instanceof Error ? cause.message : 'unreadable'}`)
  }
  if (!isObject(value)) throw new SettingsError(`${file}: an object was expected`)
  return value
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)

function merged(
  known: ReadonlyMap<string, unknown>,
  overrides: unknown,
  where: string,
  complain: (message: string) => void,
): Record<string, unknown> {
  const result = new Map(known)
  if (overrides !== undefined && !isObject(overrides))
    throw new SettingsError(`${where}: an object was expected`)
  for (const [name, value] of Object.entries(overrides ?? {})) {
    if (!known.has(name)) throw new SettingsError(`${where}.${name}: there is no such setting`)
    const kind = kindOf(known.get(name))
    if (kindOf(value) !== kind) throw new SettingsError(`${where}.${name}: must be a ${kind}`)
    const pattern = patternIn(name, value)
    const fault = pattern === undefined ? undefined : patternFault(pattern)
    if (fault === undefined) result.set(name, value)
    else complain(`${where}.${name}: the pattern ${fault}; the shipped one is used`)
  }
  return Object.fromEntries(result)
}

/** Texts named …_REGEX are patterns, and so is `pattern` inside a flag. */
function patternIn(name: string, value: unknown): string | undefined {
  const pattern = name.endsWith('_REGEX') ? value : isObject(value) ? value.pattern : undefined
  return typeof pattern === 'string' ? pattern : undefined
}
