import type { KeptStorage } from '#lib/browser/browser-storage.ts'

/** What this browser keeps. Signing out leaves the language alone (B-07). */
export type Kept =
  | 'session'
  | 'language'
  | 'gateway'
  | 'returningState'
  | 'theme'
  | 'ended'
  | 'own.gateway'
  /** In one tab: the session in which an administrator looks at somebody's home (decision 0216). */
  | 'view'
  /** Of whoever registered here: with it the link in the mail keeps the password that he chose. */
  | 'registration'

const PREFIX = 'gatehouse.'
const SURVIVES: Kept = 'language'

export const keep = (storage: KeptStorage, what: Kept, value: string | undefined): void =>
  value === undefined ? storage.removeItem(PREFIX + what) : storage.setItem(PREFIX + what, value)

export const kept = (storage: KeptStorage, what: Kept): string | undefined =>
  storage.getItem(PREFIX + what) ?? undefined

/** Everything goes, whoever wrote it. */
export function forget(storage: KeptStorage): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at))
  for (const key of keys) if (key !== null && key !== PREFIX + SURVIVES) storage.removeItem(key)
}
