import { type CodeActions, done } from '#engine/actions/code-action.ts'
import { valueAt } from '#lib/value-at.ts'
import { call } from './client.ts'
import { session } from './session.ts'
import { failureOf } from './source.ts'

/** What the screens of catalogue/local name in `code`. */
export const actions: CodeActions = {
  async signIn({ bound }) {
    try {
      const { data } = await call('login', { body: bound.form })
      session.begin(data)
      return done()
    } catch (error) {
      return failureOf(error)
    }
  },
  /** How joining went, once it is over. */
  async learnConnection({ bound, goto }) {
    const state = valueAt(bound.row, 'network.state')
    if (state === 'connected') goto('wifi-connected')
    else if (state !== 'connecting') goto('wifi-failed')
    return done()
  },
}

/** The session is over here in any case; the gateway forgets it when it hears of it. */
export function signOut(): void {
  const told = call('logout')
  session.end()
  told.catch(() => {})
}
