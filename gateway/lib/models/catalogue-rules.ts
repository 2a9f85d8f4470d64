import type { ExposeRule, ExposeRules } from '#schemas/generated/definitions/rules-exposes.ts'
import type { LayoutRules } from '#schemas/generated/definitions/rules-layout.ts'
import type { PropertyTypeRules } from '#schemas/generated/definitions/rules-property-types.ts'
import type { UnitRules } from '#schemas/generated/definitions/rules-units.ts'
import type { ValueRules } from '#schemas/generated/definitions/rules-values.ts'

/** catalogue/rules, one field a file; handed in, since the library reads no files. */
export interface CatalogueRules {
  exposes: ExposeRules
  units: UnitRules
  values: ValueRules
  layout: LayoutRules
  propertyTypes: PropertyTypeRules
}

/** One value as another system names it. */
export interface Exposed {
  name: string
  /** light, cover, climate …: the compound that it is a feature of. */
  compound?: string
  /** left, right, l1 …: one of several alike. */
  endpoint?: string
  category?: 'config' | 'diagnostic'
  writable: boolean
}

export interface Address {
  service: string
  property: string
  rule: ExposeRule | undefined
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The service and property that a name of another system becomes. */
export function addressOf({ exposes }: CatalogueRules, exposed: Exposed): Address {
  const { name, compound, endpoint } = exposed
  const named = own(exposes.exposes, compound ? `${compound}/${name}` : name)
  const rule = named?.settable && !exposed.writable ? undefined : named
  const service =
    rule?.service ??
    (compound ? own(exposes.compounds, compound) : undefined) ??
    exposes.prefixes.find(({ prefix }) => name.startsWith(prefix))?.service ??
    otherService(exposes, exposed)
  const property = rule?.property ?? name
  return { service, property: endpoint ? `${property}_${endpoint}` : property, rule }
}

/** Whether a plain name of another system has a rule of its own. */
export const isRuled = ({ exposes }: CatalogueRules, name: string): boolean =>
  own(exposes.exposes, name) !== undefined

function otherService({ others }: ExposeRules, { category, writable }: Exposed): string {
  if (category) return others[category]
  return writable ? others.writable : others.readable
}

const indexes = new WeakMap<ExposeRules, ReadonlyMap<string, ExposeRule>>()

function indexOf(exposes: ExposeRules): ReadonlyMap<string, ExposeRule> {
  const known = indexes.get(exposes)
  if (known) return known
  const index = new Map<string, ExposeRule>()
  for (const [name, rule] of Object.entries(exposes.exposes)) {
    const key = `${rule.service}/${rule.property ?? name.slice(name.indexOf('/') + 1)}`
    if (!index.has(key)) index.set(key, rule)
  }
  indexes.set(exposes, index)
  return index
}

/** Every `service/property` that a rule names. */
export const knownAddresses = ({ exposes }: CatalogueRules): Iterable<string> => indexOf(exposes).keys()

/** The rule that names exactly this property. */
export const exactRuleOf = (
  { exposes }: CatalogueRules,
  service: string,
  property: string,
): ExposeRule | undefined => indexOf(exposes).get(`${service}/${property}`)

/** What is known of a property by its address; `state_left` and `power_phase_b` fall back to `state` and `power`. */
export function ruleOf(
  { exposes }: CatalogueRules,
  service: string,
  property: string,
): ExposeRule | undefined {
  const index = indexOf(exposes)
  for (let name = property; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('_')))) {
    const rule = index.get(`${service}/${name}`)
    if (rule) return rule
  }
  return undefined
}
