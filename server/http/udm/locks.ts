import { isLocked } from '#gateway/lib/gateways/lock-status.ts'
import type { operations } from '#schemas/generated/api/udm.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { assertOwnerOrAdmin, findGateway } from './find.ts'
import { notedIn } from './noted.ts'

type Own =
  | 'checkPrivilegeMode'
  | 'checkUserPrivilegeMode'
  | 'activatePrivilege'
  | 'deactivatePrivilege'
  | 'disconnectUser'
  | 'checkPinLock'
  | 'enterPin'
  | 'setPin'
  | 'activatePinLock'
  | 'deactivatePinLock'

/** Who may work on a gateway at present: privileged mode and PIN lock. */
export function lockHandlers(parts: Parts): Pick<HandlersOf<operations>, Own> {
  const { gateways, channel } = parts
  const note = notedIn(parts)

  return {
    async checkPrivilegeMode({ params, session }) {
      const { privileged, privilegedBy } = await findGateway(parts, params.sn)
      return { privileged: privileged === true && privilegedBy !== session.userId }
    },

    checkUserPrivilegeMode: ({ params, session }) => gateways.privilege.standing(params.sn, session.userId),

    async activatePrivilege({ params, session }) {
      await gateways.privilege.activate(params.sn, session.userId)
      await note(session, 'activatePrivilege', params.sn)
      return undefined
    },

    async deactivatePrivilege({ params, session }) {
      await gateways.privilege.deactivate(params.sn, session.userId)
      await note(session, 'deactivatePrivilege', params.sn)
      return undefined
    },

    async disconnectUser({ body: { serialNumber, userId }, session }) {
      await assertOwnerOrAdmin(parts, session.userId, serialNumber)
      await gateways.privilege.end(serialNumber, userId)
      // Somebody who has nothing to do with this gateway has no connection to it.
      if (await parts.rights.mayUseGateway(userId, serialNumber)) channel.dismissUser(userId)
      await note(session, 'disconnectUser', serialNumber, { userId })
      return undefined
    },

    async checkPinLock({ params }) {
      const { lockStatus = 0 } = await findGateway(parts, params.sn)
      return gateways.locks.stateOf(params.sn, lockStatus, isLocked(lockStatus))
    },

    async enterPin({ params, body, session }) {
      await gateways.pins.enter(params.sn, body.pin, session.userId)
      return undefined
    },

    async setPin({ params, body, session }) {
      await gateways.pins.set(params.sn, body.pin, body.currentPin, session.userId)
      await note(session, 'setPin', params.sn)
      return undefined
    },

    async activatePinLock({ params, session }) {
      await gateways.pins.activateLock(params.sn)
      await note(session, 'activatePinLock', params.sn)
      return undefined
    },

    async deactivatePinLock({ params, body, session }) {
      await gateways.pins.deactivateLock(params.sn, body.pin, session.userId)
      await note(session, 'deactivatePinLock', params.sn)
      return undefined
    },
  }
}
