import type { Situation } from '#engine/conditions/situation.ts'
import type { SessionState } from '#session/store.ts'

const namesOn = (switches: Readonly<Record<string, unknown>> | undefined): ReadonlySet<string> =>
  new Set(Object.entries(switches ?? {}).flatMap(([name, value]) => (value === true ? [name] : [])))

/** What conditions look at; a new object whenever one of its parts changes. */
export function situationOf(state: SessionState, version: (limit: string) => string | undefined): Situation {
  const { user, gateway, settings, credentials } = state
  return {
    role: user?.groups[0],
    subrole: user?.groups[1],
    session: user ? { ...user } : { id: credentials?.userId },
    gateway,
    flags: namesOn(settings?.flags),
    settings: settings?.flags,
    modules: namesOn(settings?.modules),
    version,
  }
}
