import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { failureText } from '../../failure-text.ts'
import type { ListData } from './data/list-data.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { Cards } from './rows/Cards.tsx'
import type { RowsProps } from './rows/rows.ts'
import { Table } from './rows/Table.tsx'

/** More would not fit into any window. */
const MOST_BONES = 50

/** Each state that a list can be in: loading, failed, nothing yet, nothing found, rows. `framed`: it is one of several parts of a page, in a card of their own. */
export function ListBody({
  data,
  phone,
  framed,
  ...props
}: RowsProps & { data: ListData; phone: boolean; framed?: boolean }) {
  const bare = framed ?? !phone
  const text = useText()
  const { t, say } = text
  const { screen, address } = props
  if (data.state === 'loading') return <ListSkeleton rows={Math.min(address.size, MOST_BONES)} />
  if (data.state === 'failed')
    return (
      <ErrorState bare={bare} title={t('engine.list.failed')} onRetry={data.retry}>
        {failureText(data.error, text)}
      </ErrorState>
    )
  if (data.rows.length === 0 && (address.search !== '' || Object.keys(address.filters).length > 0))
    return (
      <EmptyState
        bare={bare}
        icon="search"
        title={t('engine.list.noHits.title')}
        action={<Button onClick={address.clear}>{t('engine.list.noHits.clear')}</Button>}
      >
        {t('engine.list.noHits.text')}
      </EmptyState>
    )
  if (data.rows.length === 0)
    return (
      <EmptyState
        bare={bare}
        low={framed}
        icon={iconNamed(screen.icon, 'table')}
        title={say(`screens.${screen.id}.empty.title`)}
      >
        {say(`screens.${screen.id}.empty.text`)}
      </EmptyState>
    )
  return phone ? <Cards {...props} /> : <Table {...props} />
}
