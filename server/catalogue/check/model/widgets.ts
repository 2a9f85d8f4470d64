import type { Fault } from '../fault.ts'
import { meant } from '../nearest.ts'
import { type ModelCheck, type Subject, whereIs } from './subject.ts'
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
        message: `No widget draws "${propertyType}" yet`,
        remedy: `there are: ${there.join(', ')}`,
      })
    }
    const known = new Map(Object.entries(rule?.params ?? {}))
    for (const [name, given] of Object.entries((params ?? {}) as Record<string, unknown>)) {
      const allowed = known.get(name)
      if (!allowed) {
        const remedy = meant(name, known.keys())
        faults.push({
          at: [...at, 'params', name],
          onKey: true,
          message: `${propertyType} takes no parameter "${name}"`,
          ...(remedy && { remedy }),
        })
      } else if (!allowed.some((value) => value === given)) {
        const remedy = meant(String(given), allowed.map(String))
        faults.push({
          at: [...at, 'params', name],
          message: `"${name}" can't be ${JSON.stringify(given)}`,
          ...(remedy && { remedy }),
        })
      }
    }
    if (typeof iconName === 'string') faults.push(...noIcon(iconName, [...at, 'iconName'], sense))
    else
      for (const [value, icon] of Object.entries(iconName ?? {}))
        faults.push(...noIcon(icon, [...at, 'iconName', value], sense))
    faults.push(...suits(subject, placement, [...at, 'propertyType']))
  }
  return faults
}

function suits(
  { full }: Subject,
  { service, property, options }: NonNullable<Subject['own']['properties']>[number],
  at: Fault['at'],
): Fault[] {
  const described =
    full.services && Object.hasOwn(full.services, service) ? full.services[service]?.properties : undefined
  const value = described && Object.hasOwn(described, property) ? described[property] : undefined
  if (!value) return []
  const name = `${service}/${property}`
  const write = value.access.includes('write')
  if (
    options.propertyType === 'valueSetter' &&
    (!write || (value.kind !== 'range' && value.kind !== 'number'))
  ) {
    return [
      {
        at,
        message: `A valueSetter sets numbers, but ${name} is ${write ? `of kind ${value.kind}` : 'only read'}`,
        remedy: 'did you mean "serviceWithUnit"?',
      },
    ]
  }
  if (options.propertyType === 'selection1' && !write) {
    return [
      {
        at,
        message: `A selection1 sends what is chosen, but ${name} is only read`,
        remedy: 'did you mean "iconType"?',
      },
    ]
  }
  return []
}
