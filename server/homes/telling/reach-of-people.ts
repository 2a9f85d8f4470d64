import { codes } from '#gateway/core/errors.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import { type Orders, SERVER } from '../asker.ts'
import type { Reaches } from '../reach/reaches.ts'
import type { RecipientParts } from './recipients.ts'

/** Whoever asks on behalf of a message waits no longer than a person would. */
const PATIENCE = { patience: 5000, retries: 1 }

/** What of a home people find who are limited, and what its rules are now, wherever it lives. */
export const reachOfPeople = (
  homes: () => Orders,
  reaches: Pick<Reaches, 'limited'>,
): Omit<RecipientParts, 'store'> => ({
  reachOf: async (userId, serialNumber) => (await reaches.limited(userId, serialNumber))?.devices,
  async ruleOf(serialNumber, id) {
    const asked = await homes().order(serialNumber, SERVER, 'get_rules', { rule_ids: [id] }, PATIENCE)
    if (asked.code !== codes.ok) return undefined
    // The gateway's own answer, which it was asked for by name.
    return (asked.data as Commands['get_rules']['data']).rules.find((rule) => rule.id === id)
  },
})
