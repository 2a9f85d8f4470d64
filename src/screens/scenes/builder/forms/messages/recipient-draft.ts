import type { HomePerson } from '#schemas/generated/entities/home-person.ts'
import type { Recipient } from '#schemas/generated/entities/rule.ts'

/** The same limit as schemas/entities/rule.json has. */
export const MOST_RECIPIENTS = 20

export const sameRecipient = (one: Recipient, other: Recipient): boolean =>
  one.kind === 'person' ? other.kind === 'person' && one.user_id === other.user_id : one.kind === other.kind

export interface OfferedPerson {
  recipient: Exclude<Recipient, { kind: 'everybody' }>
  /** He finds a part of the home only. */
  limited: boolean
  /** He is chosen, and does not use the home any more. */
  gone: boolean
}

/**
 * Who can be told: the owner, whoever that is then, the people of the home (support is there for a day only), and whoever
 * is chosen already.
 */
export function offeredPeople(
  household: readonly HomePerson[] | undefined,
  chosen: readonly Recipient[],
): readonly OfferedPerson[] {
  const people = (household ?? []).filter(({ inHome }) => inHome !== 'owner' && inHome !== 'support')
  const gone = chosen.filter(
    (one) => one.kind === 'person' && !people.some(({ user_id }) => user_id === one.user_id),
  )
  return [
    { recipient: { kind: 'owner' }, limited: false, gone: false },
    ...people.map(({ user_id, name, inHome }) => ({
      recipient: { kind: 'person', user_id, name } as const,
      limited: inHome === 'limited',
      gone: false,
    })),
    ...gone.flatMap((recipient) =>
      recipient.kind === 'person' ? [{ recipient, limited: false, gone: household !== undefined }] : [],
    ),
  ]
}
