import { useState } from 'react'
import SmallWeek from '#engine/cells/SmallWeek.tsx'
import { usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { hoursText } from '#lib/hours.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { SharedHome } from '#schemas/generated/entities/shared-home.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Notice } from '#ui/Notice.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { type Draft, draftOf, isSame, lacksDays, limitsOf } from './draft.ts'
import { HoursOfWeek } from './HoursOfWeek.tsx'
import { RoomsAndDevices } from './RoomsAndDevices.tsx'
import { SeenAs } from './SeenAs.tsx'
import styles from './sharing.module.css'
import { useWholeHome, type WholeHome } from './use-home.ts'

interface Props {
  home: SharedHome
  linkId: string
  /** Of the linked person. */
  name: string
  /** Until what is kept is read anew. */
  onChanged(): Promise<unknown>
}

/** One home: what of it is shared, when, and what that comes to in a sentence. */
export function SharedHomeCard({ home, linkId, name, onChanged }: Props) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const [chosen, setChosen] = useState<Partial<Draft>>({})
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [seeing, setSeeing] = useState(false)
  const { serialNumber: sn } = home
  const whole = useWholeHome(sn)
  // What is changed elsewhere meanwhile shows where nothing was chosen.
  const draft: Draft = { ...draftOf(home.limits), ...chosen }
  const same = isSame(draft, home.limits)
  useUnsaved(!same && !busy)
  const change = (part: Partial<Draft>): void => {
    setWrong(undefined)
    setChosen((now) => ({ ...now, ...part }))
  }
  const save = async (): Promise<void> => {
    if (lacksDays(draft)) return setWrong(t('sharing.noDay'))
    setBusy(true)
    const limits = limitsOf(draft)
    const answer = limits
      ? await source.call('setLinkLimits', { linkId, sn, ...limits })
      : await source.call('clearLinkLimits', { linkId, sn })
    if (answer.ok) {
      toasts.show({ text: t('sharing.saved') })
      await onChanged()
      setChosen({})
    } else setWrong(failureText(answer, text) ?? answer.code)
    setBusy(false)
  }
  return (
    <Card title={home.name}>
      <div className={styles.stack}>
        <div>
          <p className={styles.sentence}>{sentenceOf(home, whole.data, text)}</p>
          {home.limits && home.limits.hours.length > 0 && <SmallWeek hours={home.limits.hours} />}
        </div>
        <div className={styles.choice}>
          <h3>{t('sharing.what')}</h3>
          <Segments
            label={t('sharing.what')}
            segments={(['everything', 'part'] as const).map((id) => ({ id, label: t(`sharing.${id}`) }))}
            value={draft.what}
            onChange={(what) => change({ what: what === 'part' ? 'part' : 'everything' })}
          />
          {draft.what === 'part' && (
            <RoomsAndDevices
              home={whole.data}
              failure={whole.error}
              onRetry={() => void whole.refetch()}
              rooms={draft.rooms}
              devices={draft.devices}
              onChange={change}
            />
          )}
        </div>
        <div className={styles.choice}>
          <h3>{t('sharing.when')}</h3>
          <Segments
            label={t('sharing.when')}
            segments={(['always', 'hours'] as const).map((id) => ({ id, label: t(`sharing.${id}`) }))}
            value={draft.when}
            onChange={(when) => change({ when: when === 'hours' ? 'hours' : 'always' })}
          />
          {draft.when === 'hours' && (
            <>
              <p className={styles.help}>{t('sharing.hoursAbout')}</p>
              <HoursOfWeek week={draft.week} onChange={(week) => change({ week })} />
            </>
          )}
        </div>
        {limitsOf(draft) && <p className={styles.help}>{t('sharing.scenesAbout')}</p>}
        {wrong !== undefined && (
          <Notice tone="danger" urgent>
            {wrong}
          </Notice>
        )}
        <div className={styles.buttons}>
          <Button look="main" busy={busy} disabled={same} onClick={() => void save()}>
            {t('sharing.save')}
          </Button>
          <Button icon="eye" aria-expanded={seeing} onClick={() => setSeeing(!seeing)}>
            {t('sharing.see')}
          </Button>
        </div>
        {seeing && <SeenAs linkId={linkId} sn={sn} name={name} key={JSON.stringify(home.limits ?? '')} />}
      </div>
    </Card>
  )
}

/** `Kitchen and 3 devices, Mon–Fri 08:00–18:00`: what is stored, not what is being chosen. */
function sentenceOf({ limits }: SharedHome, home: WholeHome | undefined, { t }: Text): string {
  if (!limits) return t('sharing.sentence.all')
  const when =
    limits.hours.length === 0
      ? t('sharing.sentence.always')
      : t('sharing.sentence.hours', { hours: hoursText(limits.hours, tagOf(language())) })
  return `${whatOf(limits, home, t)} ${when}`
}

function whatOf(
  { everything, rooms, devices }: NonNullable<SharedHome['limits']>,
  home: WholeHome | undefined,
  t: Text['t'],
): string {
  if (everything) return t('sharing.sentence.everything')
  const chosen = new Set(rooms)
  const there = (home?.floors ?? []).flatMap((floor) => floor.rooms)
  const within = there.filter(({ room_id: id }) => chosen.has(id))
  const inRooms = new Set(within.flatMap((room) => room.devices))
  const known = new Set((home?.devices ?? []).map(({ id }) => id))
  const count = devices.filter((id) => known.has(id) && !inRooms.has(id)).length
  const named = within.map(({ room_name: name }) => name).join(', ')
  if (!home) return t('sharing.sentence.part')
  if (within.length === 0)
    return count === 0 ? t('sharing.sentence.nothing') : t('sharing.sentence.devices', { count })
  return count === 0
    ? t('sharing.sentence.rooms', { rooms: named })
    : t('sharing.sentence.both', { rooms: named, count })
}
