import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/crm.ts'
import { conflict, invalid, notFound } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

type Names = 'listSavedFilters' | 'keepSavedFilter' | 'deleteSavedFilter'

/** What somebody asks lists for again and again; each person has his own. */
export function savedFilterHandlers({ store }: Parts): Pick<HandlersOf<operations>, Names> {
  return {
    listSavedFilters: async ({ session: { userId } }) => ({
      data: [...(await store.savedFilters.of(userId))],
    }),

    async keepSavedFilter({ body, session: { userId } }) {
      const name = cleanName(body.name)
      if (name === '') throw invalid('/name')
      const most = catalogue.limits.savedFiltersOfList.value
      if (!(await store.savedFilters.keep(userId, { ...body, name }, most)))
        throw conflict('TOO_MANY_SAVED_FILTERS')
      return undefined
    },

    async deleteSavedFilter({ query: { screen, name }, session: { userId } }) {
      if (!(await store.savedFilters.delete(userId, screen, name))) throw notFound()
      return undefined
    },
  }
}
