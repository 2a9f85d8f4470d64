import { randomUUID } from 'node:crypto'
import type { AnnouncementContent } from '#schemas/generated/entities/announcement-content.ts'
import type { AnnouncementTask } from '#schemas/generated/entities/announcement-task.ts'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import type { Caller } from '../gateway-kit.ts'
import { readUntil } from '../jobs-kit.ts'
import { type Site, stranger } from '../kit.ts'

export const CODE = '123456'

/** Something of a name of its own, for everybody. */
export const something = (more: Partial<AnnouncementContent> = {}): AnnouncementContent => ({
  ...{ announcementName: `Announcement ${randomUUID()}`, title: 'Power cut', text: 'On Monday at noon.' },
  ...{ topicType: 'SYS', filterType: 'all' },
  ...more,
})

/** The code that the administrator was sent for this. */
export const coded = async (
  { store, now }: Site,
  uniqueIdentifier: string,
  action = 'sendAnnouncement',
  userId = 'demo-admin',
): Promise<void> => {
  const hash = await hashPassword(CODE)
  await store.otps.replace({ userId, action, uniqueIdentifier, hash, expiresAt: now + 60_000 })
}

export type Way = 'sendEmail' | 'sendPush' | 'sendWhatsapp'

/** As an administrator, with a code or without one. */
export const send = async (site: Site, content: AnnouncementContent, way: Way = 'sendEmail', otp?: string) =>
  site.call('POST', `/api/asm/${way}`, {
    headers: {
      ...{ sessionId: await site.sessionOf('demo-admin'), 'x-forwarded-for': stranger() },
      ...(otp !== undefined && { otp }),
    },
    body: content,
  })

interface Begun {
  _id: string
  campaigns: { _id: string; type: string; count: number }[]
}

/** It is in the queue. */
export async function begun(
  site: Site,
  content: AnnouncementContent,
  way: Way = 'sendEmail',
): Promise<Begun> {
  await coded(site, content.announcementName)
  const answer = await send(site, content, way, CODE)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<Begun>()
}

export const read = async (admin: Caller, id: string): Promise<Campaign> => {
  const answer = await admin('GET', `/asm/campaign/get/${id}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<Campaign>()
}

/** Resolves with the campaign as soon as this holds. */
export const until = (
  admin: Caller,
  id: string,
  holds: (campaign: Campaign) => boolean = ({ canCancel }) => !canCancel,
): Promise<Campaign> => readUntil(() => read(admin, id), holds)

export const tasksOf = async (admin: Caller, id: string, page = 1, limit = 500) =>
  (await admin('GET', `/asm/task/getTasksInCampaign/${id}?page=${page}&limit=${limit}`)).json<{
    data: AnnouncementTask[]
    count: number
  }>()

/** Somebody who has followed his link, and reads English. */
export async function somebody(site: Site, name = randomUUID()): Promise<{ id: string; username: string }> {
  const username = `${name}@gatehouse.test`
  await site.store.accounts.create(
    {
      ...{ id: name, username, firstName: 'Rosa', groups: ['users'], preferredLanguage: 'ch_EN' },
      contact: [
        { _id: `${name}-mail`, contact: username, contactType: 'email', isDefault: true },
        { _id: `${name}-phone`, contact: '+41790000000', contactType: 'phone', verified: true },
      ] as never,
    },
    { passwordHash: null, at: site.now },
  )
  return { id: name, username }
}

/** A device that wakes this person. */
export async function deviceOf(site: Site, userId: string): Promise<void> {
  const sessionKey = (await site.store.sessions.ofUser(userId))[0]?.key ?? ''
  await site.store.pushSubscriptions.keep({
    ...{ id: randomUUID(), userId, sessionKey, sealed: '', label: 'Phone', mode: 'all' },
    ...{ createdAt: site.now, endpoint: `https://push.example/${randomUUID()}` },
  })
}
