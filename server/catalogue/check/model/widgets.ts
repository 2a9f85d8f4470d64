import { propertyTypeFor } from '#gateway/lib/layout/choose.ts'
import { exactRuleOf } from '#gateway/lib/models/catalogue-rules.ts'
import type { Fault } from '../fault.ts'
import { suggested } from '../nearest.ts'
import { type ModelCheck, type Sense, type Subject, whereIs } from './subject.ts'
import { noIcon } from './values.ts'

/** Placements name widgets that exist, give them parameters that they take, and suit what they draw. */
export const widgetsSuit: ModelCheck = (subject, sense) => {
  const faults: Fault[] = []
  const { types } = sense.rules.propertyTypes
  faults.push(...noIcon(subject.own.icon, ['icon'], sense))
  for (const placement of subject.own.properties ?? []) {
    const at = [...whereIs(subject, placement), 'options']
    const { propertyType, params, iconName } = placement.options
    const rule = types[propertyType]
    if (rule && !rule.placeable) {
      const there = Object.entries(types).flatMap(([name, one]) => (one?.placeable ? [name] : []))
      faults.push({
        at: [...at, 'propertyType'],
        says: { code: 'model.notDrawn', name: propertyType },
        remedy: { code: 'remedy.known', names: there },
      })
    }
    const known = new Map(Object.entries(rule?.params ?? {}))
    for (const [name, given] of Object.entries((params ?? {}) as Record<string, unknown>)) {
      const allowed = known.get(name)
      if (!allowed) {
        const here = [...at, 'params', name]
        faults.push({
          at: here,
          onKey: true,
          says: { code: 'model.noParam', name, widget: propertyType },
          ...suggested(name, known.keys(), here, true),
        })
      } else if (!allowed.some((value) => value === given)) {
        const here = [...at, 'params', name]
        faults.push({
          at: here,
          says: { code: 'schema.value', field: name, value: JSON.stringify(given) },
          ...suggested(given, allowed, here),
        })
      }
    }
    if (typeof iconName === 'string') faults.push(...noIcon(iconName, [...at, 'iconName'], sense))
    else
      for (const [value, icon] of Object.entries(iconName ?? {}))
        faults.push(...noIcon(icon, [...at, 'iconName', value], sense))
    faults.push(...suits(subject, placement, [...at, 'propertyType'], sense))
  }
  return faults
}

/** What a widget takes and does, against what the value is: as described, or as every such device has told so far. */
function suits(
  { full }: Subject,
  { service, property, options: { propertyType } }: NonNullable<Subject['own']['properties']>[number],
  at: Fault['at'],
  { rules }: Sense,
): Fault[] {
  const { takes, sends } = rules.propertyTypes.types[propertyType] ?? {}
  const described =
    full.services && Object.hasOwn(full.services, service) ? full.services[service]?.properties : undefined
  const value = described && Object.hasOwn(described, property) ? described[property] : undefined
  const kinds = value ? [value.kind] : (exactRuleOf(rules, service, property)?.kinds ?? [])
  const [kind] = kinds
  if (kind === undefined) return []
  const name = `${service}/${property}`
  const isUnfit = takes !== undefined && !kinds.some((one) => takes.includes(one))
  const isOnlyRead = sends === true && value !== undefined && !value.access.includes('write')
  if (!isUnfit && !isOnlyRead) return []
  const instead = propertyTypeFor(rules, value ?? { kind, access: ['read', 'write'] })
  return [
    {
      at,
      says: isUnfit
        ? { code: 'model.unfit', widget: propertyType, takes, name, kinds: [...kinds] }
        : { code: 'model.onlyRead', widget: propertyType, name },
      remedy: { code: 'remedy.meant', name: instead },
      fix: { at, put: instead },
    },
  ]
}
