import { type ReactNode, useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { isMember } from '#lib/is-member.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { SearchField, TextAreaField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Lamp } from '#ui/Tag.tsx'
import { ChosenTable } from './ChosenTable.tsx'
import styles from './choosing.module.css'
import { FilterRows } from './FilterRows.tsx'
import { Unread } from './Unread.tsx'
import type { Choosing } from './use-chosen.ts'

const WAYS = ['filters', 'search', 'paste', 'group'] as const
export type Way = (typeof WAYS)[number]
/** Found by search at once; whoever wants another one types more of its name. */
const FOUND = 8
const MOST_GROUPS = 1000

interface WaysProps {
  way: Way
  onWay(way: Way): void
}

/** In which way gateways are looked for. */
export function WaySwitch({ way, onWay }: WaysProps) {
  const { t } = useText()
  return (
    <Segments
      label={t('choosing.ways.label')}
      segments={WAYS.map((id) => ({ id, label: t(`choosing.ways.${id}`) }))}
      value={way}
      onChange={(id) => isMember(WAYS, id) && onWay(id)}
    />
  )
}

interface Props {
  way: Way
  choosing: Choosing
  /** What a page offers besides, at the foot of the filters. */
  besideFilters?: ReactNode
}

/** Which gateways: by filters, search, pasted list or group; what was chosen one way stays when another is looked at. */
export function GatewayChoice({ way, choosing, besideFilters }: Props) {
  const { t } = useText()
  const words = useWords()
  return (
    <>
      {way === 'filters' && <FilterRows choosing={choosing} beside={besideFilters} />}
      {way === 'search' && <Search choosing={choosing} />}
      {way === 'paste' && <Paste choosing={choosing} />}
      {way === 'group' && <Group choosing={choosing} />}
      <Unread of={choosing.asked} title={t('choosing.unread')} />
      <p className={styles.sum}>
        <span>{t('choosing.chosen')}</span> <strong>{words.number(choosing.devices.length)}</strong>
      </p>
      <ChosenTable choosing={choosing} />
    </>
  )
}

function Search({ choosing: { picked, setPicked } }: { choosing: Choosing }) {
  const { t } = useText()
  const { source } = usePorts()
  const [text, setText] = useState('')
  const asked = { searchText: text.trim(), limit: FOUND }
  const found = useQuery({
    queryKey: rowsKey('filterGateways', asked),
    enabled: asked.searchText !== '',
    queryFn: ({ signal }) => source.load('filterGateways', asked, signal),
    placeholderData: (before) => before,
  })
  const asks = asked.searchText !== ''
  const rows = asks && !found.isError ? (found.data?.data ?? []) : []
  return (
    <div className={styles.way}>
      <SearchField label={t('choosing.searchGateways')} value={text} onChange={setText} size="normal" />
      <ul className={styles.found}>
        {rows.map((gateway) => (
          <li key={gateway.serialNumber}>
            <label>
              <input
                type="checkbox"
                checked={picked.has(gateway.serialNumber)}
                onChange={() => {
                  const next = new Map(picked)
                  if (!next.delete(gateway.serialNumber)) next.set(gateway.serialNumber, gateway)
                  setPicked(next)
                }}
              />
              <Lamp tone={gateway.connectionStatus === 'online' ? 'ok' : 'off'} />
              <span>{gateway.name}</span>
              <code>{gateway.serialNumber}</code>
            </label>
          </li>
        ))}
      </ul>
      {asks && found.isPending && <SkeletonLines lines={3} />}
      <div role="status">
        {asks && found.isSuccess && rows.length === 0 && <p>{t('choosing.noGateway')}</p>}
      </div>
      <Unread of={[found]} title={t('choosing.unread')} />
    </div>
  )
}

function Paste({ choosing: { pasted, setPasted, lines, tooMany } }: { choosing: Choosing }) {
  const { t } = useText()
  const words = useWords()
  const wrong = lines
    .map((line, at) => ({ ...line, number: at + 1 }))
    .filter(({ gateway, twice }) => !gateway || twice)
  const fine = lines.length - wrong.length
  return (
    <div className={styles.way}>
      <TextAreaField
        label={t('choosing.paste')}
        help={t('choosing.pasteHelp')}
        rows={5}
        spellCheck={false}
        value={pasted}
        onChange={setPasted}
        error={
          tooMany === undefined ? undefined : t('choosing.tooManyLines', { most: words.number(tooMany) })
        }
      />
      <div role="status">
        {fine > 0 && (
          <p className={styles.read}>
            <Icon name="check" size="small" />
            {t('choosing.found', { count: fine })}
          </p>
        )}
        {wrong.length > 0 && (
          <ul className={styles.wrong}>
            {wrong.slice(0, FOUND).map(({ number, given, twice }) => (
              <li key={number}>
                <span>{number}</span>
                <code>{given}</code>
                {t(twice ? 'choosing.lineTwice' : 'choosing.lineUnknown')}
              </li>
            ))}
            {wrong.length > FOUND && <li>{t('choosing.moreLines', { count: wrong.length - FOUND })}</li>}
          </ul>
        )}
      </div>
    </div>
  )
}

function Group({ choosing: { group, setGroup } }: { choosing: Choosing }) {
  const { t } = useText()
  const { source } = usePorts()
  const groups = useQuery({
    queryKey: rowsKey('searchGroups', { limit: MOST_GROUPS }),
    queryFn: ({ signal }) => source.load('searchGroups', { limit: MOST_GROUPS }, signal),
  })
  return (
    <div className={styles.way}>
      <SelectField
        label={t('choosing.ways.group')}
        value={group}
        onChange={setGroup}
        choices={[
          { value: '', label: t('choosing.noGroup') },
          ...(groups.data?.data ?? []).map(({ _id, groupName }) => ({ value: _id, label: groupName })),
        ]}
      />
      <Unread of={[groups]} title={t('choosing.groupsUnread')} />
    </div>
  )
}
