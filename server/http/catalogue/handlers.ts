import type { operations } from '#schemas/generated/api/catalogue.ts'
import type { Rollout } from '#schemas/generated/entities/rollout.ts'
import type { Place, Saved } from '../../catalogue/studio/studio.ts'
import { notFound } from '../../lib/refusal.ts'
import { whence } from '../../lib/whence.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import { type From, noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

/** /catalogue: the studio of product staff. */
export function catalogueHandlers(parts: Parts): HandlersOf<operations> {
  const { studio, store, now, rollouts } = parts
  const note = noteOf(parts)
  const noted = async (session: From, what: string, rollout: Rollout): Promise<Rollout> => {
    await note(session, what, { file: rollout.path })
    return rollout
  }
  return {
    listModels: ({ query: { page = 1, limit = 10, searchText, type }, language = 'ch_DE' }) =>
      studio.list({
        page,
        limit,
        language,
        ...(searchText !== undefined && { searchText }),
        ...(type !== undefined && { type }),
      }),

    listDrawnByRule: ({ query: { page = 1, limit = 10, searchText } }) =>
      studio.listByRule({ page, limit, ...(searchText !== undefined && { searchText }) }),

    readVocabulary: () => studio.vocabulary(),

    readOwnDefinitions: ({ session }) => rollouts.definitionsOf(session?.userId),

    async readModel({ params }) {
      const found = await studio.read(params)
      if (!found) throw notFound()
      return found
    },

    checkModel: ({ body: { maker, entry, text, described } }) =>
      studio.check({ maker, entry }, text, described),

    draftModel({ body: { described, like } }) {
      const drafted = like ? studio.draftLike(like) : studio.draft(described)
      if (drafted === 'nothing described')
        throw new Failure(400, [{ errorCode: 'NOTHING_DESCRIBED', field: '/described' }])
      if (drafted === 'no such model')
        throw new Failure(404, [{ errorCode: 'MODEL_UNKNOWN', field: '/like' }])
      if (drafted === 'known already')
        throw new Failure(409, [{ errorCode: 'MODEL_KNOWN', field: '/described' }])
      return drafted
    },

    async saveModel({ params, body: { text, version }, session }) {
      const saved = await studio.save(params, text, version)
      // The whole deployment draws by it: who changed it is written down.
      await store.audit.append({
        who: session.userId,
        what: 'saveModel',
        at: now(),
        result: saved.outcome === 'saved' ? 'ok' : 'refused',
        facts: { ...whence(session), file: `${params.maker}/${params.entry}` },
      })
      return versionOf(saved, params)
    },

    async listDefinitionFiles() {
      return { paths: [...(await rollouts.paths())] }
    },

    readDefinitionFile: ({ query: { path } }) => rollouts.readFile(path),

    async checkDefinitionFile({ body: { path, text } }) {
      return { problems: [...(await rollouts.check(path, text))] }
    },

    listRollouts: ({ query: { page = 1, limit = 10 } }) => rollouts.list({ page, limit }),

    createRollout: async ({ body, session }) =>
      noted(session, 'createRollout', await rollouts.create(session.userId, body)),

    readRollout: ({ params: { rolloutId } }) => rollouts.read(rolloutId),

    pauseRollout: async ({ params: { rolloutId }, session }) =>
      noted(session, 'pauseRollout', await rollouts.pause(rolloutId)),

    resumeRollout: async ({ params: { rolloutId }, session }) =>
      noted(session, 'resumeRollout', await rollouts.resume(rolloutId)),

    finishRollout: async ({ params: { rolloutId }, session }) =>
      noted(session, 'finishRollout', await rollouts.finish(rolloutId)),

    takeRolloutBack: async ({ params: { rolloutId }, session }) =>
      noted(session, 'takeRolloutBack', await rollouts.takeBack(rolloutId)),

    async removeRollout({ params: { rolloutId }, session }) {
      await noted(session, 'removeRollout', await rollouts.remove(rolloutId))
      return undefined
    },

    listRolloutGateways: ({ params: { rolloutId }, query: { page = 1, limit = 10, searchText } }) =>
      rollouts.gateways(rolloutId, { page, limit, searchText }),

    listRolloutFaults: ({ params: { rolloutId }, query: { page = 1, limit = 10 } }) =>
      rollouts.faults(rolloutId, { page, limit }),
  }
}

function versionOf(saved: Saved, { maker, entry }: Place): { version: string } {
  switch (saved.outcome) {
    case 'saved':
      return { version: saved.version }
    case 'faulty':
      throw new Failure(400, [{ errorCode: 'MODEL_FAULTY', field: '/text' }])
    case 'changed':
      throw new Failure(409, [
        { errorCode: 'MODEL_CHANGED', message: `${maker}/${entry} was changed meanwhile.` },
      ])
    case 'read only':
      throw new Failure(409, [{ errorCode: 'CATALOGUE_READ_ONLY' }])
  }
}
