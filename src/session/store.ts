import { GATEWAY_SUBROLE, subroleOf } from '#gateway/lib/gateways/permissions.ts'
import type { KeptStorage } from '#lib/browser/browser-storage.ts'
import { safeReturn } from '#lib/safe-return.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { User } from '#schemas/generated/entities/user.ts'
import { forget, keep, kept } from './storage.ts'

/** Which is the current one until another is chosen (spec 1 §4): the first that is online, else the first. */
const firstOf = (gateways: readonly Gateway[]): Gateway | undefined =>
  gateways.find(({ connectionStatus }) => connectionStatus === 'online') ?? gateways[0]

/** Only paths of this page are asked about, whatever its address is. */
const HERE = 'https://here.invalid'

export interface Credentials {
  userId: string
  sessionId: string
}

/** Flags and modules as this deployment sets them. */
export interface Settings {
  flags: Readonly<Record<string, unknown>>
  modules: Readonly<Record<string, boolean>>
}

/** What there is of the app while a gateway is tried in a twin (decision 0234). */
export interface TwinPlace {
  /** The screen with which it begins. */
  first: string
  /** There are no others. */
  screens: ReadonlySet<string>
  /** What needs a server. */
  forbidden: { operations: ReadonlySet<string>; commands: ReadonlySet<string>; values: false }
  /** What of these has its place in a twin. */
  blocks<Block>(all: Readonly<Record<string, Block>>): Readonly<Record<string, Block>>
}

export interface SessionState {
  credentials: Credentials | undefined
  /** An administrator looks at a home as this person sees it: the name; he may change nothing. */
  viewing: string | undefined
  /** The current gateway is a twin in this page, and nothing leaves it. */
  twin: TwinPlace | undefined
  settings: Settings | undefined
  user: User | undefined
  /** Gateways that the user may use; an administrator chooses from a list instead. */
  gateways: readonly Gateway[]
  gateway: Gateway | undefined
  /** The current gateway was taken away, by somebody else: until the person has read so. */
  removed: Pick<Gateway, 'serialNumber' | 'name'> | undefined
  /** Why somebody is back at the login: the key of a text. */
  signOutReason: string | undefined
}

const NOBODY: SessionState = {
  credentials: undefined,
  viewing: undefined,
  twin: undefined,
  settings: undefined,
  user: undefined,
  gateways: [],
  gateway: undefined,
  removed: undefined,
  signOutReason: undefined,
}

function credentialsIn(storage: KeptStorage, what: 'session' | 'view' = 'session'): Credentials | undefined {
  try {
    const found: unknown = JSON.parse(kept(storage, what) ?? 'null')
    if (typeof found !== 'object' || found === null) return undefined
    const { userId, sessionId } = found as Record<string, unknown>
    return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : undefined
  } catch {
    return undefined
  }
}

function nameIn(view: string | undefined): string {
  try {
    const { name } = JSON.parse(view ?? '{}') as Partial<View>
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}

/** What a tab keeps while an administrator looks at somebody's home. */
interface View extends Credentials {
  serialNumber: string
  /** Whose home it is. */
  name: string
}

/** Who is signed in, with which gateway, and what is switched on. One external store; nothing is kept in two. */
export class SessionStore {
  readonly #storage: KeptStorage
  /** What this tab keeps beside: two tabs may show two homes. */
  readonly #tab: KeptStorage | undefined
  readonly #listeners = new Set<() => void>()
  #state: SessionState
  #returning: string | undefined

  readonly #leaveView: () => void

  /** `leaveView`: a tab that has looked at somebody's home goes back to its own person. */
  constructor(storage: KeptStorage, tab?: KeptStorage, leaveView: () => void = () => undefined) {
    this.#storage = storage
    this.#tab = tab
    this.#leaveView = leaveView
    const viewed = tab && credentialsIn(tab, 'view')
    const viewing = viewed && tab ? nameIn(kept(tab, 'view')) : undefined
    this.#state = { ...NOBODY, credentials: viewed ?? credentialsIn(storage), viewing }
  }

  /** From the next load on this tab looks at a home as somebody sees it; what the browser keeps stays as it is. */
  look(view: View): void {
    if (this.#tab) keep(this.#tab, 'view', JSON.stringify(view))
    if (this.#tab) keep(this.#tab, 'own.gateway', view.serialNumber)
  }

  state = (): SessionState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  get role(): string | undefined {
    return this.#state.user?.groups[0]
  }

  get admin(): boolean {
    return this.role === 'admin'
  }

  /** Serial number of the gateway that was current when this tab was last used, else this browser. */
  get rememberedGateway(): string | undefined {
    return (this.#tab && kept(this.#tab, 'own.gateway')) ?? kept(this.#storage, 'gateway')
  }

  #rememberGateway(serialNumber: string | undefined): void {
    if (this.#state.viewing === undefined) keep(this.#storage, 'gateway', serialNumber)
    if (this.#tab) keep(this.#tab, 'own.gateway', serialNumber)
  }

  signIn(credentials: Credentials): void {
    // What the tab remembers may be somebody else's.
    if (this.#tab) keep(this.#tab, 'own.gateway', undefined)
    keep(
      this.#storage,
      'session',
      JSON.stringify({ userId: credentials.userId, sessionId: credentials.sessionId }),
    )
    this.#change({ ...NOBODY, settings: this.#state.settings, credentials })
  }

  /** Ends the session here, with the key of a text for the login page; a second call changes nothing, so that ten refused requests sign out once. */
  end(reason?: string): void {
    const { credentials, user } = this.#state
    if (!credentials) return
    if (this.#state.viewing !== undefined) {
      if (this.#tab) keep(this.#tab, 'view', undefined)
      if (this.#tab) keep(this.#tab, 'own.gateway', undefined)
      this.#change(NOBODY)
      return this.#leaveView()
    }
    // spec 1 §8: whoever came with the secret of a gateway has lost that, whatever ended it.
    const isGateway = subroleOf(user?.groups) === GATEWAY_SUBROLE
    const signOutReason = reason !== undefined && isGateway ? 'session.gatewayGone' : reason
    // L-09: another tab may have signed somebody else in; what the browser keeps is theirs by then.
    const found = credentialsIn(this.#storage)
    if (!found || found.sessionId === credentials.sessionId) {
      // For the other tabs; it goes at once, like all the rest (tabs.ts).
      keep(this.#storage, 'ended', JSON.stringify({ sessionId: credentials.sessionId, signOutReason }))
      forget(this.#storage)
    }
    // B-07: what the tab remembers goes with the session, whatever ended it.
    if (this.#tab) keep(this.#tab, 'own.gateway', undefined)
    this.#returning = undefined
    this.#change({ ...NOBODY, settings: this.#state.settings, signOutReason })
  }

  learnSettings(settings: Settings): void {
    this.#change({ settings })
  }

  /** All that the shell needs, at once, so that nothing is decided on half of it. Current is `gateway`, else spec 1 §4. */
  learn(known: { settings: Settings; user: User; gateways: readonly Gateway[]; gateway?: Gateway }): void {
    const gateway = known.gateway ?? firstOf(known.gateways)
    this.#rememberGateway(gateway?.serialNumber)
    this.#change({ ...known, gateway })
  }

  /** What somebody has changed of their own account. */
  changeUser(news: Partial<User>): void {
    const { user } = this.#state
    if (user) this.#change({ user: { ...user, ...news } })
  }

  /** An administrator's choice from the list, or somebody's from the switcher. */
  chooseGateway(gateway: Gateway): void {
    this.#setGateway(gateway, { removed: undefined })
  }

  /** spec 1 §4: on gate_select and bulk an administrator has no gateway. */
  leaveGateway(): void {
    this.#setGateway(undefined)
  }

  /** What the browser remembers is no twin, nor the gateway that it was forked from: a page that is loaded anew has none. */
  enterTwin(twin: TwinPlace, gateway: Gateway): void {
    this.#rememberGateway(undefined)
    this.#change({ twin, gateway, removed: undefined })
  }

  leaveTwin(): void {
    if (this.#state.twin) this.#change({ twin: undefined, gateway: undefined })
  }

  /** News about gateways, from an event or a call; touches the current one and the list alike. */
  changeGateways(change: (gateways: readonly Gateway[]) => readonly Gateway[]): void {
    const { gateway, gateways } = this.#state
    const next = change(gateways)
    const current =
      gateway && change([gateway]).find(({ serialNumber }) => serialNumber === gateway.serialNumber)
    if (current === gateway) return this.#change({ gateways: next })
    this.#setGateway(current ?? firstOf(next), { gateways: next })
  }

  /** News about one gateway. */
  changeGateway(serialNumber: string, news: Partial<Gateway>): void {
    this.changeGateways((gateways) =>
      gateways.map((gateway) => (gateway.serialNumber === serialNumber ? { ...gateway, ...news } : gateway)),
    )
  }

  replaceGateway(next: Gateway): void {
    this.changeGateways((gateways) =>
      gateways.map((gateway) => (gateway.serialNumber === next.serialNumber ? next : gateway)),
    )
  }

  /** spec 1 §4: it joins those of the account unless it is there already; an administrator chooses from a list instead. */
  addGateway(gateway: Gateway): void {
    const { gateways, gateway: current } = this.#state
    if (this.admin || gateways.some(({ serialNumber }) => serialNumber === gateway.serialNumber)) return
    const next = { gateways: [...gateways, gateway] }
    if (current) this.#change(next)
    else this.#setGateway(gateway, next)
  }

  /** spec 1 §4: it leaves the account, and the first that is online takes its place, else the first. */
  dropGateway(serialNumber: string): void {
    if (this.#state.removed?.serialNumber === serialNumber) this.understandRemoval()
    this.changeGateways((gateways) => gateways.filter((gateway) => gateway.serialNumber !== serialNumber))
  }

  /** The same, by somebody else: the person is told if it was the current one. */
  loseGateway(serialNumber: string): void {
    const { gateway } = this.#state
    this.dropGateway(serialNumber)
    if (gateway?.serialNumber === serialNumber)
      this.#change({ removed: { serialNumber, name: gateway.name } })
  }

  /** How the account's gateways are now, whatever was missed: the current one may be gone. */
  learnGateways(gateways: readonly Gateway[]): void {
    const { gateway } = this.#state
    const current = gateways.find(({ serialNumber }) => serialNumber === gateway?.serialNumber)
    const removed =
      gateway && !current ? { serialNumber: gateway.serialNumber, name: gateway.name } : this.#state.removed
    this.#setGateway(current ?? firstOf(gateways), { gateways, removed })
  }

  /** The person has read that a gateway was taken away. */
  understandRemoval(): void {
    this.#change({ removed: undefined })
  }

  /** Where the person was when the gateway went offline (spec 1 §2 rule 7). */
  get returning(): string | undefined {
    // B-06: whoever can write there may not choose where people go.
    return this.#returning ?? safeReturn(kept(this.#storage, 'returningState'), HERE)
  }

  set returning(path: string | undefined) {
    this.#returning = path
    keep(this.#storage, 'returningState', path)
  }

  #setGateway(gateway: Gateway | undefined, more: Partial<SessionState> = {}): void {
    this.#rememberGateway(gateway?.serialNumber)
    this.#change({ ...more, gateway })
  }

  #change(part: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...part }
    for (const wake of [...this.#listeners]) wake()
  }
}
