import rules from '#catalogue/rules/platforms.json' with { type: 'json' }
import type { PlatformRules } from '#schemas/generated/definitions/rules-platforms.ts'
import type { OauthClient, OauthClients } from './clients.ts'

const { platforms }: PlatformRules = rules

const leadsTo = ({ redirectUris }: OauthClient, host: string): boolean =>
  redirectUris.some((uri) => `.${new URL(uri).hostname}`.endsWith(`.${host}`))

/**
 * Programs without those of a platform whose flag is off: what is not let in is as if it were not registered, with
 * whatever it was given before (decision 0194). `leaveOut` is told of each.
 */
export function letIn(
  clients: OauthClients,
  flags: Readonly<Record<string, unknown>>,
  leaveOut: (clientId: string, flag: string) => void,
): OauthClients {
  const closed = platforms.filter(({ flag }) => flags[flag] !== true)
  return new Map(
    [...clients].filter(([id, client]) => {
      const platform = closed.find(({ hosts }) => hosts.some((host) => leadsTo(client, host)))
      if (platform) leaveOut(id, platform.flag)
      return platform === undefined
    }),
  )
}
