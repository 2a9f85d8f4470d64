import { randomUUID } from 'node:crypto'
import type { TemplateBody } from '#schemas/generated/entities/template-body.ts'
import type { Success } from './account-successes.ts'
import { begun, CODE, coded, deviceOf, somebody, something } from './announcements/announcements-kit.ts'
import type { Site } from './kit.ts'

const sending = async (site: Site): Promise<Success> => {
  const body = something()
  await somebody(site)
  await site.sessionOf('demo-home')
  await deviceOf(site, 'demo-home')
  await coded(site, body.announcementName)
  return { body, headers: { otp: CODE } }
}

const template: TemplateBody = {
  notificationType: 'email',
  announcement_details: { title: 'Works', message: 'On Monday.' },
}
const kept = async ({ store, now }: Site): Promise<Success> => {
  const templateId = randomUUID()
  await store.announcementTemplates.create({ id: templateId, name: templateId, at: now, ...template })
  return { ids: { templateId } }
}

/** One that begins tomorrow. */
const waiting = async (site: Site): Promise<Success> => {
  const sendAt = new Date(site.now + 86_400_000).toISOString()
  const { _id } = await begun(site, something({ sendAt }))
  return { ids: { campaignId: _id, contentId: _id } }
}

export const announcementSuccesses: Readonly<Record<string, (site: Site) => Success | Promise<Success>>> = {
  planAnnouncement: () => ({ body: { types: ['email'], filterType: 'all', topicType: 'SYS' } }),
  sendEmail: sending,
  sendPush: sending,
  sendWhatsapp: sending,
  tryAnnouncement: () => ({ body: { types: ['email'], content: something() } }),
  async uploadAnnouncementFile() {
    const form = new FormData()
    form.set('file', new File(['city;day\nBern;Monday\n'], 'plan.csv'))
    form.set('fileName', 'plan.csv')
    const packed = new Response(form)
    return {
      raw: Buffer.from(await packed.arrayBuffer()),
      headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    }
  },
  listAnnouncements: waiting,
  readAnnouncement: waiting,
  cancelAnnouncement: waiting,
  readAnnouncementContent: waiting,
  listAnnouncementTasks: waiting,
  listTemplates: kept,
  readTemplate: kept,
  createTemplate: () => ({ body: { ...template, name: 'Works' } }),
  changeTemplate: async (site) => ({ ...(await kept(site)), query: 'revision=1', body: template }),
  deleteTemplate: kept,
}
