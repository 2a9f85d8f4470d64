import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { operations } from '#schemas/generated/api/replace.ts'
import { masked } from '../../gateways/shown.ts'
import { assertMayServe } from '../account-touched.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { findGateway } from '../udm/find.ts'
import { notedIn } from '../udm/noted.ts'

const PAGE = catalogue.limits.replacementPageSize.value

/** /replace: one gateway takes the place of another (spec 3 §7). */
export function replaceHandlers(parts: Parts): HandlersOf<operations> {
  const { store, gateways, settings } = parts
  const note = notedIn(parts)

  /** As a call is judged that names the account (`x-account`). */
  async function assertServesOwner(sn: string, caller: string): Promise<void> {
    const { userId } = await findGateway(parts, sn)
    const owner = userId && userId !== caller ? await store.accounts.find(userId) : undefined
    if (owner) await assertMayServe('createReplacement', caller, owner, parts)
  }

  return {
    async createReplacement({ body, session }) {
      const [failedGtwSN, newGtwSN] = [body.failedGtwSN.toUpperCase(), body.newGtwSN.toUpperCase()]
      if (body.userId === undefined) await assertServesOwner(failedGtwSN, session.userId)
      await gateways.replacements.create(gateways.jobs, { ...body, failedGtwSN, newGtwSN }, session.userId)
      await note(session, 'createReplacement', failedGtwSN, { with: newGtwSN })
      return undefined
    },

    async getReplacementStatus({ params }) {
      const { replacementInProgress = false, replacementFinsihed = false } = await findGateway(
        parts,
        params.sn,
      )
      const other = await store.gatewayLife.replacement(params.sn)
      return {
        inProgress: replacementInProgress,
        finished: replacementFinsihed,
        ...(other !== undefined && { with: other }),
      }
    },

    async listReplacements({ query: { page = 1, limit = PAGE } }) {
      const { data, count } = await store.replacements.list({ page, limit })
      const people = await store.people.some([...new Set(data.map(({ startedBy }) => startedBy))])
      const hidden = settings.flags.HIDE_SENSITIVE_DATA === true
      const names = new Map(people.map(({ id, username }) => [id, hidden ? masked(username) : username]))
      return {
        data: data.map((one) => {
          const startedBy = names.get(one.startedBy)
          return {
            ...{ _id: one.id, failedGtwSN: one.failed, newGtwSN: one.other, snapshotName: one.restorePoint },
            ...{ automaticFactoryReset: one.factoryReset, state: one.state },
            startedAt: new Date(one.startedAt).toISOString(),
            ...(startedBy !== undefined && { startedBy }),
            ...(one.finishedAt !== undefined && { finishedAt: new Date(one.finishedAt).toISOString() }),
          }
        }),
        count,
      }
    },
  }
}
