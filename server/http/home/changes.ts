import { isHomeChange, standingIn } from '#gateway/lib/backups/changes.ts'
import type { HomeChanges } from '#schemas/generated/entities/home-changes.ts'
import { isContent } from '../../gateways/backups/archive.ts'
import { invalid } from '../../lib/refusal.ts'
import { whence } from '../../lib/whence.ts'
import type { Handlers } from '../call.ts'
import type { Parts } from '../parts.ts'
import { findGateway } from '../udm/find.ts'

type Changes = HomeChanges['changes']

/** What no gateway could ever be is refused before anybody is asked. */
function assertChanges(changes: Changes): void {
  const bad = changes.findIndex((change) => !isHomeChange(change, isContent))
  if (bad >= 0) throw invalid(`/changes/${bad}`)
}

/** How what was changed in a twin stands in the gateway as it is now; nothing changes (decision 0235). */
export const planHomeChanges =
  (parts: Parts): Handlers['planHomeChanges'] =>
  async ({ params: { sn }, body: { changes } }) => {
    await findGateway(parts, sn)
    assertChanges(changes)
    const present = await parts.gateways.backups.read(sn)
    return {
      standings: changes.map((change) => ({
        ...{ kind: change.kind, id: change.id },
        standing: standingIn(present, change),
      })),
    }
  }

/** Does the same to the gateway, as one change that can be taken back (decision 0235). */
export const bringHomeChanges =
  (parts: Parts): Handlers['bringHomeChanges'] =>
  async ({ params: { sn }, body: { changes, despite = [] }, session }) => {
    const gateway = await findGateway(parts, sn)
    assertChanges(changes)
    const { gateways, store, now } = parts
    await gateways.restores.bring(gateways.jobs, gateway, { userId: session.userId, changes, despite })
    await store.audit.append({
      ...{ who: session.userId, what: 'bringHomeChanges', at: now(), gateway: sn, result: 'ok' },
      facts: { ...whence(session), count: changes.length },
    })
    return undefined
  }
