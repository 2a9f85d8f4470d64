import { useState } from 'react'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine } from '#engine/engine.ts'
import { useAllDevices, useDevices } from '#engine/property/state/useHome.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { type DashboardCard, rules } from '../rules.ts'
import styles from './arrange.module.css'

interface Props {
  /** On any page. */
  cards: readonly DashboardCard[]
  /** On this one. */
  here: readonly DashboardCard[]
  add(kind: string, of?: readonly string[]): void
}

/** Devices that are offered before anybody searches. */
const FEW = 4
const FOUND = 12

/** What can be put on the board: devices that are on no page yet, then kinds of cards. */
export function Tray({ cards, here, add }: Props) {
  const { say, t } = useText()
  const { situation } = useEngine()
  const { heads } = useDevices()
  const all = useAllDevices()
  const [search, setSearch] = useState('')
  const shown = new Set(cards.flatMap(({ kind, of = [] }) => (kind === 'device' ? of : [])))
  const wanted = plainLetters(search.trim())
  const devices = wanted
    ? heads
        .filter(({ name, room }) => plainLetters(`${name} ${room?.name ?? ''}`).includes(wanted))
        .slice(0, FOUND)
    : heads.filter(({ id, layout }) => layout && !shown.has(id)).slice(0, FEW)
  const kinds = Object.entries(rules.kinds).filter(
    ([name, { when, once }]) => holds(when, situation) && !(once && here.some(({ kind }) => kind === name)),
  )
  return (
    <div className={styles.offers}>
      <SearchField label={t('arranging.tray.search')} value={search} onChange={setSearch} size="normal" />
      {devices.length > 0 && (
        <section>
          <h3>{t(wanted ? 'arranging.tray.found' : 'arranging.tray.missing')}</h3>
          <ul className={styles.devices}>
            {devices.map((head) => (
              <li key={head.id}>
                <button type="button" onClick={() => add('device', [head.id])}>
                  <Badge size="small" icon={iconNamed(head.icon, 'device')} />
                  <span>
                    <b className="cut">{head.name}</b>
                    <small className="cut">{head.room?.name ?? say(`device.types.${head.type}`)}</small>
                  </span>
                  <Icon name="plus" size="small" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {wanted &&
        devices.length === 0 &&
        (all ? <p className={styles.none}>{t('arranging.tray.none')}</p> : <SkeletonLines />)}
      <section>
        <h3>{t('arranging.tray.kinds')}</h3>
        <ul className={styles.kinds}>
          {kinds.map(([name, { icon }]) => (
            <li key={name}>
              <button type="button" onClick={() => add(name)}>
                <Icon name={iconNamed(icon)} />
                {say(`dashboard.kinds.${name}`)}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
