import type { Forbidden } from '#gateway/lib/gateways/permissions.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'
import type { Row } from '../ports.ts'

/** What conditions and bindings look at: who is signed in, which gateway is chosen, what is switched on. */
export interface Situation {
  /** First group of the user: admin, users, or a test role (spec 1 §6); undefined while nobody is signed in. */
  role: string | undefined
  subrole?: string
  /** What the sub-role has no permission for, or the owner of the home has not shared; `values`: to set values of devices. */
  forbidden?: Pick<Forbidden, 'operations' | 'commands'> & { values: boolean }
  /** What of the current home its owner has shared, where that is a part only (decision 0190). */
  reach?: HomeReach
  /** Where these are all the screens that there are: in a twin (decision 0234). */
  screens?: ReadonlySet<string>
  /** `session.*` in bindings: the fields of the signed-in user. */
  session: Row & { id?: string }
  /** The current gateway; `gateway.*` in bindings. */
  gateway: Readonly<Gateway> | undefined
  /** Flags that are on. */
  flags: ReadonlySet<string>
  /** What flags say, for those that are more than on or off: patterns, lengths, texts. */
  settings?: Readonly<Record<string, unknown>>
  modules: ReadonlySet<string>
  /** Version that a named limit stands for. */
  version(limit: string): string | undefined
}

/** What the place adds that asks: the row of an action. */
export interface Subject {
  row?: Row | undefined
  /** Of an action with several: what switches it off is asked of each. */
  rows?: readonly Row[]
}
