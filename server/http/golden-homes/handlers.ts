import type { operations } from '#schemas/generated/api/golden_homes.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

/** /golden_homes: which gateways differ from the home that they are to be like. */
export function goldenHomesHandlers(parts: Parts): HandlersOf<operations> {
  const { goldenHomes } = parts
  const note = noteOf(parts)

  return {
    listGoldenHomes: ({ query: { page = 1, limit = 10 } }) => goldenHomes.list({ page, limit }),

    async createGoldenHome({ body, session }) {
      const made = await goldenHomes.create(session.userId, body)
      const { name, groupName: group, serialNumber } = made
      await note(session, 'createGoldenHome', { name, group, serialNumber })
      return made
    },

    async createGoldenHomeFromFile({ body: { fileName: _name, ...body }, session }) {
      const made = await goldenHomes.createFromFile(session.userId, body)
      const { name, groupName: group, serialNumber, source } = made
      await note(session, 'createGoldenHome', { name, group, serialNumber, source })
      return made
    },

    readGoldenHome: ({ params: { goldenId } }) => goldenHomes.read(goldenId),

    async deleteGoldenHome({ params: { goldenId }, session }) {
      const { name } = await goldenHomes.remove(goldenId)
      await note(session, 'deleteGoldenHome', { name })
      return undefined
    },

    async compareGoldenHome({ params: { goldenId }, session }) {
      const compared = await goldenHomes.compare(session.userId, goldenId)
      await note(session, 'compareGoldenHome', { name: compared.name, count: compared.gateways })
      return compared
    },

    async renewGoldenHome({ params: { goldenId }, body, session }) {
      const renewed = await goldenHomes.renew(session.userId, goldenId, body)
      const { name, serialNumber, source } = renewed
      await note(session, 'renewGoldenHome', { name, serialNumber, source })
      return renewed
    },

    async renewGoldenHomeFromFile({ params: { goldenId }, body, session }) {
      const renewed = await goldenHomes.renewFromFile(session.userId, goldenId, body)
      const { name, serialNumber, source } = renewed
      await note(session, 'renewGoldenHome', { name, serialNumber, source })
      return renewed
    },

    async allowDrift({ params: { goldenId }, body, session }) {
      const changed = await goldenHomes.allow(goldenId, body)
      const { aspect, key, allowed } = body
      await note(session, 'allowDrift', { name: changed.name, aspect, key, allowed })
      return changed
    },

    listDriftHouses: ({ params: { goldenId }, query: { page = 1, limit = 10, differing = false } }) =>
      goldenHomes.houses(goldenId, { page, limit, differing }),

    listDriftGateways: ({ params: { goldenId }, query: { page = 1, limit = 10, ...query } }) =>
      goldenHomes.gateways(goldenId, { page, limit, ...query }),

    listDriftThings: ({ params: { goldenId }, query: { aspect, ...where } }) =>
      goldenHomes.things(goldenId, aspect, where),

    readDriftReturn: ({ params: { goldenId }, query }) => goldenHomes.bringing(goldenId, query),
  }
}
