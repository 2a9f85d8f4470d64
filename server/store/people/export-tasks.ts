import type { ExportContent } from '#schemas/generated/entities/export-content.ts'
import type { ExportTask } from '#schemas/generated/entities/export-task.ts'
import { changed, type Database } from '../database.ts'
import type { ExportTasksTable } from './tables.ts'

export type ExportStatus = ExportTask['taskState']['status']

export interface KeptExport {
  id: string
  userId: string
  /** Who asked for it. */
  requestedBy: string
  requestedAt: number
  status: ExportStatus
  startedAt?: number
  /** When it was completed, canceled or failed. */
  endedAt?: number
  /** Per cent. */
  progress: number
  error?: string
  /** How often it was begun without coming to an end. */
  tries: number
  size?: number
  handedAt?: number
  handedTo?: 'self' | 'administrator'
  username: string
  firstName?: string
  lastName?: string
}

interface Listed {
  page: number
  limit: number
  /** Of everybody, without. */
  userId?: string | undefined
  status?: ExportStatus | undefined
}

/** Exports of personal data. What a run writes counts only as long as no other run, and no end, has taken its place. */
export interface ExportTasks {
  /** Throws MissingReferenceError when there is no such account. */
  create(task: Pick<KeptExport, 'id' | 'userId' | 'requestedBy' | 'requestedAt'>): Promise<void>
  find(id: string): Promise<KeptExport | undefined>
  /** Newest first. */
  list(query: Listed): Promise<{ data: readonly KeptExport[]; count: number }>
  /** Those that are in progress, the oldest first. */
  running(): Promise<readonly string[]>
  /** False when it is in progress or completed. Throws ConflictError while another one of the same person is in progress. */
  start(id: string, at: number): Promise<boolean>
  /** Takes one over that is in progress: what was written of it goes. Answers how often that was done; undefined when it is none. */
  take(id: string, run: string): Promise<number | undefined>
  progress(id: string, run: string, percent: number): Promise<boolean>
  write(id: string, run: string, part: number, content: Uint8Array): Promise<boolean>
  complete(
    id: string,
    run: string,
    end: { at: number; size: number; contents: readonly ExportContent[] },
  ): Promise<boolean>
  /** False when it is not in progress. */
  cancel(id: string, at: number): Promise<boolean>
  fail(id: string, run: string, end: { at: number; error: string }): Promise<boolean>
  contents(id: string): Promise<readonly ExportContent[]>
  /** undefined when no whole file is there. */
  file(id: string): Promise<Uint8Array | undefined>
  handed(id: string, to: { at: number; to: 'self' | 'administrator' }): Promise<void>
  remove(id: string): Promise<boolean>
  /** Those that have not changed since then, and are not in progress. */
  over(before: number): Promise<readonly { id: string; userId: string }[]>
}

export const exportTasksOn = ({ sql, together }: Database): ExportTasks => {
  const selected = () =>
    sql
      .selectFrom('export_tasks')
      .innerJoin('accounts', 'accounts.id', 'export_tasks.user_id')
      .selectAll('export_tasks')
      .select(['accounts.username', 'accounts.first_name', 'accounts.last_name'])
  const ofRun = (id: string, run: string) =>
    sql
      .updateTable('export_tasks')
      .where('id', '=', id)
      .where('run', '=', run)
      .where('status', '=', 'In Progress')
  const partsOf = (id: string) => sql.deleteFrom('export_parts').where('task_id', '=', id)
  const ended = (status: ExportStatus, at: number) => ({
    ...{ status, ended_at: at },
    ...{ run: null, running_key: null, tries: 0 },
  })

  return {
    async create({ id, userId, requestedBy, requestedAt }) {
      await sql
        .insertInto('export_tasks')
        .values({
          ...{ id, user_id: userId, requested_by: requestedBy, requested_at: requestedAt },
          ...{ status: 'Pending', progress: 0, tries: 0 },
        })
        .execute()
    },
    async find(id) {
      const row = await selected().where('export_tasks.id', '=', id).executeTakeFirst()
      return row && taskOf(row)
    },
    async list({ page, limit, userId, status }) {
      let rows = selected()
      let counted = sql.selectFrom('export_tasks')
      if (userId !== undefined) {
        rows = rows.where('export_tasks.user_id', '=', userId)
        counted = counted.where('user_id', '=', userId)
      }
      if (status !== undefined) {
        rows = rows.where('export_tasks.status', '=', status)
        counted = counted.where('status', '=', status)
      }
      const [data, { n }] = await Promise.all([
        rows
          .orderBy('export_tasks.id', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        counted.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      return { data: data.map(taskOf), count: Number(n) }
    },
    async running() {
      const rows = await sql
        .selectFrom('export_tasks')
        .select('id')
        .where('status', '=', 'In Progress')
        .orderBy('started_at')
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    async start(id, at) {
      return changed(
        await sql
          .updateTable('export_tasks')
          .set((e) => ({
            ...{ status: 'In Progress', started_at: at, ended_at: null },
            ...{ progress: 0, error: null, size: null, contents: null, run: null, tries: 0 },
            running_key: e.ref('user_id'),
          }))
          .where('id', '=', id)
          .where('status', 'not in', ['In Progress', 'Completed'])
          .executeTakeFirstOrThrow(),
      )
    },
    async take(id, run) {
      await together([
        sql
          .updateTable('export_tasks')
          .set((e) => ({ run, progress: 0, tries: e('tries', '+', 1) }))
          .where('id', '=', id)
          .where('status', '=', 'In Progress'),
        partsOf(id),
      ])
      const row = await sql
        .selectFrom('export_tasks')
        .select('tries')
        .where('id', '=', id)
        .where('run', '=', run)
        .executeTakeFirst()
      return row && Number(row.tries)
    },
    async progress(id, run, percent) {
      return changed(await ofRun(id, run).set({ progress: percent }).executeTakeFirstOrThrow())
    },
    async write(id, run, part, content) {
      const { numInsertedOrUpdatedRows } = await sql
        .insertInto('export_parts')
        .columns(['task_id', 'part', 'content'])
        .expression(
          sql
            .selectFrom('export_tasks')
            .select((e) => [
              'id',
              e.cast<number>(e.val(part), 'bigint').as('part'),
              e.cast<string>(e.val(Buffer.from(content).toString('base64')), 'text').as('content'),
            ])
            .where('id', '=', id)
            .where('run', '=', run)
            .where('status', '=', 'In Progress'),
        )
        .executeTakeFirstOrThrow()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async complete(id, run, { at, size, contents }) {
      return changed(
        await ofRun(id, run)
          .set({ ...ended('Completed', at), progress: 100, size, contents: JSON.stringify(contents) })
          .executeTakeFirstOrThrow(),
      )
    },
    async cancel(id, at) {
      const [result] = await together([
        sql
          .updateTable('export_tasks')
          .set(ended('Canceled', at))
          .where('id', '=', id)
          .where('status', '=', 'In Progress'),
        // Of one that is completed the file stays.
        partsOf(id).where((e) =>
          e.exists(
            sql.selectFrom('export_tasks').select('id').where('id', '=', id).where('status', '=', 'Canceled'),
          ),
        ),
      ])
      return (result?.numAffectedRows ?? 0n) > 0n
    },
    async fail(id, run, { at, error }) {
      const isEnded = changed(
        await ofRun(id, run)
          .set({ ...ended('Failed', at), error })
          .executeTakeFirstOrThrow(),
      )
      if (isEnded) await partsOf(id).execute()
      return isEnded
    },
    async contents(id) {
      const row = await sql
        .selectFrom('export_tasks')
        .select('contents')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.contents ? (JSON.parse(row.contents) as ExportContent[]) : []
    },
    async file(id) {
      const task = await sql
        .selectFrom('export_tasks')
        .select('size')
        .where('id', '=', id)
        .where('status', '=', 'Completed')
        .executeTakeFirst()
      if (!task) return undefined
      const rows = await sql
        .selectFrom('export_parts')
        .select('content')
        .where('task_id', '=', id)
        .orderBy('part')
        .execute()
      const file = Buffer.concat(rows.map(({ content }) => Buffer.from(content, 'base64')))
      return file.length === Number(task.size) ? file : undefined
    },
    async handed(id, { at, to }) {
      await sql
        .updateTable('export_tasks')
        .set({ handed_at: at, handed_to: to })
        .where('id', '=', id)
        .execute()
    },
    async remove(id) {
      const { numDeletedRows } = await sql
        .deleteFrom('export_tasks')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async over(before) {
      const rows = await sql
        .selectFrom('export_tasks')
        .select(['id', 'user_id'])
        .where('status', '!=', 'In Progress')
        .where((e) => e(e.fn.coalesce('ended_at', 'requested_at'), '<', before))
        .execute()
      return rows.map(({ id, user_id }) => ({ id, userId: user_id }))
    },
  }
}

type Row = ExportTasksTable & { username: string; first_name: string | null; last_name: string | null }

const taskOf = (row: Row): KeptExport => ({
  ...{ id: row.id, userId: row.user_id, requestedBy: row.requested_by, username: row.username },
  requestedAt: Number(row.requested_at),
  status: row.status as ExportStatus,
  progress: Number(row.progress),
  tries: Number(row.tries),
  ...(row.started_at !== null && { startedAt: Number(row.started_at) }),
  ...(row.ended_at !== null && { endedAt: Number(row.ended_at) }),
  ...(row.error !== null && { error: row.error }),
  ...(row.size !== null && { size: Number(row.size) }),
  ...(row.handed_at !== null && { handedAt: Number(row.handed_at) }),
  ...(row.handed_to !== null && { handedTo: row.handed_to as 'self' | 'administrator' }),
  ...(row.first_name !== null && { firstName: row.first_name }),
  ...(row.last_name !== null && { lastName: row.last_name }),
})
