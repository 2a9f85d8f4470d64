import limits from '#catalogue/limits.json' with { type: 'json' }
import { atLeast } from '#gateway/lib/gateways/versions.ts'
import type { BulkNetwork } from '#schemas/generated/entities/bulk-content.ts'
import { Cannot } from '../reach.ts'
import type { ContentKind } from './content-kind.ts'

/** spec 3 §5: older gateways cannot be opened by the hundred. */
const OLDEST = String(limits.limits.bulkInclusionVersion.value)

/** Lets devices join: what has joined has no inverse, so this is never taken back. */
export const networkContent: ContentKind<BulkNetwork['params']> = {
  async look(reach, { type, network }) {
    const version = reach.gateway.currentFWVersion
    if (version === undefined || !atLeast(version, OLDEST))
      throw new Cannot('SOFTWARE_TOO_OLD', version ?? '')
    const { serves, state, network: open } = await reach.ask('network_timeout', {})
    if (serves && !serves.includes(network)) throw new Cannot('NO_SUCH_NETWORK', network)
    if (state === 'open' && open === network) return { says: 'same' }
    return {
      says: 'opened',
      rows: [{ what: network, after: type }],
      back: [],
      act: () => reach.ask('open_network', { type, network }, 'act'),
    }
  },
}
