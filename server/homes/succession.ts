import type { Event, Events } from '#schemas/generated/channel.ts'

/** spec 2 §4: a replacement that has finished. */
const FINISHED = 1

/** A device that has taken the place of another one. */
export interface Succession {
  device: string
  successor: string
}

/** The succession that an event of a gateway tells of; undefined when it tells of none. */
export function successionIn({ event, data }: Pick<Event, 'event' | 'data'>): Succession | undefined {
  if (event !== ('device_replacement' satisfies keyof Events) || typeof data !== 'object' || data === null)
    return undefined
  const told = data as Partial<Record<keyof Events['device_replacement'], unknown>>
  const { device_id: device, new_device_id: successor, status } = told
  return status === FINISHED && typeof device === 'string' && typeof successor === 'string'
    ? { device, successor }
    : undefined
}
