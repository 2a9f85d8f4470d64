import { nameOf } from '#gateway/lib/names/names.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { useEngine } from '../../engine.ts'
import { useHomeMoment } from '../../home-clocks.ts'
import type { DeviceHead } from '../../ports.ts'
import { partsOf } from './address.ts'
import { shutOf, whyDisabled } from './availability.ts'
import { partAt } from './lit.ts'
import { holdsFor } from './show-when.ts'
import { useStaleSince } from './useHome.ts'
import { useProperty } from './useProperty.ts'
import { useWidgets } from './widgets.ts'
import { phrase, plain, readPart } from './words-of.ts'

/** Why a placement cannot be set now; undefined when it can. */
export function useDisabledReason(device: DeviceHead, placed: Placed): string | undefined {
  const text = useText()
  const words = useWords()
  const staleSince = useStaleSince()
  const condition = useCondition(device, placed)
  const { situation } = useEngine()
  const values = partsOf(placed).map(({ value }) => value)
  const homeMoment = useHomeMoment()
  const moment = (at: number, zone?: string): string =>
    zone === undefined ? homeMoment(at, Date.now()) : words.moment(at, Date.now(), zone)
  return (
    whyDisabled(
      { device, values, staleSince, forbidden: situation.forbidden?.values, shut: shutOf(situation) },
      text,
      moment,
    ) ?? condition
  )
}

/** The value elsewhere on the device that keeps this one from being set (spec 2 §4: a thermostat that only fans). */
function useCondition(device: DeviceHead, placed: Placed): string | undefined {
  const widgets = useWidgets()
  const { t } = useText()
  const words = useWords()
  const condition = placed.options.disabledWhen
  const { service, property } = condition ?? placed
  const { value } = useProperty({ device: device.id, service, property })
  if (!condition || value === undefined || value === null || !holdsFor(condition, value)) return undefined
  const part = device.layout && partAt(device.layout, condition)
  return t('device.disabled.condition', {
    property: nameOf({ service, property, value: part?.value }, words),
    value: part ? phrase(readPart(part, part.placed, value, widgets, words)) : plain(value),
  })
}
