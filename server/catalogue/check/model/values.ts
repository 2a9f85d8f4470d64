import type { Value } from '#schemas/generated/definitions/value.ts'
import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'
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
  const fault = (field: string, says: CatalogueSaying, remedy?: CatalogueSaying) =>
    faults.push({ at: [...at, field], says, ...(remedy && { remedy }) })
  if (min !== undefined && max !== undefined && min > max)
    fault('min', { code: 'model.minAboveMax', min, max }, { code: 'remedy.swap' })
  else if (min !== undefined && max !== undefined && step !== undefined && step > max - min) {
    fault('step', { code: 'model.largeStep', step, min, max })
  }
  for (const [index, preset] of (presets ?? []).entries()) {
    if (typeof preset.value !== 'number') continue
    if ((min !== undefined && preset.value < min) || (max !== undefined && preset.value > max)) {
      faults.push({
        at: [...at, 'presets', index, 'value'],
        says: {
          code: 'model.presetOutside',
          value: preset.value,
          min: String(min ?? '…'),
          max: String(max ?? '…'),
        },
      })
    }
  }
  if (kind === 'option' && !options?.length)
    fault('kind', { code: 'model.optionless' }, { code: 'remedy.listOptions' })
  if (rest !== undefined && !options?.some((option) => option.value === rest))
    fault('rest', { code: 'model.restless', value: JSON.stringify(rest) })
  if (on !== undefined && on === off) fault('off', { code: 'model.onIsOff', value: JSON.stringify(on) })
  if ((kind === 'bool' || kind === 'option') && history === 'area')
    fault('history', { code: 'model.historySteps', kind }, { code: 'remedy.meant', name: 'step' })
  const seen = new Set<unknown>()
  for (const [index, option] of (options ?? []).entries()) {
    if (seen.has(option.value))
      faults.push({
        at: [...at, 'options', index],
        says: { code: 'model.optionTwice', value: JSON.stringify(option.value) },
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
        says: { code: 'model.bandOrder', from, before: before.from },
        remedy: { code: 'remedy.ascending' },
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
  return [{ at, says: { code: 'no.icon', name: icon }, ...suggested(icon, icons, at) }]
}
