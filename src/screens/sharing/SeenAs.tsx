import { useMemo } from 'react'
import { PortsContext, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import type { DeviceHead, EnginePorts, PropertyState } from '#engine/ports.ts'
import { readOnlyTile, stillHome } from '#engine/property/state/still-home.ts'
import { useQuery } from '#engine/rows.ts'
import { Tile } from '#engine/screens/tiles/Tile.tsx'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { factsOf, keyOf, reportOf } from '#live/channel/protocol.ts'
import { Heads } from '#live/home/heads.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './sharing.module.css'

/** The home as the linked person finds it: the engine's tiles, from what the server would answer him; nothing can be set. */
export function SeenAs({ linkId, sn, name }: { linkId: string; sn: string; name: string }) {
  const text = useText()
  const { t } = text
  const ports = usePorts()
  const { data, error, refetch } = useQuery({
    queryKey: rowsKey('seeAsLinked', { linkId, sn }),
    queryFn: ({ signal }) => ports.source.load('seeAsLinked', { linkId, sn }, signal),
  })
  const seen = useMemo(() => data && seenHome(data, ports), [data, ports])
  if (error)
    return (
      <ErrorState title={t('sharing.seenFailed')} onRetry={() => void refetch()}>
        {failureText(error, text)}
      </ErrorState>
    )
  if (!seen) return <Skeleton height="200px" />
  const { heads } = seen
  return (
    <section className={styles.seen} aria-label={t('sharing.seen', { name })}>
      <h2>{t('sharing.seen', { name })}</h2>
      <p className={styles.help}>{t('sharing.seenAbout', { count: heads.length })}</p>
      {heads.length === 0 && (
        <EmptyState icon="eye" title={t('sharing.seesNothing')}>
          {t('sharing.seesNothingAbout')}
        </EmptyState>
      )}
      <PortsContext value={seen.ports}>
        {seen.groups.map(({ id, title, devices }) => (
          <div key={id}>
            <h3>{title ?? t('sharing.withoutRoom')}</h3>
            <div className={styles.tiles}>
              {devices.map((head) => (
                <Tile
                  key={head.id}
                  device={head}
                  href={undefined}
                  past={<span>{t('sharing.readOnly')}</span>}
                />
              ))}
            </div>
          </div>
        ))}
      </PortsContext>
    </section>
  )
}

interface Group {
  id: string
  title: string | undefined
  devices: readonly DeviceHead[]
}

function seenHome(snapshot: HomeSnapshot, ports: EnginePorts) {
  const hashes = new Map(snapshot.devices.map(({ device, layout }) => [device.id, layout]))
  const layoutOf = (id: string): DeviceLayout | undefined => {
    const layout = snapshot.layouts[hashes.get(id) ?? '']
    return layout && readOnlyTile(layout)
  }
  const made = new Heads(layoutOf, tagOf(language()))
  made.begin(snapshot.devices.map(({ device }) => factsOf(device)))
  made.setFloors(snapshot.floors)
  const heads = made.sorted()
  const values = new Map<string, Pick<PropertyState, 'value' | 'at'>>()
  for (const { device } of snapshot.devices)
    for (const { name: service, property_list: list } of device.service_list)
      for (const property of list) {
        const [at] = reportOf(property)
        const value = property.value as PropertyState['value']
        values.set(keyOf(device.id, service, property.name), { value, at })
      }
  const placed = made.rooms.map(
    ({ id, name }): Group => ({
      id,
      title: name,
      devices: heads.filter(({ room }) => room?.id === id),
    }),
  )
  const apart = heads.filter(({ room }) => room === undefined)
  const groups = [...placed, { id: '', title: undefined, devices: apart }]
  return {
    heads,
    groups: groups.filter(({ devices }) => devices.length > 0),
    ports: stillHome(
      heads,
      ({ device, service, property }) => values.get(keyOf(device, service, property)),
      ports,
    ),
  }
}
