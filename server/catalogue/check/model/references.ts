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

/** What may be referred to: everything described when that is complete, else also everything placed. */
function knownIn(subject: Subject): Set<string> {
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
export const referencesHold: ModelCheck = (subject) => {
  const { own, full } = subject
  const known = knownIn(subject)
  if (full.abstract) return []
  const faults: Fault[] = []
  if (own.serviceInHeader)
    faults.push(...unknown(own.serviceInHeader, ['serviceInHeader'], known, 'the header names'))
  for (const [index, ref] of (own.quickProperties ?? []).entries()) {
    faults.push(...unknown(ref, ['quickProperties', index], known, 'the tile names'))
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
