import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { slug } from '../shared/slug.ts'
import type { Entity } from './entity.ts'

export interface Named {
  name: string
  compound?: string
  endpoint?: string
  /** The rules know it as a figure. */
  figure?: boolean
}

/** What a value of an entity is called among the names that catalogue/rules knows. */
export type Names = (entity: Entity, path: readonly string[] | undefined) => Named

/** Components whose features catalogue/rules lists one by one. */
const COMPOUNDS: ReadonlySet<string> = new Set(['climate', 'lock', 'fan'])

export const compoundsIn = (components: readonly string[]): ReadonlySet<string> =>
  new Set(components.filter((one) => COMPOUNDS.has(one)))

/**
 * The key in the message comes first where the rules know it: bridges call things by the same names everywhere. Then what
 * kind of value it is said to be, then whatever it is called.
 */
export const namesOf = (rules: CatalogueRules, compounds: ReadonlySet<string>): Names => {
  const own = (name: string) =>
    Object.hasOwn(rules.exposes.exposes, name) ? rules.exposes.exposes[name] : undefined
  const known = (name: string): boolean => own(name) !== undefined
  const figured = (named: Named): Named => {
    const rule = own(named.compound ? `${named.compound}/${named.name}` : named.name)
    return { ...named, figure: rule?.unit !== undefined || rule?.precision !== undefined }
  }
  return (entity, path) => figured(found(entity, path))
  function found(entity: Entity, path: readonly string[] | undefined): Named {
    const key = path?.at(-1)
    // A thermostat's readings are announced beside it: they belong to it all the same.
    const compound = [...compounds].find((one) => key !== undefined && known(`${one}/${key}`))
    if (key !== undefined && compound) return { name: key, compound }
    if (key !== undefined && known(key)) return { name: key }
    const [, name = '', endpoint] = ENDPOINT.exec(key ?? '') ?? []
    if (endpoint && known(name)) return { name, endpoint }
    const kind = entity.text('device_class')
    if (kind && known(`${entity.component}/${kind}`)) return { name: kind, compound: entity.component }
    return { name: slug(key ?? entity.objectId) }
  }
}

/** One of several alike: `power_left`, `state_l2`. */
const ENDPOINT = /^(.+)_(l\d{1,2}|\d{1,2}|left|right|center|top|bottom|both)$/

/** A switch by the key in its message: `state`, `state_l1`. Undefined: it is called otherwise. */
export function switchOf(key: string | undefined): Named | undefined {
  if (key === undefined || key === 'state') return { name: 'state', compound: 'switch' }
  const [, name, endpoint] = ENDPOINT.exec(key) ?? []
  return name === 'state' && endpoint ? { name, compound: 'switch', endpoint } : undefined
}

/** A feature of a compound by the key in its message, where the rules know that, else by its usual name. */
export const featureOf =
  (rules: CatalogueRules) =>
  (compound: string, path: readonly string[] | undefined, usual: string): string => {
    const key = path?.at(-1)
    return key !== undefined && Object.hasOwn(rules.exposes.exposes, `${compound}/${key}`) ? key : usual
  }

export type Feature = ReturnType<typeof featureOf>
