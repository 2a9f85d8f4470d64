import type { AnnouncementContent } from '#schemas/generated/entities/announcement-content.ts'
import type { Database } from '../database.ts'
import { fold } from '../text.ts'

/** What is announced by one way. */
export type KeptAnnouncement = AnnouncementContent & Required<Pick<AnnouncementContent, '_id' | 'type'>>

/** Contents of announcements; who gets them stands with their jobs. */
export interface Announcements {
  /** Throws ConflictError when one of this name goes by this way already. */
  put(announcement: KeptAnnouncement, at: number): Promise<void>
  find(id: string): Promise<KeptAnnouncement | undefined>
  /** Those of them that there are. */
  some(ids: readonly string[]): Promise<readonly KeptAnnouncement[]>
  remove(ids: readonly string[]): Promise<void>
}

export const announcementsOn = ({ sql }: Database): Announcements => {
  const some = async (ids: readonly string[]) => {
    if (ids.length === 0) return []
    const rows = await sql.selectFrom('announcements').select('body').where('id', 'in', ids).execute()
    return rows.map(({ body }) => JSON.parse(body) as KeptAnnouncement)
  }
  return {
    async put(announcement, at) {
      const { _id: id, type, announcementName } = announcement
      const [identity, body] = [fold(announcementName), JSON.stringify(announcement)]
      await sql
        .insertInto('announcements')
        .values({ id, type, identity, body, created_at: at, file_id: announcement.file?._id ?? null })
        .execute()
    },
    find: async (id) => (await some([id]))[0],
    some,
    async remove(ids) {
      if (ids.length > 0) await sql.deleteFrom('announcements').where('id', 'in', ids).execute()
    },
  }
}
