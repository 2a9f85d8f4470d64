import { useState } from 'react'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { Pager } from '#engine/Pager.tsx'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { isMember } from '#lib/is-member.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { BulkContent, BulkContentType } from '#schemas/generated/entities/bulk-content.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { type Begun, ContentDialog } from './ContentDialog.tsx'
import { ContentWords } from './ContentWords.tsx'
import styles from './create.module.css'
import { draftsOf } from './drafts.ts'
import { usePartWords } from './part-words.ts'

const TYPES = ['scn', 'lyt', 'ts', 'opn'] as const
/** What goes together with others: what has joined a home has no way back. */
const TOGETHER = ['scn', 'lyt', 'ts'] as const
export type OneType = Exclude<BulkContentType, 'set'>
export const ICONS: Readonly<Record<OneType, IconName>> = {
  scn: 'scenes',
  lyt: 'floors',
  ts: 'shield',
  opn: 'network',
}

interface Props {
  type: OneType
  onType(type: OneType): void
  contents: readonly BulkContent[]
  onContents(contents: readonly BulkContent[]): void
}

/** What every gateway gets, one content or several: picked from what is kept, or made. An open network needs nothing more. */
export function Content({ type, onType, contents, onContents }: Props) {
  const { t } = useText()
  const [making, setMaking] = useState<{ from?: Begun; at?: number }>()
  const [adding, setAdding] = useState(false)
  const several = contents.length > 1
  const put = (content: BulkContent, at = contents.length): void => {
    setAdding(false)
    const same = (one: BulkContent): boolean =>
      JSON.stringify(one.content_params) === JSON.stringify(content.content_params)
    // Twice is no more than once.
    if (contents.some(same)) return
    onContents([...contents.slice(0, at), content, ...contents.slice(at + 1)])
  }
  const types = adding ? TOGETHER : TYPES
  return (
    <NumberedCard
      number={2}
      title={t('bulk.content')}
      aside={
        (!several || adding) && (
          <Segments
            label={t('bulk.type')}
            segments={types.map((id) => ({ id, label: t(`bulk.types.${id}`) }))}
            value={type}
            onChange={(id) => {
              if (!isMember(TYPES, id)) return
              if (!adding) onContents([])
              onType(id)
            }}
          />
        )
      }
    >
      {type === 'opn' && <p className={styles.quiet}>{t('bulk.openNetwork')}</p>}
      {type !== 'opn' &&
        contents.map((content, at) => (
          <One
            key={JSON.stringify(content.content_params)}
            content={content}
            onChange={(from) => setMaking({ from, at })}
            onLeaveOut={() => onContents(contents.filter((_one, place) => place !== at))}
            {...(!several && { onOther: () => onContents([]) })}
          />
        ))}
      {type !== 'opn' && (contents.length === 0 || adding) && (
        <Kept type={type} onPick={(content) => put(content)} onMake={() => setMaking({})} />
      )}
      {type !== 'opn' && contents.length > 0 && (
        <div className={styles.foot}>
          <Button size="dense" icon={adding ? 'close' : 'plus'} onClick={() => setAdding(!adding)}>
            {t(adding ? 'bulk.notAdded' : 'bulk.addContent')}
          </Button>
          {several && <span>{t('bulk.together')}</span>}
        </div>
      )}
      {making && type !== 'opn' && (
        <ContentDialog
          type={typeIn(contents[making.at ?? -1]) ?? type}
          from={making.from}
          onClose={() => setMaking(undefined)}
          onMade={(made) => {
            setMaking(undefined)
            put(made, making.at)
          }}
        />
      )}
    </NumberedCard>
  )
}

/** Of a content that the dialog makes: neither an open network nor a set. */
function typeIn(content: BulkContent | undefined): Exclude<OneType, 'opn'> | undefined {
  return TOGETHER.find((one) => one === content?.content_type)
}

interface OneProps {
  content: BulkContent
  onChange(from: Begun): void
  onLeaveOut(): void
  /** Where it is the only one. */
  onOther?(): void
}

function One({ content, onChange, onLeaveOut, onOther }: OneProps) {
  const { t } = useText()
  const drafts = draftsOf(content)
  const type = typeIn(content)
  const { nameOf, contentName } = usePartWords()
  const name = onOther ? contentName(content) : nameOf(content.content_params[0])
  return (
    <div className={styles.content}>
      <header>
        <Tag tone="automation" icon={ICONS[type ?? 'opn']}>
          {name}
        </Tag>
        {drafts && (
          <Button size="dense" icon="edit" onClick={() => onChange({ name: content.content_name, drafts })}>
            {t('bulk.change')}
          </Button>
        )}
        {onOther ? (
          <Button size="dense" onClick={onOther}>
            {t('bulk.otherContent')}
          </Button>
        ) : (
          <Button only size="dense" look="quiet" icon="close" onClick={onLeaveOut}>
            {t('bulk.leaveOutContent', { name })}
          </Button>
        )}
      </header>
      <ContentWords content={content} />
      {type === 'scn' && <p className={styles.quiet}>{t('bulk.onKinds')}</p>}
    </div>
  )
}

interface KeptProps {
  type: Exclude<OneType, 'opn'>
  onPick(content: BulkContent): void
  onMake(): void
}

function Kept({ type, onPick, onMake }: KeptProps) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const { definitions } = useEngine()
  const client = useQueryClient()
  const limit = numberLimit(definitions, 'bulkContentPageSize')
  const [page, setPage] = useState(1)
  const [leaving, setLeaving] = useState<BulkContent>()
  const { contentName } = usePartWords()
  const kept = useQuery({
    queryKey: rowsKey('listBulkContents', { type, page, limit }),
    queryFn: ({ signal }) => source.load('listBulkContents', { type, page, limit }, signal),
  })
  const remove = async (content: BulkContent): Promise<void> => {
    setLeaving(undefined)
    const result = await source.call('deleteBulkContent', { contentId: content._id ?? '' })
    if (result.ok) toasts.show({ text: t('bulk.contentRemoved', { name: contentName(content) }) })
    void client.invalidateQueries({ queryKey: rowsKey('listBulkContents') })
  }
  const make = (
    <Button look="plain" icon="plus" onClick={onMake}>
      {t(`bulk.make.${type}`)}
    </Button>
  )
  if (kept.isPending) return <Skeleton height="8rem" />
  if (kept.isError)
    return (
      <ErrorState bare title={t('bulk.contentsUnread')} onRetry={() => void kept.refetch()}>
        {failureText(kept.error, text)}
      </ErrorState>
    )
  const rows = kept.data?.data ?? []
  if (rows.length === 0)
    return (
      <EmptyState bare icon={ICONS[type]} title={t('bulk.noContent')} action={make}>
        {t('bulk.noContentText')}
      </EmptyState>
    )
  return (
    <>
      <ul className={styles.kept}>
        {rows.map((one) => (
          <li key={one._id}>
            <div>
              <strong>{contentName(one)}</strong>
              <ContentWords content={one} />
            </div>
            <Button size="dense" onClick={() => onPick(one)}>
              {t('bulk.pick')}
            </Button>
            <Button only size="dense" look="quiet" icon="trash" onClick={() => setLeaving(one)}>
              {t('bulk.removeContent', { name: contentName(one) })}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {make}
        <Pager
          page={page}
          size={limit}
          total={kept.data?.count ?? 0}
          onPage={setPage}
          className={styles.pager}
        />
      </div>
      {leaving && (
        <ConfirmDialog
          title={t('bulk.removeContentTitle', { name: contentName(leaving) })}
          text={t('bulk.removeContentText')}
          yes={t('bulk.removeContentYes')}
          destroys
          onClose={() => setLeaving(undefined)}
          onYes={() => void remove(leaving)}
        />
      )}
    </>
  )
}
