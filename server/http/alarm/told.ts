import type { AlarmMessage as Shown } from '#schemas/generated/entities/alarm-notification.ts'
import type { Receipt } from '../../outbound/messenger.ts'
import type { AlarmMessage } from '../../store/homes/alarm-messages.ts'
import type { KeptAlarmNotification } from '../../store/homes/alarms.ts'
import type { Parts } from '../parts.ts'

/** A page says of one notification as much as somebody reads. */
const MOST = 60

/** By notification: who was told by which way, and whether it has arrived as far as that is known. */
export async function toldOf(
  { store, messenger }: Pick<Parts, 'store' | 'messenger'>,
  notifications: readonly Pick<KeptAlarmNotification, 'id'>[],
): Promise<ReadonlyMap<string, Shown[]>> {
  const messages = await store.alarmMessages.of(notifications.map(({ id }) => id))
  const names = [...new Set(messages.flatMap(({ batch }) => (batch === undefined ? [] : [nameOf(batch)])))]
  const receipts = await messenger.receipts(names)
  const shown = Map.groupBy(messages, ({ notificationId }) => notificationId)
  return new Map(
    [...shown].map(([id, all]) => [
      id,
      all
        .slice(-MOST)
        .flatMap((message) => shownOf(message, receipts.get(nameOf(message.batch ?? '')) ?? [])),
    ]),
  )
}

const nameOf = (batch: string): string => `alarm/${batch}`

function shownOf(message: AlarmMessage, receipts: readonly Receipt[]): Shown[] {
  const { step, level, firstName, contact, way, state, settledAt, at } = message
  // That it stands in the app is seen there.
  if (way === 'bell') return []
  const common = { step, level, firstName: firstName || contact, way }
  const bare = { ...common, at: new Date(settledAt ?? at).toISOString() }
  if (state !== 'sent') return [{ ...bare, state }]
  const worst = receipts.find((one) => one.state === 'failed') ?? receipts[0]
  if (!worst) return [{ ...bare, state: 'sent' }]
  const states = { outbox: 'kept', waiting: 'waiting', sent: 'sent', failed: 'failed' } as const
  return [
    {
      ...bare,
      state: states[worst.state],
      ...(worst.reason !== undefined && { reason: worst.reason.slice(0, 400) }),
    },
  ]
}
