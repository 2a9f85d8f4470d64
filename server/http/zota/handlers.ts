import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { operations } from '#schemas/generated/api/zota.ts'
import type { Software } from '#schemas/generated/entities/software.ts'
import { inWords } from '../../gateways/in-words.ts'
import type { Language } from '../../lib/language.ts'
import { conflict, notFound } from '../../lib/refusal.ts'
import { ConflictError } from '../../store/errors.ts'
import type { FirmwareCampaign } from '../../store/gateways/firmware.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

const PAGE = catalogue.limits.softwarePageSize.value

/** /zota: firmware that gateways are offered (spec 3 §7). */
export function zotaHandlers(parts: Parts): HandlersOf<operations> {
  const { store, gateways } = parts
  const { software } = gateways
  const note = noteOf(parts)

  const shown = async (
    { id, model, version, description, at }: FirmwareCampaign,
    language: Language | undefined,
  ): Promise<Software> => ({
    ...{ _id: id, model, softwareVersion: version, createdAt: new Date(at).toISOString() },
    description: inWords(description, language),
    waiting: (await store.firmware.behind(model, version)).waiting,
  })

  return {
    async listSoftware({ query: { page = 1, limit = PAGE, model }, language }) {
      const { data, count } = await store.firmware.list({ page, limit, model: model?.toUpperCase() })
      return { data: await Promise.all(data.map((one) => shown(one, language))), count }
    },
    async readSoftware({ params: { id }, language }) {
      const found = await store.firmware.find(id)
      if (!found) throw notFound()
      return shown(found, language)
    },
    async createSoftware({ body, session, language }) {
      try {
        const made = await software.create(body)
        await note(session, 'createSoftware', { model: made.model, version: made.version })
        return await shown(made, language)
      } catch (error) {
        throw error instanceof ConflictError ? conflict('SOFTWARE_KNOWN') : error
      }
    },
    readSoftwareTable: () => software.table(),
    refreshSoftwareTable: () => software.refresh(),
    async listSoftwareModels() {
      const data = [...(await store.firmware.models())]
      return { data, count: data.length }
    },
  }
}
