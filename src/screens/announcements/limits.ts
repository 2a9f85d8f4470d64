import limits from '#catalogue/limits.json' with { type: 'json' }
import type { AnnouncementType } from '#schemas/generated/entities/announcement-content.ts'

type Most = Readonly<Record<AnnouncementType, number>>

const most = (by: Most, types: readonly AnnouncementType[]): number =>
  Math.min(...(types.length > 0 ? types : (Object.keys(by) as AnnouncementType[])).map((type) => by[type]))

/** How long title and text may be by all of these ways. */
export const mostBy = (types: readonly AnnouncementType[]): { title: number; text: number } => ({
  title: most(limits.limits.announcementTitle.value, types),
  text: most(limits.limits.announcementText.value, types),
})

/** As they are counted: what is read as one counts as one. */
export const lengthOf = (text: string): number => [...text].length

/** What a template's way is called where it is sent. */
export const WAY_OF = { push: 'pushMobile', email: 'email', whatsapp: 'whatsapp' } as const
