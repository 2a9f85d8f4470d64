import { gatewayEvents } from '#schemas/generated/gateway-events.ts'

const names: ReadonlySet<string> = new Set(gatewayEvents)

/** Each device has an event of its own for its properties. */
const ofDevice = /^device_.+_property_changed$/

/** Whether gateways tell this event; all others are the server's (schemas/channel). */
export const isOfGateways = (event: string): boolean => names.has(event) || ofDevice.test(event)
