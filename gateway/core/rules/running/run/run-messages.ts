import { isMeant, passedOver } from '#gateway/lib/scenes/recipients.ts'
import { notificationStep } from '#gateway/rules/plan.ts'
import { foundIn } from '#gateway/rules/texts/found.ts'
import type { Commands, Events } from '#schemas/generated/channel.ts'
import type {
  ActionSet,
  RuleNotification,
  RuleQuestion,
  TextValue,
} from '#schemas/generated/entities/rule.ts'
import type { FoundText, RunStep, Told } from '#schemas/generated/entities/rule-run.ts'
import { CommandError, codes } from '../../../errors.ts'
import type { Clock } from '../../../ports.ts'
import type { RunStory } from './run-story.ts'

const NOBODY_MEANT = 'NOBODY_MEANT: It was for nobody at that moment'
const TOO_MANY = 'TOO_MANY_QUESTIONS: The home already asks as much as it may'
const NOBODY_TOLD = 'NOBODY_TOLD: None of those whom it is for could be told'

/** What a run can tell, and asks of the home before it does. */
export interface TellingEffects {
  clock: Clock
  /** What a value of a text is now; undefined while nobody knows. */
  now(value: TextValue): unknown
  /** Whether a status is on; undefined where there is none. */
  status(id: string): boolean | undefined
  /** Under these ids somebody says what became of each recipient, of a call, or what was answered. */
  notify(
    notification: RuleNotification,
    found: readonly FoundText[],
    answers?: Pick<RunStep, 'message_id' | 'delivery'> & { question?: Asking },
  ): void
  /** Whether the home may ask people one thing more. */
  mayAsk(): boolean
  /** Nobody waits for an answer any more. */
  closed(message: string, given: Pick<RunStep, 'answer' | 'answered_by'>): void
}

export type Asking = NonNullable<Events['rule_notification']['question']>

export type GivenAnswer = Commands['answer_rule_question']['data']

/** What becomes of a step whose message was told. `passed`: for whom it was not. */
export const toldChange = (passed: readonly Told[], told: readonly Told[]): Partial<RunStep> => ({
  told: [...passed, ...told],
  ...(told.some(({ why }) => why === undefined)
    ? { outcome: 'confirmed' }
    : { outcome: 'failed', code: codes.failed, message: NOBODY_TOLD }),
})

/** What the server says of a call: a reason as one of its words, perhaps with the status that was answered. */
export function calledStep(
  arrived: boolean,
  reason = 'WEB_SILENT',
): Pick<RunStep, 'outcome' | 'code' | 'message'> {
  if (arrived) return { outcome: 'confirmed' }
  const [, word = 'WEB_SILENT', status] = /^([A-Z_]{1,40})(?: (\d{3}))?/.exec(reason) ?? []
  return { outcome: 'failed', code: Number(status ?? codes.failed), message: `${word}: It did not arrive` }
}

/** What a run tells people, and what became of that (decision 0247). */
export class RunMessages {
  readonly #story: RunStory
  readonly #effects: TellingEffects
  readonly #patience: number
  /** Of those nobody has said yet what became of them. */
  readonly #open = new Map<string, (told: readonly Told[]) => void>()
  #said = 0

  /** `patience`: so long, in ms, the run waits for that. */
  constructor(story: RunStory, effects: TellingEffects, patience: number) {
    this.#story = story
    this.#effects = effects
    this.#patience = patience
  }

  /** Answers with what the end of the run waits for, where it does. */
  say(scene_id: string, notification: RuleNotification): Promise<void> | undefined {
    // Of the third kind nothing but calls is sent by us (decision 0005).
    const sent = notification.type !== 2 || notification.call !== undefined
    const step = notificationStep(notification)
    const found = foundIn(notification, (value) => this.#effects.now(value))
    const said = { scene_id, ...step, ...(step.values && { found }) }
    if (sent && notification.recipients) return this.#sayTo(said, notification, found)
    const answers = notification.call && { delivery: `${this.#story.run.run_id}-${this.#newId()}` }
    if (sent) this.#effects.notify(notification, found, answers)
    this.#story.step({ ...said, ...answers, outcome: sent ? 'accepted' : 'skipped' })
    return undefined
  }

  /** Those for whom it is now. */
  #sayTo(
    said: Omit<RunStep, 'at' | 'outcome'>,
    notification: RuleNotification,
    found: readonly FoundText[],
  ): Promise<void> | undefined {
    const state = (id: string): boolean | undefined => this.#effects.status(id)
    const recipients = notification.recipients?.filter((one) => isMeant(one, state)) ?? []
    const told = passedOver(notification, state)
    if (recipients.length === 0) {
      this.#story.step({ ...said, told, outcome: 'skipped', message: NOBODY_MEANT })
      return undefined
    }
    const message_id = this.#newId()
    const step = this.#story.step({
      ...{ ...said, message_id },
      ...(told.length > 0 && { told }),
      outcome: 'accepted',
    })
    const answered = new Promise<void>((resolve) => {
      // Where the server is away, the message waits for it, and the run does not.
      const cancel = this.#effects.clock.after(this.#patience, resolve)
      this.#open.set(message_id, (now) => {
        cancel()
        this.#open.delete(message_id)
        this.#story.became(step, toldChange(told, now))
        resolve()
      })
    })
    this.#effects.notify({ ...notification, recipients }, found, { message_id })
    return answered
  }

  /** Asks people; answers with the step that waits, or undefined where nobody can be asked. */
  ask({ id: scene_id, delay = 0 }: ActionSet, question: RuleQuestion): number | undefined {
    const state = (id: string): boolean | undefined => this.#effects.status(id)
    const found = foundIn(question, (value) => this.#effects.now(value))
    const told = passedOver(question, state)
    const meant = question.recipients?.every((one) => !isMeant(one, state)) !== true
    const may = meant && this.#effects.mayAsk()
    const message_id = this.#newId()
    const step = this.#story.step({
      ...{ kind: 'delay', scene_id, delay, question },
      ...(question.values && { found }),
      ...(question.recipients && { recipients: question.recipients }),
      ...(told.length > 0 && { told }),
      ...(may
        ? { message_id, outcome: 'running' }
        : { met: false, outcome: 'failed', code: codes.failed, message: meant ? TOO_MANY : NOBODY_MEANT }),
    })
    if (!may) return undefined
    this.put(step)
    return step
  }

  /** Puts a question to people: also once more, after a restart, which whoever has it already does not hear. */
  put(step: number): void {
    const { question, message_id, found = [], at, delay = 0, told = [] } = this.#stepOf(step) ?? {}
    if (!question || message_id === undefined) return
    const { short_desc, desc, values, answers } = question
    const recipients = question.recipients?.filter((one) =>
      isMeant(one, (id) => this.#effects.status(id)),
    ) ?? [{ kind: 'everybody' as const }]
    this.#open.set(message_id, (now) => {
      this.#open.delete(message_id)
      const passed = told.filter(({ why }) => why === 'status')
      this.#story.became(step, { told: [...passed, ...now] }, true)
      if (now.every(({ why }) => why !== undefined)) this.#story.became(step, { message: NOBODY_TOLD }, true)
    })
    this.#effects.notify(
      {
        ...{ type: 1, short_desc, recipients },
        ...(desc !== undefined && { desc }),
        ...(values && { values }),
      },
      found,
      { message_id, question: { answers, until: (at ?? 0) + delay } },
    )
  }

  /** Whether the step waits no longer: somebody has answered, or nobody can. */
  isOver(step: number): boolean {
    const { answer, message } = this.#stepOf(step) ?? {}
    return answer !== undefined || message !== undefined
  }

  /** What came of a question. `stopped`: before that. Answers with whether the run ends by it. */
  close(step: number, stopped: boolean): boolean {
    const { question, message_id, answer, answered_by } = this.#stepOf(step) ?? {}
    const ends = answer === undefined && question?.late === 'stop'
    if (stopped) this.#story.became(step, { outcome: 'skipped' })
    else if (answer !== undefined) this.#story.became(step, { outcome: 'confirmed', met: true })
    else this.#story.became(step, { outcome: ends ? 'failed' : 'confirmed', met: false })
    if (message_id !== undefined)
      this.#effects.closed(message_id, {
        ...(answer !== undefined && { answer }),
        ...(answered_by !== undefined && { answered_by }),
      })
    return ends
  }

  /** Somebody answers; what counts then, be it that another one was first. Undefined: nobody waits for it any more. */
  answer(message: string, answer: string, user: string): GivenAnswer | undefined {
    const place = this.#story.run.steps.findIndex((one) => one.message_id === message)
    const step = this.#story.run.steps[place]
    if (!step?.question) return undefined
    if (step.answer !== undefined) return { answer: step.answer, user_id: step.answered_by ?? '' }
    if (step.outcome !== 'running') return undefined
    if (!step.question.answers.some(({ id }) => id === answer))
      throw new CommandError(codes.invalid, 'There is no such answer')
    this.#story.change({
      steps: this.#story.run.steps.with(place, { ...step, answer, answered_by: user }),
    })
    return { answer, user_id: user }
  }

  #stepOf(step: number): RunStep | undefined {
    return this.#story.run.steps[this.#story.placeOf(step)]
  }

  /** Also after a restart no other message of the run has it. */
  #newId(): string {
    this.#said += 1
    return `${this.#effects.clock.now().toString(36)}-${this.#said}`
  }

  /** What became of a call that it made. False: it is none of its own, or of an earlier time. */
  settled(delivery: string, change: Partial<RunStep>): boolean {
    const place = this.#story.run.steps.findIndex((step) => step.delivery === delivery)
    if (place < 0) return false
    this.#story.put(place, { ...change, ended_at: this.#effects.clock.now() })
    return true
  }

  /** Somebody says what became of one; what is known already, or never was, changes nothing. */
  wasTold(message: string, told: readonly Told[]): void {
    this.#open.get(message)?.(told)
  }
}
