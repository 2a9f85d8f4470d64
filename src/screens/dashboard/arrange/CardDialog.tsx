import { useState, useSyncExternalStore } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useAllDevices, useDevices } from '#engine/property/state/useHome.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SearchField, TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type DashboardCard, kindOf } from '../rules.ts'
import styles from './arrange.module.css'

interface Props {
  card: DashboardCard
  isNew: boolean
  onSave(card: DashboardCard): void
  onClose(): void
}

/** More than this many want a search. */
const MANY = 8
const LONGEST = { title: 100, text: 2000, address: 2000 } as const

/** What a card shows: things of the home, a name, a text, an address. */
export function CardDialog({ card, isNew, onSave, onClose }: Props) {
  const { say, t } = useText()
  const kind = kindOf(card)
  const asks = kind?.asks ?? []
  const [of, setOf] = useState<readonly string[]>(card.of ?? [])
  const [title, setTitle] = useState(card.title ?? '')
  const [text, setText] = useState(card.text ?? '')
  const [address, setAddress] = useState(card.address ?? '')
  const [tried, setTried] = useState(false)
  const wrong = asks.includes('address') && !isAddress(address.trim())
  const unready = (kind?.of !== undefined && of.length === 0) || (asks.includes('text') && text.trim() === '')
  const form = useSubmit(async () => {
    setTried(true)
    if (unready || wrong) return
    const { id, kind: name, width, height, view } = card
    onSave({
      ...{ id, kind: name, width, height },
      ...(view && { view }),
      ...(kind?.of && { of: [...of] }),
      ...(title.trim() && { title: title.trim() }),
      ...(text.trim() && { text: text.trim() }),
      ...(address.trim() && { address: address.trim() }),
    })
  })
  return (
    <FormDialog
      title={say(`dashboard.kinds.${card.kind}`)}
      form={form}
      submit={t(isNew ? 'arranging.card.add' : 'arranging.card.save')}
      unready={unready}
      onClose={onClose}
    >
      {asks.includes('title') && (
        <TextField
          label={t('arranging.card.title')}
          optional
          value={title}
          maxLength={LONGEST.title}
          onChange={setTitle}
        />
      )}
      {asks.includes('text') && (
        <TextAreaField
          label={t('arranging.card.text')}
          value={text}
          maxLength={LONGEST.text}
          onChange={setText}
        />
      )}
      {asks.includes('address') && (
        <TextField
          type="url"
          label={t('arranging.card.address')}
          value={address}
          maxLength={LONGEST.address}
          placeholder="https://"
          error={tried && wrong ? t('arranging.card.noAddress') : undefined}
          onChange={setAddress}
        />
      )}
      {kind?.of && <Things what={kind.of} most={kind.several ?? 1} chosen={of} choose={setOf} />}
    </FormDialog>
  )
}

/** As the server has it: what leads out of the house begins with http. */
const isAddress = (text: string): boolean => /^https?:\/\/[^\s<>"]+$/.test(text) && URL.canParse(text)

interface ThingsProps {
  what: 'device' | 'room'
  most: number
  chosen: readonly string[]
  choose(ids: readonly string[]): void
}

/** Devices or rooms of the home, one or a few. */
function Things({ what, most, chosen, choose }: ThingsProps) {
  const { t } = useText()
  const { home } = usePorts()
  const { heads } = useDevices()
  const known = useAllDevices() !== undefined
  const floors = useSyncExternalStore(home.subscribe, home.floors)
  const [search, setSearch] = useState('')
  const wanted = plainLetters(search.trim())
  const all =
    what === 'device'
      ? heads.map(({ id, name, room }) => ({ id, name, where: room?.name ?? '' }))
      : (floors ?? []).flatMap((floor) =>
          floor.rooms.map(({ id, name }) => ({ id, name, where: floor.name })),
        )
  const shown = all.filter(({ name, where }) => plainLetters(`${name} ${where}`).includes(wanted))
  // A value of a device counts as the device.
  const isChosen = (id: string): boolean => chosen.some((one) => one.split('/')[0] === id)
  const toggle = (id: string): void => {
    if (most === 1) return choose([id])
    choose(isChosen(id) ? chosen.filter((one) => one.split('/')[0] !== id) : [...chosen, id].slice(0, most))
  }
  return (
    <fieldset className={styles.things}>
      <legend>
        {t(what === 'room' ? 'arranging.card.room' : 'arranging.card.devices', { count: most })}
      </legend>
      {all.length > MANY && (
        <SearchField label={t('arranging.tray.search')} value={search} onChange={setSearch} size="normal" />
      )}
      {known && shown.length === 0 && <p className={styles.none}>{t('arranging.tray.none')}</p>}
      <ul>
        {shown.map(({ id, name, where }) => (
          <li key={id}>
            <label>
              <input
                type={most === 1 ? 'radio' : 'checkbox'}
                name="thing"
                checked={isChosen(id)}
                disabled={most > 1 && chosen.length >= most && !isChosen(id)}
                onChange={() => toggle(id)}
              />
              <span>
                <b className="cut">{name}</b>
                <small className="cut">{where}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {!known && <SkeletonLines />}
    </fieldset>
  )
}
