import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useQuery } from '#engine/rows.ts'
import { idOfPlace, targetsOf } from '#gateway/lib/scenes/targets.ts'
import { meaningOf } from '#gateway/rules/targets/kinds.ts'
import { useText } from '#i18n/useText.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  ActionSet,
  ActionTarget,
  RestoredValue,
  Rule,
  TargetPlace,
} from '#schemas/generated/entities/rule.ts'
import { CheckboxField, SelectField } from '#ui/fields/choice-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { foundNow } from '../../housed.ts'
import { isThere, kindValue } from '../../kinds.ts'
import { useEditor } from '../draft/editor.ts'
import { putTarget } from '../draft/set-edit.ts'
import styles from '../forms/forms.module.css'
import { PlainValue } from '../forms/PlainValue.tsx'
import type { OfferedProperty } from '../offered/properties.ts'
import { vocabulary } from '../offered/vocabulary.ts'
import { Amount, firstAmount } from './Amount.tsx'
import { firstRamp, RampFields } from './RampFields.tsx'
import { firstReplay, ReplayFields } from './ReplayFields.tsx'
import own from './TargetPart.module.css'

type How = Pick<ActionTarget, 'value' | 'computed'>

interface Props {
  set: ActionSet
  target: ActionTarget
  onChange(set: ActionSet, as?: string): void
}

/** Where the devices are, what is set of them, which are left out, and which they are just now. */
export default function TargetPart({ set, target, onChange }: Props) {
  const { t, say } = useText()
  const { value, computed, ...meant } = target
  const described = kindValue(target)
  const kind = vocabulary.kinds.find(({ id }) => id === target.kind)
  const put = (next: ActionTarget, as?: string): void => onChange(putTarget(set, next), as)
  const memory = kind?.remembers ? MEMORY : []
  const remembers = computed?.kind === 'remember' || computed?.kind === 'restore'
  function choose(next: string): void {
    const way = MEMORY.find((one) => one === next)
    if (way) put({ ...meant, sets: kind?.sets[0].id ?? target.sets, computed: { kind: way } })
    else put({ ...meant, sets: next, ...firstHow(kindValue({ ...target, sets: next })) })
  }
  // A newer gateway may know kinds that we do not: where they are and which are left out can be changed all the same.
  return (
    <>
      <PlaceField target={target} onChange={(place) => put(withPlace(target, place))} />
      {kind && kind.sets.length + memory.length > 1 && (
        <SelectField
          label={t('sceneForms.target.what')}
          value={remembers ? computed.kind : target.sets}
          choices={[
            ...kind.sets.map(({ id }) => ({ value: id, label: say(`sceneForms.target.sets.${id}`) })),
            ...memory.map((id) => ({ value: id, label: t(`builder.target.memory.${id}`) })),
          ]}
          onChange={choose}
        />
      )}
      {computed?.kind === 'restore' && (
        <Whose of={computed} onChange={(next) => put({ ...meant, computed: next })} />
      )}
      {described && !remembers && (
        <HowAll
          target={target}
          described={described}
          onChange={(how, typed) => put({ ...meant, ...how }, typed ? `${set.id} ${target.id}` : undefined)}
        />
      )}
      <Members set={set} target={target} onChange={(except) => put(withExcept(target, except))} />
    </>
  )
}

const MEMORY = ['remember', 'restore'] as const

const OWN = ''

/** Which scene remembered it: this one, or another that remembers something. */
function Whose({ of, onChange }: { of: RestoredValue; onChange(of: RestoredValue): void }) {
  const { t } = useText()
  const { source } = usePorts()
  const { rule } = useEditor()
  const { data } = useQuery(ruleQueries(source).rules())
  const others = (data?.rules ?? []).filter((one) => one.id !== rule.id && remembersIn(one))
  const { rule_id = OWN, name = rule_id } = of
  const known = rule_id === OWN || others.some(({ id }) => id === rule_id)
  return (
    <SelectField
      label={t('builder.target.memory.whose')}
      help={rule_id === OWN && !remembersIn(rule) ? t('builder.target.memory.ownNot') : undefined}
      value={rule_id}
      choices={[
        { value: OWN, label: t('builder.target.memory.own') },
        ...(known ? [] : [{ value: rule_id, label: name }]),
        ...others.map((one) => ({ value: one.id, label: one.name })),
      ]}
      onChange={(id) => {
        const other = others.find((one) => one.id === id)
        onChange({ kind: 'restore', ...(other && { rule_id: other.id, name: other.name }) })
      }}
    />
  )
}

const remembersIn = (rule: Rule): boolean =>
  targetsOf(rule).some(({ computed }) => computed?.kind === 'remember')

const firstHow = (described: Value | undefined): How =>
  described?.kind === 'bool' ? { value: false } : { value: described?.max ?? 0 }

function withPlace({ place: _place, ...target }: ActionTarget, place: TargetPlace | undefined): ActionTarget {
  return place ? { ...target, place } : target
}

type Except = NonNullable<ActionTarget['except']>

function withExcept({ except: _except, ...target }: ActionTarget, except: Except): ActionTarget {
  return except.length > 0 ? { ...target, except } : target
}

const HOME = ''

/** All of the home, a floor, or a room of it. */
function PlaceField({
  target: { place },
  onChange,
}: {
  target: ActionTarget
  onChange(place: TargetPlace | undefined): void
}) {
  const { t } = useText()
  const { home } = usePorts()
  // They come with the devices.
  useDevices()
  const places: { place: TargetPlace; label: string }[] = (home.floors() ?? []).flatMap(
    ({ id, name, rooms }) => [
      { place: { floor_id: id, name }, label: t('sceneForms.target.floor', { name }) },
      ...rooms.map((room) => ({
        place: { room_id: room.id, name: room.name },
        label: t('sceneForms.target.room', { name: room.name, floor: name }),
      })),
    ],
  )
  const gone = place && !isThere(place, home)
  return (
    <SelectField
      label={t('sceneForms.target.where')}
      error={gone ? t('builder.gone') : undefined}
      value={place ? idOfPlace(place) : HOME}
      choices={[
        { value: HOME, label: t('sceneForms.target.home') },
        ...(gone ? [{ value: idOfPlace(place), label: place.name }] : []),
        ...places.map((one) => ({ value: idOfPlace(one.place), label: one.label })),
      ]}
      onChange={(id) => onChange(places.find((one) => idOfPlace(one.place) === id)?.place)}
    />
  )
}

interface HowProps {
  target: ActionTarget
  described: Value
  onChange(how: How, typed?: boolean): void
}

/** To a side, to a figure, or by an amount. */
function HowAll({ target: { kind, sets, value, computed }, described, onChange }: HowProps) {
  const { t, say } = useText()
  const may = meaningOf({ kind, sets }, vocabulary)?.sets.replays === true
  const replayed = computed?.kind === 'replay' && (
    <ReplayFields replay={computed} onChange={(next, anew) => onChange({ computed: next }, !anew)} />
  )
  const replays = may || replayed ? (['replay'] as const) : []
  if (described.kind === 'bool')
    return (
      <>
        <Segments
          label={say(`sceneForms.target.sets.${sets}`)}
          rows={replays.length > 0}
          segments={[
            { id: 'on', label: say(`builder.target.sides.${sets}.on`) || t('sceneForms.status.switchOn') },
            { id: 'off', label: say(`builder.target.sides.${sets}.off`) || t('sceneForms.status.switchOff') },
            { id: 'toggle', label: t('sceneForms.computed.ways.toggle') },
            ...replays.map((id) => ({ id, label: t(`sceneForms.computed.ways.${id}`) })),
          ]}
          value={replayed ? 'replay' : computed ? 'toggle' : value === true ? 'on' : 'off'}
          onChange={(next) =>
            onChange(
              next === 'replay'
                ? { computed: firstReplay() }
                : next === 'toggle'
                  ? { computed: { kind: 'toggle' } }
                  : { value: next === 'on' },
            )
          }
        />
        {replayed}
      </>
    )
  const offered: OfferedProperty = {
    ...{ service: kind, property: sets, value: described },
    placed: {
      ...{ service: kind, property: sets, value: described, section: 'control', grid: [0, 0, 1, 1] },
      options: { propertyType: 'valueSetter' },
    },
  }
  function choose(next: string): void {
    if (next === 'step') onChange({ computed: { kind: 'step', amount: firstAmount(described) } })
    else if (next === 'replay') onChange({ computed: firstReplay() })
    else onChange(next === 'ramp' ? { computed: firstRamp(described) } : firstHow(described))
  }
  return (
    <>
      <Segments
        label={t('sceneForms.computed.how')}
        rows={replays.length > 0}
        segments={(['value', 'step', 'ramp', ...replays] as const).map((id) => ({
          id,
          label: t(`sceneForms.computed.ways.${id}`),
        }))}
        value={replayed ? 'replay' : computed?.kind === 'ramp' ? 'ramp' : computed ? 'step' : 'value'}
        onChange={choose}
      />
      {replayed ? (
        replayed
      ) : computed?.kind === 'ramp' ? (
        <RampFields
          offered={offered}
          ramp={computed}
          onChange={(next, anew) => onChange({ computed: next }, !anew)}
        />
      ) : computed?.kind === 'step' ? (
        <Amount
          value={described}
          amount={computed.amount}
          onChange={(amount) => onChange({ computed: { kind: 'step', amount } }, true)}
        />
      ) : (
        <PlainValue
          offered={offered}
          label={say(`sceneForms.target.sets.${sets}`)}
          value={typeof value === 'number' ? value : undefined}
          onChange={(next) => {
            const { min = -Infinity, max = Infinity } = described
            if (typeof next === 'number') onChange({ value: Math.min(max, Math.max(min, next)) }, true)
          }}
        />
      )}
    </>
  )
}

/** Most devices that can be left out (schemas/entities/rule.json). */
const MOST = 50

/** Which they are now: who takes one out leaves it out for good. */
function Members({
  set,
  target,
  onChange,
}: {
  set: ActionSet
  target: ActionTarget
  onChange(except: Except): void
}) {
  const { t } = useText()
  const { home } = usePorts()
  const { complete } = useDevices()
  const { except = [] } = target
  const { except: _none, ...all } = target
  const ids = [...new Set(foundNow(all, {}, home).map(({ device }) => device))]
  const byThemselves = new Set((set.devices ?? []).map(({ id }) => id))
  const out = new Set(except.map(({ device_id }) => device_id))
  const elsewhere = except.filter(({ device_id }) => !ids.includes(device_id))
  const members = [
    ...ids.map((id) => ({ id, name: home.device(id)?.name ?? id, room: home.device(id)?.room?.name })),
    ...elsewhere.map(({ device_id: id, device_name = id }) => ({
      id,
      name: home.device(id)?.name ?? device_name,
      room: home.device(id) ? t('sceneForms.target.elsewhere') : complete ? t('builder.gone') : undefined,
    })),
  ].toSorted((a, b) => a.name.localeCompare(b.name))
  const count = ids.filter((id) => !out.has(id) && !byThemselves.has(id)).length
  return (
    <details className={own.members}>
      <summary>
        {t('sceneForms.target.now', { count })}
        {except.length > 0 && <small>{t('sceneForms.target.out', { count: except.length })}</small>}
      </summary>
      <p className={styles.next}>{t('sceneForms.target.later')}</p>
      <fieldset className={own.list}>
        <legend className="visually-hidden">{t('sceneForms.target.which')}</legend>
        {members.map(({ id, name, room }) => (
          <CheckboxField
            key={id}
            label={room ? t('sceneForms.target.member', { name, room }) : name}
            help={byThemselves.has(id) ? t('sceneForms.target.byItself') : undefined}
            disabled={byThemselves.has(id) || (!out.has(id) && except.length >= MOST)}
            value={!out.has(id) && !byThemselves.has(id)}
            onChange={(on) =>
              onChange(
                on
                  ? except.filter(({ device_id }) => device_id !== id)
                  : [...except, { device_id: id, device_name: name }],
              )
            }
          />
        ))}
      </fieldset>
    </details>
  )
}
