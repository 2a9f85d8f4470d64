import { useState } from 'react'
import type { DeviceHead } from '#engine/ports.ts'
import { partKey } from '#engine/property/state/address.ts'
import { useDevice } from '#engine/property/state/useHome.ts'
import { useProperty } from '#engine/property/state/useProperty.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { isLasting } from '#gateway/lib/values/value-kinds.ts'
import { type Comparison, comparisonOf, isTallied } from '#gateway/rules/conditions.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { Badge } from '#ui/Tag.tsx'
import { useEditor } from '../draft/editor.ts'
import { newId, putDeviceTrigger } from '../draft/rule-edit.ts'
import { askable, beginnings, type Way, waysToCompare } from '../offered/offered.ts'
import { type OfferedProperty, propertyAt } from '../offered/properties.ts'
import { vocabulary } from '../offered/vocabulary.ts'
import { putCondition } from '../only-if/edit.ts'
import { conditionOf } from '../only-if/place-asked.ts'
import { Panel } from '../Panel.tsx'
import { propertyName, valueWords } from '../sentences.ts'
import { DurationField, durationOf, msOfDuration } from './DurationField.tsx'
import { EntryForm } from './EntryForm.tsx'
import styles from './forms.module.css'
import { choicesOf, PlainValue, type Scalar } from './PlainValue.tsx'
import { Tally, withinOf } from './Tally.tsx'

/** Tab 2: which value of the device, how it compares, and for how long. */
export function TriggerForm() {
  const { t } = useText()
  const { rule, place } = useEditor()
  const asked = conditionOf(rule, place.editing)
  const known =
    asked?.kind === 'device' ? asked.device : rule.event_triggers?.find(({ id }) => id === place.editing)
  const head = useDevice(known?.event_source ?? place.device ?? '')
  if (!head)
    return (
      <Panel title={t('sceneForms.trigger.edit')}>
        <EmptyState bare icon="warning" tone="warn" title={t('builder.gone')}>
          <p>{t('sceneForms.trigger.goneText')}</p>
        </EmptyState>
      </Panel>
    )
  return <Entry key={head.id} head={head} known={known} />
}

/** What can begin a scene, and what this trigger names already, even where it would not be offered any more. */
function offeredFor(
  head: DeviceHead,
  known: DeviceTrigger | undefined,
  asks: boolean,
): readonly OfferedProperty[] {
  const offered = asks ? askable(head) : beginnings(head)
  const now = known && propertyAt(head, { service: known.service_name, property: known.property_name })
  return now && !offered.some((one) => partKey(one) === partKey(now)) ? [now, ...offered] : offered
}

/** spec 2 §5: the same device, service and property twice is rejected, but for the trigger being edited. */
const isAdded = (rule: Rule, head: DeviceHead, of: OfferedProperty, editing: string | undefined): boolean =>
  (rule.event_triggers ?? []).some(
    (one) =>
      one.id !== editing &&
      one.event_source === head.id &&
      one.service_name === of.service &&
      one.property_name === of.property,
  )

const firstValue = (of: OfferedProperty): Scalar | undefined => choicesOf(of)[0]

function Entry({ head, known }: { head: DeviceHead; known: DeviceTrigger | undefined }) {
  const { t } = useText()
  const words = useWords()
  const widgets = useWidgets()
  const { rule, change, go, place } = useEditor()
  const { asks } = place
  const offered = offeredFor(head, known, asks !== undefined)
  const [key, setKey] = useState(() =>
    known ? partKey({ service: known.service_name, property: known.property_name }) : '',
  )
  const of = offered.find((one) => partKey(one) === key) ?? offered[0]
  const [compare, setCompare] = useState<Comparison>(() => (known ? comparisonOf(known) : 'EQ'))
  const [upper, setUpper] = useState<Scalar | undefined>(known?.upper)
  const [value, setValue] = useState<Scalar | undefined>(() => known?.value ?? (of && firstValue(of)))
  const [hold, setHold] = useState(() => durationOf(known?.delay, 'none'))
  const [count, setCount] = useState(known?.count ?? 1)
  const [chosen, setWithin] = useState(() =>
    known && isTallied(known) ? durationOf(known.within, 'none', vocabulary.tallyPresets) : undefined,
  )
  const delay = msOfDuration(hold)
  // Asked about it may be as often as one likes.
  const twice = asks === undefined && of !== undefined && isAdded(rule, head, of, known?.id)
  const form = useSubmit(add)
  if (!of)
    return (
      <Panel title={head.name}>
        <EmptyState bare icon="device" title={t('sceneForms.device.none')} />
      </Panel>
    )
  const ways = waysToCompare(of, asks !== undefined)
  const way = ways.find(({ id }) => id === compare) ?? ways[0]
  const narrow = way?.upper === true && !(Number(value) < Number(upper))
  const amounts = way?.change !== undefined
  const tooLittle = amounts && !(Number(value) > 0)
  const counts = asks === undefined && !amounts && count > 1
  const within = chosen ?? durationOf(undefined, amounts ? 'none' : (vocabulary.tallyPresets[0] ?? 'custom'))
  const time = withinOf(within)
  const timeless = (amounts && time === undefined) || (counts && !time)
  const lasts = isLasting(of.value) && !amounts && !counts

  function choose(next: string): void {
    const chosen = offered.find((one) => partKey(one) === next)
    setKey(next)
    form.anew()
    setValue(chosen && firstValue(chosen))
  }
  function add(): void {
    if (!of || !way || value === undefined || twice || narrow || tooLittle || timeless) return
    if (delay === undefined) return
    const device: DeviceTrigger = {
      id: known?.id ?? newId(),
      event_source: head.id,
      device_name: head.name,
      service_name: of.service,
      property_name: of.property,
      compare_type: way.compare_type,
      value,
      ...(way.inclusive && { inclusive: true }),
      ...(way.upper && { upper: Number(upper) }),
      ...(way.negated && { negated: true }),
      ...(lasts && delay > 0 && { delay }),
      ...(way.change && { change: way.change }),
      ...(counts && { count }),
      ...((amounts || counts) && time && { within: time }),
    }
    change(
      asks === undefined
        ? putDeviceTrigger(rule, device)
        : putCondition(rule, asks, { kind: 'device', id: device.id, device }),
    )
    go({ tab: 'choose', ...(asks !== undefined && { asks }) })
  }
  return (
    <Panel title={t(`sceneForms.${asks === undefined ? 'trigger' : 'asked'}.${known ? 'edit' : 'title'}`)}>
      <div className={styles.device}>
        <Badge icon={iconNamed(head.icon, 'device')} />
        <span>
          <strong>{head.name}</strong>
          <Now head={head} of={of} />
        </span>
      </div>
      <EntryForm form={form} known={known !== undefined}>
        <SelectField
          label={t('sceneForms.trigger.property')}
          value={partKey(of)}
          choices={offered.map((one) => ({ value: partKey(one), label: propertyName(one, words) }))}
          error={form.tried && twice ? t('objects.refused.functionality_added') : undefined}
          onChange={choose}
        />
        <Compare ways={ways} of={of} chosen={way} onChange={setCompare} />
        {choicesOf(of).length === 2 ? (
          <Segments
            label={t('sceneForms.trigger.value')}
            segments={choicesOf(of).map((one) => ({
              id: String(one),
              label: valueWords(of, one, { widgets, words }),
            }))}
            value={String(value)}
            onChange={(id) => setValue(choicesOf(of).find((one) => String(one) === id))}
          />
        ) : (
          <PlainValue
            offered={amounts ? amountOf(of) : of}
            label={t(
              amounts
                ? 'sceneForms.tally.by'
                : way?.upper
                  ? 'sceneForms.trigger.lower'
                  : 'sceneForms.trigger.value',
            )}
            value={value}
            error={
              form.tried && (value === undefined || tooLittle) ? t('sceneForms.faults.value') : undefined
            }
            onChange={setValue}
          />
        )}
        {way?.upper && (
          <PlainValue
            offered={of}
            label={t('sceneForms.trigger.upper')}
            value={upper}
            error={form.tried && narrow ? t('sceneForms.faults.upper') : undefined}
            onChange={setUpper}
          />
        )}
        {asks === undefined && (
          <Tally
            change={amounts}
            count={count}
            within={within}
            judged={form.tried}
            onCount={setCount}
            onWithin={setWithin}
          />
        )}
        {lasts && (
          <DurationField
            label={t(asks === undefined ? 'sceneForms.trigger.hold' : 'sceneForms.asked.hold')}
            none={t(asks === undefined ? 'sceneForms.trigger.atOnce' : 'sceneForms.asked.anyTime')}
            duration={hold}
            judged={form.tried}
            onChange={setHold}
          />
        )}
      </EntryForm>
    </Panel>
  )
}

/** So much of a value: no word, and within no limits. */
const amountOf = (of: OfferedProperty): OfferedProperty => {
  const { min: _min, max: _max, options: _options, presets: _presets, ...value } = of.value
  return { ...of, value }
}

/** Few words stand side by side. */
const SIDE_BY_SIDE = 3

function Compare({
  ways,
  of,
  chosen,
  onChange,
}: {
  ways: readonly Way[]
  of: OfferedProperty
  chosen: Way | undefined
  onChange(id: Comparison): void
}) {
  const { t, say } = useText()
  if (ways.length < 2) return null
  return (
    <Segments
      label={t('sceneForms.trigger.compare')}
      segments={ways.map(({ id }) => ({ id, label: say(`sceneForms.compare.${kindOf(of)}.${id}`) }))}
      value={chosen?.id}
      rows={ways.length > SIDE_BY_SIDE}
      onChange={(id) => {
        const way = ways.find((one) => one.id === id)
        if (way) onChange(way.id)
      }}
    />
  )
}

const kindOf = ({ value: { kind } }: OfferedProperty): 'text' | 'number' =>
  kind === 'number' || kind === 'range' ? 'number' : 'text'

/** Where the device is and what it says just now. */
function Now({ head, of }: { head: DeviceHead; of: OfferedProperty }) {
  const { t } = useText()
  const words = useWords()
  const widgets = useWidgets()
  const { value } = useProperty({ device: head.id, service: of.service, property: of.property })
  const now = value === undefined || value === null ? undefined : valueWords(of, value, { widgets, words })
  const room = head.room?.name
  const said = [room, now === undefined ? undefined : t('sceneForms.trigger.now', { value: now })]
  return <small>{said.filter(Boolean).join(', ')}</small>
}
