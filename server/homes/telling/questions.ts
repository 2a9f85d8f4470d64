import { randomUUID } from 'node:crypto'
import { codes } from '#gateway/core/errors.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { Commands, Events } from '#schemas/generated/channel.ts'
import type { AskedQuestion } from '#schemas/generated/entities/asked-question.ts'
import type { Notification } from '#schemas/generated/entities/notification.ts'
import type { Broker } from '#server/lib/channel/port.ts'
import { conflict, invalid, notFound } from '#server/lib/refusal.ts'
import type { Rights } from '#server/rights.ts'
import type { KeptQuestion } from '#server/store/homes/rule-questions.ts'
import type { KeptNotification } from '#server/store/notifications.ts'
import type { Store } from '#server/store/store.ts'
import { type Orders, SERVER } from '../asker.ts'

interface Parts {
  store: Pick<Store, 'accounts' | 'notifications' | 'ruleQuestions'>
  rights: Pick<Rights, 'entryOf'>
  broker: Pick<Broker, 'publishToUser'>
  homes(): Orders
  now(): number
}

/** Waiting at a time, of one home: a gateway that somebody has taken over fills nobody's bell. */
export const MOST_WAITING = 20
/** As long as its rules may last; a gateway may say anything. */
const LONGEST_MS = 7 * 86_400_000
/** Whoever answers waits for it, and answers again himself. */
const PATIENCE = { patience: 5000, retries: 1 }

type Asked = NonNullable<Events['rule_notification']['question']>
type Source = Pick<Events['rule_notification'], 'rule_id' | 'run_id'> & { message_id: string }

/**
 * What runs of scenes ask people, and who has answered (decision 0248). The run itself decides which answer counts; here
 * stands what everybody is told of it.
 */
export class QuestionBook {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Undefined: the home asks too much already. The same question asked once more is the same. */
  async open(
    serialNumber: string,
    source: Source,
    { answers, until }: Asked,
  ): Promise<KeptQuestion | undefined> {
    const { store, now } = this.#parts
    const { rule_id, run_id, message_id } = source
    const known = await store.ruleQuestions.bySource({ serialNumber, run_id, message_id })
    if (known) return known
    const at = now()
    if ((await store.ruleQuestions.waiting(serialNumber, at)) >= MOST_WAITING) return undefined
    return await store.ruleQuestions.add({
      ...{ id: randomUUID(), serialNumber, rule_id, run_id, message_id, at },
      endsAt: Math.min(until, at + LONGEST_MS),
      answers: answers.map(({ id, label }) => ({ id, label: cleanName(label) || id })),
    })
  }

  /** The run waits no longer. Only one who was asked can have answered. */
  async closed(
    serialNumber: string,
    { run_id, message_id, answer, user_id }: Events['rule_question_closed'],
  ) {
    const kept = await this.#parts.store.ruleQuestions.bySource({ serialNumber, run_id, message_id })
    if (!kept) return
    const asked = await this.#parts.store.ruleQuestions.asked(kept.id)
    const counts = answer !== undefined && user_id !== undefined && asked.includes(user_id)
    await this.#close(kept, counts ? { answer, by: user_id } : undefined)
  }

  /** Somebody answers, by the notification that he was told it with. Answers with what counts. */
  async answer(userId: string, notificationId: string, answer: string): Promise<AskedQuestion> {
    const { store, rights } = this.#parts
    const notification = await store.notifications.find(userId, notificationId)
    const kept = notification?.questionId && (await store.ruleQuestions.find(notification.questionId))
    // Whoever may no longer use the home answers nothing of it.
    if (!kept || (await rights.entryOf(userId, kept.serialNumber)) !== 'all') throw notFound()
    if (!kept.answers.some(({ id }) => id === answer)) throw invalid('/answer')
    if (!kept.closed) await this.#give(kept, userId, answer)
    const now = await store.ruleQuestions.find(kept.id)
    if (!now) throw notFound()
    return await this.#shown(now)
  }

  async #give(kept: KeptQuestion, userId: string, answer: string): Promise<void> {
    const { serialNumber, rule_id, run_id, message_id } = kept
    const given = { rule_id, run_id, message_id, answer, user_id: userId }
    const { code, message, data } = await this.#parts
      .homes()
      .order(serialNumber, SERVER, 'answer_rule_question', given, PATIENCE)
    if (code === codes.ok) {
      // The gateway's own answer, which it was asked for by name.
      const counts = data as Commands['answer_rule_question']['data']
      await this.#close(kept, { answer: counts.answer, by: counts.user_id })
    } else if (code === codes.conflict && message === 'run_over') await this.#close(kept)
    else throw conflict(code === codes.disabled ? 'GATEWAY_OFFLINE' : 'GATEWAY_REFUSED')
  }

  /** Everybody who was asked sees it at once. */
  async #close(kept: KeptQuestion, given?: { answer: string; by: string }): Promise<void> {
    const { store, broker } = this.#parts
    const known = given && (await store.accounts.find(given.by)) ? given : undefined
    if (!(await store.ruleQuestions.close(kept.id, known))) return
    const now = await store.ruleQuestions.find(kept.id)
    if (!now) return
    const question = await this.#shown(now)
    for (const userId of await store.ruleQuestions.asked(kept.id))
      broker.publishToUser(userId, { event: 'question_changed', data: { question } })
  }

  /** Notifications with what they ask, and what came of it. */
  async shown(notifications: readonly KeptNotification[]): Promise<Notification[]> {
    const ids = new Set(notifications.flatMap(({ questionId }) => questionId ?? []))
    const kept = await this.#parts.store.ruleQuestions.byIds([...ids])
    const questions = new Map(
      await Promise.all(kept.map(async (one) => [one.id, await this.#shown(one)] as const)),
    )
    return notifications.map(({ questionId, ...notification }) => {
      const question = questionId === undefined ? undefined : questions.get(questionId)
      return { ...notification, ...(question && { question }) }
    })
  }

  async #shown({ id, answers, endsAt, closed, answer, answeredBy }: KeptQuestion): Promise<AskedQuestion> {
    const { store, now } = this.#parts
    const by = answeredBy === undefined ? undefined : await store.accounts.find(answeredBy)
    const waits = !closed && endsAt > now()
    return {
      ...{ id, answers: answers.map((one) => ({ ...one })), until: endsAt },
      state: answer !== undefined ? 'answered' : waits ? 'open' : 'over',
      ...(answer !== undefined && { answer }),
      ...(by && {
        by: by.id,
        by_name: [by.firstName, by.lastName].filter(Boolean).join(' ') || by.username,
      }),
    }
  }
}
