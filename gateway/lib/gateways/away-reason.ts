import type { Device } from '#schemas/generated/entities/device.ts'

/**
 * Why a device is offline (status 5) although nothing is wrong with it: beyond the codes of spec 2 §4, which are those of
 * restricted devices.
 */
export const awayReason = {
  /** The program that speaks with it does not run. */
  bridge: 800,
  /** The broker over which that program speaks is not reachable. */
  broker: 801,
} as const satisfies Record<string, Device['status_reason']>

export type AwayReason = (typeof awayReason)[keyof typeof awayReason]

export const isAwayReason = (reason: number | undefined): reason is AwayReason =>
  reason === awayReason.bridge || reason === awayReason.broker
