import { type KeyboardEvent, useRef, useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { DriftGateway } from '#schemas/generated/entities/drift-gateway.ts'
import type { DriftHouse } from '#schemas/generated/entities/drift-house.ts'
import type { DriftAspect } from '#schemas/generated/entities/drift-thing.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { usePhone } from '#ui/use-phone.ts'
import styles from './golden.module.css'
import { aspects, type Selected, stepOf } from './rules.ts'

/** Gateways of an opened house that stand below it; the others are among the gateways. */
const SHOWN = 20

interface Line {
  id: string
  title: string
  note: string
  gateways: number
  differing: number
  cells: Readonly<Record<string, number>>
  where: Pick<Selected, 'house' | 'place' | 'serialNumber'>
  house?: DriftHouse
  gateway?: DriftGateway
}

interface Props {
  goldenId: string
  houses?: readonly DriftHouse[]
  gateways?: readonly DriftGateway[]
  selected: Selected | undefined
  onSelect(selected: Selected): void
  /** All of a house, among the gateways. */
  onHouse(house: DriftHouse): void
  turn: string
}

/** Who differs in what: houses or gateways, by aspect. Arrows move from cell to cell (docs/look.md, "Statistics"). */
export function HeatMap({ goldenId, houses, gateways, selected, onSelect, onHouse, turn }: Props) {
  const { t } = useText()
  const phone = usePhone()
  const [open, setOpen] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const lines =
    houses?.map((house) => lineOfHouse(house, t('drift.noAddress'))) ?? gateways?.map(lineOfGateway) ?? []
  const pick = (line: Line, aspect: DriftAspect): void =>
    onSelect({
      ...{ ...line.where, aspect, title: line.title, gateways: line.gateways },
      differing: line.cells[aspect] ?? 0,
    })
  const isPicked = (line: Line, aspect: DriftAspect): boolean =>
    selected?.aspect === aspect &&
    selected.house === line.where.house &&
    selected.place === line.where.place &&
    selected.serialNumber === line.where.serialNumber
  const shared = { pick, isPicked }
  if (phone)
    return (
      <ul className={styles.cards}>
        {lines.map((line) => (
          <li key={line.id}>
            <LineHead line={line} />
            <div className={styles.pills}>
              {aspects.flatMap(({ id, icon }) => {
                const some = line.cells[id] ?? 0
                return some === 0 ? (
                  []
                ) : (
                  <button
                    key={id}
                    type="button"
                    data-step={line.house ? stepOf(some, line.gateways) : 1}
                    aria-pressed={isPicked(line, id)}
                    onClick={() => pick(line, id)}
                  >
                    <Icon name={iconNamed(icon, 'device')} size="small" />
                    {t(`drift.aspects.${id}`)} <b>{some}</b>
                  </button>
                )
              })}
              {Object.keys(line.cells).length === 0 && line.gateway?.state !== 'unknown' && (
                <Tag icon="check">{t('drift.same')}</Tag>
              )}
            </div>
          </li>
        ))}
      </ul>
    )
  return (
    <div className={styles.scroll}>
      <table ref={table} className={styles.heat} onKeyDown={(event) => move(event, table.current)}>
        <thead>
          <tr>
            <th scope="col">{t(houses ? 'drift.house' : 'drift.gateway')}</th>
            {houses && (
              <th scope="col" className={styles.num}>
                <Icon name="gateway" size="small" />
                <span className="visually-hidden">{t('drift.gatewaysHere')}</span>
              </th>
            )}
            {aspects.map(({ id, icon }) => (
              <th key={id} scope="col">
                <Icon name={iconNamed(icon, 'device')} size="small" />
                {t(`drift.aspects.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const isOpen = line.house !== undefined && open === line.id
            return [
              <Row
                key={line.id}
                {...{ line, ...shared }}
                open={isOpen}
                onOpen={() => setOpen(isOpen ? undefined : line.id)}
              />,
              isOpen && line.house && (
                <OpenHouse
                  key={`${line.id} open`}
                  {...{ goldenId, turn, house: line.house, onHouse, ...shared }}
                />
              ),
            ]
          })}
        </tbody>
      </table>
    </div>
  )
}

const lineOfHouse = (house: DriftHouse, unknown: string): Line => ({
  id: JSON.stringify([house.house, house.place]),
  title: house.house === '' ? unknown : house.house,
  note: house.place,
  gateways: house.gateways,
  differing: house.differing,
  cells: house.cells,
  where: { house: house.house, place: house.place },
  house,
})

const lineOfGateway = (gateway: DriftGateway): Line => ({
  id: gateway.serialNumber,
  title: gateway.name,
  note: [gateway.house, gateway.serialNumber].filter(Boolean).join(' · '),
  gateways: 1,
  differing: gateway.state === 'differs' ? 1 : 0,
  cells: gateway.cells,
  where: { serialNumber: gateway.serialNumber },
  gateway,
})

interface Shared {
  pick(line: Line, aspect: DriftAspect): void
  isPicked(line: Line, aspect: DriftAspect): boolean
}

function LineHead({ line }: { line: Line }) {
  const { t } = useText()
  const words = useWords()
  const { title, note, gateway } = line
  return (
    <span className={styles.head}>
      <b>{title}</b>
      <small>
        {[note, line.house && t('drift.gateways', { count: line.gateways })].filter(Boolean).join(' · ')}
      </small>
      {gateway?.source === 'none' && <Tag icon="offline">{t('drift.unknown')}</Tag>}
      {gateway?.source === 'backup' && gateway.asOf && (
        <Tag icon="archive">{t('drift.ofBackup', { at: words.date(Date.parse(gateway.asOf)) })}</Tag>
      )}
    </span>
  )
}

interface RowProps extends Shared {
  line: Line
  open?: boolean
  onOpen?(): void
  inside?: boolean
}

function Row({ line, open, onOpen, inside, pick, isPicked }: RowProps) {
  const { t } = useText()
  const words = useWords()
  return (
    <tr data-open={open || undefined} data-inside={inside || undefined}>
      <th scope="row">
        {line.house && onOpen ? (
          <button type="button" className={styles.opener} aria-expanded={open} onClick={onOpen} data-cell>
            <Icon name={open ? 'chevron-down' : 'chevron-right'} size="small" />
            <span className={styles.head}>
              <b>{line.title}</b>
              <small>{line.note}</small>
            </span>
          </button>
        ) : (
          <LineHead line={line} />
        )}
      </th>
      {(line.house || inside) && <td className={styles.num}>{line.house && words.number(line.gateways)}</td>}
      {aspects.map(({ id }) => {
        const some = line.cells[id] ?? 0
        const step = line.gateway ? Math.min(some, 1) : stepOf(some, line.gateways)
        const said =
          some === 0
            ? t('drift.same')
            : t(line.gateway ? 'drift.differences' : 'drift.gateways', { count: some })
        return (
          <td key={id} className={styles.cell}>
            {line.gateway?.state === 'unknown' ? (
              <span className="visually-hidden">{t('drift.unknown')}</span>
            ) : (
              <button
                type="button"
                data-cell
                data-step={step}
                aria-pressed={isPicked(line, id)}
                aria-label={`${line.title}, ${t(`drift.aspects.${id}`)}: ${said}`}
                onClick={() => pick(line, id)}
              >
                {some === 0 ? <Icon name="check" size="small" /> : words.number(some)}
              </button>
            )}
          </td>
        )
      })}
    </tr>
  )
}

interface OpenProps extends Shared {
  goldenId: string
  house: DriftHouse
  onHouse(house: DriftHouse): void
  turn: string
}

function OpenHouse({ goldenId, house, onHouse, turn, ...shared }: OpenProps) {
  const { t } = useText()
  const { source } = usePorts()
  const asked = { goldenId, house: house.house, place: house.place, limit: SHOWN }
  const found = useQuery({
    queryKey: rowsKey('listDriftGateways', { ...asked, turn }),
    queryFn: ({ signal }) => source.load('listDriftGateways', asked, signal),
    placeholderData: (before) => before,
  })
  const columns = aspects.length + 2
  if (!found.data)
    return (
      <tr data-inside>
        <td colSpan={columns}>
          {found.isError ? (
            <NotKnown onRetry={() => void found.refetch()}>{t('drift.gatewaysUnread')}</NotKnown>
          ) : (
            <Skeleton height="2rem" />
          )}
        </td>
      </tr>
    )
  const { data, count } = found.data
  return (
    <>
      {data.map((gateway) => (
        <Row key={gateway.serialNumber} inside line={lineOfGateway(gateway)} {...shared} />
      ))}
      {count > data.length && (
        <tr data-inside>
          <td colSpan={columns}>
            <button type="button" className={styles.more} onClick={() => onHouse(house)}>
              {t('drift.others', { count: count - data.length })}
            </button>
          </td>
        </tr>
      )}
    </>
  )
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Arrows go to the next cell of their direction that can be pressed. */
function move(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const step = STEPS[event.key]
  const cell = (event.target as HTMLElement).closest('td, th')
  const row = cell?.closest('tr')
  if (!step || !cell || !row || !table) return
  const rows = [...table.querySelectorAll('tbody tr')]
  const [down, right] = step
  const inRow = (line: Element | undefined, at: number): HTMLElement | null | undefined =>
    line?.children[at]?.querySelector<HTMLElement>('[data-cell]')
  let [y, x] = [rows.indexOf(row) + down, [...row.children].indexOf(cell) + right]
  while (y >= 0 && y < rows.length && x >= 0 && x < (rows[y]?.children.length ?? 0)) {
    const next = inRow(rows[y], x)
    if (next) {
      event.preventDefault()
      next.focus()
      return
    }
    y += down
    x += right
  }
}
