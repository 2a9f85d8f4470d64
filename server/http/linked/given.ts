import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import type { GivenPart } from '#schemas/generated/entities/linked-account.ts'
import type { Parts } from '../parts.ts'

/** What a link gives of the homes that it limits, as a list can tell it (mock 21-account). */
export function givenBy({ store, homes }: Pick<Parts, 'store' | 'homes'>) {
  const roomsOf = async (serialNumber: string, { rooms }: LinkLimits): Promise<string[]> => {
    if (rooms.length === 0) return []
    const floors = (await homes.of(serialNumber))?.floors() ?? []
    return floors
      .flatMap((floor) => floor.rooms)
      .filter((room) => rooms.includes(room.room_id))
      .map((room) => room.room_name)
  }

  return async (linkId: string): Promise<GivenPart> => {
    const limits = [...(await store.linkLimits.ofLink(linkId))]
    const parts = limits.filter(([, { everything }]) => !everything)
    const rooms = (await Promise.all(parts.map(([sn, limit]) => roomsOf(sn, limit)))).flat()
    const devices = parts.reduce((sum, [, limit]) => sum + limit.devices.length, 0)
    const weeks = new Map(limits.map(([, { hours }]) => [JSON.stringify(hours), hours]))
    const [week] = weeks.values()
    return {
      rooms: [...new Set(rooms)],
      ...(devices > 0 && { single: { devices } }),
      hours: weeks.size === 1 && week ? week : [],
    }
  }
}
