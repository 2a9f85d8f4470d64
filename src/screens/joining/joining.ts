import type { Events } from '#schemas/generated/channel.ts'
import type { NetworkState } from '#schemas/generated/entities/network-state.ts'

export type Phase = 'waiting' | 'found' | 'interviewing' | 'rebooting' | 'added' | 'failed' | 'cancelled'

/** One device on its way into the home. */
export interface Newcomer {
  /** Its address in the network, or what stands on it. */
  address: string
  phase: Phase
  /** Once it is there. */
  device?: string
  /** Why it failed. */
  code?: string
}

/** What is known of a network that was opened. */
export interface Joining {
  network: 'opening' | NetworkState['state']
  /** Seconds that remain, as told last; a new object with every telling. */
  told?: { remaining: number; timeout: number }
  reason?: NetworkState['reason']
  newcomers: readonly Newcomer[]
}

export const opening: Joining = { network: 'opening', newcomers: [] }

export const arrived = ({ newcomers }: Joining): readonly string[] =>
  newcomers.flatMap(({ phase, device }) => (phase === 'added' && device !== undefined ? [device] : []))

type Told = Pick<
  Events,
  | 'network_state_changed'
  | 'adding_device_in_progress'
  | 'device_added'
  | 'event_adding_device_failed'
  | 'pairing_progress'
>

function withNewcomer(joining: Joining, address: string, change: Omit<Newcomer, 'address'>): Joining {
  const known = joining.newcomers.find((one) => one.address === address)
  const next = { ...known, address, ...change }
  const newcomers = known
    ? joining.newcomers.map((one) => (one === known ? next : one))
    : [...joining.newcomers, next]
  return { ...joining, newcomers }
}

/** Gateways of any version say these: what is not as described is left aside. */
const PHASES: ReadonlySet<string> = new Set<Phase>([
  'waiting',
  'found',
  'interviewing',
  'rebooting',
  'added',
  'failed',
  'cancelled',
])
const isText = (value: unknown): boolean => typeof value === 'string'

/** Events of spec 2 §4, and of many that are expected. */
const EVENTS: { readonly [E in keyof Told]: (joining: Joining, data: Told[E]) => Joining } = {
  network_state_changed(joining, { state, reason, remaining, timeout, devices = [] }) {
    const known = devices.reduce(
      (before, { address, status, device_id, code }) =>
        withNewcomer(before, address, { phase: status, device: device_id, code }),
      joining,
    )
    return { ...known, network: state, reason, told: { remaining, timeout } }
  },

  adding_device_in_progress: (joining, { address, status }) =>
    isText(address) && PHASES.has(status) ? withNewcomer(joining, address, { phase: status }) : joining,

  device_added: (joining, { device_id }) =>
    isText(device_id) ? withNewcomer(joining, device_id, { phase: 'added', device: device_id }) : joining,

  event_adding_device_failed: (joining, { address = '', code }) =>
    withNewcomer(joining, address, { phase: 'failed', code }),

  pairing_progress: (joining, { address, status, code, device_id }) =>
    isText(address) && PHASES.has(status)
      ? withNewcomer(joining, address, {
          phase: status,
          code,
          ...(device_id !== undefined && { device: device_id }),
        })
      : joining,
}

const isTold = (event: string): event is keyof Told => Object.hasOwn(EVENTS, event)

/** What is known after a live event; the same object when it tells nothing of joining. */
export function joiningAfter(joining: Joining, event: string, data: unknown): Joining {
  return isTold(event) && typeof data === 'object' && data !== null
    ? taken(joining, event, data as Told[typeof event])
    : joining
}

const taken = <E extends keyof Told>(joining: Joining, event: E, data: Told[E]): Joining =>
  EVENTS[event](joining, data)
