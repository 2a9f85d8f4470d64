import { useState } from 'react'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import type { SavedFilter } from '#schemas/generated/entities/saved-filter.ts'
import { Button } from '#ui/Button.tsx'
import { Menu, type MenuGroup } from '#ui/menu/Menu.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePorts } from '../../engine.ts'
import { failureText } from '../../failure-text.ts'
import { NameDialog } from '../../objects/NameDialog.tsx'
import type { Result } from '../../ports.ts'
import { useQuery } from '../../rows.ts'
import type { ListAddress } from './data/use-list-address.ts'

type Asks = SavedFilter['asks']

interface Props {
  screen: ListScreen
  address: Pick<ListAddress, 'search' | 'order' | 'filters' | 'change'>
}

const NONE: readonly SavedFilter[] = []

const asksOf = ({ search, order, filters }: Props['address']): Asks => ({
  ...(search ? { search } : {}),
  ...(order ? { order } : {}),
  filters: { ...filters },
})

const textOf = ({ search = '', order = '', filters }: Asks): string =>
  JSON.stringify([search, order, Object.entries(filters).toSorted()])

/** Searches and filters that the person has kept of this list, on whatever device. */
export function SavedFilters({ screen, address }: Props) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const [naming, setNaming] = useState(false)
  const { data, isError, error, refetch } = useQuery({
    queryKey: rowsKey('listSavedFilters'),
    queryFn: ({ signal }) => source.load('listSavedFilters', {}, signal),
    // In another tab some may have come or gone.
    refetchOnWindowFocus: true,
  })
  const kept = (data?.data ?? NONE)
    .filter((one) => one.screen === screen.id)
    .toSorted((one, other) => one.name.localeCompare(other.name, tagOf(language())))
  const asks = asksOf(address)
  const current = kept.find((one) => textOf(one.asks) === textOf(asks))
  const narrowed = address.search !== '' || Object.keys(address.filters).length > 0

  const open = ({ asks: { search = '', order = screen.order, filters } }: SavedFilter): void => {
    const others = Object.fromEntries((screen.filters ?? []).map(({ field }) => [field, '']))
    address.change({ search, order: order ?? '', filters: { ...others, ...filters } })
  }
  const keep = async (filter: SavedFilter): Promise<Result<unknown>> => {
    const result = await source.call('keepSavedFilter', filter, { told: ['other'] })
    await refetch()
    return result
  }
  const drop = async (filter: SavedFilter): Promise<void> => {
    const { name } = filter
    const result = await source.call('deleteSavedFilter', { screen: screen.id, name })
    await refetch()
    if (!result.ok) return
    const undo = async (): Promise<void> => {
      const back = await keep(filter)
      if (!back.ok) toasts.show({ text: failureText(back, text) ?? back.code, tone: 'danger' })
    }
    toasts.show({
      text: t('handling.saved.gone', { name }),
      about: [`filter ${screen.id} ${name}`],
      undo: () => void undo(),
    })
  }

  const head = () => {
    if (data) return { text: t('handling.saved.none'), note: t('handling.saved.how') }
    if (!isError) return { text: t('handling.saved.coming') }
    return { text: t('handling.saved.failed'), note: failureText(error, text) ?? '' }
  }
  const label = t('handling.saved.title')
  const groups: MenuGroup[] = [
    {
      id: 'saved',
      ...(kept.length > 0 ? { title: label } : { head: head() }),
      choices: [
        ...kept.map((one) => ({
          id: one.name,
          text: one.name,
          checked: one === current,
          onSelect: () => open(one),
        })),
        ...(!data && isError
          ? [
              {
                ...{ id: 'again', text: t('shell.retry'), icon: 'refresh' as const, stays: true },
                onSelect: () => void refetch(),
              },
            ]
          : []),
      ],
    },
    {
      id: 'these',
      choices: current
        ? [
            {
              id: 'delete',
              text: t('handling.saved.delete'),
              icon: 'trash',
              danger: true,
              onSelect: () => void drop(current),
            },
          ]
        : [
            {
              id: 'keep',
              text: t('handling.saved.keep'),
              icon: 'plus',
              // Whatever has that name already would be lost without a word.
              disabled: !narrowed || !data,
              onSelect: () => setNaming(true),
            },
          ],
    },
  ]
  return (
    <>
      <Menu
        label={label}
        groups={groups}
        trigger={(attributes) => (
          <Button only size="dense" icon="bookmark" title={label} data-on={current && true} {...attributes}>
            {label}
          </Button>
        )}
      />
      {naming && (
        <NameDialog
          title={t('handling.saved.keepTitle')}
          submit={t('handling.saved.save')}
          others={() => kept.map(({ name }) => name)}
          onSave={(name) => keep({ screen: screen.id, name, asks })}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
