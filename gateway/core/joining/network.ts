import type { NetworkNewcomer, NetworkState } from '#schemas/generated/entities/network-state.ts'
import { CommandError, codes } from '../errors.ts'
import type {
  ExpectedDevice,
  JoinFailure,
  JoiningNews,
  NetworkDriver,
  NetworkKind,
  NetworkWish,
} from '../network-driver.ts'
import type { Clock, Driver } from '../ports.ts'

/** spec 2 §4: the timeout comes from the gateway. */
const NETWORK_TIMEOUT = 180

interface Effects {
  clock: Clock
  drivers: readonly Driver[]
  emit(event: string, data: unknown): void
  trouble(message: string, error: unknown): void
}

interface Session {
  wish: NetworkWish
  driver: NetworkDriver
  /** Epoch ms. */
  until: number
  state: 'open' | 'closing'
  /** What is still expected, by what stands on it. */
  waiting: Map<string, ExpectedDevice>
  /** One that was expected could not be added. */
  lacking: boolean
  over: (reason: Reason) => void
  cancel: () => void
}

type Reason = NonNullable<NetworkState['reason']>
export type Wish = Omit<NetworkWish, 'seconds' | 'expected'> & { expected?: readonly ExpectedDevice[] }

/** Devices joining and leaving: at most one network of a home is open at a time, and never for long. */
export class Network {
  readonly #effects: Effects
  /** Since it was opened last: whoever was not connected meanwhile asks for it. */
  readonly #news = new Map<string, NetworkNewcomer>()
  #session: Session | undefined
  #mapping = false

  constructor(effects: Effects) {
    this.#effects = effects
  }

  state(): NetworkState {
    const session = this.#session
    if (!session) return { state: 'closed', timeout: NETWORK_TIMEOUT, remaining: 0 }
    const { type, network } = session.wish
    return {
      state: session.state,
      type,
      network,
      timeout: NETWORK_TIMEOUT,
      remaining: this.#remaining(session),
    }
  }

  /** The same with how every device fares, and which networks there are at all. */
  detailed(): NetworkState {
    const serves = this.#effects.drivers.flatMap(({ network }) => network?.serves ?? [])
    return {
      ...this.state(),
      serves: [...new Set(serves)],
      mapping: this.#mapping,
      devices: [...this.#news.values()],
    }
  }

  /** `over` is called once it is closed, whatever the reason. */
  async open(
    wish: Wish,
    over: (reason: Reason) => void = () => {},
  ): Promise<{ timeout: number; remaining: number }> {
    if (this.#session) throw new CommandError(codes.conflict, 'A network is open already')
    const { network, driver } = serving(this.#effects.drivers, wish.network)
    if (!network || !driver) throw new CommandError(codes.impossible, 'The gateway has no such network')
    const expected = wish.expected ?? []
    const session: Session = {
      wish: { ...wish, expected, seconds: NETWORK_TIMEOUT },
      driver: network,
      until: this.#effects.clock.now() + NETWORK_TIMEOUT * 1000,
      state: 'open',
      waiting: new Map(expected.map((one) => [one.id, one])),
      lacking: false,
      over,
      cancel: () => {},
    }
    // Taken before the driver answers, so that nobody else opens it meanwhile.
    this.#session = session
    try {
      await network.open(session.wish)
    } catch (error) {
      if (this.#session === session) this.#session = undefined
      throw error
    }
    if (this.#session !== session) throw new CommandError(codes.conflict, 'The network was closed meanwhile')
    session.cancel = this.#effects.clock.after(NETWORK_TIMEOUT * 1000, () => void this.close('timeout'))
    this.#news.clear()
    this.#tell()
    for (const { id } of expected) this.#tellOf({ address: id, status: 'waiting' })
    return { timeout: NETWORK_TIMEOUT, remaining: this.#remaining(session) }
  }

  /** Resolves when it is closed. */
  async close(reason: Reason = 'asked'): Promise<void> {
    const session = this.#session
    if (session?.state !== 'open') return
    session.state = 'closing'
    session.cancel()
    this.#tell(reason)
    try {
      await session.driver.close()
    } catch (error) {
      // The network closes by its own timer too.
      this.#effects.trouble('The network could not be closed', error)
    }
    if (this.#session !== session) return
    this.#session = undefined
    const { type, network } = session.wish
    const status = reason === 'asked' ? 'cancelled' : 'failed'
    for (const address of session.waiting.keys())
      this.#tellOf({ address, status, ...(status === 'failed' && { code: 'TIMEOUT' }) })
    this.#tell(reason, { type, network })
    session.over(reason)
  }

  /** Networks that can be set up anew from what their driver tells, by its name. */
  get ableToBackUp(): readonly { name: string; backup: () => Promise<string> }[] {
    return this.#effects.drivers.flatMap(({ name, network }) => {
      const backup = network?.backup?.bind(network)
      return backup ? [{ name, backup }] : []
    })
  }

  /** Begins to ask for the ways through the networks; what comes of it is told. */
  map(): void {
    const asked = this.#effects.drivers.flatMap(({ network }) => network?.map?.bind(network) ?? [])
    if (asked.length === 0) throw new CommandError(codes.impossible, 'The gateway has no such network')
    if (this.#mapping) throw new CommandError(codes.conflict, 'The network is being mapped')
    this.#mapping = true
    const tell = (data: object): void => this.#effects.emit('network_map_changed', data)
    tell({ status: 'running' })
    Promise.all(asked.map((ask) => ask()))
      .then(
        (counts) => tell({ status: 'done', devices: counts.reduce((sum, count) => sum + count, 0) }),
        (error: unknown) => {
          this.#effects.trouble('The network could not be mapped', error)
          tell({ status: 'failed' })
        },
      )
      .finally(() => {
        this.#mapping = false
      })
  }

  progress({ address, status }: JoiningNews): void {
    this.#note({ address, status })
    this.#effects.emit('adding_device_in_progress', { address, status })
  }

  /** A device that was expected has come. */
  joined(address: string, device: string): void {
    this.#done(address, { status: 'added', device_id: device })
  }

  failed({ address, code, message }: JoinFailure): void {
    if (address) this.#note({ address, status: 'failed', code })
    this.#effects.emit('event_adding_device_failed', { ...(address && { address }), code, message })
    if (address) this.#done(address, { status: 'failed', code })
  }

  /** A device belongs to the home now. */
  added(device: string): void {
    if (this.#session?.wish.type === 'inclusion')
      this.#note({ address: device, status: 'added', device_id: device })
  }

  /** Once the device that was to leave has left, nothing else should. */
  left(device: string): void {
    const { type, device: leaving } = this.#session?.wish ?? {}
    if (type === 'exclusion' && leaving === device) void this.close('complete')
  }

  #done(address: string, how: Omit<NetworkNewcomer, 'address'>): void {
    const session = this.#session
    if (!session) return
    const expected = session.waiting.delete(address)
    this.#tellOf({ address, ...how })
    if (expected && how.status === 'failed') session.lacking = true
    if (expected && session.waiting.size === 0) void this.close(session.lacking ? 'incomplete' : 'complete')
  }

  #tellOf(newcomer: NetworkNewcomer): void {
    this.#note(newcomer)
    this.#effects.emit('pairing_progress', newcomer)
  }

  #note(newcomer: NetworkNewcomer): void {
    this.#news.set(newcomer.address, newcomer)
  }

  #remaining({ until, state }: Session): number {
    return state === 'open' ? Math.max(0, Math.ceil((until - this.#effects.clock.now()) / 1000)) : 0
  }

  /** `was`: which network it is, once it is closed. */
  #tell(reason?: Reason, was: Partial<Pick<NetworkState, 'type' | 'network'>> = {}): void {
    this.#effects.emit('network_state_changed', { ...was, ...this.state(), ...(reason && { reason }) })
  }
}

/** The driver that serves a network. */
function serving(
  drivers: readonly Driver[],
  kind: NetworkKind,
): { driver?: Driver; network?: NetworkDriver } {
  const driver = drivers.find(({ network }) => network?.serves.includes(kind))
  return { driver, network: driver?.network }
}
