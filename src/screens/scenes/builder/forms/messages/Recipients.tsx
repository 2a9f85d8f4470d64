import { useEngine } from '#engine/engine.ts'
import { useHousehold } from '#engine/objects/people.ts'
import { useText } from '#i18n/useText.ts'
import type { Recipient, WhileStatus } from '#schemas/generated/entities/rule.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { CheckboxField, SelectField } from '#ui/fields/choice-fields.tsx'
import { useBelow } from '#ui/fields/Field.tsx'
import { statusName } from '../../../status-words.ts'
import styles from '../forms.module.css'
import { useKnownStatuses } from '../use-statuses.ts'
import { MOST_RECIPIENTS, offeredPeople, sameRecipient } from './recipient-draft.ts'

interface Props {
  value: readonly Recipient[]
  error: string | undefined
  onChange(value: readonly Recipient[]): void
}

/** Who of the home is told, and by which status only then (decision 0247). */
export default function Recipients({ value, error, onChange }: Props) {
  const { t } = useText()
  const { session } = useEngine().situation
  const household = useHousehold()
  const statuses = useKnownStatuses()
  const { attributes, below } = useBelow({ error })
  const offered = offeredPeople(household, value)
  const put = (one: Recipient, chosen: boolean): void => {
    const others = value.filter((other) => !sameRecipient(other, one))
    onChange(chosen ? [...others, one] : others)
  }
  return (
    <fieldset className={styles.people} aria-describedby={attributes['aria-describedby']}>
      <legend>{t('sceneForms.whom.who')}</legend>
      {offered.map(({ recipient, limited, gone }) => {
        const chosen = value.find((other) => sameRecipient(other, recipient))
        const name = recipient.kind === 'person' ? recipient.name : t('builder.whom.owner')
        const isMe = recipient.kind === 'person' && recipient.user_id === session.id
        return (
          <div
            key={recipient.kind === 'person' ? recipient.user_id : recipient.kind}
            className={styles.person}
          >
            <CheckboxField
              label={isMe ? t('sceneForms.whom.me', { name }) : name}
              help={gone ? t('sceneForms.whom.gone') : limited ? t('sceneForms.whom.limited') : undefined}
              value={chosen !== undefined}
              onChange={(next) => put(recipient, next && value.length < MOST_RECIPIENTS)}
            />
            {chosen && chosen.kind !== 'everybody' && (statuses.length > 0 || chosen.while) && (
              <While
                name={name}
                value={chosen.while}
                statuses={statuses}
                onChange={(only) => {
                  const { while: _before, ...plain } = chosen
                  onChange(
                    value.map((other) =>
                      sameRecipient(other, chosen) ? { ...plain, ...(only && { while: only }) } : other,
                    ),
                  )
                }}
              />
            )}
          </div>
        )
      })}
      {below}
    </fieldset>
  )
}

interface WhileProps {
  name: string
  value: WhileStatus | undefined
  statuses: readonly ScenarioStatus[]
  onChange(value: WhileStatus | undefined): void
}

const ALWAYS = 'always'
const idOf = ({ resource_id, state }: WhileStatus): string => `${state ? 'on' : 'off'} ${resource_id}`

/** Somebody who is at home, or away, is a status of the home. */
function While({ name, value, statuses, onChange }: WhileProps) {
  const text = useText()
  const { t } = text
  const there = statuses.flatMap(({ resource_id, name: status }) =>
    [true, false].map((state) => ({ resource_id, name: status, state })),
  )
  const gone = value && !there.some((one) => idOf(one) === idOf(value))
  return (
    <SelectField
      label={t('sceneForms.whom.when', { name })}
      value={value ? idOf(value) : ALWAYS}
      size="dense"
      choices={[
        { value: ALWAYS, label: t('sceneForms.whom.always') },
        ...(gone ? [{ value: idOf(value), label: t('builder.gone') }] : []),
        ...there.map((one) => ({
          value: idOf(one),
          label: t(one.state ? 'sceneForms.whom.whileOn' : 'sceneForms.whom.whileOff', {
            status: statusName(one.name, text),
          }),
        })),
      ]}
      onChange={(id) => onChange(there.find((one) => idOf(one) === id))}
    />
  )
}
