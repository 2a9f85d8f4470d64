import { atLeast } from '#gateway/lib/gateways/versions.ts'
import type { operations } from '#schemas/generated/api/alarm.ts'
import { conflict, notFound } from '../../lib/refusal.ts'
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
export function outageHandlers({ store, rights, settings }: Parts): Outages {
  const least = String(settings.flags.DEFAULT_NOTIFICATION_VERSION)
  // What a gateway does not tell keeps it from nothing.
  const tooOld = (version: string | undefined): boolean => version !== undefined && !atLeast(version, least)
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
    if (wanted && tooOld((await store.gateways.find(serialNumber))?.currentFWVersion))
      throw conflict('OUTAGE_FIRMWARE_TOO_OLD')
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
        data: [...(other ? [other] : []), ...own].map(({ serialNumber, name, currentFWVersion }) => ({
          ...{ serialNumber, name },
          ...{ gateway: wants(serialNumber, 'gateway'), media: wants(serialNumber, 'media') },
          ...(tooOld(currentFWVersion) && { needs: least }),
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
