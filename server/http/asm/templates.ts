import limits from '#catalogue/limits.json' with { type: 'json' }
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/asm.ts'
import type { AnnouncementTemplate } from '#schemas/generated/entities/announcement-template.ts'
import type { TemplateBody } from '#schemas/generated/entities/template-body.ts'
import { soundWords } from '../../announcements/sound.ts'
import { conflict, invalid, notFound } from '../../lib/refusal.ts'
import { refuseUnsaved } from '../../lib/saving.ts'
import { ConflictError } from '../../store/errors.ts'
import type { TemplateWords } from '../../store/fleet/announcement-templates.ts'
import { orderedId } from '../../store/ordered-id.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

const { announcementPageSize, announcementTemplatesKept } = limits.limits
const WAYS = { push: 'pushMobile', email: 'email', whatsapp: 'whatsapp' } as const

type Calls = 'listTemplates' | 'readTemplate' | 'createTemplate' | 'changeTemplate' | 'deleteTemplate'

/** /asm/template: words of announcements that are used again (spec 3 §7). */
export function templatesHandlers(parts: Parts): Pick<HandlersOf<operations>, Calls> {
  const { store, now } = parts
  const { announcementTemplates: templates } = store
  const note = noteOf(parts)

  const find = async (id: string): Promise<AnnouncementTemplate> => {
    const template = await templates.find(id)
    if (!template) throw notFound()
    return template
  }

  return {
    async listTemplates({ query }) {
      const {
        pageNumber: page = 1,
        limit = announcementPageSize.value,
        searchPhrase,
        orderBy = 'name',
      } = query
      const { data, count } = await templates.list({ page, limit, searchText: searchPhrase, order: orderBy })
      return { data: [{ data: [...data], totalCount: { count } }] }
    },

    readTemplate: ({ params: { templateId } }) => find(templateId),

    async createTemplate({ body, session }) {
      const name = cleanName(body.name ?? '')
      if (name === '') throw invalid('/name')
      const { data, count } = await templates.list({ page: 1, limit: 1, order: 'name' })
      if (data.length > 0 && count >= announcementTemplatesKept.value) throw conflict('TEMPLATES_FULL')
      const id = orderedId(now())
      try {
        await templates.create({ id, name, at: now(), ...wordsOf(body) })
      } catch (error) {
        throw error instanceof ConflictError ? conflict('TEMPLATE_NAME_TAKEN') : error
      }
      await note(session, 'createTemplate', { template: name })
      return find(id)
    },

    async changeTemplate({ params: { templateId }, query: { revision }, body, session }) {
      refuseUnsaved(await templates.change(templateId, wordsOf(body), revision, now()))
      const template = await find(templateId)
      await note(session, 'changeTemplate', { template: template.name })
      return template
    },

    async deleteTemplate({ params: { templateId }, session }) {
      const gone = await templates.remove(templateId)
      if (!gone) throw notFound()
      await note(session, 'deleteTemplate', { template: gone.name })
      return undefined
    },
  }
}

/** spec 3 §5: as long as what its way may say, and no longer. */
function wordsOf({
  notificationType,
  announcement_details: { title, message },
}: TemplateBody): TemplateWords {
  const words = soundWords({ title, text: message }, [WAYS[notificationType]], '/announcement_details')
  return { notificationType, announcement_details: { title: words.title, message: words.text } }
}
