import { type ReactNode, useId, useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toggled } from './draft.ts'
import styles from './sharing.module.css'
import type { WholeHome } from './use-home.ts'

/** Of more devices nobody reads all: rooms say how many they have, open one by one, and are searched. */
const MANY = 60
/** So many of one room are drawn; the search finds the others. */
const DRAWN = 100

interface Props {
  home: WholeHome | undefined
  /** Why the home could not be read. */
  failure: unknown
  onRetry(): void
  rooms: ReadonlySet<string>
  devices: ReadonlySet<string>
  onChange(part: { rooms?: ReadonlySet<string>; devices?: ReadonlySet<string> }): void
}

interface Place {
  /** Empty: of those without a room. */
  id: string
  name: string
  devices: readonly { id: string; name: string }[]
}

/** Rooms with their devices: a room is given as a whole, with what comes there later, or single devices of it. */
export function RoomsAndDevices({ home, failure, onRetry, rooms, devices, onChange }: Props) {
  const text = useText()
  const { t } = text
  const [search, setSearch] = useState('')
  if (failure)
    return (
      <ErrorState title={t('sharing.homeFailed')} onRetry={onRetry}>
        {failureText(failure, text)}
      </ErrorState>
    )
  if (!home) return <Skeleton height="200px" />
  const many = home.devices.length > MANY
  const sought = plainLetters(search.trim())
  const found = placesOf(home, t('sharing.withoutRoom')).flatMap((place) => matching(place, sought) ?? [])
  return (
    <>
      {many && <SearchField label={t('sharing.search')} value={search} onChange={setSearch} />}
      {found.length === 0 && <EmptyState icon="search" title={t('sharing.nothingFound')} />}
      <div className={styles.rooms}>
        {found.map((place) => (
          <Room
            key={`${place.id} ${sought}`}
            place={place}
            folds={many && sought === ''}
            chosen={place.devices.filter(({ id }) => devices.has(id)).length}
            whole={
              place.id !== '' && (
                <CheckboxField
                  label={t('sharing.wholeRoom', { count: countIn(home, place) })}
                  value={rooms.has(place.id)}
                  onChange={() => onChange({ rooms: toggled(rooms, place.id) })}
                />
              )
            }
          >
            {(id, name) => (
              <CheckboxField
                key={id}
                label={name}
                value={rooms.has(place.id) || devices.has(id)}
                disabled={rooms.has(place.id)}
                onChange={() => onChange({ devices: toggled(devices, id) })}
              />
            )}
          </Room>
        ))}
      </div>
    </>
  )
}

function Room({
  place: { name, devices },
  folds,
  chosen,
  whole,
  children,
}: {
  place: Place
  folds: boolean
  /** How many of its devices are given one by one. */
  chosen: number
  whole: ReactNode
  children(id: string, name: string): ReactNode
}) {
  const { t } = useText()
  const heading = useId()
  const [open, setOpen] = useState(!folds)
  const drawn = open ? devices.slice(0, DRAWN) : []
  return (
    <section className={styles.room} aria-labelledby={heading}>
      <h4 id={heading}>{name}</h4>
      {whole}
      {folds && devices.length > 0 && (
        <Button
          size="dense"
          look="quiet"
          icon={open ? 'chevron-up' : 'chevron-down'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('sharing.single', { count: devices.length, chosen })}
        </Button>
      )}
      <div className={styles.devices}>
        {drawn.map((device) => children(device.id, device.name))}
        {open && devices.length > drawn.length && (
          <p className={styles.help}>{t('sharing.further', { count: devices.length - drawn.length })}</p>
        )}
      </div>
    </section>
  )
}

const countIn = ({ floors }: WholeHome, { id }: Place): number =>
  floors.flatMap(({ rooms }) => rooms).find(({ room_id }) => room_id === id)?.devices.length ?? 0

/** Rooms as they stand in the home, and last what stands in none. */
function placesOf({ floors, devices }: WholeHome, without: string): readonly Place[] {
  const names = new Map(devices.map(({ id, device_name: name }) => [id, name]))
  const of = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    })
  const rooms = floors.flatMap((floor) => floor.rooms)
  const placed = new Set(rooms.flatMap((room) => room.devices))
  const apart = devices.filter(({ id }) => !placed.has(id)).map(({ id }) => id)
  return [
    ...rooms.map((room): Place => ({ id: room.room_id, name: room.room_name, devices: of(room.devices) })),
    ...(apart.length > 0 ? [{ id: '', name: without, devices: of(apart) }] : []),
  ]
}

/** A room that is called so has all of its devices, another one those that are; undefined: nothing of it. */
function matching(place: Place, sought: string): Place | undefined {
  const fits = (name: string): boolean => plainLetters(name).includes(sought)
  if (fits(place.name)) return place
  const devices = place.devices.filter(({ name }) => fits(name))
  return devices.length > 0 ? { ...place, devices } : undefined
}
