import { type FormEvent, useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type {
  AnnouncementFilterType,
  AnnouncementType,
} from '#schemas/generated/entities/announcement-content.ts'
import type { AnnouncementPlan } from '#schemas/generated/entities/announcement-plan.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import styles from './create.module.css'
import { type Draft, TYPES, withEntry } from './draft.ts'

const FILTER_TYPES = ['all', 'city', 'group'] as const satisfies readonly AnnouncementFilterType[]
const ICONS: Readonly<Record<AnnouncementType, IconName>> = {
  ...{ pushMobile: 'bell', email: 'mail', whatsapp: 'remote' },
}
const MOST_GROUPS = 1000
const LONGEST = 128

interface Props {
  draft: Draft
  onChange(some: Partial<Draft>): void
  plan: AnnouncementPlan | undefined
  /** Asks again how many it reaches, where that is not known. */
  onRecount: (() => void) | undefined
  /** No way is chosen. */
  error: string | undefined
}

/** Whom it is for, by which ways, and how many each of them reaches. */
export function Recipients({ draft, onChange, plan, onRecount, error }: Props) {
  const { t } = useText()
  const { filterType, filter, types, name } = draft
  const toggle = (type: AnnouncementType): void =>
    onChange({ types: types.includes(type) ? types.filter((one) => one !== type) : [...types, type] })
  return (
    <NumberedCard
      number={1}
      title={t('announcements.recipients')}
      aside={
        <Segments
          label={t('announcements.filterTypes.label')}
          segments={FILTER_TYPES.map((id) => ({ id, label: t(`announcements.filterTypes.${id}`) }))}
          value={filterType}
          onChange={(id) => {
            const next = FILTER_TYPES.find((one) => one === id)
            if (next) onChange({ filterType: next, filter: [] })
          }}
        />
      }
    >
      <div className={styles.body}>
        <TextField
          label={t('announcements.name')}
          help={t('announcements.nameHelp')}
          value={name}
          maxLength={LONGEST}
          autoComplete="off"
          onChange={(value) => onChange({ name: value })}
        />
        {filterType !== 'all' && (
          <>
            <Entry
              key={filterType}
              filterType={filterType}
              filter={filter}
              onFilter={(next) => onChange({ filter: next })}
            />
            <ul className={styles.pills} aria-label={t('announcements.filters')}>
              {filter.map((entry) => (
                <li key={entry}>
                  <span>{entry}</span>
                  <Button
                    only
                    look="quiet"
                    size="dense"
                    icon="close"
                    onClick={() => onChange({ filter: filter.filter((one) => one !== entry) })}
                  >
                    {t('announcements.remove', { name: entry })}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <Audience plan={plan} onRecount={onRecount} isChosen={filterType === 'all' || filter.length > 0} />
        <fieldset className={styles.ways}>
          <legend className="visually-hidden">{t('announcements.ways')}</legend>
          {TYPES.map((type) => (
            <Way
              key={type}
              type={type}
              plan={plan}
              chosen={types.includes(type)}
              onToggle={() => toggle(type)}
            />
          ))}
        </fieldset>
        {error ? (
          <p className={styles.fault} role="alert">
            {error}
          </p>
        ) : (
          types.length > 1 && <p className={styles.hint}>{t('announcements.onceEach')}</p>
        )}
      </div>
    </NumberedCard>
  )
}

function Way({
  type,
  plan,
  chosen,
  onToggle,
}: {
  type: AnnouncementType
  plan: AnnouncementPlan | undefined
  chosen: boolean
  onToggle(): void
}) {
  const { t } = useText()
  const words = useWords()
  const way = plan?.ways.find((one) => one.type === type)
  const isOff = way?.available === false
  return (
    <label className={styles.wayCard} data-chosen={chosen || undefined} data-off={isOff || undefined}>
      <span className={styles.wayHead}>
        <input type="checkbox" checked={chosen} disabled={isOff && !chosen} onChange={onToggle} />
        <Icon name={ICONS[type]} size="small" />
        <strong>{t(`announcements.types.${type}`)}</strong>
      </span>
      {isOff ? (
        <span>{t('announcements.off')}</span>
      ) : (
        <output>{way && chosen ? words.number(way.count) : '–'}</output>
      )}
      <small>
        {isOff
          ? t('announcements.offHelp')
          : way
            ? t('announcements.reaches', { count: way.reachable })
            : '\u00a0'}
      </small>
    </label>
  )
}

function Audience({ plan, onRecount, isChosen }: Pick<Props, 'plan' | 'onRecount'> & { isChosen: boolean }) {
  const { t } = useText()
  const words = useWords()
  if (isChosen && onRecount) return <NotKnown onRetry={onRecount}>{t('announcements.notCounted')}</NotKnown>
  if (!isChosen || !plan)
    return (
      <p className={styles.hint} role="status">
        {t(isChosen ? 'announcements.counting' : 'announcements.chooseFirst')}
      </p>
    )
  const parts = plan.ways.filter(({ count }) => count > 0)
  return (
    <div className={styles.audience} role="status">
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ type, count }) => (
          <i key={type} data-part={type} style={{ flexGrow: count }} />
        ))}
        {plan.unreachable > 0 && <i data-part="none" style={{ flexGrow: plan.unreachable }} />}
      </div>
      <p>
        <strong>{t('announcements.accounts', { count: plan.accounts })}</strong>
        {parts.map(({ type, count }) => (
          <span key={type}>
            <i className={styles.swatch} data-part={type} />
            {t(`announcements.by.${type}`, { count: words.number(count) })}
          </span>
        ))}
        {plan.unreachable > 0 && (
          <span>
            <i className={styles.swatch} data-part="none" />
            {t('announcements.unreachable', { count: plan.unreachable })}
          </span>
        )}
      </p>
    </div>
  )
}

interface EntryProps {
  filterType: 'city' | 'group'
  filter: readonly string[]
  onFilter(filter: readonly string[]): void
}

/** One more city or group; the same twice is told where it is typed (spec 3 §5). */
function Entry({ filterType, filter, onFilter }: EntryProps) {
  const text = useText()
  const { t, say } = text
  const { source } = usePorts()
  const [entry, setEntry] = useState('')
  const [fault, setFault] = useState<'FILTER_EMPTY' | 'filterAlreadyExist'>()
  const groups = useQuery({
    queryKey: rowsKey('searchGroups', { limit: MOST_GROUPS }),
    queryFn: ({ signal }) => source.load('searchGroups', { limit: MOST_GROUPS }, signal),
    enabled: filterType === 'group',
  })
  const add = (event: FormEvent): void => {
    event.preventDefault()
    const typed = entry.trim()
    if (typed === '') return setFault('FILTER_EMPTY')
    const next = withEntry(filter, typed)
    if (!next) return setFault('filterAlreadyExist')
    onFilter(next)
    setEntry('')
    setFault(undefined)
  }
  const look = {
    label: t(`announcements.${filterType}`),
    value: entry,
    onChange: (value: string) => {
      setEntry(value)
      setFault(undefined)
    },
    ...(fault && { error: say(`codes.${fault}`) }),
  }
  return (
    <form className={styles.entry} onSubmit={add} noValidate>
      {filterType === 'group' ? (
        <SelectField
          {...look}
          choices={[
            { value: '', label: t('announcements.noGroup') },
            ...(groups.data?.data ?? []).map(({ groupName }) => ({ value: groupName, label: groupName })),
          ]}
        />
      ) : (
        <TextField {...look} maxLength={LONGEST} autoComplete="off" />
      )}
      {groups.isError && (
        <NotKnown onRetry={() => void groups.refetch()}>
          {t('announcements.groupsUnread')} {failureText(groups.error, text)}
        </NotKnown>
      )}
      <Button type="submit" icon="plus">
        {t('announcements.add')}
      </Button>
    </form>
  )
}
