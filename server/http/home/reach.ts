import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'
import { hoursOf } from '../../lib/reach/reach.ts'
import { closedCommands } from '../../lib/reach/within.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Handlers } from '../call.ts'
import type { Operation } from '../openapi.ts'
import type { Parts } from '../parts.ts'

const ABOUT_GATEWAYS: readonly string[] = ['gateway', 'owner', 'ownerOrAdmin']

const isClosed = ({ policy, limited }: Pick<Operation, 'policy' | 'limited'>): boolean =>
  limited === undefined && ABOUT_GATEWAYS.includes(policy)

/** What the page leaves out or switches off is what the server refuses: it is told, so that it knows before it asks. */
export const readReach =
  (
    { reaches, homes, now }: Parts,
    operations: readonly Pick<Operation, 'id' | 'policy' | 'limited'>[],
  ): Handlers['readReach'] =>
  async ({ params: { sn }, session }): Promise<HomeReach> => {
    const reach = await reaches.of(session.userId, sn)
    if (reach === 'none') throw notFound()
    if (reach === 'all') return { limited: false }
    const { open, until } = hoursOf(reach, now())
    const rooms = ((await homes.of(sn))?.floors() ?? []).flatMap((floor) => floor.rooms)
    return {
      limited: true,
      devices: reach.devices.size,
      rooms: rooms.filter(({ room_id: id }) => reach.rooms.has(id)).map(({ room_name: name }) => name),
      hours: reach.hours,
      zone: reach.zone,
      open,
      ...(until !== undefined && { until: new Date(until).toISOString() }),
      closed: { operations: operations.filter(isClosed).map(({ id }) => id), commands: [...closedCommands] },
    }
  }
