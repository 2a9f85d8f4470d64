import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patternFault } from './lib/patterns.ts'

/** Flags and modules as this deployment sets them. */
export interface Settings {
  flags: Readonly<Record<string, unknown>>
  modules: Readonly<Record<string, boolean>>
}

/** The deployment's file says something that cannot be; the message names the entry. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Where a value comes from: the project, the deployment's file, or a brand in it. */
export type SettingSource = 'shipped' | 'deployment' | 'brand'

/** One switch as an administrator sees it. */
export interface SettingRow {
  name: string
  part: keyof Settings
  value: unknown
  source: SettingSource
  about: About
}

/** What a switch is for, by language. */
export type About = Readonly<Record<string, unknown>>

const PARTS = ['flags', 'modules'] as const

/** What else stands in the deployment's file; who reads it says what it may be. */
const OTHERS: ReadonlySet<string> = new Set(['brands', 'clients'])

type Layer = Readonly<Record<keyof Settings, ReadonlyMap<string, unknown>>>
type Shipped = Readonly<Record<keyof Settings, ReadonlyMap<string, { value: unknown; about: About }>>>

/** The settings of the deployment, and those of its brands by the host name under which it is asked. */
export class DeploymentSettings implements Settings {
  readonly flags: Settings['flags']
  readonly modules: Settings['modules']
  readonly #shipped: Shipped
  readonly #own: Layer
  readonly #brands: ReadonlyMap<string, { layer: Layer; settings: Settings }>

  constructor(shipped: Shipped, own: Layer, brands: ReadonlyMap<string, Layer>) {
    this.#shipped = shipped
    this.#own = own
    const { flags, modules } = this.#merged(own)
    this.flags = flags
    this.modules = modules
    this.#brands = new Map(
      [...brands].map(([host, layer]) => [host, { layer, settings: this.#merged(own, layer) }]),
    )
  }

  /** The deployment's own, then each brand's. */
  all(): readonly Settings[] {
    return [this, ...[...this.#brands.values()].map(({ settings }) => settings)]
  }

  of(host: string): Settings {
    return this.#brands.get(host.toLowerCase())?.settings ?? this
  }

  /** Every switch with its value and where it comes from. */
  rows(host: string): readonly SettingRow[] {
    const brand = this.#brands.get(host.toLowerCase())
    return PARTS.flatMap((part) =>
      [...this.#shipped[part]].map(([name, { about }]) => ({
        name,
        part,
        value: (brand?.settings ?? this)[part][name],
        source: brand?.layer[part].has(name) ? 'brand' : this.#own[part].has(name) ? 'deployment' : 'shipped',
        about,
      })),
    )
  }

  #merged(...layers: readonly Layer[]): Settings {
    const of = (part: keyof Settings) =>
      Object.fromEntries([
        ...[...this.#shipped[part]].map(([name, { value }]) => [name, value]),
        ...layers.flatMap((layer) => [...layer[part]]),
      ])
    return { flags: of('flags'), modules: of('modules') as Record<string, boolean> }
  }
}

/**
 * Shipped values of catalogue/flags.json and modules.json, overridden by the deployment's file
 * `{ flags, modules, brands: { <name>: { hosts, flags, modules } } }`. Unknown names and other kinds of value throw; a
 * pattern that is invalid or could be made to run long is reported and stays as shipped (V-05).
 */
export function readSettings(
  catalogue: string,
  overridesFile: string | undefined,
  complain: (message: string) => void,
): DeploymentSettings {
  const known: Shipped = {
    flags: shipped(join(catalogue, 'flags.json')),
    modules: shipped(join(catalogue, 'modules.json')),
  }
  const overrides = overridesFile === undefined ? {} : readObject(overridesFile)
  const layerOf = (
    of: Readonly<Record<string, unknown>>,
    where: string,
    others: ReadonlySet<string>,
  ): Layer => {
    for (const key of Object.keys(of))
      if (key !== 'flags' && key !== 'modules' && !others.has(key))
        throw new SettingsError(`${where}: ${key} is neither flags nor modules`)
    const accept = (part: keyof Settings) => accepted(known[part], of[part], `${where}: ${part}`, complain)
    return { flags: accept('flags'), modules: accept('modules') }
  }
  const file = overridesFile ?? ''
  const brands = new Map<string, Layer>()
  for (const [name, brand] of Object.entries(objectAt(overrides.brands, `${file}: brands`))) {
    const where = `${file}: brands.${name}`
    const layer = layerOf(objectAt(brand, where), where, new Set(['hosts']))
    for (const host of hostsOf(brand, where)) {
      if (brands.has(host)) throw new SettingsError(`${where}: the host ${host} stands there twice`)
      brands.set(host, layer)
    }
  }
  return new DeploymentSettings(known, layerOf(overrides, file, OTHERS), brands)
}

function objectAt(value: unknown, where: string): Record<string, unknown> {
  if (value === undefined) return {}
  if (!isObject(value)) throw new SettingsError(`${where}: an object was expected`)
  return value
}

function hostsOf(brand: unknown, where: string): readonly string[] {
  const hosts = isObject(brand) ? brand.hosts : undefined
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every((host) => typeof host === 'string'))
    throw new SettingsError(`${where}.hosts: a list of host names was expected`)
  return hosts.map((host: string) => host.toLowerCase())
}

function shipped(file: string): ReadonlyMap<string, { value: unknown; about: About }> {
  const { flags } = readObject(file)
  if (!isObject(flags)) throw new SettingsError(`${file}: flags are missing`)
  return new Map(
    Object.entries(flags).map(([name, flag]) => [
      name,
      isObject(flag)
        ? { value: flag.value, about: isObject(flag.about) ? flag.about : {} }
        : { value: undefined, about: {} },
    ]),
  )
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

const kindOf = (value: unknown): string =>
  value === null ? 'nothing' : Array.isArray(value) ? 'list' : typeof value

const mustBe = (kind: string): string => `must be ${kind === 'object' ? 'an' : 'a'} ${kind}`

/** What the deployment may set itself, by name. */
function accepted(
  known: ReadonlyMap<string, { value: unknown }>,
  overrides: unknown,
  where: string,
  complain: (message: string) => void,
): ReadonlyMap<string, unknown> {
  const result = new Map<string, unknown>()
  for (const [name, value] of Object.entries(objectAt(overrides, where))) {
    const shippedOne = known.get(name)
    if (!shippedOne) throw new SettingsError(`${where}.${name}: there is no such setting`)
    const kind = kindOf(shippedOne.value)
    if (kindOf(value) !== kind) throw new SettingsError(`${where}.${name}: ${mustBe(kind)}`)
    const inside = faultInside(shippedOne.value, value)
    if (inside !== undefined) throw new SettingsError(`${where}.${name}${inside}`)
    const pattern = patternIn(name, value)
    const fault = pattern === undefined ? undefined : patternFault(pattern)
    if (fault === undefined) result.set(name, value)
    else complain(`${where}.${name}: the pattern ${fault}; the shipped one is used`)
  }
  return result
}

/** Whoever reads a part of a flag finds it of the kind that is shipped, or not at all; lists are of texts. */
function faultInside(shippedOne: unknown, value: unknown): string | undefined {
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? undefined : ': must be a list of texts'
  if (!isObject(value) || !isObject(shippedOne)) return undefined
  for (const [name, part] of Object.entries(value)) {
    if (!Object.hasOwn(shippedOne, name)) return `.${name}: there is no such part`
    const kind = kindOf(shippedOne[name])
    if (kindOf(part) !== kind) return `.${name}: ${mustBe(kind)}`
    if (typeof part === 'number' && !(Number.isInteger(part) && part >= 0))
      return `.${name}: must be a whole number`
  }
  return undefined
}

/** Texts named …_REGEX are patterns, and so is `pattern` inside a flag. */
function patternIn(name: string, value: unknown): string | undefined {
  const pattern = name.endsWith('_REGEX') ? value : isObject(value) ? value.pattern : undefined
  return typeof pattern === 'string' ? pattern : undefined
}
