/** Somebody that a device can be bound to, or that can be in a group. */
export interface Neighbour {
  id: string
  name: string
}

const GROUP = /^zigbee2mqtt-group-(\d+)$/

export const groupId = (id: number): string => `zigbee2mqtt-group-${id}`
export const groupNumber = (id: string): number | undefined => {
  const [, number] = GROUP.exec(id) ?? []
  return number === undefined ? undefined : Number(number)
}
