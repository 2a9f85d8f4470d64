import type { operations } from '#schemas/generated/api/asm.ts'
import type {
  AnnouncementContent,
  AnnouncementType,
} from '#schemas/generated/entities/announcement-content.ts'
import type { Person } from '../../announcements/announcements.ts'
import type { Named } from '../../announcements/views.ts'
import { masked } from '../../gateways/shown.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'
import { templatesHandlers } from './templates.ts'

/** /asm: what is announced to many people (spec 3 §7). */
export function asmHandlers(parts: Parts): HandlersOf<operations> {
  const { announcements, settings } = parts
  const note = noteOf(parts)

  const sending =
    (operation: 'sendEmail' | 'sendPush' | 'sendWhatsapp', type: AnnouncementType) =>
    async ({ body, session }: { body: AnnouncementContent; session: SessionRecord }) => {
      const campaigns = await announcements.send({ userId: session.userId, type, content: body })
      for (const { type: way, count } of campaigns)
        await note(session, operation, { announcement: body.announcementName, way, count })
      return { _id: campaigns[0]._id, campaigns: [...campaigns] }
    }

  const nameFor =
    (host: string) =>
    ({ username, firstName, lastName }: Person): Named => {
      if (settings.of(host).flags.HIDE_SENSITIVE_DATA === true) return { recipient: masked(username) }
      const name = [firstName, lastName].filter((part) => part).join(' ')
      return { recipient: name || username, account: username }
    }

  return {
    ...templatesHandlers(parts),

    sendEmail: sending('sendEmail', 'email'),
    sendPush: sending('sendPush', 'pushMobile'),
    sendWhatsapp: sending('sendWhatsapp', 'whatsapp'),

    async uploadAnnouncementFile({ body: { file, fileName }, session }) {
      const kept = await announcements.keepFile(fileName, Buffer.from(await file.arrayBuffer()))
      await note(session, 'uploadAnnouncementFile', { file: kept.name })
      return kept
    },

    planAnnouncement: ({ body: { types, ...filter } }) => announcements.plan(types, filter),

    async tryAnnouncement({ body: { types, content }, session }) {
      await countAccount(parts, 'tryAnnouncement', session.userId)
      const tried = await announcements.tryOn(session.userId, types, content)
      return { to: tried.map(({ type, receipt: { to, state } }) => ({ type, to, state })) }
    },

    listAnnouncements: ({ query: { page = 1, limit = 10, searchPhrase } }) =>
      announcements.list({ page, limit, searchText: searchPhrase }),

    readAnnouncement: ({ params: { campaignId } }) => announcements.read(campaignId),

    async cancelAnnouncement({ params: { campaignId }, session }) {
      await announcements.cancel(campaignId)
      const campaign = await announcements.read(campaignId)
      await note(session, 'cancelAnnouncement', { announcement: campaign.announcementName })
      return campaign
    },

    readAnnouncementContent: ({ params: { contentId } }) => announcements.content(contentId),

    listAnnouncementTasks: ({ params: { campaignId }, query: { page = 1, limit = 10 }, host }) =>
      announcements.tasks(campaignId, { page, limit, nameOf: nameFor(host) }),
  }
}
