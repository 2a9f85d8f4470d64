import type { Gateway } from '#schemas/generated/entities/gateway.ts'

/** spec 1 §4: the first that is online, else the first. */
export const firstOf = (gateways: readonly Gateway[]): Gateway | undefined =>
  gateways.find(({ connectionStatus }) => connectionStatus === 'online') ?? gateways[0]
