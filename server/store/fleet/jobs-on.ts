import type { ExpressionBuilder, Updateable } from 'kysely'
import { changed, type Database, isOnPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'
import { contains, fold, searchable } from '../text.ts'
import { type JobState, jobOf, type Task, taskOf, type WaveStanding } from './job-rows.ts'
import type { Choice, Jobs } from './jobs.ts'
import type { JobsTable, JobTasksTable } from './tables.ts'

/** Rows in one statement. */
const CHUNK = 200
const OVER: readonly JobState[] = ['done', 'canceled']
const OPEN: readonly JobState[] = ['running', 'paused', 'halted']

const COLUMN = { done: 'done', failed: 'failed', canceled: 'canceled' } as const

export const jobsOn = ({ sql, together }: Database): Jobs => {
  // Several claim at once on PostgreSQL alone; on SQLite a statement is alone by itself.
  const shares = isOnPostgres(sql)
  const tasksOf = (job: string) => sql.selectFrom('job_tasks').where('job_id', '=', job)
  const held = ({ id, tries }: Pick<Task, 'id' | 'tries'>) =>
    sql
      .updateTable('job_tasks')
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('tries', '=', tries)
  const counted = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number }> }) =>
    Number((await query.executeTakeFirstOrThrow()).n)
  const all = (e: ExpressionBuilder<Tables, 'job_tasks'>) => e.fn.countAll<number>().as('n')

  /** Counts anew: whatever moved many tasks at once. */
  const recount = (job: string) =>
    sql
      .updateTable('jobs')
      .set((e) => {
        const number = (state: string) =>
          e
            .selectFrom('job_tasks')
            .select((inner) => inner.fn.countAll<number>().as('n'))
            .where('job_id', '=', job)
            .where('state', '=', state)
            .$asScalar()
        return { done: number('done'), failed: number('failed'), canceled: number('canceled') }
      })
      .where('id', '=', job)

  const moving = (job: string, from: readonly string[], to: Updateable<JobTasksTable>, choice: Choice) =>
    sql
      .updateTable('job_tasks')
      // What is asked from now on must not be answered with what was answered then.
      .set((e) => ({ ...to, asked: e('asked', '+', 1) }))
      .where('job_id', '=', job)
      .where('state', 'in', from)
      .$if(choice.task !== undefined, (query) => query.where('id', '=', choice.task ?? ''))
      .$if(choice.code !== undefined, (query) => query.where('code', '=', choice.code ?? ''))
  const moved = async (...[job, ...how]: Parameters<typeof moving>) => {
    const [first] = await together([moving(job, ...how), recount(job)])
    return Number(first?.numAffectedRows ?? 0)
  }
  const canceled = (now: number) => ({
    ...{ state: 'canceled', ended_at: now },
    ...{ leased_until: null, waits_for: null },
  })

  const standing = (e: ExpressionBuilder<Tables, 'job_tasks'>) => {
    const number = (...states: string[]) => e.fn.countAll<number>().filterWhere('state', 'in', states)
    return [
      e.fn.countAll<number>().as('size'),
      number('waiting', 'running').filterWhere('waits_for', 'is', null).as('open'),
      number('waiting', 'running').as('left'),
      number('done').as('done'),
      number('failed').as('failed'),
    ] as const
  }

  return {
    async begin(job, tasks) {
      const { id, kind, title, facts, begunBy, createdAt, startsAt = createdAt, deadline, plan } = job
      const row: JobsTable = {
        ...{ id, kind, title, search: searchable([title]), state: 'running', why: null },
        ...{ facts: JSON.stringify(facts), begun_by: begunBy, created_at: createdAt },
        ...{ started_at: null, ended_at: null, deadline: deadline ?? null, stood_at: null },
        ...{ wave: 0, waves: Math.max(1, ...tasks.map(({ wave }) => wave + 1)), wave_due_at: startsAt },
        ...{ wave_gap: plan.waveGap, forgiven: 0, halt_percent: plan.haltPercent ?? null },
        ...{ concurrency: plan.concurrency, per_minute: plan.perMinute ?? null, retries: plan.retries },
        ...{ total: tasks.length, done: 0, failed: 0, canceled: 0 },
      }
      const rows = tasks.map(
        (task): JobTasksTable => ({
          ...{ id: task.id, job_id: id, subject: task.subject, wave: task.wave, state: 'waiting' },
          ...{ waits_for: null, tries: 0, asked: 0, due_at: createdAt, leased_until: null },
          ...{ started_at: null, ended_at: null, code: null, message: null },
          result: task.result === undefined ? null : JSON.stringify(task.result),
        }),
      )
      const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_none, n) =>
        sql.insertInto('job_tasks').values(rows.slice(n * CHUNK, (n + 1) * CHUNK)),
      )
      await together([sql.insertInto('jobs').values(row), ...chunks])
    },
    async find(id) {
      const row = await sql.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
      return row && jobOf(row)
    },
    async list({ kinds, searchText = '', skip, limit }) {
      const matching = sql
        .selectFrom('jobs')
        .where('kind', 'in', kinds)
        .$if(fold(searchText) !== '', (query) => query.where((e) => contains(e.ref('search'), searchText)))
      const [data, count] = await Promise.all([
        matching
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(skip)
          .execute(),
        counted(matching.select((e) => e.fn.countAll<number>().as('n'))),
      ])
      return { data: data.map(jobOf), count }
    },
    async running() {
      return (
        await sql.selectFrom('jobs').selectAll().where('state', '=', 'running').orderBy('id').execute()
      ).map(jobOf)
    },
    async change(id, from, to) {
      const { state, why, startedAt, endedAt, stoodAt, deadline, wave, waveDueAt, forgiven } = to
      const columns: Updateable<JobsTable> = {
        id,
        ...(state !== undefined && { state, why: why ?? null }),
        ...(startedAt !== undefined && { started_at: startedAt }),
        ...(state !== undefined && { ended_at: endedAt ?? null, stood_at: stoodAt ?? null }),
        ...(deadline !== undefined && { deadline }),
        ...(wave !== undefined && { wave }),
        ...(waveDueAt !== undefined && { wave_due_at: waveDueAt }),
        ...(forgiven !== undefined && { forgiven }),
      }
      return changed(
        await sql
          .updateTable('jobs')
          .set(columns)
          .where('id', '=', id)
          .where('state', 'in', from)
          .executeTakeFirst(),
      )
    },
    async finish(id, at) {
      return changed(
        await sql
          .updateTable('jobs')
          .set({ state: 'done', why: null, ended_at: at, stood_at: null })
          .where('id', '=', id)
          .where('state', '=', 'running')
          // Asked of the row itself, which whoever resets changes too: what he wants done is not left behind.
          .where((e) => e(e('done', '+', e('failed', '+', e.ref('canceled'))), '>=', e.ref('total')))
          .executeTakeFirst(),
      )
    },
    async learn(id, facts) {
      await sql
        .updateTable('jobs')
        .set({ facts: JSON.stringify(facts) })
        .where('id', '=', id)
        .execute()
    },
    async remove(ids) {
      if (ids.length === 0) return 0
      const { numDeletedRows } = await sql
        .deleteFrom('jobs')
        .where('id', 'in', ids)
        .where('state', 'in', OVER)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async task(id) {
      const row = await sql.selectFrom('job_tasks').selectAll().where('id', '=', id).executeTakeFirst()
      return row && taskOf(row)
    },
    async tasks(job, { filter = 'all', waits, code, searchText = '', page, limit }) {
      const matching = tasksOf(job)
        .$if(filter !== 'all', (query) => query.where('state', '=', filter))
        .$if(waits !== undefined, (query) => query.where('waits_for', waits ? 'is not' : 'is', null))
        .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
        .$if(searchText.trim() !== '', (query) =>
          query.where((e) => contains(e.fn<string>('lower', ['subject']), searchText)),
        )
      const [data, count] = await Promise.all([
        matching
          .selectAll()
          .orderBy('id')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        counted(matching.select(all)),
      ])
      return { data: data.map(taskOf), count }
    },
    async subjects(job) {
      const rows = await tasksOf(job).select('subject').orderBy('id').execute()
      return rows.map(({ subject }) => subject)
    },
    waiting: (job) =>
      counted(tasksOf(job).where('state', '=', 'waiting').where('waits_for', 'is not', null).select(all)),
    async brought(job) {
      const rows = await tasksOf(job)
        .selectAll()
        .where('state', 'in', ['done', 'failed'])
        .where('result', 'is not', null)
        .orderBy('id')
        .execute()
      return rows.map(taskOf)
    },
    async causes(job) {
      const rows = await tasksOf(job)
        .where('state', '=', 'failed')
        .select((e) => ['code', e.fn.countAll<number>().as('n')])
        .groupBy('code')
        .execute()
      return rows
        .map(({ code, n }) => ({ code: code ?? '', count: Number(n) }))
        .toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code))
    },
    async wave(job, wave) {
      const row = await tasksOf(job).where('wave', '=', wave).select(standing).executeTakeFirstOrThrow()
      return standingOf(row)
    },
    async waves(job) {
      const rows = await tasksOf(job)
        .select('wave')
        .select(standing)
        .groupBy('wave')
        .orderBy('wave')
        .execute()
      return rows.map((row) => ({ wave: Number(row.wave), ...standingOf(row) }))
    },
    async nextDue(job, wave) {
      const { at } = await tasksOf(job)
        .where('state', 'in', ['waiting', 'running'])
        .where('wave', '<=', wave)
        .select((e) => e.fn.min(e.fn.coalesce('leased_until', 'due_at')).as('at'))
        .executeTakeFirstOrThrow()
      return at === null ? undefined : Number(at)
    },

    async claim(job, { wave, now, until, limit }) {
      if (limit <= 0) return []
      const due = tasksOf(job)
        .select('id')
        .where('wave', '<=', wave)
        // Paused since somebody looked, nothing of it begins.
        .where((e) =>
          e.exists(
            sql.selectFrom('jobs').select('jobs.id').where('id', '=', job).where('state', '=', 'running'),
          ),
        )
        .where((e) =>
          e.or([
            e.and([e('state', '=', 'waiting'), e('due_at', '<=', now)]),
            e.and([e('state', '=', 'running'), e('leased_until', '<=', now)]),
          ]),
        )
        .orderBy('wave')
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
      const rows = await sql
        .with(
          (cte) => cte('due').materialized(),
          () => (shares ? due.forUpdate().skipLocked() : due),
        )
        .updateTable('job_tasks')
        .set((e) => ({
          state: 'running',
          waits_for: null,
          leased_until: until,
          started_at: now,
          tries: e('tries', '+', 1),
        }))
        .where('id', 'in', (e) => e.selectFrom('due').select('id'))
        .returningAll()
        .execute()
      return rows.map(taskOf).toSorted((a, b) => a.wave - b.wave || a.id.localeCompare(b.id))
    },
    note: async (task, result) =>
      changed(
        await held(task)
          .set({ result: JSON.stringify(result) })
          .executeTakeFirst(),
      ),
    async end(task, { state, code, message, result, at }) {
      // The job first, as long as the task is still held: both or neither.
      const mine = sql
        .selectFrom('job_tasks')
        .select('id')
        .where('id', '=', task.id)
        .where('state', '=', 'running')
        .where('tries', '=', task.tries)
      const [first] = await together([
        sql
          .updateTable('jobs')
          .set((e) => ({ [COLUMN[state]]: e(COLUMN[state], '+', 1) }))
          .where('id', '=', task.jobId)
          .where((e) => e.exists(mine)),
        held(task).set({
          ...{ state, ended_at: at, leased_until: null },
          ...{ code: code ?? null, message: message ?? null },
          ...(result !== undefined && { result: JSON.stringify(result) }),
        }),
      ])
      return Number(first?.numAffectedRows ?? 0) > 0
    },
    putOff: async (task, { dueAt, waitsFor, counts, answered, why }) =>
      changed(
        await held(task)
          .set((e) => ({
            state: 'waiting',
            waits_for: waitsFor ?? null,
            due_at: dueAt,
            leased_until: null,
            ...(!counts && { tries: e('tries', '-', 1) }),
            ...(answered && { asked: e('asked', '+', 1) }),
            ...(why && { code: why.code, message: why.message ?? null }),
          }))
          .executeTakeFirst(),
      ),
    async release() {
      const { numUpdatedRows } = await sql
        .updateTable('job_tasks')
        .set((e) => ({ state: 'waiting', leased_until: null, tries: e('tries', '-', 1) }))
        .where('state', '=', 'running')
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
    async wake(subject, now) {
      const rows = await sql
        .updateTable('job_tasks')
        .set({ due_at: now, waits_for: null })
        .where('subject', '=', subject)
        .where('state', '=', 'waiting')
        .where('waits_for', 'is not', null)
        .returning('job_id')
        .execute()
      return [...new Set(rows.map(({ job_id }) => job_id))]
    },
    hurry: async (job, subject, now) =>
      changed(
        await sql
          .updateTable('job_tasks')
          .set({ due_at: now })
          .where('job_id', '=', job)
          .where('subject', '=', subject)
          .where('state', '=', 'waiting')
          .executeTakeFirst(),
      ),
    async reset(job, now, choice = {}) {
      const fresh = { state: 'waiting', waits_for: null, tries: 0, due_at: now, started_at: null }
      const again = { ended_at: null, code: null, message: null }
      // With its job: whatever is killed in between would leave tasks that nobody ever does.
      const [first] = await together([
        moving(job, ['failed', 'canceled'], { ...fresh, ...again }, choice),
        sql
          .updateTable('jobs')
          .set((e) => ({
            ...{ state: 'running', why: null, ended_at: null },
            // What was waited for in vain is waited for anew, as long as at first.
            deadline: e
              .case()
              .when('deadline', '<=', now)
              .then(e(e('deadline', '-', e.ref('created_at')), '+', now))
              .else(e.ref('deadline'))
              .end(),
          }))
          .where('id', '=', job)
          .where('state', 'in', OVER)
          .where((e) => e.exists(tasksOf(job).select('id').where('state', '=', 'waiting'))),
        recount(job),
      ])
      return Number(first?.numAffectedRows ?? 0)
    },
    cancel: (job, now, choice) => moved(job, ['waiting', 'running'], canceled(now), choice),
    async cancelAll(job, now) {
      const [first] = await together([
        sql
          .updateTable('jobs')
          .set({ state: 'canceled', why: null, ended_at: now, stood_at: null })
          .where('id', '=', job)
          .where('state', 'in', OPEN),
        moving(job, ['waiting', 'running'], canceled(now), {}),
        recount(job),
      ])
      return Number(first?.numAffectedRows ?? 0) > 0
    },
    expire: (job, now, code) =>
      moved(job, ['waiting', 'running'], { state: 'failed', ended_at: now, leased_until: null, code }, {}),
  }
}

const standingOf = (row: Record<keyof WaveStanding, number>): WaveStanding => ({
  size: Number(row.size),
  open: Number(row.open),
  left: Number(row.left),
  done: Number(row.done),
  failed: Number(row.failed),
})
