import { Suspense, useEffect, useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { countTriggers, waitsForMoments } from '#gateway/rules/parts.ts'
import { moodOf } from '#gateway/rules/words/triggers.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useOtherRules } from '../use-rules.ts'
import { useEditor } from './draft/editor.ts'
import { isByHand, removeTrigger, type TriggerKind } from './draft/rule-edit.ts'
import { useCameBack } from './draft/use-came-back.ts'
import { useRemoved } from './draft/use-removed.ts'
import { Offers } from './forms/Offers.tsx'
import { useKnownStatuses } from './forms/use-statuses.ts'
import { Step } from './Step.tsx'
import {
  calledSentence,
  deviceSentence,
  runSentence,
  type Sentence,
  silenceSentence,
  statusSentence,
  sunSentence,
  timeSentence,
  useSpeech,
} from './sentences.ts'
import { offersOf } from './tabs.ts'
import styles from './thread.module.css'

/** They come where there are several triggers, and many of devices. */
const Segments = lazy(async () => ({ default: (await import('#ui/menu/Segments.tsx')).Segments }))
const Pager = lazy(async () => ({ default: (await import('#engine/Pager.tsx')).Pager }))

const TONES = {
  time_triggers: 'info',
  sun_triggers: 'info',
  call_triggers: 'info',
  silence_triggers: 'ok',
  run_triggers: 'info',
  statuses: 'automation',
  event_triggers: 'ok',
} as const satisfies Record<TriggerKind, unknown>

/** What begins the scene: triggers as sentences, and how they go together. */
export function When() {
  const { t } = useText()
  const speech = useSpeech()
  useDevices()
  const { situation, definitions } = useEngine()
  const { rule, base, existing, change, place, go } = useEditor()
  const removed = useRemoved()
  const statuses = useKnownStatuses()
  const [page, setPage] = useState(1)
  const { time_triggers = [], sun_triggers = [], call_triggers = [], event_triggers = [] } = rule
  const { statuses: named = [], silence_triggers = [], run_triggers = [] } = rule
  const others = useOtherRules(rule)
  const { place: somewhere, known } = useWhereabouts()
  const count = countTriggers(rule)
  const size = numberLimit(definitions, 'deviceTriggersPage')
  const pages = Math.max(1, Math.ceil(event_triggers.length / size))
  const at = Math.min(page, pages)
  const byHand = isByHand(rule, existing ? base : undefined)
  const begun = count > 0 || byHand
  const choosing = place.tab === 'choose' && place.asks === undefined
  const heading = useCameBack(place.tab === 'choose' && place.asks === undefined)

  // Before there are two triggers; what does not come is asked for again where it is drawn.
  useEffect(() => {
    for (const part of [Segments, Pager]) part.load().catch(() => {})
  }, [])
  const step = (kind: TriggerKind, key: string, sentence: Sentence, open: () => void) => (
    <li key={key}>
      <Step
        sentence={sentence}
        tone={TONES[kind]}
        here={place.editing === key}
        onOpen={open}
        onRemove={() => {
          change(removeTrigger(rule, kind, key))
          if (place.editing === key) go({ tab: 'choose' })
          removed(sentence.text)
        }}
      />
    </li>
  )
  return (
    <section className={styles.section} aria-label={t('builder.when.title')}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t('builder.when.title')}
        </h2>
        {count > 1 && (
          <Suspense fallback={<Skeleton height="var(--size-control)" width="10em" />}>
            <Segments
              label={t('builder.when.logic')}
              segments={[
                { id: 'OR', label: t('builder.when.OR') },
                { id: 'AND', label: t('builder.when.AND') },
              ]}
              value={rule.rule_logic}
              onChange={(logic) => change({ ...rule, rule_logic: logic === 'AND' ? 'AND' : 'OR' })}
            />
          </Suspense>
        )}
      </header>
      {count > 1 && (
        <p className={styles.hint} role="status">
          {rule.rule_logic === 'OR'
            ? t('builder.when.orText')
            : t(waitsForMoments(rule) ? 'builder.when.andTimeText' : 'builder.when.andText')}
        </p>
      )}
      {byHand && (
        <ul className={styles.steps}>
          <li>
            <Step
              sentence={{ icon: 'play', text: t('builder.when.byHand') }}
              tone="plain"
              here={false}
              onOpen={() => go({ tab: 'choose' })}
              onRemove={() => {
                change({ ...rule, byHand: false })
                removed(t('builder.when.byHand'))
              }}
            />
          </li>
        </ul>
      )}
      {count > 0 && (
        <ul className={styles.steps}>
          {time_triggers.map((trigger) =>
            step('time_triggers', trigger.id, timeSentence(trigger, speech), () =>
              go({ tab: 'triggerForm', of: 'TIME_TRIGGER', editing: trigger.id }),
            ),
          )}
          {sun_triggers.map((trigger) =>
            step('sun_triggers', trigger.id, sunSentence(trigger, speech, !known || !!somewhere), () =>
              go({ tab: 'triggerForm', of: 'SUN_TRIGGER', editing: trigger.id }),
            ),
          )}
          {call_triggers.map((trigger) =>
            step('call_triggers', trigger.id, calledSentence(rule, trigger, speech), () =>
              go({ tab: 'triggerForm', of: 'CALL_TRIGGER', editing: trigger.id }),
            ),
          )}
          {run_triggers.map((trigger) =>
            step('run_triggers', trigger.id, runSentence(trigger, speech, others), () =>
              go({ tab: 'triggerForm', of: 'RUN_TRIGGER', editing: trigger.id }),
            ),
          )}
          {silence_triggers.map((trigger) =>
            step('silence_triggers', trigger.id, silenceSentence(trigger, speech), () =>
              go({ tab: 'triggerForm', of: 'SILENCE_TRIGGER', editing: trigger.id }),
            ),
          )}
          {named.map((status) =>
            step(
              'statuses',
              status.resource_id ?? status.name,
              statusSentence(
                status,
                speech,
                statuses.length === 0 ||
                  statuses.some(({ resource_id }) => resource_id === status.resource_id),
              ),
              () => go({ tab: 'triggerForm', of: 'STATUS_TRIGGER', editing: status.resource_id }),
            ),
          )}
          {event_triggers
            .slice((at - 1) * size, at * size)
            .map((trigger) =>
              step('event_triggers', trigger.id, deviceSentence(trigger, moodOf(rule), speech), () =>
                go({ tab: 'deviceTrigger', of: 'DEVICE_TRIGGER', editing: trigger.id }),
              ),
            )}
        </ul>
      )}
      {pages > 1 && (
        <Suspense>
          <Pager page={at} size={size} total={event_triggers.length} onPage={setPage} />
        </Suspense>
      )}
      {choosing ? (
        <>
          {!begun && <p className={styles.hint}>{t('builder.when.empty')}</p>}
          <Offers
            label={t('builder.when.add')}
            offers={offersOf('choose', situation, { begun })}
            terse={begun}
            onChoose={({ value, to }) => {
              if (value === 'BY_HAND') change({ ...rule, byHand: true })
              if (to) go({ tab: to, of: value })
            }}
          />
          {begun && (
            <div className={styles.on}>
              <Button look="quiet" icon="arrow-down" onClick={() => go({ tab: 'actions' })}>
                {t('builder.when.onward')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <div className={styles.on}>
          <Button look="quiet" icon="plus" onClick={() => go({ tab: 'choose' })}>
            {t('builder.when.add')}
          </Button>
        </div>
      )}
    </section>
  )
}
