import type { Wire } from '#gateway/core/ports.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'

/** From closed to open. */
const travel = 12_000
const tick = 1000

export interface Shutter {
  service: string
  position: Property
  /** OPEN, CLOSE, STOP, when it has such a property. */
  state: Property | undefined
}

/** The service of a device that moves by itself to a position, if it has one. */
export function shutterOf(device: Device): Shutter | undefined {
  for (const { name: service, type, property_list: list } of device.service_list) {
    const position = list.find(({ name, readonly }) => /^(position|lift|level)$/i.test(name) && !readonly)
    const state = list.find(({ name, readonly }) => /^(state|command|action)$/i.test(name) && !readonly)
    if (position && /cover|shutter|blind/i.test(type + service)) return { service, position, state }
  }
  return undefined
}

/** Where the word of an order leads: fully open, fully closed, or to a halt. */
export function goalOf({ position, state }: Shutter, word: Wire): number | 'halt' | undefined {
  const { min = 0, max = 100 } = position
  if (word === state?.on || /open|up/i.test(String(word))) return max
  if (word === state?.off || /clos|down/i.test(String(word))) return min
  return /stop/i.test(String(word)) ? 'halt' : undefined
}

/** The next step of a move: where it is after a second, and whether it has arrived. */
export function step({ position }: Shutter, now: number, goal: number): { at: number; arrived: boolean } {
  const { min = 0, max = 100 } = position
  const reach = ((max - min) * tick) / travel
  if (Math.abs(goal - now) <= reach) return { at: goal, arrived: true }
  return { at: Math.round(now + Math.sign(goal - now) * reach), arrived: false }
}

export const every = tick
