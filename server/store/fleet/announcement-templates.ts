import type { AnnouncementTemplate } from '#schemas/generated/entities/announcement-template.ts'
import type { Saving } from '../../lib/saving.ts'
import { type Database, savingOf } from '../database.ts'
import { contains, fold, searchable } from '../text.ts'
import type { AnnouncementTemplatesTable } from './tables.ts'

export type TemplateField = 'name' | 'notificationType' | 'createdAt' | 'changedAt'
export type TemplateOrder = TemplateField | `-${TemplateField}`

/** What may be changed of one: its name stays. */
export type TemplateWords = Pick<AnnouncementTemplate, 'notificationType' | 'announcement_details'>

/** Templates of announcements. */
export interface AnnouncementTemplates {
  /** Throws ConflictError when another one has that name. */
  create(template: TemplateWords & { id: string; name: string; at: number }): Promise<void>
  /** In place of what it said in this revision, or whatever it says. */
  change(id: string, words: TemplateWords, revision: number | undefined, at: number): Promise<Saving>
  find(id: string): Promise<AnnouncementTemplate | undefined>
  list(query: {
    searchText?: string | undefined
    order: TemplateOrder
    page: number
    limit: number
  }): Promise<{ data: readonly AnnouncementTemplate[]; count: number }>
  /** The one that is gone. */
  remove(id: string): Promise<{ name: string } | undefined>
}

const COLUMNS = {
  name: 'identity',
  notificationType: 'type',
  createdAt: 'created_at',
  changedAt: 'changed_at',
} as const

export const announcementTemplatesOn = ({ sql }: Database): AnnouncementTemplates => {
  const columnsOf = ({ notificationType, announcement_details: { title, message } }: TemplateWords) => ({
    ...{ type: notificationType, title, message },
  })
  return {
    async create({ id, name, at, ...words }) {
      const columns = columnsOf(words)
      await sql
        .insertInto('announcement_templates')
        .values({
          ...{ id, name, identity: fold(name), search: searchable([name, columns.title]) },
          ...columns,
          ...{ created_at: at, changed_at: at, revision: 1 },
        })
        .execute()
    },
    async change(id, words, revision, at) {
      const columns = columnsOf(words)
      const there = sql.selectFrom('announcement_templates').select('name').where('id', '=', id)
      const found = await there.executeTakeFirst()
      if (!found) return 'missing'
      const search = searchable([found.name, columns.title])
      const result = await sql
        .updateTable('announcement_templates')
        .set((e) => ({ ...columns, search, changed_at: at, revision: e('revision', '+', 1) }))
        .where('id', '=', id)
        .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
        .executeTakeFirst()
      return savingOf(result, there)
    },
    async find(id) {
      const row = await sql
        .selectFrom('announcement_templates')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && templateOf(row)
    },
    async list({ searchText = '', order, page, limit }) {
      const matching = sql
        .selectFrom('announcement_templates')
        .$if(fold(searchText) !== '', (query) => query.where((e) => contains(e.ref('search'), searchText)))
      const field = order.replace('-', '') as TemplateField
      const direction = order.startsWith('-') ? 'desc' : 'asc'
      const [data, { n }] = await Promise.all([
        matching
          .selectAll()
          .orderBy(COLUMNS[field], direction)
          .orderBy('id', direction)
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      return { data: data.map(templateOf), count: Number(n) }
    },
    remove: (id) =>
      sql.deleteFrom('announcement_templates').where('id', '=', id).returning('name').executeTakeFirst(),
  }
}

const templateOf = (row: AnnouncementTemplatesTable): AnnouncementTemplate => ({
  ...{ _id: row.id, name: row.name, topic_type: 'NEWS' },
  notificationType: row.type as AnnouncementTemplate['notificationType'],
  announcement_details: { title: row.title, message: row.message },
  createdAt: new Date(Number(row.created_at)).toISOString(),
  changedAt: new Date(Number(row.changed_at)).toISOString(),
  revision: Number(row.revision),
})
