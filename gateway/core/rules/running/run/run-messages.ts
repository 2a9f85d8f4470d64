import { isMeant, passedOver } from '#gateway/lib/scenes/recipients.ts'
import { notificationStep } from '#gateway/rules/plan.ts'
import { foundIn } from '#gateway/rules/texts/found.ts'
import type { RuleNotification, TextValue } from '#schemas/generated/entities/rule.ts'
import type { FoundText, RunStep, Told } from '#schemas/generated/entities/rule-run.ts'
import { codes } from '../../../errors.ts'
import type { Clock } from '../../../ports.ts'
import type { RunStory } from './run-story.ts'

const NOBODY_MEANT = 'NOBODY_MEANT: It was for nobody at that moment'
const NOBODY_TOLD = 'NOBODY_TOLD: None of those whom it is for could be told'

/** What a run can tell, and asks of the home before it does. */
export interface TellingEffects {
  clock: Clock
  /** What a value of a text is now; undefined while nobody knows. */
  now(value: TextValue): unknown
  /** Whether a status is on; undefined where there is none. */
  status(id: string): boolean | undefined
  /** Under these ids somebody says what became of each recipient, or of a call. */
  notify(
    notification: RuleNotification,
    found: readonly FoundText[],
    answers?: Pick<RunStep, 'message_id' | 'delivery'>,
  ): void
}

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
