import { useState } from 'react'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import { nextSunMoment } from '#gateway/rules/moments/sun-moments.ts'
import { useText } from '#i18n/useText.ts'
import type { SunMoment, SunTrigger, Week } from '#schemas/generated/entities/rule.ts'
import { Toggle } from '#ui/fields/Toggle.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { NoPlace } from '../../../NoPlace.tsx'
import { useEditor } from '../../draft/editor.ts'
import { newId, putSunTrigger } from '../../draft/rule-edit.ts'
import { vocabulary } from '../../offered/vocabulary.ts'
import { Panel } from '../../Panel.tsx'
import { DurationField, durationOf, msOfDuration } from '../DurationField.tsx'
import { EntryForm } from '../EntryForm.tsx'
import styles from '../forms.module.css'
import { DaysField } from './DaysField.tsx'

const EVERY_DAY: Week = [true, true, true, true, true, true, true]
const WAYS = ['before', 'at', 'after'] as const
type Way = (typeof WAYS)[number]
const SIGN = { before: -1, at: 0, after: 1 } as const
const HALF_AN_HOUR = 1_800_000
/** Further away it would belong to another part of the day. */
const FARTHEST = 12 * 3_600_000

const wayOf = (offset: number): Way => (offset === 0 ? 'at' : offset < 0 ? 'before' : 'after')

/** Sunrise, sunset or twilight, or some time before or after, on weekdays. */
export function SunForm() {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const known = rule.sun_triggers?.find(({ id }) => id === place.editing)
  const before = known?.sun.offset ?? 0
  const [event, setEvent] = useState<SunMoment['event']>(known?.sun.event ?? 'sunset')
  const [way, setWay] = useState(() => wayOf(before))
  const [distance, setDistance] = useState(() =>
    durationOf(Math.abs(before), HALF_AN_HOUR, vocabulary.offsetPresets),
  )
  const [repeating, setDays] = useState<Week>(known?.repeating ?? EVERY_DAY)
  const ms = way === 'at' ? 0 : msOfDuration(distance)
  const far = ms !== undefined && ms > FARTHEST
  const form = useSubmit(() => {
    if (ms === undefined || far || !repeating.includes(true)) return
    const offset = SIGN[way] * ms
    const sun: SunMoment = { event, ...(offset !== 0 && { offset }) }
    change(putSunTrigger(rule, { id: known?.id ?? newId(), sun, repeating }))
    go({ tab: 'choose' })
  })
  return (
    <Panel title={t(known ? 'sceneForms.sun.edit' : 'sceneForms.sun.title')} text={t('sceneForms.sun.text')}>
      <EntryForm form={form} known={known !== undefined}>
        <NoPlace />
        <fieldset className={styles.presets}>
          <legend>{t('sceneForms.sun.event')}</legend>
          {vocabulary.sunEvents.map((one) => (
            <Toggle key={one} pressed={one === event} onClick={() => setEvent(one)}>
              {t(`sceneForms.sun.events.${one}`)}
            </Toggle>
          ))}
        </fieldset>
        <Segments
          label={t('sceneForms.sun.way')}
          segments={WAYS.map((id) => ({ id, label: t(`sceneForms.sun.ways.${id}`) }))}
          value={way}
          onChange={(id) => setWay(id as Way)}
        />
        {way !== 'at' && (
          <DurationField
            label={t('sceneForms.sun.distance')}
            presets={vocabulary.offsetPresets}
            duration={distance}
            judged={form.tried}
            onChange={setDistance}
          />
        )}
        {form.tried && far && (
          <p className={styles.fault} role="alert">
            {t('sceneForms.faults.far')}
          </p>
        )}
        <DaysField days={repeating} judged={form.tried} onChange={setDays} />
        <Next trigger={{ sun: { event, offset: SIGN[way] * (ms ?? 0) }, repeating }} />
      </EntryForm>
    </Panel>
  )
}

/** When that would be: whoever sees a time knows whether it is what he means. */
function Next({ trigger }: { trigger: Pick<SunTrigger, 'sun' | 'repeating'> }) {
  const { t } = useText()
  const moment = useHomeMoment()
  const where = useWhereabouts()
  const [now] = useState(() => Date.now())
  const at = nextSunMoment(trigger, where, now)
  if (!where.place || !trigger.repeating.includes(true)) return null
  const town = where.place.name
  return (
    <p className={styles.next} role="status">
      {at === undefined
        ? t('sceneForms.sun.never')
        : town === undefined
          ? t('sceneForms.sun.next', { when: moment(at, now) })
          : t('sceneForms.sun.nextIn', { town, when: moment(at, now) })}
    </p>
  )
}
