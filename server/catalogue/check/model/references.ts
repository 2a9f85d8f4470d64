import { type CatalogueRules, knownAddresses, ruleOf } from '#gateway/lib/models/catalogue-rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { PropertyRef } from '#schemas/generated/entities/property-ref.ts'
import type { Fault, Pointer } from '../fault.ts'
import { suggested } from '../nearest.ts'
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
function knownIn(subject: Subject, rules: CatalogueRules): Set<string> {
  const { services, properties } = subject.full
  if (!services && !properties) return new Set(knownAddresses(rules))
  const known = describedIn(subject.full)
  if (describesAll(subject)) return known
  for (const placement of placed(subject)) {
    for (const part of [placement, ...(placement.options.moreServices ?? [])]) known.add(keyOf(part))
  }
  return known
}

/** Who names it. */
type Namer = 'header' | 'tile' | 'placement' | 'panel' | 'condition'

function unknown(ref: PropertyRef, at: Pointer, known: ReadonlySet<string>, namer: Namer): Fault[] {
  if (known.has(keyOf(ref))) return []
  const ofService = [...known].filter((key) => key.startsWith(`${ref.service}/`))
  if (ofService.length > 0) {
    const here = [...at, 'property']
    const names = ofService.map((key) => key.slice(ref.service.length + 1))
    const { service, property: name } = ref
    return [
      {
        at: here,
        says: { code: `model.noPropertyOf.${namer}`, name, service },
        ...suggested(name, names, here),
      },
    ]
  }
  const here = [...at, 'service']
  const services = new Set([...known].map((key) => key.slice(0, key.indexOf('/'))))
  return [
    {
      at: here,
      says: { code: `model.noServiceOf.${namer}`, name: ref.service },
      ...suggested(ref.service, services, here),
    },
  ]
}

/** Live values draw nothing unless the entry places them: it may have been forgotten, or be a slip. */
function unplaced(
  ref: PropertyRef,
  at: Pointer,
  known: ReadonlySet<string>,
  namer: 'header' | 'tile',
  rules: CatalogueRules,
): Fault[] {
  const [fault] = unknown(ref, at, known, namer)
  if (!fault) return []
  if (fault.fix && !ruleOf(rules, ref.service, ref.property)) return [fault]
  return [
    {
      at: fault.at,
      says: { code: `model.notInEntry.${namer}`, name: keyOf(ref) },
      remedy: { code: 'remedy.place' },
    },
  ]
}

/** A service that no rule and no entry knows, and that is nearly called as one that there is. */
function slipOfService(service: string, at: Pointer, subject: Subject, rules: CatalogueRules): Fault[] {
  if (describesAll(subject)) return []
  const known = new Set([
    ...Object.keys(subject.full.services ?? {}),
    ...[...knownAddresses(rules)].map((key) => key.slice(0, key.indexOf('/'))),
    ...Object.values(rules.exposes.compounds),
    ...rules.exposes.prefixes.map((prefix) => prefix.service),
    ...Object.values(rules.exposes.others),
  ])
  if (known.has(service)) return []
  const { remedy, fix } = suggested(service, known, at)
  return fix ? [{ at, says: { code: 'model.noService', name: service }, ...(remedy && { remedy }), fix }] : []
}

/** Header, tile, panels and conditions name what there is. */
export const referencesHold: ModelCheck = (subject, { rules }) => {
  const { own, full } = subject
  if (full.abstract) return []
  const known = knownIn(subject, rules)
  const byRule = !full.services && !full.properties
  const faults: Fault[] = []
  const named = [
    [own.serviceInHeader, ['serviceInHeader'], 'header'],
    ...(own.quickProperties ?? []).map((ref, index) => [ref, ['quickProperties', index], 'tile'] as const),
  ] as const
  for (const [ref, at, namer] of named) {
    // One of several alike, state_l1, goes by the rule for state.
    if (!ref || (byRule && ruleOf(rules, ref.service, ref.property))) continue
    faults.push(
      ...(describesAll(subject) ? unknown(ref, at, known, namer) : unplaced(ref, at, known, namer, rules)),
    )
  }
  const twice = (own.quickProperties ?? []).findIndex(
    (ref, index, all) => all.findIndex((one) => keyOf(one) === keyOf(ref)) < index,
  )
  if (twice !== -1) faults.push({ at: ['quickProperties', twice], says: { code: 'model.tileTwice' } })
  for (const placement of placed(subject)) {
    const at = whereIs(subject, placement)
    const inFile = at[0] === 'properties'
    if (describesAll(subject))
      faults.push(
        ...unknown(placement, inFile ? at : ['extends'], known, 'placement').map((fault) =>
          inFile ? fault : { ...fault, at: ['extends'] },
        ),
      )
    if (!inFile) continue
    faults.push(...slipOfService(placement.service, [...at, 'service'], subject, rules))
    for (const [index, part] of (placement.options.moreServices ?? []).entries()) {
      if (describesAll(subject))
        faults.push(...unknown(part, [...at, 'options', 'moreServices', index], known, 'panel'))
    }
    const { showWhen } = placement.options
    if (showWhen && describesAll(subject))
      faults.push(...unknown(showWhen, [...at, 'options', 'showWhen'], known, 'condition'))
  }
  return faults
}
