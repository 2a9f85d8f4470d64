import { changed, type Database } from '../database.ts'
import type { RuleQuestionsTable } from './tables.ts'

export interface KeptQuestion {
  id: string
  serialNumber: string
  rule_id: string
  run_id: string
  message_id: string
  answers: readonly { id: string; label: string }[]
  /** Epoch ms. */
  at: number
  /** Until when the run waits; epoch ms. */
  endsAt: number
  /** The run waits no longer. */
  closed: boolean
  answer: string | undefined
  /** Who answered; undefined also where his account is gone. */
  answeredBy: string | undefined
}

type Source = Pick<KeptQuestion, 'serialNumber' | 'run_id' | 'message_id'>

/** What runs of scenes ask people. */
export interface RuleQuestions {
  /** It is there already where the same was asked before: a gateway asks once more after a restart. */
  add(question: Omit<KeptQuestion, 'closed' | 'answer' | 'answeredBy'>): Promise<KeptQuestion>
  find(id: string): Promise<KeptQuestion | undefined>
  byIds(ids: readonly string[]): Promise<readonly KeptQuestion[]>
  bySource(source: Source): Promise<KeptQuestion | undefined>
  /** How many of a home wait for an answer. */
  waiting(serialNumber: string, now: number): Promise<number>
  /** False when it was closed already: what was said first stays. */
  close(id: string, given?: { answer: string; by: string }): Promise<boolean>
  /** Who was asked. */
  asked(id: string): Promise<readonly string[]>
}

export const ruleQuestionsOn = ({ sql }: Database): RuleQuestions => {
  const rows = () => sql.selectFrom('rule_questions').selectAll()
  const bySource = async ({ serialNumber, run_id, message_id }: Source) => {
    const row = await rows()
      .where('serial_number', '=', serialNumber)
      .where('run_id', '=', run_id)
      .where('message_id', '=', message_id)
      .executeTakeFirst()
    return row && read(row)
  }
  return {
    async add({ serialNumber, endsAt, answers, ...question }) {
      await sql
        .insertInto('rule_questions')
        .values({
          ...question,
          serial_number: serialNumber,
          answers: JSON.stringify(answers),
          ends_at: endsAt,
          closed: false,
        })
        .onConflict((conflict) => conflict.columns(['serial_number', 'run_id', 'message_id']).doNothing())
        .execute()
      const kept = await bySource({ serialNumber, ...question })
      if (!kept) throw new Error('A question was not kept')
      return kept
    },
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst()
      return row && read(row)
    },
    async byIds(ids) {
      return ids.length === 0
        ? []
        : (
            await rows()
              .where('id', 'in', [...ids])
              .execute()
          ).map(read)
    },
    bySource,
    async waiting(serialNumber, now) {
      const { n } = await sql
        .selectFrom('rule_questions')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('serial_number', '=', serialNumber)
        .where('closed', '=', false)
        .where('ends_at', '>', now)
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async close(id, given) {
      return changed(
        await sql
          .updateTable('rule_questions')
          .set({ closed: true, ...(given && { answer: given.answer, answered_by: given.by }) })
          .where('id', '=', id)
          .where('closed', '=', false)
          .executeTakeFirst(),
      )
    },
    async asked(id) {
      const found = await sql
        .selectFrom('notifications')
        .select('user_id')
        .distinct()
        .where('question_id', '=', id)
        .execute()
      return found.map(({ user_id }) => user_id)
    },
  }
}

const read = (row: RuleQuestionsTable): KeptQuestion => ({
  ...{ id: row.id, serialNumber: row.serial_number },
  ...{ rule_id: row.rule_id, run_id: row.run_id, message_id: row.message_id },
  answers: JSON.parse(row.answers) as KeptQuestion['answers'],
  ...{ at: Number(row.at), endsAt: Number(row.ends_at), closed: Boolean(row.closed) },
  answer: row.answer ?? undefined,
  answeredBy: row.answered_by ?? undefined,
})
