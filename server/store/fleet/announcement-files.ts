import type { AnnouncementFile } from '#schemas/generated/entities/announcement-file.ts'
import type { Database } from '../database.ts'

/** Files that go with announcements: content and name are what they are called by, so that the same one is kept once. */
export interface AnnouncementFiles {
  put(file: AnnouncementFile, bytes: Buffer, at: number): Promise<void>
  /** What is known of it, without what is in it. */
  about(id: string): Promise<AnnouncementFile | undefined>
  find(id: string): Promise<{ file: AnnouncementFile; bytes: Buffer } | undefined>
  /** Those that no announcement has, and that were put before that. */
  sweep(before: number): Promise<void>
}

export const announcementFilesOn = ({ sql }: Database): AnnouncementFiles => ({
  async put(file, bytes, at) {
    const about = JSON.stringify(file)
    await sql
      .insertInto('announcement_files')
      .values({ id: file._id, about, data: bytes.toString('base64'), created_at: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: at }))
      .execute()
  },
  async about(id) {
    const row = await sql
      .selectFrom('announcement_files')
      .select('about')
      .where('id', '=', id)
      .executeTakeFirst()
    return row && (JSON.parse(row.about) as AnnouncementFile)
  },
  async find(id) {
    const row = await sql.selectFrom('announcement_files').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { file: JSON.parse(row.about) as AnnouncementFile, bytes: Buffer.from(row.data, 'base64') }
  },
  async sweep(before) {
    await sql
      .deleteFrom('announcement_files')
      .where('created_at', '<', before)
      .where('id', 'not in', (e) =>
        e.selectFrom('announcements').select('file_id').where('file_id', 'is not', null),
      )
      .execute()
  },
})
