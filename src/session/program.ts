import { Observable } from '#lib/observable.ts'
import { useCurrent } from '#lib/use-current.ts'
import type { InputOf } from '#schemas/calls.ts'
import { tabStorage } from './tab-storage.ts'

/** What a program asked for with the address of /login (spec 1 §2). */
export interface AskedByProgram {
  request: Partial<InputOf<'showAuthorization'>>
  /** Somebody has signed in for this request, rather than long before it. */
  anew: boolean
}

const KEY = 'gatehouse.program'
const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]

/** The request as the server is sent it, which says what is missing. */
export const sentFor = ({ request }: Pick<AskedByProgram, 'request'>): InputOf<'showAuthorization'> => ({
  client_id: '',
  redirect_uri: '',
  response_type: '',
  ...request,
})

function kept(): AskedByProgram | undefined {
  try {
    const found: unknown = JSON.parse(tabStorage.getItem(KEY) ?? 'null')
    if (typeof found !== 'object' || found === null || !('request' in found)) return undefined
    const { request } = found
    if (typeof request !== 'object' || request === null) return undefined
    const texts = Object.entries(request).filter((one): one is [string, string] => typeof one[1] === 'string')
    return {
      request: Object.fromEntries(texts),
      anew: 'anew' in found && found.anew === true,
    }
  } catch {
    return undefined
  }
}

const asked = new Observable<AskedByProgram | undefined>(kept())

function set(next: AskedByProgram | undefined): void {
  if (next) tabStorage.setItem(KEY, JSON.stringify(next))
  else tabStorage.removeItem(KEY)
  asked.set(next)
}

/** The request of a program, from the address of /login until somebody has answered it. */
export const program = {
  current: asked.current,
  subscribe: asked.subscribe,
  /** Takes it from the query of an address; false when there is none. */
  take(search: string, signedIn: boolean): boolean {
    const query = new URLSearchParams(search)
    if (!query.has('client_id')) return false
    const request = NAMES.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    set({ request: Object.fromEntries(request), anew: !signedIn })
    return true
  },
  /** Somebody agreed to sign in for it. */
  renew(): void {
    const current = asked.current()
    if (current) set({ ...current, anew: true })
  },
  forget(): void {
    set(undefined)
  },
}

export const useProgram = (): AskedByProgram | undefined => useCurrent(program.subscribe, program.current)
