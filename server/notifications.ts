import type { Notification } from '#schemas/generated/entities/notification.ts'
import type { QuestionBook } from './homes/telling/questions.ts'
import type { Broker, ChannelLog } from './lib/channel/port.ts'
import type { Messenger } from './outbound/messenger.ts'
import type { Rights } from './rights.ts'
import type { NewNotification } from './store/notifications.ts'
import type { Store } from './store/store.ts'

interface NotifierParts {
  store: Pick<Store, 'notifications'>
  broker: Pick<Broker, 'publishToUser'>
  rights: Pick<Rights, 'entryOf'>
  messenger: Pick<Messenger, 'send' | 'reaches'>
  questions: Pick<QuestionBook, 'shown'>
  log: ChannelLog
  now(): number
}

/** Longest title and text (schemas/entities/notification.json); what is longer is cut. */
const TITLE = 200
const BODY = 2000

const cut = (text: string, most: number): string => {
  const characters = [...text.trim()]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}

/** What devices are woken with besides title and text. */
export interface Waking {
  /** It gets through quiet hours. */
  urgent?: boolean
  /** Of the page that it opens; without one, the first. */
  path?: string
  /** Id of the alarm's notification that one may react to right from there. */
  reactTo?: string
  /** What one may answer right from there. */
  answers?: readonly { id: string; label: string }[]
}

/** For whom it is: people who use all of the home, or also somebody who finds a part of it and no more is said of it. */
export type Audience = 'whole' | 'within'

/** There the bell shows all that his homes have told him. */
const PAGE = '/'

/** Keeps what homes have to say to people until they have seen it, and tells them at once where they are looking. */
export class Notifier {
  readonly #parts: NotifierParts

  constructor(parts: NotifierParts) {
    this.#parts = parts
  }

  /**
   * Undefined: this person may no longer use the gateway, and is told nothing about it. His devices are woken too, unless
   * whoever calls does that by himself (`waking: false`).
   */
  async notify(
    to: Omit<NewNotification, 'at'>,
    waking: Waking | false = {},
    audience: Audience = 'whole',
  ): Promise<Notification | undefined> {
    const { store, broker, rights, questions, now } = this.#parts
    const entry = await rights.entryOf(to.userId, to.gateway)
    if (entry === 'none' || (entry === 'limited' && audience === 'whole')) return undefined
    const kept = await store.notifications.add({
      ...to,
      title: cut(to.title, TITLE),
      body: cut(to.body, BODY),
      at: now(),
    })
    const [notification = kept] = await questions.shown([kept])
    const missed = await store.notifications.missed(to.userId)
    broker.publishToUser(to.userId, { event: 'notification_created', data: { notification, missed } })
    if (waking) await this.#wake(to.userId, notification, waking)
    return notification
  }

  /** The notification is kept already: whatever becomes of this, nothing of it is lost. */
  async #wake(userId: string, { id, title, body }: Notification, waking: Waking): Promise<void> {
    const { messenger, log } = this.#parts
    const { urgent = false, path = PAGE, reactTo, answers } = waking
    try {
      if (!(await messenger.reaches(userId, 'push'))) return
      await messenger.send({
        ...{ message: `notification/${id}`, userId, way: 'push', title, text: body, path, urgent },
        ...(reactTo !== undefined && { reactTo }),
        ...(answers && { answers: { of: id, answers } }),
      })
    } catch (error) {
      log.error({ error: String(error) }, 'Somebody was not woken for a notification')
    }
  }

  /** Somebody has seen everything up to this one; his other clients hear of it. Answers what is still missed. */
  async seen(userId: string, upTo: string): Promise<number> {
    const { store, broker } = this.#parts
    const missed = await store.notifications.seen(userId, upTo)
    broker.publishToUser(userId, { event: 'notifications_seen', data: { upTo, missed } })
    return missed
  }
}
