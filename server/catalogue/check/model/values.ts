import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Fault, Pointer } from '../fault.ts'
import { suggested } from '../nearest.ts'
import type { ModelCheck, Sense } from './subject.ts'

/** Ranges, options and pairs that can be kept. */
export const valuesMakeSense: ModelCheck = ({ own }, sense) =>
  Object.entries(own.services ?? {}).flatMap(([service, { properties }]) =>
    Object.entries(properties).flatMap(([property, value]) =>
      faultsOf(value, ['services', service, 'properties', property], sense),
    ),
  )

function faultsOf(value: Value, at: Pointer, sense: Sense): Fault[] {
  const { min, max, step, options, on, off, rest, presets, icon, kind, history } = value
  const faults: Fault[] = []
  const fault = (field: string, message: string, remedy?: string) =>
    faults.push({ at: [...at, field], message, ...(remedy && { remedy }) })
  if (min !== undefined && max !== undefined && min > max)
    fault('min', `min ${min} is above max ${max}`, 'swap them')
  else if (min !== undefined && max !== undefined && step !== undefined && step > max - min) {
    fault('step', `A step of ${step} is larger than the range ${min} to ${max}`)
  }
  for (const [index, preset] of (presets ?? []).entries()) {
    if (typeof preset.value !== 'number') continue
    if ((min !== undefined && preset.value < min) || (max !== undefined && preset.value > max)) {
      faults.push({
        at: [...at, 'presets', index, 'value'],
        message: `The preset ${preset.value} is outside the range ${min ?? '…'} to ${max ?? '…'}`,
      })
    }
  }
  if (kind === 'option' && !options?.length)
    fault('kind', 'An option without options', 'list them in "options"')
  if (rest !== undefined && !options?.some((option) => option.value === rest))
    fault('rest', `At rest it is ${JSON.stringify(rest)}, which is none of its options`)
  if (on !== undefined && on === off) fault('off', `On and off are both ${JSON.stringify(on)}`)
  if ((kind === 'bool' || kind === 'option') && history === 'area')
    fault('history', `The history of a ${kind} has steps`, 'did you mean "step"?')
  const seen = new Set<unknown>()
  for (const [index, option] of (options ?? []).entries()) {
    if (seen.has(option.value))
      faults.push({
        at: [...at, 'options', index],
        message: `The option ${JSON.stringify(option.value)} is listed twice`,
      })
    seen.add(option.value)
    faults.push(...noIcon(option.icon, [...at, 'options', index, 'icon'], sense))
  }
  faults.push(...noIcon(icon, [...at, 'icon'], sense))
  for (const [index, { from, icon: drawn }] of (value.bands ?? []).entries()) {
    const before = value.bands?.[index - 1]
    if (before && before.from >= from)
      faults.push({
        at: [...at, 'bands', index, 'from'],
        message: `The band from ${from} follows the one from ${before.from}`,
        remedy: 'put the bands in ascending order',
      })
    faults.push(...noIcon(drawn, [...at, 'bands', index, 'icon'], sense))
  }
  for (const [name, field] of Object.entries(value.fields ?? {}))
    faults.push(...faultsOf(field, [...at, 'fields', name], sense))
  if (value.item) faults.push(...faultsOf(value.item, [...at, 'item'], sense))
  return faults
}

/** Every icon that a file names is drawn in catalogue/icons.json. */
export function noIcon(icon: string | undefined, at: Pointer, { icons }: Sense): Fault[] {
  if (icon === undefined || !icons || icons.has(icon)) return []
  return [{ at, message: `Unknown icon "${icon}"`, ...suggested(icon, icons, at) }]
}
