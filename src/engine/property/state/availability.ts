import { isAwayReason } from '#gateway/lib/gateways/away-reason.ts'
import { enabled, type Marks } from '#gateway/lib/gateways/enablement.ts'
import type { Text } from '#i18n/useText.ts'
import type { Situation } from '../../conditions/situation.ts'
import type { DeviceHead } from '../../ports.ts'

type Standing = Pick<DeviceHead, 'status' | 'statusReason' | 'statusSince'>

const REASONS = [700, 701, 702, 703, 704, 705, 706, 707] as const
type Reason = (typeof REASONS)[number]

/** The restricted reason; one that nobody knows is the general one (spec 2 §4). */
export const reasonCode = ({ statusReason }: Standing): Reason =>
  REASONS.find((code) => code === statusReason) ?? 700

/** The state of a device as a sentence, where it keeps controls from working. */
export function standingSentence(device: Standing, { t }: Text, moment: (at: number) => string): string {
  const { status, statusSince } = device
  switch (status) {
    case 5:
      if (isAwayReason(device.statusReason)) return t(`device.disabled.${device.statusReason}`)
      return statusSince === undefined
        ? t('device.disabled.offlineUnknown')
        : t('device.disabled.offline', { since: moment(statusSince) })
    case 7:
      return t(`device.disabled.${reasonCode(device)}`)
    case 0:
    case 3:
    case 4:
    case 6:
      return t(`device.disabled.status${status}`)
    default:
      return ''
  }
}

interface Asked {
  device: Standing
  values: readonly Marks[]
  staleSince: number | undefined
  /** He may never do it. */
  forbidden?: boolean | undefined
  /** Outside the hours at which the home is shared: until when, by whose clocks. */
  shut?: { until?: string; zone?: string } | undefined
}

/** Outside the hours at which somebody shares his home, when they begin. */
export const shutOf = ({ reach }: Pick<Situation, 'reach'>): Asked['shut'] =>
  reach?.open === false ? reach : undefined

/**
 * Why a property cannot be set now, as a sentence; undefined when it can (spec 2 §4, U-03).
 * What somebody may never do is said first, and what he may not do now: outside the hours at which a home is shared. A panel stays usable while one of its values does.
 */
export function whyDisabled(
  { device, values, staleSince, forbidden, shut }: Asked,
  text: Text,
  moment: (at: number, zone?: string) => string,
): string | undefined {
  if (shut)
    return shut.until === undefined
      ? text.t('device.disabled.shut')
      : text.t('device.disabled.shutUntil', { time: moment(Date.parse(shut.until), shut.zone) })
  if (forbidden) return text.t('device.disabled.forbidden')
  if (staleSince !== undefined) return text.t('device.disabled.link', { since: moment(staleSince) })
  if (values.some((marks) => enabled(device.status, marks))) return undefined
  return standingSentence(device, text, moment)
}
