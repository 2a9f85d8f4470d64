import { enabled, type Marks } from '#gateway/lib/gateways/enablement.ts'
import type { Text } from '#i18n/useText.ts'
import { useText } from '#i18n/useText.ts'
import { Tag } from '#ui/Tag.tsx'
import type { DeviceHead } from '../../ports.ts'
import { reasonCode } from '../../property/state/availability.ts'

export interface Gone {
  kind: 'offline' | 'restricted' | 'error'
  /** Whether a control stays usable all the same. */
  keeps(marks: Marks): boolean
}

/** Device states in which the tile steps back (look: offline, restricted). */
export function goneOf({ status }: DeviceHead): Gone | undefined {
  const kind = status === 5 ? 'offline' : status === 7 ? 'restricted' : status === 4 ? 'error' : undefined
  return kind && { kind, keeps: (marks) => enabled(status, marks) }
}

const WORDS = ['idle', 'ready', 'online', 'standby', 'error', 'offline', 'replace', 'restricted'] as const

export const stateWord = ({ status }: Pick<DeviceHead, 'status'>, { t }: Text): string =>
  t(`device.state.${WORDS[status]}`)

/** Room and what the device is doing; for one that is gone since when. */
export function secondLine(
  device: DeviceHead,
  doing: string | undefined,
  text: Text,
  moment: (at: number) => string,
): string {
  const { status, statusSince, room, networkType } = device
  const where = room?.name ?? text.say(`device.network.${networkType}`, networkType)
  if (status === 5 && statusSince !== undefined)
    return text.t('device.state.offlineSince', { since: moment(statusSince) })
  const state = status === 1 || status === 2 ? doing : stateWord(device, text)
  return state === undefined ? where : `${where} · ${state}`
}

export function StateTag({ device }: { device: DeviceHead }) {
  const text = useText()
  const { status } = device
  if (status === 4)
    return (
      <Tag tone="danger" icon="alert">
        {stateWord(device, text)}
      </Tag>
    )
  if (status === 7)
    return (
      <Tag tone="off" icon="ban">
        {reasonCode(device)}
      </Tag>
    )
  return (
    <Tag tone="off" icon="offline">
      {stateWord(device, text)}
    </Tag>
  )
}
