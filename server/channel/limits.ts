import catalogue from '#catalogue/limits.json' with { type: 'json' }

/** What one client may take, before anything is known of it and after. */
export interface Limits {
  /** Bytes of the first packet. */
  connectBytes: number
  /** Bytes of any later packet of a browser. */
  packetBytes: number
  /** Bytes of any later packet of a gateway: it answers with whole homes. */
  gatewayPacketBytes: number
  /** Values that a client does not show wait so long for each other at most. */
  calmMs: number
  /** Bytes that may wait for a slow reader before it has to show that it reads. */
  waitingBytes: number
  /** And before it is cut although it does. One message may be larger. */
  mostWaitingBytes: number
  /** Nothing of what waits has left for so long: it does not read. The kernel takes some MB before it tells. */
  stuckMs: number
  connectTimeoutMs: number
  keepaliveSeconds: { min: number; max: number }
  subscriptions: number
  socketsPerUser: number
  socketsPerAddress: number
  /** Packets a second, and how many at once; what comes faster waits unread. */
  packets: { perSecond: number; burst: number }
  gatewayPackets: { perSecond: number; burst: number }
  /** How often a gateway may come and go without its connection ending: everybody who sees it is told each time. */
  presences: { perSecond: number; burst: number }
  /** Connects of one session a minute; more have to wait for their turn. */
  connectsPerMinute: number
  /** Of those that did not wait; then it is banned. */
  hastyConnectsPerMinute: number
  /** Refused sign-ins and broken packets of one address a minute. */
  breachesPerMinute: number
  /** Refused topics of one session a minute: a client mistakes one, a scan hundreds. */
  denialsPerMinute: number
  banMs: number
}

export const defaultLimits: Limits = {
  connectBytes: 2048,
  packetBytes: catalogue.limits.channelPacket.value,
  gatewayPacketBytes: 4 * 1024 * 1024,
  calmMs: catalogue.limits.channelCalm.value,
  waitingBytes: 1024 * 1024,
  mostWaitingBytes: 8 * 1024 * 1024,
  stuckMs: 30_000,
  connectTimeoutMs: 5000,
  keepaliveSeconds: { min: 1, max: 120 },
  subscriptions: 50,
  socketsPerUser: 20,
  socketsPerAddress: 100,
  packets: { perSecond: 20, burst: 60 },
  gatewayPackets: { perSecond: 500, burst: 2000 },
  presences: { perSecond: 1, burst: 20 },
  connectsPerMinute: 15,
  hastyConnectsPerMinute: 60,
  breachesPerMinute: 15,
  denialsPerMinute: 100,
  banMs: 5 * 60_000,
}
