import { type CodeAction, done } from '#engine/actions/code-action.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { OfflineCause } from '#schemas/generated/entities/offline-cause.ts'
import { session } from '#session/session.ts'

/** What a poll has found out about the current gateway, as news for the session; the routing rules do the rest. */
const learning =
  <Answer>(newsOf: (answer: Answer, gateway: Gateway) => Partial<Gateway>): CodeAction =>
  async ({ situation: { gateway }, bound }) => {
    if (!gateway || !bound.row) return done()
    const news = newsOf(bound.row as Answer, gateway)
    const isNew = Object.entries(news).some(([field, value]) => gateway[field as keyof Gateway] !== value)
    if (isNew) session.changeGateway(gateway.serialNumber, news)
    return done()
  }

interface ConnectionAnswer {
  connectionStatus: Gateway['connectionStatus']
  since?: string
  cause?: OfflineCause
}

/** spec 1 §2 rule 7. */
export const learnConnection = learning(({ connectionStatus, since, cause }: ConnectionAnswer) => ({
  connectionStatus,
  connectionCause: cause,
  ...(since !== undefined && { connectionStatusSince: since }),
}))

export const learnGateway = learning((answer: Gateway) => answer)

export const learnRestore = learning(({ inProgress }: { inProgress: boolean }) => ({
  backupRestoreInProgress: inProgress,
}))

export const learnReplacement = learning((answer: { inProgress: boolean; finished: boolean }) => ({
  replacementInProgress: answer.inProgress,
  replacementFinsihed: answer.finished,
}))

export const learnSubscription = learning(({ lockMode }: { lockMode: number }) => ({
  subscriptionLockMode: lockMode,
}))

export const learnPrivilege = learning((answer: { privileged: boolean; byMe: boolean }, gateway) => ({
  privileged: answer.privileged,
  ...(answer.byMe && { privilegedBy: session.state().user?.id ?? gateway.privilegedBy }),
}))

export const learnLock = learning(({ lockStatus }: { lockStatus: number }) => ({ lockStatus }))
