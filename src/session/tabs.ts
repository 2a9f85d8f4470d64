import type { SessionStore } from './store.ts'

const textOf = (text: string | null, field: string): string | undefined => {
  try {
    const value = (JSON.parse(text ?? '{}') as Record<string, unknown>)[field]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Tabs of one browser share a session: it ends in all of them, each says why, and none goes on beside another person's (L-09). */
export function followTabs(session: SessionStore, page: EventTarget = window): void {
  page.addEventListener('storage', (event) => {
    const { key, newValue } = event as StorageEvent
    const own = session.state().credentials?.sessionId
    if (own === undefined) return
    // Comes before the credentials go, so that the reason is known by then.
    if (key === 'gatehouse.ended' && textOf(newValue, 'sessionId') === own)
      session.end(textOf(newValue, 'signOutReason'))
    if (key !== 'gatehouse.session' || textOf(newValue, 'sessionId') === own) return
    session.end(newValue === null ? undefined : 'session.otherPerson')
  })
}
