import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { ChannelLimits } from './channel/protocol.ts'
import type { OrderLimits } from './orders.ts'

const { limits } = catalogue

/** Timings of the channel (spec 1 §9, catalogue/limits.json). */
export const channelLimits: ChannelLimits = {
  keepalive: limits.channelKeepalive.value,
  reconnect: limits.channelReconnect.value,
  connectTimeout: limits.channelConnectTimeout.value,
  requestTimeout: limits.channelRequestTimeout.value,
  retries: limits.channelRetries.value,
  packet: limits.channelPacket.value,
  silence: limits.channelSilence.value,
  pingTimeout: limits.channelPingTimeout.value,
  deviceAddedDelay: limits.deviceAddFetchDelay.value,
}

/** Between two wakes of what sums up a home, ms: every value counts there, so that it must not follow every change. */
export const CALM_MS = limits.channelCalm.value

export const orderLimits: OrderLimits = {
  unheard: limits.orderUnheard.value,
  confirmed: limits.orderConfirmed.value,
}
