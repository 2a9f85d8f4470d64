import type { Situation } from '#engine/conditions/situation.ts'
import { subroleOf } from '#gateway/lib/gateways/permissions.ts'
import { language } from '#i18n/i18n.ts'
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'
import type { SessionState } from '#session/store.ts'

/** A switch is on when it says so; one that is a text, when it says anything. */
const namesOn = (switches: Readonly<Record<string, unknown>> | undefined): ReadonlySet<string> =>
  new Set(
    Object.entries(switches ?? {}).flatMap(([name, value]) =>
      value === true || (typeof value === 'string' && value !== '') ? [name] : [],
    ),
  )

/** What conditions look at; who has no session has no sub-role either, and is asked about none. A new object whenever one of its parts changes. */
export function situationOf(
  state: SessionState,
  version: (limit: string) => string | undefined,
  forbiddenOf: (subrole: string | undefined, reach?: HomeReach) => Situation['forbidden'],
  reach?: HomeReach,
): Situation {
  const { user, gateway, removed, settings, credentials, twin } = state
  const subrole = subroleOf(user?.groups)
  return {
    role: user?.groups[0],
    subrole,
    forbidden: twin?.forbidden ?? (subrole === undefined && !reach ? undefined : forbiddenOf(subrole, reach)),
    ...(twin && { screens: twin.screens }),
    ...(reach && { reach }),
    session: user
      ? { startScreen: settings?.flags.START_SCREEN, ...user, language: language(), removed }
      : { id: credentials?.userId },
    gateway,
    flags: namesOn(settings?.flags),
    settings: settings?.flags,
    modules: namesOn(settings?.modules),
    version,
  }
}
