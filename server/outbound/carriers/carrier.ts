import type { Letter } from '../letter.ts'

/** What a notification on somebody's device needs beside its words. */
export interface Wake {
  /** Of the page that it opens. */
  path: string
  urgent: boolean
  /** Two with one tag are shown as one. */
  tag: string
  /** Id of the alarm's notification that one can react to from there, in what words, and what is said when nobody hears them. */
  react?: { id: string; label: string; text: string; failed: string }
  /** Id of the notification that one can answer from there, and what is said when nobody hears it, or another answer counts. */
  ask?: { id: string; answers: readonly { id: string; label: string }[]; failed: string; other: string }
}

/** A message as it leaves: a mail, or what of it the other ways need. */
export interface Parcel extends Letter {
  userId?: string
  /** Of a push: the subscription. */
  target?: string
  /** Only of a push. */
  wake?: Wake
  /** Only of a mail: a file that goes with it. */
  beside?: { name: string; kind: string; bytes: Buffer }
}

/** What is certain to have been sent, or never to be. */
export interface Settled {
  /** The name that its sender gave it. */
  message: string
  target: string | undefined
  /** Why it was not sent. */
  failure?: string | undefined
}

/** Takes messages of one way where they belong. */
export interface Carrier {
  /** Rejects with DeliveryError when it could not. `id` is the same each time that the message is tried. */
  send(parcel: Parcel, id: string): Promise<void>
  /** What became of a message that has a name. */
  settled?(what: Settled): void
  close?(): void
}

export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** Trying again would not help. */
  readonly final: boolean
  /** Whoever refused asked for at least so long a pause. */
  readonly pauseMs: number | undefined

  constructor(
    message: string,
    final: boolean,
    { pauseMs, ...options }: ErrorOptions & { pauseMs?: number } = {},
  ) {
    super(message, options)
    this.final = final
    this.pauseMs = pauseMs
  }
}
