import type { operations } from '#schemas/generated/api/alarm.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Outage } from '../../store/homes/outage-news.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

type Outages = Pick<
  HandlersOf<operations>,
  'checkGatewayOutageNews' | 'enableGatewayOutageNews' | 'checkMediaOutageNews' | 'updateMediaOutageNews'
>

/** Whether somebody is told when a gateway, or media devices of it, go offline and come back (spec 3 §7). */
export function outageHandlers({ store, rights }: Parts): Outages {
  const read = async (userId: string, serialNumber: string, subject: Outage) => {
    if (!(await rights.mayUseGateway(userId, serialNumber))) throw notFound()
    return { serialNumber, enabled: await store.outageNews.wants(userId, serialNumber, subject) }
  }
  const write = async (
    userId: string,
    { serialNumber, enabled, value }: { serialNumber: string; enabled?: boolean; value?: boolean },
    subject: Outage,
  ) => {
    if (!(await rights.mayUseGateway(userId, serialNumber))) throw notFound()
    const wanted = enabled ?? value ?? true
    await store.outageNews.set(userId, serialNumber, subject, wanted)
    return { serialNumber, enabled: wanted }
  }
  return {
    checkGatewayOutageNews: ({ params: { sn }, session }) => read(session.userId, sn, 'gateway'),
    enableGatewayOutageNews: ({ body, session }) => write(session.userId, body, 'gateway'),
    checkMediaOutageNews: ({ body: { serialNumber }, session }) =>
      read(session.userId, serialNumber, 'media'),
    updateMediaOutageNews: ({ body, session }) => write(session.userId, body, 'media'),
  }
}
