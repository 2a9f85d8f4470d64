import { conditionOf } from '#gateway/lib/gateways/gateway-condition.ts'
import { isRemoteBridge, isRestricted } from '#gateway/lib/gateways/operation-mode.ts'
import { compareVersions } from '#gateway/lib/gateways/versions.ts'
import { valueAt } from '#lib/value-at.ts'
import type { Condition, GatewayIs } from '#schemas/generated/definitions/condition.ts'
import type { Situation, Subject } from './situation.ts'

const gatewayIs: Record<
  GatewayIs['gateway'],
  (gateway: NonNullable<Situation['gateway']>, userId: string | undefined) => boolean
> = {
  chosen: () => true,
  ready: (gateway, userId) => conditionOf(gateway, userId) === undefined,
  online: (gateway) => gateway.connectionStatus === 'online',
  offline: (gateway) => gateway.connectionStatus === 'offline',
  virtual: (gateway) => gateway.type === 'vg',
  restricted: (gateway) => isRestricted(gateway.operationMode),
  remoteBridge: (gateway) => isRemoteBridge(gateway.operationMode),
}

/** The one evaluator of conditions. Nothing to hold, or no condition at all, holds. */
export function holds(condition: Condition | undefined, now: Situation, subject: Subject = {}): boolean {
  if (!condition) return true
  const { gateway } = now
  if ('role' in condition) return now.role === condition.role
  if ('subrole' in condition) return now.subrole === condition.subrole
  if ('owner' in condition) return gateway?.userId != null && gateway.userId === now.session.id
  if ('flag' in condition) return now.flags.has(condition.flag)
  if ('module' in condition) return now.modules.has(condition.module)
  if ('gateway' in condition)
    return gateway !== undefined && gatewayIs[condition.gateway](gateway, now.session.id)
  if ('modelOf' in condition) {
    const models = now.settings?.[condition.modelOf]
    const model = gateway?.model.toLowerCase()
    return Array.isArray(models) && models.some((one) => String(one).toLowerCase() === model)
  }
  if ('minVersion' in condition) {
    const wanted = now.version(condition.minVersion)
    const has = condition.of === undefined ? gateway?.currentFWVersion : valueAt(subject.row, condition.of)
    return wanted !== undefined && typeof has === 'string' && compareVersions(has, wanted) >= 0
  }
  if ('row' in condition)
    return Object.entries(condition.row).every(
      ([field, value]) => (valueAt(subject.row, field) ?? null) === value,
    )
  if ('self' in condition)
    return now.session.id !== undefined && valueAt(subject.row, condition.self) === now.session.id
  if ('rowCondition' in condition)
    return conditionOf(subject.row ?? {}, now.session.id) === condition.rowCondition
  if ('listed' in condition) {
    const { flag, fields } = condition.listed
    const list = now.settings?.[flag]
    return Array.isArray(list) && fields.some((field) => list.includes(valueAt(subject.row, field)))
  }
  if ('not' in condition) return !holds(condition.not, now, subject)
  if ('all' in condition) return condition.all.every((part) => holds(part, now, subject))
  return condition.any.some((part) => holds(part, now, subject))
}
