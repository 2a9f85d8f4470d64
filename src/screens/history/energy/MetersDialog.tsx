import { useId, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { EnergyMeters, MeterPlace } from '#schemas/generated/entities/energy-meters.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { CheckboxField, SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Icon } from '#ui/Icon.tsx'
import { ComingDialog } from './ComingDialog.tsx'
import styles from './energy.module.css'
import type { Shown } from './model.ts'
import { useMeters } from './use-energy.ts'

interface Props {
  shown: readonly Shown[]
  onClose(): void
}

/** How the meters of the home stand to each other, and what must run at night. */
export function MetersDialog({ shown, onClose }: Props) {
  const { t } = useText()
  const { said, save, failure } = useMeters()
  if (!said) return <ComingDialog title={t('energy.meters.title')} onClose={onClose} />
  return (
    <Asked
      key={said.revision}
      meters={shown
        .filter(({ meter }) => meter.flow === 'used')
        .toSorted((a, b) => a.name.localeCompare(b.name))}
      {...{ places: said, failure, onClose }}
      save={(next) => save(next, onClose)}
    />
  )
}

interface AskedProps {
  meters: readonly Shown[]
  places: EnergyMeters
  onClose(): void
  save(places: EnergyMeters): Promise<void>
  failure: string | undefined
}

function Asked({ meters, places: before, onClose, save, failure }: AskedProps) {
  const { t } = useText()
  const [places, setPlaces] = useState(() => new Map(before.meters.map((place) => [place.device_id, place])))
  const [open, setOpen] = useState<string>()
  const form = useSubmit(async () => {
    const said = [...places.values()].filter(({ behind, needed }) => behind !== undefined || needed)
    await save({ revision: before.revision, meters: said })
  })
  const put = (place: MeterPlace): void => setPlaces(new Map(places).set(place.device_id, place))
  return (
    <FormDialog
      title={t('energy.meters.title')}
      form={form}
      submit={t('energy.meters.save')}
      failure={failure}
      onClose={onClose}
    >
      <p className={styles.text}>{t('energy.meters.about')}</p>
      <ul className={styles.meters}>
        {meters.map((one) => (
          <Place
            key={one.id}
            {...{ one, meters, places, put }}
            open={open === one.id}
            onOpen={() => setOpen(open === one.id ? undefined : one.id)}
          />
        ))}
      </ul>
    </FormDialog>
  )
}

interface PlaceProps {
  one: Shown
  meters: readonly Shown[]
  places: ReadonlyMap<string, MeterPlace>
  put(place: MeterPlace): void
  open: boolean
  onOpen(): void
}

function Place({ one: { id, name, room }, meters, places, put, open, onOpen }: PlaceProps) {
  const { t } = useText()
  const fields = useId()
  const { behind, needed } = places.get(id) ?? {}
  const above = meters.find((other) => other.id === behind)
  const told = [
    room?.name ?? t('energy.noRoom'),
    ...(above ? [t('energy.meters.standsBehind', { name: above.name })] : []),
    ...(needed ? [t('energy.standby.needed')] : []),
  ]
  // Whoever stands behind this one, near or far, cannot be before it.
  const choices = meters.filter((other) => other.id !== id && !isBehind(other.id, id, places))
  return (
    <li>
      <button type="button" aria-expanded={open} aria-controls={fields} onClick={onOpen}>
        <span className={styles.names}>
          {name}
          <small>{told.join(', ')}</small>
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size="small" />
      </button>
      <div id={fields} className={styles.fields} hidden={!open}>
        {open && (
          <>
            <SelectField
              label={t('energy.meters.behind')}
              value={above ? above.id : ''}
              onChange={(next) =>
                put({
                  device_id: id,
                  ...(next !== '' && { behind: next }),
                  ...(needed && { needed }),
                })
              }
              choices={[
                { value: '', label: t('energy.meters.none') },
                ...choices.map((other) => ({
                  value: other.id,
                  label: other.room ? `${other.name}, ${other.room.name}` : other.name,
                })),
              ]}
            />
            <CheckboxField
              label={t('energy.meters.needed')}
              value={needed === true}
              onChange={(on) =>
                put({
                  device_id: id,
                  ...(behind !== undefined && { behind }),
                  ...(on && { needed: true }),
                })
              }
            />
          </>
        )}
      </div>
    </li>
  )
}

function isBehind(device: string, other: string, places: ReadonlyMap<string, MeterPlace>): boolean {
  const passed = new Set<string>()
  for (
    let at = places.get(device)?.behind;
    at !== undefined && !passed.has(at);
    at = places.get(at)?.behind
  ) {
    if (at === other) return true
    passed.add(at)
  }
  return false
}
