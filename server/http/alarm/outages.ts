import type { operations } from '#schemas/generated/api/alarm.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Outage } from '../../store/homes/outage-news.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

type Outages = Pick<
  HandlersOf<operations>,
  | 'listOutageNews'
  | 'checkGatewayOutageNews'
  | 'enableGatewayOutageNews'
  | 'checkMediaOutageNews'
  | 'updateMediaOutageNews'
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
    async listOutageNews({ query: { serialNumber: looked }, session: { userId } }) {
      if (looked !== undefined && !(await rights.mayUseGateway(userId, looked))) throw notFound()
      const own = (await rights.hasRole(userId)) ? await store.gateways.ofUser(userId) : []
      const other = own.some(({ serialNumber }) => serialNumber === looked)
        ? undefined
        : looked && (await store.gateways.find(looked))
      const wanted = Map.groupBy(await store.outageNews.wantedBy(userId), ({ serialNumber }) => serialNumber)
      const wants = (of: string, what: Outage): boolean =>
        wanted.get(of)?.some(({ subject }) => subject === what) === true
      return {
        data: [...(other ? [other] : []), ...own].map(({ serialNumber, name }) => ({
          ...{ serialNumber, name },
          ...{ gateway: wants(serialNumber, 'gateway'), media: wants(serialNumber, 'media') },
        })),
      }
    },
    checkGatewayOutageNews: ({ params: { sn }, session }) => read(session.userId, sn, 'gateway'),
    enableGatewayOutageNews: ({ body, session }) => write(session.userId, body, 'gateway'),
    checkMediaOutageNews: ({ body: { serialNumber }, session }) =>
      read(session.userId, serialNumber, 'media'),
    updateMediaOutageNews: ({ body, session }) => write(session.userId, body, 'media'),
  }
}
