import { toldOf } from '#gateway/lib/scenes/recipients.ts'
import { isOfDevice, valuesIn } from '#gateway/lib/scenes/texts.ts'
import type { Recipient, Rule, RuleNotification } from '#schemas/generated/entities/rule.ts'
import type { Told } from '#schemas/generated/entities/rule-run.ts'
import { messageWithin } from '#server/lib/reach/scenes.ts'
import type { MemberRole } from '#server/store/people/memberships.ts'
import type { Store } from '#server/store/store.ts'

export interface RecipientParts {
  store: Pick<Store, 'memberships'>
  /** Devices that somebody finds who is limited; undefined: nothing. */
  reachOf(userId: string, serialNumber: string): Promise<ReadonlySet<string> | undefined>
  /** A rule as the gateway has it now, wherever it lives. */
  ruleOf(serialNumber: string, id: string): Promise<Rule | undefined>
}

/** One who is to be told, and the recipients by which he is meant. */
export interface Meant {
  userId: string
  /** He finds a part of the home only, and it is about no more. */
  limited: boolean
}

type Why = NonNullable<Told['why']>

/** Who is meant by recipients now, and what is to be said of them. */
export interface Resolved {
  meant: readonly Meant[]
  /** What became of each recipient, when `failed` says of each person who was meant why he was not told. */
  told(failed: ReadonlyMap<string, Why>): Told[]
}

/**
 * Finds the people behind the recipients of a message (decision 0247): those who use the home now. Whether an account was
 * there ever makes no difference to who asks.
 */
export async function resolveRecipients(
  parts: RecipientParts,
  about: { serialNumber: string; ruleId: string; notification: RuleNotification },
): Promise<Resolved> {
  const { serialNumber, notification } = about
  const recipients: readonly Recipient[] = notification.recipients ?? []
  const roles = new Map(
    (await parts.store.memberships.admittedUsers(serialNumber)).map(({ userId, role }) => [userId, role]),
  )
  const [owner] = [...roles].find(([, role]) => role === 'owner') ?? []
  const whole = [...roles].flatMap(([userId, role]) => (role === 'limited' ? [] : [userId]))
  const meant = new Map<string, Meant>()
  const of: { recipient: Recipient; people: readonly string[]; why?: Why }[] = []
  for (const recipient of recipients) {
    const people =
      recipient.kind === 'everybody'
        ? whole
        : [recipient.kind === 'owner' ? owner : recipient.user_id].filter((one) => one !== undefined)
    const why = recipient.kind === 'person' ? await whyNot(recipient.user_id, roles, parts, about) : undefined
    of.push({ recipient, people, ...(why && { why }) })
    if (why) continue
    for (const userId of people) meant.set(userId, { userId, limited: roles.get(userId) === 'limited' })
  }
  return {
    meant: [...meant.values()],
    told: (failed) =>
      of.map(({ recipient, people, why }) => {
        const reached = people.some((userId) => !failed.has(userId))
        const [first] = people
        return toldOf(
          recipient,
          why ?? (reached ? undefined : (first !== undefined && failed.get(first)) || 'no_access'),
        )
      }),
  }
}

/** Why somebody is not told who was chosen; undefined: he is. */
async function whyNot(
  userId: string,
  roles: ReadonlyMap<string, MemberRole>,
  { reachOf, ruleOf }: RecipientParts,
  about: { serialNumber: string; ruleId: string; notification: RuleNotification },
): Promise<Why | undefined> {
  const role = roles.get(userId)
  if (role === undefined) return 'no_access'
  if (role !== 'limited') return undefined
  const { serialNumber, ruleId, notification } = about
  const [reached, rule] = await Promise.all([reachOf(userId, serialNumber), ruleOf(serialNumber, ruleId)])
  // What is sent counts, and what the rule has been since.
  const values = valuesIn(notification)
  const within =
    reached !== undefined &&
    rule !== undefined &&
    messageWithin(rule, reached) &&
    values.every((one) => isOfDevice(one) && reached.has(one.device_id))
  return within ? undefined : 'limited'
}
