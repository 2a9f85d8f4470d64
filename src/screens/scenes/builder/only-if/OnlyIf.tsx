import { useEngine } from '#engine/engine.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
import { useText } from '#i18n/useText.ts'
import type { Condition, ConditionLogic, OnlyIf as Conditions } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { useEditor } from '../draft/editor.ts'
import { newId } from '../draft/rule-edit.ts'
import { useCameBack } from '../draft/use-came-back.ts'
import { useRemoved } from '../draft/use-removed.ts'
import { Offers } from '../forms/Offers.tsx'
import { useKnownStatuses } from '../forms/use-statuses.ts'
import { Step } from '../Step.tsx'
import { useSpeech } from '../sentences.ts'
import { conditionsOffered } from '../tabs.ts'
import thread from '../thread.module.css'
import { groupOf, removeCondition, withLogic } from './edit.ts'
import styles from './OnlyIf.module.css'
import { stepIn, TOP } from './place-asked.ts'
import { conditionSentence } from './sentence.ts'

const LOGICS: readonly ConditionLogic[] = ['ALL', 'ANY', 'NONE']
const ALONE: readonly ConditionLogic[] = ['ALL', 'NONE']

/** What must hold when something sets the scene off: conditions as sentences, and how they go together. */
export default function OnlyIf() {
  const { t } = useText()
  const { rule, place } = useEditor()
  const opened = rule.only_if === undefined
  const isAsking = place.asks !== undefined && stepIn(place.asks) === undefined
  const heading = useCameBack(place.tab === 'choose' && isAsking, opened)
  return (
    <section className={thread.section} aria-label={t('builder.onlyIf.title')}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t('builder.onlyIf.title')}
        </h2>
        {rule.only_if && <Logic of={rule.only_if} group={TOP} />}
      </header>
      <p className={thread.hint}>
        {t(countTriggers(rule) === 0 ? 'builder.onlyIf.byHand' : 'builder.onlyIf.text')}
      </p>
      <Parts conditions={rule.only_if?.conditions ?? []} group={TOP} />
      {isAsking && place.asks !== TOP && !groupOf(rule, place.asks ?? TOP) && (
        <Group group={{ logic: 'ANY', conditions: [] }} id={place.asks ?? TOP} />
      )}
      <Add group={TOP} />
    </section>
  )
}

/** All of them, one of them or none; of a single one whether it is so or not. */
export function Logic({ of: { logic, conditions }, group }: { of: Conditions; group: string }) {
  const { t } = useText()
  const { rule, change } = useEditor()
  const alone = conditions.length < 2
  return (
    <Segments
      label={t('builder.onlyIf.logic')}
      segments={(alone ? ALONE : LOGICS).map((id) => ({
        id,
        label: t(alone ? `builder.onlyIf.alone.${id as 'ALL' | 'NONE'}` : `builder.onlyIf.${id}`),
      }))}
      value={alone && logic === 'ANY' ? 'ALL' : logic}
      onChange={(id) => change(withLogic(rule, group, id as ConditionLogic))}
    />
  )
}

export function Parts({ conditions, group }: { conditions: readonly Condition[]; group: string }) {
  const speech = useSpeech()
  useDevices()
  const statuses = useKnownStatuses()
  const { place: somewhere, known } = useWhereabouts()
  const { rule, change, place, go } = useEditor()
  const removed = useRemoved()
  if (conditions.length === 0) return null
  const there = {
    status: (id: string | undefined) =>
      statuses.length === 0 || statuses.some(({ resource_id }) => resource_id === id),
    placed: !known || somewhere !== undefined,
  }
  const open = (one: Condition): void => {
    const asks = group
    if (one.kind === 'device') go({ tab: 'deviceTrigger', of: 'DEVICE_STATE', editing: one.id, asks })
    if (one.kind === 'status') go({ tab: 'triggerForm', of: 'STATUS_STATE', editing: one.id, asks })
    if (one.kind === 'time') go({ tab: 'triggerForm', of: 'TIME_WINDOW', editing: one.id, asks })
    if (one.kind === 'date') go({ tab: 'triggerForm', of: 'DATE_SPAN', editing: one.id, asks })
  }
  return (
    <ul className={thread.steps}>
      {conditions.map((one) => {
        if (one.kind === 'group')
          return (
            <li key={one.id}>
              <Group group={one} id={one.id} />
            </li>
          )
        const sentence = conditionSentence(one, speech, there)
        return (
          <li key={one.id}>
            <Step
              sentence={sentence}
              tone="info"
              here={place.editing === one.id}
              onOpen={() => open(one)}
              onRemove={() => {
                change(removeCondition(rule, one.id))
                if (place.editing === one.id)
                  go({ tab: 'choose', asks: stepIn(group) === undefined ? TOP : group })
                removed(sentence.text)
              }}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Conditions that are one among the others. */
function Group({ group, id }: { group: Conditions; id: string }) {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const removed = useRemoved()
  const name = t('builder.onlyIf.group')
  return (
    <section className={styles.group} aria-label={name}>
      <header>
        {group.conditions.length === 0 ? <h3>{name}</h3> : <Logic of={group} group={id} />}
        <Button
          only
          look="quiet"
          size="dense"
          icon="close"
          onClick={() => {
            change(removeCondition(rule, id))
            if (place.asks === id) go({ tab: 'choose', asks: TOP })
            if (group.conditions.length > 0) removed(name)
          }}
        >
          {t('builder.remove', { name })}
        </Button>
      </header>
      <Parts conditions={group.conditions} group={id} />
      <Add group={id} />
    </section>
  )
}

/** What can be asked; where the hand is elsewhere, a way to come here. */
export function Add({ group }: { group: string }) {
  const { t } = useText()
  const { situation } = useEngine()
  const { rule, place, go } = useEditor()
  const begun = rule.only_if !== undefined
  if (place.tab !== 'choose' || place.asks !== group)
    return (
      <div className={thread.on}>
        <Button look="quiet" icon="plus" onClick={() => go({ tab: 'choose', asks: group })}>
          {t('builder.onlyIf.add')}
        </Button>
      </div>
    )
  return (
    <>
      <Offers
        label={t('builder.onlyIf.add')}
        offers={conditionsOffered(situation, { nested: group !== TOP })}
        terse={begun || group !== TOP}
        onChoose={({ value, to }) => {
          if (to) go({ tab: to, of: value, asks: group })
          else go({ tab: 'choose', asks: newId() })
        }}
      />
      <div className={thread.on}>
        <Button look="quiet" icon="arrow-down" onClick={() => go({ tab: 'actions' })}>
          {t('builder.when.onward')}
        </Button>
      </div>
    </>
  )
}
