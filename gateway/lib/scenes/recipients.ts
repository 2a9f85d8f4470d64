import type { Recipient, Rule, RuleNotification, WhileStatus } from '#schemas/generated/entities/rule.ts'
import type { Told } from '#schemas/generated/entities/rule-run.ts'
import { saidBy } from './texts.ts'

type Addressed = Pick<RuleNotification, 'recipients'>

const whileOf = (one: Recipient): WhileStatus | undefined => ('while' in one ? one.while : undefined)

/** The statuses by which a rule says whom it tells. */
export const recipientStatuses = ({ scenes = [] }: Pick<Rule, 'scenes'>): readonly WhileStatus[] =>
  scenes.flatMap((set) =>
    saidBy(set).flatMap(({ recipients = [] }) => recipients.flatMap((one) => whileOf(one) ?? [])),
  )

/** Whoever is meant as statuses are now; what nobody knows is not as said. */
export const isMeant = (one: Recipient, state: (status: string) => boolean | undefined): boolean => {
  const only = whileOf(one)
  return only === undefined || state(only.resource_id) === only.state
}

/** What is told of a recipient; without `why` he was told. */
export const toldOf = (one: Recipient, why?: Told['why']): Told => ({
  kind: one.kind,
  ...(one.kind === 'person' && { user_id: one.user_id, name: one.name }),
  ...(why && { why }),
})

/** Recipients that are not meant as statuses are now. */
export const passedOver = (
  { recipients = [] }: Addressed,
  state: (status: string) => boolean | undefined,
): Told[] => recipients.filter((one) => !isMeant(one, state)).map((one) => toldOf(one, 'status'))

/** The notification with others in the places of the statuses by which it says whom it tells. */
export const withWhiles = <N extends Addressed>(
  notification: N,
  change: (status: WhileStatus) => WhileStatus,
): N =>
  notification.recipients
    ? {
        ...notification,
        recipients: notification.recipients.map((one) =>
          'while' in one && one.while ? { ...one, while: change(one.while) } : one,
        ),
      }
    : notification
