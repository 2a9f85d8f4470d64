import { Suspense } from 'react'
import { useText } from '#i18n/useText.ts'
import type { Recipient } from '#schemas/generated/entities/rule.ts'
import { RadioField } from '#ui/fields/choice-fields.tsx'
import { lazy } from '#ui/parts/lazy.ts'

/** It comes when people are chosen. */
const Recipients = lazy(() => import('./Recipients.tsx'))

export type Whom = 'address' | 'everybody' | 'people'

/** `otherwise`: for whom it is without recipients. */
export function whomOf(recipients: readonly Recipient[] | undefined, otherwise: Whom): Whom {
  if (!recipients) return otherwise
  return recipients.some(({ kind }) => kind === 'everybody') ? 'everybody' : 'people'
}

interface Props {
  ways: readonly Whom[]
  whom: Whom
  people: readonly Recipient[]
  judged: boolean
  onWhom(whom: Whom): void
  onPeople(people: readonly Recipient[]): void
}

/** For whom something is, and where certain people are meant, who (decision 0247). */
export function WhomField({ ways, whom, people, judged, onWhom, onPeople }: Props) {
  const { t } = useText()
  return (
    <>
      <RadioField
        label={t('sceneForms.whom.label')}
        value={whom}
        choices={ways.map((value) => ({ value, label: t(`sceneForms.whom.ways.${value}`) }))}
        onChange={(next) => onWhom(next as Whom)}
      />
      {whom === 'people' && (
        <Suspense>
          <Recipients
            value={people}
            error={judged && people.length === 0 ? t('sceneForms.whom.nobody') : undefined}
            onChange={onPeople}
          />
        </Suspense>
      )}
    </>
  )
}
