import { useSyncExternalStore } from 'react'
import type { LocalSession } from '#schemas/generated/entities/local-session.ts'

/** Of this tab only: who closes it has signed out. */
const KEY = 'gatehouse.setup'

interface State {
  sessionId: string | undefined
  /** Code that says why the session is over. */
  signOutReason: string | undefined
}

let state: State = { sessionId: sessionStorage.getItem(KEY) ?? undefined, signOutReason: undefined }
const listeners = new Set<() => void>()

function become(next: State): void {
  state = next
  for (const wake of listeners) wake()
}

export const session = {
  state: (): State => state,
  begin({ sessionId }: LocalSession): void {
    sessionStorage.setItem(KEY, sessionId)
    become({ sessionId, signOutReason: undefined })
  },
  end(signOutReason?: string): void {
    sessionStorage.removeItem(KEY)
    become({ sessionId: undefined, signOutReason })
  },
  subscribe(wake: () => void): () => void {
    listeners.add(wake)
    return () => void listeners.delete(wake)
  },
}

export const useSession = (): State => useSyncExternalStore(session.subscribe, session.state)
