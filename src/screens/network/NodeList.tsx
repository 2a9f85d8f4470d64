import { useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import type { Compared } from '#gateway/lib/network/compare.ts'
import type { Finding } from '#gateway/lib/network/findings.ts'
import { type NetworkNode, STANDINGS } from '#gateway/lib/network/network.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import type { Shared } from './NetworkBoard.tsx'
import { NodeRow } from './NodeRow.tsx'
import styles from './network.module.css'
import { SHOWN, type Shown } from './use-view.ts'

const ICONS = { lost: 'offline', weak: 'warning', unknown: 'unknown', good: 'check' } as const

/** All devices, those that are badly reached first. Whoever sees no picture reads everything here. */
export function NodeList({
  findings,
  changes,
  ...shared
}: Shared & { findings: readonly Finding[]; changes: readonly Compared[] | undefined }) {
  const { nodes, faces, view } = shared
  const { t } = useText()
  const { definitions } = useEngine()
  const [search, setSearch] = useState('')
  const page = numberLimit(definitions, 'networkFirst')
  const [room, setRoom] = useState(page)
  const noted = new Map(findings.map((finding) => [finding.node.id, finding]))
  const changed = new Map(changes?.map((one) => [one.id, one.change]))
  const all = [...nodes.values()]
  const belongs: Record<Shown, (node: NetworkNode) => boolean> = {
    all: () => true,
    noted: ({ id }) => noted.has(id),
    forwarding: ({ forwards }) => forwards,
  }
  const wanted = search.trim().toLocaleLowerCase()
  const found = all
    .filter(belongs[view.shown])
    .filter(({ id }) => {
      const face = faces.get(id)
      return `${face?.name} ${face?.room}`.toLocaleLowerCase().includes(wanted)
    })
    .toSorted((a, b) => STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing))
  // What was picked in the picture is in the list, however far down it would stand.
  const place = found.findIndex(({ id }) => id === view.picked)
  const shown = found.slice(0, Math.max(room, place + 1))
  return (
    <section className={styles.lead} aria-label={t('netdiag.list')}>
      <div className={styles.bar}>
        <SearchField label={t('netdiag.search')} value={search} onChange={setSearch} />
        <Segments
          label={t('netdiag.which')}
          value={view.shown}
          segments={SHOWN.map((id) => ({
            id,
            label: t('netdiag.shown', { which: t(`netdiag.only.${id}`), n: all.filter(belongs[id]).length }),
          }))}
          onChange={(id) => view.show(id as Shown)}
        />
      </div>
      {found.length === 0 && <p className={styles.none}>{t('netdiag.nothing')}</p>}
      {STANDINGS.map((standing) => {
        const rows = shown.filter((node) => node.standing === standing)
        if (rows.length === 0) return null
        return (
          <section key={standing} aria-labelledby={`network-${standing}`}>
            <h3 id={`network-${standing}`} className={styles.kind} data-standing={standing}>
              <Icon name={ICONS[standing]} size="mark" />
              {t(`netdiag.standing.${standing}`)}
              <em>{found.filter((node) => node.standing === standing).length}</em>
            </h3>
            <ul className={styles.rows}>
              {rows.map((node) => (
                <NodeRow
                  key={node.id}
                  {...shared}
                  node={node}
                  finding={noted.get(node.id)}
                  change={changed.get(node.id)}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {found.length > shown.length && (
        <p className={styles.pager}>
          {t('netdiag.of', { shown: shown.length, count: found.length })}
          <Button size="dense" onClick={() => setRoom((before) => before + page * 2)}>
            {t('netdiag.more')}
          </Button>
        </p>
      )}
    </section>
  )
}
