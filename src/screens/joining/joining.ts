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

type Data = Readonly<Record<string, unknown>>
type Takes = (joining: Joining, data: Data) => Joining

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const PHASES: ReadonlySet<unknown> = new Set([
  'waiting',
  'found',
  'interviewing',
  'rebooting',
  'added',
  'failed',
  'cancelled',
])

function withNewcomer(joining: Joining, address: string, change: Omit<Newcomer, 'address'>): Joining {
  const known = joining.newcomers.find((one) => one.address === address)
  const next = { ...known, address, ...change }
  const newcomers = known
    ? joining.newcomers.map((one) => (one === known ? next : one))
    : [...joining.newcomers, next]
  return { ...joining, newcomers }
}

/** Events of spec 2 §4, and of many that are expected. */
const EVENTS: Readonly<Record<string, Takes>> = {
  network_state_changed(joining, data) {
    const { state, reason, remaining, timeout, devices = [] } = data as unknown as NetworkState
    const known = devices.reduce(
      (before, { address, status, device_id, code }) =>
        withNewcomer(before, address, { phase: status, device: device_id, code }),
      joining,
    )
    return { ...known, network: state, reason, told: { remaining, timeout } }
  },

  adding_device_in_progress(joining, { address, status }) {
    const at = textOf(address)
    return at === undefined || !PHASES.has(status)
      ? joining
      : withNewcomer(joining, at, { phase: status as Phase })
  },

  device_added(joining, { device_id }) {
    const device = textOf(device_id)
    return device === undefined ? joining : withNewcomer(joining, device, { phase: 'added', device })
  },

  event_adding_device_failed(joining, { address, code }) {
    return withNewcomer(joining, textOf(address) ?? '', { phase: 'failed', code: textOf(code) })
  },

  pairing_progress(joining, { address, status, code, device_id }) {
    const at = textOf(address)
    if (at === undefined || !PHASES.has(status)) return joining
    return withNewcomer(joining, at, {
      phase: status as Phase,
      code: textOf(code),
      ...(textOf(device_id) !== undefined && { device: textOf(device_id) }),
    })
  },
}

/** What is known after a live event; the same object when it tells nothing of joining. */
export function joiningAfter(joining: Joining, event: string, data: unknown): Joining {
  const takes = EVENTS[event]
  return takes && typeof data === 'object' && data !== null ? takes(joining, data as Data) : joining
}
