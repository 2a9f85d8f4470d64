import { knownAddresses, type Rules, ruleOf } from '#gateway/lib/rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { PropertyRef } from '#schemas/generated/entities/property-ref.ts'
import type { Fault, Pointer } from '../fault.ts'
import { meant } from '../nearest.ts'
import { describesAll, type ModelCheck, placed, type Subject, whereIs } from './subject.ts'

const keyOf = ({ service, property }: PropertyRef): string => `${service}/${property}`

function describedIn({ services }: DeviceModel): Set<string> {
  const keys = Object.entries(services ?? {}).flatMap(([service, { properties }]) =>
    Object.keys(properties).map((property) => `${service}/${property}`),
  )
  return new Set(keys)
}

/**
 * What may be referred to: everything described when that is complete, else also everything placed. Of an entry that
 * leaves both to the device, whatever the rules know.
 */
function knownIn(subject: Subject, rules: Rules): Set<string> {
  const { services, properties } = subject.full
  if (!services && !properties) return new Set(knownAddresses(rules))
  const known = describedIn(subject.full)
  if (describesAll(subject)) return known
  for (const placement of placed(subject)) {
    for (const part of [placement, ...(placement.options.moreServices ?? [])]) known.add(keyOf(part))
  }
  return known
}

function unknown(ref: PropertyRef, at: Pointer, known: ReadonlySet<string>, what: string): Fault[] {
  if (known.has(keyOf(ref))) return []
  const ofService = [...known].filter((key) => key.startsWith(`${ref.service}/`))
  const [where, word, names] =
    ofService.length > 0
      ? [
          'property',
          `no property "${ref.property}" in ${ref.service}`,
          ofService.map((key) => key.slice(ref.service.length + 1)),
        ]
      : [
          'service',
          `no service "${ref.service}"`,
          [...new Set([...known].map((key) => key.slice(0, key.indexOf('/'))))],
        ]
  const remedy = meant(where === 'property' ? ref.property : ref.service, names)
  return [{ at: [...at, where], message: `There is ${word}, which ${what}`, ...(remedy && { remedy }) }]
}

/** Header, tile, panels and conditions name what there is. */
export const referencesHold: ModelCheck = (subject, { rules }) => {
  const { own, full } = subject
  if (full.abstract) return []
  const known = knownIn(subject, rules)
  const byRule = !full.services && !full.properties
  const faults: Fault[] = []
  const named = [
    [own.serviceInHeader, ['serviceInHeader'], 'the header names'],
    ...(own.quickProperties ?? []).map(
      (ref, index) => [ref, ['quickProperties', index], 'the tile names'] as const,
    ),
  ] as const
  for (const [ref, at, what] of named) {
    // One of several alike, state_l1, goes by the rule for state.
    if (!ref || (byRule && ruleOf(rules, ref.service, ref.property))) continue
    faults.push(...unknown(ref, at, known, what))
  }
  const twice = (own.quickProperties ?? []).findIndex(
    (ref, index, all) => all.findIndex((one) => keyOf(one) === keyOf(ref)) < index,
  )
  if (twice !== -1)
    faults.push({ at: ['quickProperties', twice], message: 'The tile names this property twice' })
  for (const placement of placed(subject)) {
    const at = whereIs(subject, placement)
    const inFile = at[0] === 'properties'
    if (describesAll(subject))
      faults.push(
        ...unknown(placement, inFile ? at : ['extends'], known, 'is placed').map((fault) =>
          inFile ? fault : { ...fault, at: ['extends'] },
        ),
      )
    if (!inFile) continue
    for (const [index, part] of (placement.options.moreServices ?? []).entries()) {
      if (describesAll(subject))
        faults.push(...unknown(part, [...at, 'options', 'moreServices', index], known, 'a panel names'))
    }
    const { showWhen } = placement.options
    if (showWhen && describesAll(subject))
      faults.push(...unknown(showWhen, [...at, 'options', 'showWhen'], known, 'a condition names'))
  }
  return faults
}
